import type { Clock, Expiry } from "../flows/ports.ts";
import type { Instant } from "../values/time.ts";
import { type Log, logFailure } from "./log.ts";

/** Expired rows go in small batches, so that no request waits for more than one of them. */
const sweepRowsMax = 500;
const sweepMilliseconds = 5_000;
const noteTimeMilliseconds = 1_000;
const keyMaintenanceMilliseconds = 60_000;

/** A job that runs again and again, never twice at once. */
export interface BackgroundJob {
  /** Runs the job at once, or waits for the run that is under way. Never rejects. */
  now(): Promise<void>;
  /** Ends the job, and waits for the run that is under way. */
  stop(): Promise<void>;
}

/** Runs a job at this interval. A failure that is not the store's is logged as `chore-failed`, and the job goes on. */
export function repeat(
  milliseconds: number,
  log: Log,
  job: (isStopping: () => boolean) => Promise<void>,
): BackgroundJob {
  let isStopping = false;
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  const now = () => {
    if (isRunning || isStopping) return running;
    isRunning = true;
    running = job(() => isStopping)
      .catch((error) => logFailure(log, error, "chore-failed"))
      .finally(() => {
        isRunning = false;
      });
    return running;
  };
  const timer = setInterval(now, milliseconds);
  timer.unref();
  return {
    now,
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** What the jobs of a running service work on. */
interface JobSubjects {
  readonly store: {
    readonly expiry: Expiry;
    status(): Promise<{ readonly isReady: boolean }>;
  };
  /** Removes the accounts whose time has come, and logs each. */
  readonly removeDueAccounts: () => Promise<void>;
  /** Removes a batch of audit entries that are too old; true if more of them may be left. */
  readonly dropOldAudit: () => Promise<boolean>;
  readonly keyring: { maintain(): Promise<void> };
  /** What is removed has expired by this clock. */
  readonly clock: Clock;
  /** Called when nothing that has expired is left. */
  readonly onSwept?: (at: Instant) => void;
  /** False for a while after the clock jumped. */
  readonly isClockTrusted: () => boolean;
  /** Notes how far time has come. */
  readonly noteTime: () => Promise<void>;
  readonly log: Log;
}

/** Starts the jobs of a running service: expired rows and accounts go, time is noted, keys rotate. Returns what stops them. */
export function startBackgroundJobs(subjects: JobSubjects): () => Promise<void> {
  const { store, removeDueAccounts, keyring, clock, isClockTrusted, noteTime, log } = subjects;
  const sweep = repeat(sweepMilliseconds, log, async (isStopping) => {
    const isTrusted = isClockTrusted();
    if (!(await store.status()).isReady) return;
    if (!isTrusted) return store.expiry.makeRoom(clock.now());
    while (!isStopping() && (await store.expiry.sweep(clock.now(), sweepRowsMax)) >= sweepRowsMax);
    if (!isStopping()) subjects.onSwept?.(clock.now());
    await removeDueAccounts();
    while (!isStopping() && (await subjects.dropOldAudit()));
  });
  const time = repeat(noteTimeMilliseconds, log, noteTime);
  const maintenance = repeat(keyMaintenanceMilliseconds, log, () => keyring.maintain());
  return async () => {
    await Promise.all([sweep.stop(), time.stop(), maintenance.stop()]);
    await noteTime().catch(() => undefined); // The last run noted the time a second ago.
  };
}
