import type { Watermark } from "../../flows/ports.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { type Cache, type Cached, type Engine, type Fact, run } from "./fact.ts";
import { integer, type Row } from "./rows.ts";

/** "latest": how far time had come. The others: up to which time expiry has removed the rows that spend codes and keys. */
export type WatermarkName = "latest" | "grants" | "used-once";

/** The watermarks as other facts need them (ADR 0026). */
export interface Watermarks extends Watermark {
  /** Part of another fact: moves a watermark on, never back. */
  raise(mark: WatermarkName, at: Instant): Fact<void>;
}

/** Watermarks, one row each. For grants PostgreSQL has the table `grants_closed` instead. */
export function watermarksOn(engine: Engine, cache: Cache<WatermarkName, Instant>): Watermarks {
  const sql = statements(engine);

  function* raise(mark: WatermarkName, at: Instant): Fact<void> {
    yield* cache.forget(mark);
    yield* run(sql.raise, { mark, at });
  }

  return {
    raise,
    latest: () => engine.get(sql.find, { mark: "latest" }, markOf),
    // A statement of its own: if a node is late it changes nothing, so it waits for no lock.
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

/** Watermarks in memory, because every exchange of a code reads one. A missing watermark reads as 0. */
export function cachedWatermarks({ sql }: Engine): Cached<WatermarkName, Instant> {
  return {
    max: { rows: 3 },
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
