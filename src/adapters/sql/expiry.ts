import type { Expiry } from "../../flows/ports.ts";
import type { Instant } from "../../values/time.ts";
import { type Engine, type Fact, run } from "./fact.ts";
import type { Watermarks } from "./watermarks.ts";

/** Part of a fact: removes up to `rowsMax` rows that have expired and returns how many. */
type Removal = (now: Instant, rowsMax: number) => Fact<number>;

interface Parts {
  /** One for each noun that expires, except attempts and grants. */
  readonly removals: readonly Removal[];
  readonly watermarks: Watermarks;
  /** Removes grants and revocations, differently in each engine. */
  readonly grants: Expiry;
}

/** Removes expired rows, noun by noun. Every node does this, and skips rows that another node is removing. */
export function expiryOn(engine: Engine, { removals, watermarks, grants }: Parts): Expiry {
  const { sql, skipLocked } = engine;
  const removeDrained = sql(
    `DELETE FROM attempts WHERE key IN
       (SELECT key FROM attempts WHERE drained_at <= :now ORDER BY drained_at LIMIT :rowsMax${skipLocked})`,
  );
  const removeAttempts: Removal = (now, rowsMax) => run(removeDrained, { now, rowsMax });

  /** Runs a removal as one transaction, which notes how far time has come. */
  const removed = (remove: Removal, now: Instant, rowsMax: number): Promise<number> =>
    engine.write("relaxed", function* () {
      const gone = yield* remove(now, rowsMax);
      if (gone > 0) yield* watermarks.raise("latest", now);
      return gone;
    });

  return {
    makeRoom: (now) => grants.makeRoom(now),
    sweep: async (now, rowsMax) => {
      await grants.makeRoom(now);
      let gone = 0;
      for (const remove of [removeAttempts, ...removals])
        if (gone < rowsMax) gone += await removed(remove, now, rowsMax - gone);
      return gone < rowsMax ? gone + (await grants.sweep(now, rowsMax - gone)) : gone;
    },
  };
}
