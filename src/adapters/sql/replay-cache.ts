import type { ReplayCache } from "../../flows/ports.ts";
import type { Digest } from "../../values/digest.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { all, type Engine, type Fact, run } from "./fact.ts";
import { integer } from "./rows.ts";
import type { Watermarks } from "./watermarks.ts";

/** The replay cache, with its part of expiry. */
interface StoredReplayCache extends ReplayCache {
  /** `use`, as part of a fact. */
  useUp(key: Digest, keepUntil: Instant): Fact<boolean>;
  /** Part of a fact: removes up to `rowsMax` expired keys and returns how many. A watermark keeps them spent. */
  removeExpired(now: Instant, rowsMax: number): Fact<number>;
}

/** Keys that were used. The row of a key is what spends it. */
export function replayCacheOn(engine: Engine, watermarks: Watermarks): StoredReplayCache {
  const { sql, skipLocked } = engine;
  const use = sql(
    `INSERT INTO used_once (key, keep_until) SELECT :key, :keepUntil
     WHERE NOT EXISTS (SELECT 1 FROM time_marks WHERE name = 'used-once' AND at >= :keepUntil)
     ON CONFLICT DO NOTHING`,
  );
  const find = sql("SELECT 1 AS found FROM used_once WHERE key = :key AND keep_until > :now");
  const removeExpired = sql(
    `DELETE FROM used_once WHERE key IN
       (SELECT key FROM used_once WHERE keep_until < :now ORDER BY keep_until LIMIT :rowsMax${skipLocked})
     RETURNING keep_until`,
  );
  return {
    use: async (key, keepUntil) => (await engine.run("durable", use, { key, keepUntil })) === 1,
    has: async (key, now) => (await engine.get(find, { key, now }, () => true)) === true,
    *useUp(key, keepUntil) {
      return (yield* run(use, { key, keepUntil })) === 1;
    },
    *removeExpired(now, rowsMax) {
      const removed = yield* all(removeExpired, { now, rowsMax });
      const latest = Math.max(...removed.map((row) => integer(row, "keep_until")));
      if (removed.length > 0) yield* watermarks.raise("used-once", instantOf(latest));
      return removed.length;
    },
  };
}
