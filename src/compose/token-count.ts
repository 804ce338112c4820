import { setTimeout as pause } from "node:timers/promises";
import type { TokenCounts } from "../flows/grant-ports.ts";
import type { Clock } from "../flows/ports.ts";
import { type BackgroundJob, repeat } from "../ops/background-jobs.ts";
import type { Log } from "../ops/log.ts";
import type { Looked } from "../ops/metrics.ts";
import { createGrantId, type GrantId } from "../values/ids.ts";
import { StoreUnavailable } from "../values/store-unavailable.ts";
import { plus } from "../values/time.ts";

const countMilliseconds = 600_000;
const rowsMax = 1_000;
/** Between two pages, in which others are served. */
const pauseMilliseconds = 10;
/** An id is as old as its code, which may have waited for so long. */
const codeSecondsMax = 300;
/** The longest life that an API may give its tokens. */
const apiTokenSecondsMax = 86_400;

/** The figures of the last count of all living tokens. */
export interface TokenCount extends BackgroundJob {
  /** Begins the first count, without waiting for it. None before it has ended. */
  latest(): Looked;
}

/**
 * Counts living tokens every ten minutes, from the first time that somebody asks. Grants are counted from the oldest that can still have
 * a living token, so the cost depends on how many live and not on how many are kept.
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
    try {
      const [access, refresh] = [await count("access", isStopping), await count("refresh", isStopping)];
      if (isStopping()) return;
      figures = [
        { name: "grants", value: access, labels: { kind: "access" } },
        { name: "grants", value: refresh, labels: { kind: "refresh" } },
      ];
    } catch (error) {
      // The store's own watch logs that the store is away.
      if (!(error instanceof StoreUnavailable)) throw error;
    }
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
