import { StoreBroken, type StoreUnavailable } from "../values/store-unavailable.ts";
import { repeat } from "./background-jobs.ts";
import { describeFailure, type Log } from "./log.ts";

const lookMilliseconds = 5_000;
/** While the store is away it is looked at more often, because a load balancer sends no request that would find it back. */
const awayMilliseconds = 500;
/** For so long after its line, an outage that changes its problem is the same one, and so is what still fails because of it. */
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
interface WatchedStore {
  tend(): Promise<Finding>;
  onFailure(listener: (failure: StoreUnavailable) => void): void;
}

/** A watch over the store of a running service. */
interface StoreWatch {
  /** Resolves after the first look: the store can be written, and what a start made is in its file. */
  readonly firstLook: Promise<void>;
  /** Resolves when only another process may trust the store again (ADR 0025). */
  readonly broken: Promise<StoreBroken>;
  stop(): Promise<void>;
}

/**
 * Lets readiness follow the store: off at the first request that the store fails, on again when a look finds that it can be
 * written. The log has one line for each change, and one for an outage or for requests that failed between two looks which found
 * nothing.
 */
export function watchStore(store: WatchedStore, log: Log, report: (works: boolean) => void): StoreWatch {
  const { promise: broken, resolve } = Promise.withResolvers<StoreBroken>();
  let logged: string | undefined;
  /** When the line about the problem that keeps the store away was written. */
  let awayLoggedAt: number | undefined;
  /** What a request met since the last look. */
  let met: StoreUnavailable | undefined;
  let lineAt = Number.NEGATIVE_INFINITY;
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
    const now = performance.now();
    const faltered = met;
    met = undefined;
    if (problem === logged) {
      if (!found.isReady || faltered === undefined || now - lineAt < sameMilliseconds) return;
      lineAt = now;
      return logFaltering(log, found.location, faltered);
    }
    // During a switch-over the problem changes from one moment to the next.
    if (!found.isReady && awayLoggedAt !== undefined && now - awayLoggedAt < sameMilliseconds) return;
    awayLoggedAt = found.isReady ? undefined : now;
    logged = problem;
    lineAt = now;
    logChange(log, found);
  });
  store.onFailure((failure) => {
    report(false);
    if (failure instanceof StoreBroken) return resolve(failure);
    met = failure;
    void look.now();
  });
  const stop = () => {
    clearTimeout(again);
    return look.stop();
  };
  return { firstLook: look.now(), broken, stop };
}

/** With the place of the failure, because no later look shows it. */
function logFaltering(log: Log, database: string, failure: StoreUnavailable): void {
  log.warn({ database, problem: failure.message, failure: describeFailure(failure) }, "database-faltered");
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
