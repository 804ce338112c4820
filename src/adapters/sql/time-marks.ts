import type { TimeMark } from "../../flows/ports.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { type Cache, type Cached, type Engine, type Fact, run } from "./fact.ts";
import { integer, type Row } from "./rows.ts";

/** "latest": how far time had come. The others: up to which time expiry has removed the rows that spend codes and keys. */
export type Mark = "latest" | "grants" | "used-once";

/** The marks as other facts need them (ADR 0026). */
export interface TimeMarks extends TimeMark {
  /** Part of another fact: moves a mark on, never back. */
  raise(mark: Mark, at: Instant): Fact<void>;
}

/** Time marks, one row each. For grants PostgreSQL has the table `grants_closed` instead. */
export function timeMarksOn(engine: Engine, cache: Cache<Mark, Instant>): TimeMarks {
  const sql = statements(engine);

  function* raise(mark: Mark, at: Instant): Fact<void> {
    yield* cache.forget(mark);
    yield* run(sql.raise, { mark, at });
  }

  return {
    raise,
    latest: () => engine.get(sql.find, { mark: "latest" }, markOf),
    // A statement of its own: where a node is late it changes nothing, so it waits for no lock.
    note: async (at) => {
      await engine.run("relaxed", sql.raise, { mark: "latest", at });
    },
    setBack: (at, replayCacheUpTo) =>
      engine.write("durable", function* () {
        yield* cache.forget("grants");
        yield* run(sql.remove, { mark: "grants" });
        yield* run(sql.lower, { mark: "used-once", at: replayCacheUpTo });
        yield* run(sql.lower, { mark: "latest", at });
      }),
  };
}

/** Marks in memory, because every exchange of a code reads one. A missing mark reads as 0. */
export function cachedMarks({ sql }: Engine): Cached<Mark, Instant> {
  return {
    entriesMax: 3,
    mayLag: false,
    statement: sql("SELECT coalesce(max(at), 0) AS at FROM time_marks WHERE name = :mark"),
    values: (mark) => ({ mark }),
    read: markOf,
  };
}

function statements({ sql }: Engine) {
  return {
    find: sql("SELECT at FROM time_marks WHERE name = :mark"),
    raise: sql(
      `INSERT INTO time_marks (name, at) VALUES (:mark, :at)
       ON CONFLICT (name) DO UPDATE SET at = excluded.at WHERE excluded.at > time_marks.at`,
    ),
    lower: sql("UPDATE time_marks SET at = :at WHERE name = :mark AND at > :at"),
    remove: sql("DELETE FROM time_marks WHERE name = :mark"),
  };
}

function markOf(row: Row): Instant {
  return instantOf(integer(row, "at"));
}
