import { setTimeout as pause } from "node:timers/promises";
import type { TokenCounts } from "../flows/grant-ports.ts";
import type { Clock } from "../flows/ports.ts";
import { type BackgroundJob, repeat } from "../ops/background-jobs.ts";
import type { Log } from "../ops/log.ts";
import type { Looked } from "../ops/metrics.ts";
import { createGrantId, type GrantId } from "../values/ids.ts";
import { plus } from "../values/time.ts";

const countMilliseconds = 600_000;
const rowsMax = 1_000;
/** The pause between two pages, in which other queries are served. */
const pauseMilliseconds = 10;
/** A grant's id is as old as its code, which may be redeemed this much later. */
const codeSecondsMax = 300;
/** The longest token lifetime that an API may have. */
const apiTokenSecondsMax = 86_400;

/** The result of the last complete count of live tokens. */
interface TokenCount extends BackgroundJob {
  /** Starts the first count without waiting for it; undefined until it is complete. */
  latest(): Looked;
}

/**
 * Counts live tokens every ten minutes, from the first request on. Counting starts at the oldest grant that can still have a live token, so
 * the cost depends on the number of live tokens, not on the number of stored grants.
 */
export function countTokens(options: {
  readonly tokenCounts: TokenCounts;
  readonly clock: Clock;
  readonly accessTokenLifetime: number;
  readonly log: Log;
}): TokenCount {
  const { tokenCounts, clock, log } = options;
  const lifetimeMax = Math.max(options.accessTokenLifetime, apiTokenSecondsMax) + codeSecondsMax;
  let figures: Looked = [];
  let isAsked = false;

  async function count(kind: "access" | "refresh", isStopping: () => boolean): Promise<number> {
    const now = clock.now();
    const oldest = createGrantId(plus(now, -lifetimeMax), new Uint8Array(10));
    let after: GrantId | undefined = kind === "access" ? oldest : undefined;
    let live = 0;
    do {
      const page = await tokenCounts.page(kind, { after, now, rowsMax });
      live += page.live;
      after = page.next;
      if (after !== undefined) await pause(pauseMilliseconds);
    } while (after !== undefined && !isStopping());
    return live;
  }

  const job = repeat(countMilliseconds, log, async (isStopping) => {
    if (!isAsked) return;
    const [access, refresh] = [await count("access", isStopping), await count("refresh", isStopping)];
    if (isStopping()) return;
    figures = [
      { name: "grants", value: access, labels: { kind: "access" } },
      { name: "grants", value: refresh, labels: { kind: "refresh" } },
    ];
  });
  return {
    ...job,
    latest: () => {
      if (!isAsked) {
        isAsked = true;
        void job.now();
      }
      return figures;
    },
  };
}
