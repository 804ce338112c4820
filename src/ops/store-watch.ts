import { StoreBroken, type StoreUnavailable } from "../values/store-unavailable.ts";
import { repeat } from "./background-jobs.ts";
import type { Log } from "./log.ts";

const lookMilliseconds = 5_000;
/** While the store is away it is looked at more often, because a load balancer sends no request that would find it back. */
const awayMilliseconds = 500;
/** For so long after its line, an outage that changes its problem is the same one. */
const sameMilliseconds = 10_000;
const repairAfterMove =
  "set LATCHKEY_DATABASE_URL to where it was moved, and LATCHKEY_SECRET, and start anew";

/** What a look at the store found. */
type Finding =
  | {
      readonly isReady: true;
      readonly location: string;
      readonly server?: string;
      readonly warning?: string;
    }
  | {
      readonly isReady: false;
      readonly location: string;
      readonly problem: string;
      readonly movedTo?: string;
    };

/** The part of the store that its watch uses. */
export interface WatchedStore {
  tend(): Promise<Finding>;
  onFailure(listener: (failure: StoreUnavailable) => void): void;
}

/** A watch over the store of a running service. */
export interface StoreWatch {
  /** Resolves after the first look: the store can be written, and what a start made is in its file. */
  readonly firstLook: Promise<void>;
  /** Resolves when only another process may trust the store again (ADR 0025). */
  readonly broken: Promise<StoreBroken>;
  stop(): Promise<void>;
}

/**
 * Lets readiness follow the store: off at the first request that the store fails, on again when a look finds that it can be
 * written. The log has one line for each change, and one for an outage.
 */
export function watchStore(store: WatchedStore, log: Log, report: (works: boolean) => void): StoreWatch {
  const { promise: broken, resolve } = Promise.withResolvers<StoreBroken>();
  let logged: string | undefined;
  /** When the line about the problem that keeps the store away was written. */
  let awayLoggedAt: number | undefined;
  let server: string | undefined;
  let again: NodeJS.Timeout | undefined;
  const look = repeat(lookMilliseconds, log, async () => {
    const found = await store.tend();
    report(found.isReady);
    clearTimeout(again);
    if (!found.isReady) again = setTimeout(() => void look.now(), awayMilliseconds).unref();
    else if (server !== found.server) {
      if (server !== undefined)
        log.warn({ database: found.location, from: server, to: found.server }, "database-switched");
      server = found.server;
    }
    const problem = found.isReady ? found.warning : found.problem;
    if (problem === logged) return;
    const now = performance.now();
    // While servers take over from each other the problem has another name every moment.
    if (!found.isReady && awayLoggedAt !== undefined && now - awayLoggedAt < sameMilliseconds) return;
    awayLoggedAt = found.isReady ? undefined : now;
    logged = problem;
    logChange(log, found);
  });
  store.onFailure((failure) => {
    report(false);
    if (failure instanceof StoreBroken) resolve(failure);
    else void look.now();
  });
  const stop = () => {
    clearTimeout(again);
    return look.stop();
  };
  return { firstLook: look.now(), broken, stop };
}

function logChange(log: Log, found: Finding): void {
  const { location: database } = found;
  if (found.isReady && found.warning !== undefined)
    log.warn({ database, problem: found.warning }, "database-warning");
  else if (found.isReady) log.info({ database }, "database-recovered");
  else if (found.movedTo !== undefined)
    log.error({ database, movedTo: found.movedTo, repair: repairAfterMove }, "database-moved");
  else log.error({ database, problem: found.problem }, "database-unavailable");
}
