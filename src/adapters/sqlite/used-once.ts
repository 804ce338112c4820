import type { UsedOnce } from "../../flows/ports.ts";
import type { Digest } from "../../values/digest.ts";
import type { Instant } from "../../values/time.ts";
import type { Database } from "./database.ts";

/** Keys that were used; a key's row is what spends it. */
export class SqliteUsedOnce implements UsedOnce {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = statements(database);
  }

  use(key: Digest, keepUntil: Instant): Promise<boolean> {
    return this.#database.write("durable", () => this.#sql.use.run(key, keepUntil).changes === 1);
  }

  /** Part of another fact's transaction: removes up to `rowsMax` expired keys and answers how many. */
  removeExpired(now: Instant, rowsMax: number): number {
    return Number(this.#sql.removeExpired.run(now, rowsMax).changes);
  }
}

function statements(database: Database) {
  return {
    use: database.prepare("INSERT INTO used_once (key, keep_until) VALUES (?, ?) ON CONFLICT DO NOTHING"),
    removeExpired: database.prepare(
      `DELETE FROM used_once WHERE key IN
         (SELECT key FROM used_once WHERE keep_until < ? ORDER BY keep_until LIMIT ?)`,
    ),
  };
}
