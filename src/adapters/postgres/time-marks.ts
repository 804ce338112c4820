import type { TimeMark } from "../../flows/ports.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { integer } from "../rows/rows.ts";
import type { Database } from "./database.ts";

/** How far the database's time had come, as its nodes saw it (ADR 0026). */
export class PostgresTimeMarks implements TimeMark {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = statements(database);
  }

  async latest(): Promise<Instant | undefined> {
    const row = await this.#database.get(this.#sql.latest);
    return row && instantOf(integer(row, "at"));
  }

  async note(at: Instant): Promise<void> {
    await this.#database.transaction("relaxed", (runner) => runner.run(this.#sql.note, at));
  }

  async setBack(at: Instant, replayCacheUpTo: Instant): Promise<void> {
    await this.#database.run(this.#sql.setBack, at, replayCacheUpTo);
  }
}

function statements(database: Database) {
  return {
    latest: database.prepare("SELECT at FROM time_marks WHERE name = 'latest'"),
    // A node that comes late changes nothing, and so waits for nobody.
    note: database.prepare(
      `INSERT INTO time_marks (name, at) VALUES ('latest', $1)
       ON CONFLICT (name) DO UPDATE SET at = excluded.at WHERE excluded.at > time_marks.at`,
    ),
    setBack: database.prepare(
      `UPDATE time_marks SET at = least(at, CASE name WHEN 'latest' THEN $1::bigint ELSE $2::bigint END)
       WHERE name IN ('latest', 'used-once')`,
    ),
  };
}
