import type { KeyPurpose, KeyRecord, KeyRecords } from "../../flows/key-ports.ts";
import type { Instant } from "../../values/time.ts";
import { keyRecordsOf } from "../rows/key-record.ts";
import type { Database } from "./database.ts";
import { lockFor } from "./locks.ts";

/** Keys as they lie in the database: sealed under the master key. */
export class PostgresKeyRecords implements KeyRecords {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = statements(database);
  }

  async list(): Promise<readonly KeyRecord[]> {
    return keyRecordsOf(await this.#database.all(this.#sql.list));
  }

  rotate(record: KeyRecord, unlessNewerThan: Instant): Promise<boolean> {
    return this.#database.transaction("durable", async (runner) => {
      await runner.run(this.#sql.lock);
      if (await runner.get(this.#sql.newer, record.purpose, unlessNewerThan)) return false;
      await runner.run(this.#sql.retire, record.createdAt, record.purpose);
      await runner.run(
        this.#sql.insert,
        record.id,
        record.purpose,
        record.createdAt,
        record.retiredAt,
        record.sealedKey,
      );
      return true;
    });
  }

  removeRetired(purpose: KeyPurpose, before: Instant): Promise<number> {
    return this.#database.run(this.#sql.removeRetired, purpose, before);
  }
}

function statements(database: Database) {
  const columns = "id, purpose, created_at, retired_at, sealed_key";
  return {
    list: database.prepare(`SELECT ${columns} FROM sealing_keys ORDER BY created_at DESC, id`),
    lock: database.prepare(lockFor("key rotation")),
    newer: database.prepare(
      "SELECT 1 AS newer FROM sealing_keys WHERE purpose = $1 AND created_at > $2 LIMIT 1",
    ),
    retire: database.prepare(
      "UPDATE sealing_keys SET retired_at = $1 WHERE purpose = $2 AND retired_at IS NULL",
    ),
    insert: database.prepare(`INSERT INTO sealing_keys (${columns}) VALUES ($1, $2, $3, $4, $5)`),
    removeRetired: database.prepare("DELETE FROM sealing_keys WHERE purpose = $1 AND retired_at < $2"),
  };
}
