import type { ReplayCache } from "../../flows/ports.ts";
import type { Digest } from "../../values/digest.ts";
import type { Instant } from "../../values/time.ts";
import { integer } from "../rows/rows.ts";
import type { Database } from "./database.ts";

/** Keys that were used; a key's row is what spends it. */
export class PostgresReplayCache implements ReplayCache {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = statements(database);
  }

  async use(key: Digest, keepUntil: Instant): Promise<boolean> {
    return (await this.#database.run(this.#sql.use, key, keepUntil)) === 1;
  }

  /**
   * Removes up to `rowsMax` expired keys and answers how many. A mark in the same transaction keeps keys of their time used.
   */
  async removeExpired(now: Instant, rowsMax: number): Promise<number> {
    return integer((await this.#database.get(this.#sql.removeExpired, now, rowsMax)) ?? {}, "gone");
  }
}

function statements(database: Database) {
  return {
    use: database.prepare(
      `INSERT INTO used_once (key, keep_until)
       SELECT $1::bytea, $2::bigint
       WHERE $2 > coalesce((SELECT at FROM time_marks WHERE name = 'used-once'), 0)
       ON CONFLICT DO NOTHING`,
    ),
    removeExpired: database.prepare(
      `WITH removed AS (
         DELETE FROM used_once WHERE key IN
           (SELECT key FROM used_once WHERE keep_until < $1 ORDER BY keep_until LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING keep_until),
       noted AS (
         INSERT INTO time_marks (name, at)
         SELECT 'used-once', max(keep_until) FROM removed HAVING count(*) > 0
         ON CONFLICT (name) DO UPDATE SET at = greatest(time_marks.at, excluded.at))
       SELECT count(*)::integer AS gone FROM removed`,
    ),
  };
}
