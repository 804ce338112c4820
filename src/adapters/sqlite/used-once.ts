import type { ReplayCache } from "../../flows/ports.ts";
import type { Digest } from "../../values/digest.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { integer } from "../rows/rows.ts";
import type { Database } from "./database.ts";
import type { SqliteTimeMarks } from "./time-marks.ts";

/** Keys that were used; a key's row is what spends it. */
export class SqliteReplayCache implements ReplayCache {
  readonly #database: Database;
  readonly #marks: SqliteTimeMarks;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database, marks: SqliteTimeMarks) {
    this.#database = database;
    this.#marks = marks;
    this.#sql = statements(database);
  }

  use(key: Digest, keepUntil: Instant): Promise<boolean> {
    return this.#database.write("durable", () => this.#sql.use.run({ key, keepUntil }).changes === 1);
  }

  /** Part of another fact's transaction: removes up to `rowsMax` expired keys and answers how many. */
  removeExpired(now: Instant, rowsMax: number): number {
    const removed = this.#sql.removeExpired.all(now, rowsMax).map((row) => integer(row, "keep_until"));
    if (removed.length > 0) this.#marks.raise("used-once", instantOf(Math.max(...removed)));
    return removed.length;
  }
}

function statements(database: Database) {
  return {
    use: database.prepare(
      `INSERT INTO used_once (key, keep_until)
       SELECT :key, :keepUntil
       WHERE :keepUntil > coalesce((SELECT at FROM time_marks WHERE name = 'used-once'), 0)
       ON CONFLICT DO NOTHING`,
    ),
    removeExpired: database.prepare(
      `DELETE FROM used_once WHERE key IN
         (SELECT key FROM used_once WHERE keep_until < ? ORDER BY keep_until LIMIT ?)
       RETURNING keep_until`,
    ),
  };
}
