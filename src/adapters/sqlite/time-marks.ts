import type { TimeMark } from "../../flows/ports.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { integer } from "../rows/rows.ts";
import type { Database } from "./database.ts";

/** What is marked: how far time had come, and up to which time expiry has removed what spends a code or a key. */
type Mark = "latest" | "grants" | "used-once";

/** How far time had come, and what expiry took away up to there (ADR 0026). */
export class SqliteTimeMarks implements TimeMark {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statements>;
  /** In memory, because every exchange asks. Undefined: read it anew. */
  #grantsRemovedUpTo: Instant | undefined;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = statements(database);
    database.onForeignCommit(() => {
      this.#grantsRemovedUpTo = undefined;
    });
  }

  async latest(): Promise<Instant | undefined> {
    return this.#database.read(() => this.#at("latest"));
  }

  note(at: Instant): Promise<void> {
    return this.#database.write("relaxed", () => this.raise("latest", at));
  }

  setBack(at: Instant, replayCacheUpTo: Instant): Promise<void> {
    return this.#database.write("durable", () => {
      this.#grantsRemovedUpTo = undefined;
      this.#sql.remove.run("grants");
      this.#sql.lower.run(replayCacheUpTo, "used-once");
      this.#sql.lower.run(at, "latest");
    });
  }

  /** Part of another fact's transaction: moves a mark on, never back. */
  raise(mark: Mark, at: Instant): void {
    if (mark === "grants") this.#grantsRemovedUpTo = undefined;
    this.#sql.raise.run(mark, at);
  }

  /** The time of the newest grant id that expiry removed. Within a transaction, or where `Database.watch` was asked. */
  grantsRemovedUpTo(): Instant {
    this.#grantsRemovedUpTo ??= this.#at("grants") ?? instantOf(0);
    return this.#grantsRemovedUpTo;
  }

  #at(mark: Mark): Instant | undefined {
    const row = this.#sql.find.get(mark);
    return row && instantOf(integer(row, "at"));
  }
}

function statements(database: Database) {
  return {
    find: database.prepare("SELECT at FROM time_marks WHERE name = ?"),
    raise: database.prepare(
      `INSERT INTO time_marks (name, at) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET at = excluded.at WHERE excluded.at > at`,
    ),
    lower: database.prepare("UPDATE time_marks SET at = min(at, ?) WHERE name = ?"),
    remove: database.prepare("DELETE FROM time_marks WHERE name = ?"),
  };
}
