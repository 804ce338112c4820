import type { UsedOnce } from "../../flows/ports.ts";
import type { Digest } from "../../values/digest.ts";
import type { Instant } from "../../values/time.ts";
import type { Database } from "./database.ts";

/** Keys that were used; a key's row is what spends it. */
export class PostgresUsedOnce implements UsedOnce {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = statements(database);
  }

  async use(key: Digest, keepUntil: Instant): Promise<boolean> {
    return (await this.#database.run(this.#sql.use, key, keepUntil)) === 1;
  }

  /** Removes up to `rowsMax` expired keys and answers how many. */
  removeExpired(now: Instant, rowsMax: number): Promise<number> {
    return this.#database.run(this.#sql.removeExpired, now, rowsMax);
  }
}

function statements(database: Database) {
  return {
    use: database.prepare("INSERT INTO used_once (key, keep_until) VALUES ($1, $2) ON CONFLICT DO NOTHING"),
    removeExpired: database.prepare(
      `DELETE FROM used_once WHERE key IN
         (SELECT key FROM used_once WHERE keep_until < $1 ORDER BY keep_until LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    ),
  };
}
