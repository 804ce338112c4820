import type { KeyPurpose, KeyRecord, KeyRecords } from "../../flows/key-ports.ts";
import type { Instant } from "../../values/time.ts";
import { keyRecordsOf } from "../rows/key-record.ts";
import type { Database } from "./database.ts";

/** Keys as they lie in the database: sealed under the master key. */
export class SqliteKeyRecords implements KeyRecords {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = statements(database);
  }

  async list(): Promise<readonly KeyRecord[]> {
    return this.#database.read(() => keyRecordsOf(this.#sql.list.all()));
  }

  rotate(record: KeyRecord, unlessNewerThan: Instant): Promise<boolean> {
    return this.#database.write("durable", () => {
      if (this.#sql.newer.get(record.purpose, unlessNewerThan)) return false;
      this.#sql.retire.run(record.createdAt, record.purpose);
      this.#sql.insert.run(
        record.id,
        record.purpose,
        record.createdAt,
        record.retiredAt ?? null,
        record.sealedKey,
      );
      return true;
    });
  }

  removeRetired(purpose: KeyPurpose, before: Instant): Promise<number> {
    return this.#database.write("durable", () =>
      Number(this.#sql.removeRetired.run(purpose, before).changes),
    );
  }
}

function statements(database: Database) {
  return {
    list: database.prepare("SELECT * FROM sealing_keys ORDER BY created_at DESC, id"),
    newer: database.prepare("SELECT 1 FROM sealing_keys WHERE purpose = ? AND created_at > ?"),
    retire: database.prepare(
      "UPDATE sealing_keys SET retired_at = ? WHERE purpose = ? AND retired_at IS NULL",
    ),
    insert: database.prepare(
      "INSERT INTO sealing_keys (id, purpose, created_at, retired_at, sealed_key) VALUES (?, ?, ?, ?, ?)",
    ),
    removeRetired: database.prepare("DELETE FROM sealing_keys WHERE purpose = ? AND retired_at < ?"),
  };
}
