import type { KeyPurpose, KeyRecord, KeyRecords, SealedKey } from "../../flows/key-ports.ts";
import { parseKeyId } from "../../values/ids.ts";
import { symmetricPurposes } from "../../values/key-purpose.ts";
import { instantOf } from "../../values/time.ts";
import { all, type Engine, get, lock, run } from "./fact.ts";
import { blob, has, integer, parsed, type Row, text } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";

const purposes: readonly KeyPurpose[] = [...symmetricPurposes, "sign-RS256", "sign-ES256", "sign-EdDSA"];

/** The keys as the database has them: sealed under the master key. */
export function keyRecordsOn(engine: Engine, record: SideEffectFacts["record"]): KeyRecords {
  const sql = statements(engine);
  return {
    list: () => engine.all(sql.list, {}, keyRecordsOf),
    rotate: (key, unlessNewerThan, sideEffects = {}) =>
      engine.write("durable", function* () {
        const { id, purpose, createdAt, retiredAt, sealedKey, masterKeyId } = key;
        yield* lock("key rotation");
        if (yield* get(sql.newer, { purpose, unlessNewerThan })) return false;
        if (masterKeyId !== undefined && (yield* get(sql.sealedByOther, { masterKeyId }))) return false;
        yield* run(sql.retire, { purpose, createdAt });
        yield* run(sql.insert, { id, purpose, createdAt, retiredAt, sealedKey, masterKeyId });
        yield* record(sideEffects);
        return true;
      }),
    sealAnew: (choose, sideEffects = {}) =>
      engine.write("durable", function* () {
        yield* lock("key rotation");
        const { masterKeyId, seal } = choose();
        const rows = yield* all(sql.list);
        for (const row of rows) {
          const key = sealedKeyOf(row);
          yield* run(sql.sealAnew, { id: key.id, sealedKey: seal(key), masterKeyId });
        }
        yield* record(sideEffects);
        return rows.length;
      }),
    hold: (work) =>
      engine.write("durable", function* () {
        yield* lock("key rotation");
        return work(keyRecordsOf(yield* all(sql.list)).find(({ masterKeyId }) => masterKeyId)?.masterKeyId);
      }),
    removeRetired: (purpose, before) => engine.run("durable", sql.removeRetired, { purpose, before }),
  };
}

function statements({ sql }: Engine) {
  return {
    list: sql(
      "SELECT id, purpose, created_at, retired_at, sealed_key, master_key FROM sealing_keys ORDER BY created_at DESC, id",
    ),
    newer: sql(
      "SELECT 1 AS newer FROM sealing_keys WHERE purpose = :purpose AND created_at > :unlessNewerThan LIMIT 1",
    ),
    retire: sql(
      "UPDATE sealing_keys SET retired_at = :createdAt WHERE purpose = :purpose AND retired_at IS NULL",
    ),
    insert: sql(
      `INSERT INTO sealing_keys (id, purpose, created_at, retired_at, sealed_key, master_key)
       VALUES (:id, :purpose, :createdAt, :retiredAt, :sealedKey, :masterKeyId)`,
    ),
    sealedByOther: sql("SELECT 1 AS other FROM sealing_keys WHERE master_key <> :masterKeyId LIMIT 1"),
    sealAnew: sql(
      "UPDATE sealing_keys SET sealed_key = :sealedKey, master_key = :masterKeyId WHERE id = :id",
    ),
    removeRetired: sql("DELETE FROM sealing_keys WHERE purpose = :purpose AND retired_at < :before"),
  };
}

/**
 * Keys for a purpose that only a newer release knows are left out: that release makes and rotates them, and this one is asked to
 * open nothing that they sealed.
 */
function keyRecordsOf(rows: readonly Row[]): readonly KeyRecord[] {
  return rows.flatMap((row) => {
    const purpose = purposeOf(text(row, "purpose"));
    return purpose === undefined ? [] : keyRecordOf(row, purpose);
  });
}

function keyRecordOf(row: Row, purpose: KeyPurpose): KeyRecord {
  return {
    id: parsed("id", parseKeyId(text(row, "id"))),
    purpose,
    createdAt: instantOf(integer(row, "created_at")),
    ...(has(row, "retired_at") && { retiredAt: instantOf(integer(row, "retired_at")) }),
    sealedKey: blob(row, "sealed_key"),
    ...(has(row, "master_key") && { masterKeyId: text(row, "master_key") }),
  };
}

function sealedKeyOf(row: Row): SealedKey {
  return {
    id: text(row, "id"),
    purpose: text(row, "purpose"),
    createdAt: integer(row, "created_at"),
    sealedKey: blob(row, "sealed_key"),
  };
}

function purposeOf(word: string): KeyPurpose | undefined {
  return purposes.find((purpose) => purpose === word);
}
