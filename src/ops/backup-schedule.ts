import type { Auditor } from "../flows/audit.ts";
import type { BackupRuns, LastBackups, MadeBackup } from "../flows/backup-ports.ts";
import type { Clock } from "../flows/ports.ts";
import { type Instant, plus, type Seconds } from "../values/time.ts";
import { type BackgroundJob, repeat } from "./background-jobs.ts";
import { describeFailure, type Log } from "./log.ts";

const lookMilliseconds = 60_000;
const retrySeconds = 15 * 60;
/** If a process dies, another one can start after this time. */
const leaseSeconds = 5 * 60;
const renewMilliseconds = 60_000;
/** Many installations on one machine must not all begin at the same minute. */
const jitterShareMax = 0.05;
const jitterSecondsMax = 600;

/** What the schedule works on. */
interface ScheduleSubjects {
  readonly every: Seconds;
  /** 0 to 1: this process's share of the longest delay. */
  readonly jitter: number;
  /** A value that is unique to the process. */
  readonly holder: string;
  readonly runs: BackupRuns;
  /** Makes a backup, checks it, and tries whether it can be restored. An error with an exit code says cause and repair. */
  readonly add: (at: Instant, signal: AbortSignal) => Promise<MadeBackup>;
  readonly audit: Auditor;
  readonly removeOutdated: (now: Instant, proved: MadeBackup | undefined) => number;
  readonly isReady: () => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Makes a backup whenever one is due, in one of the processes that share the database. The last success decides that, not the start of
 * the process; without a success, a backup is due. A failure is logged and recorded, and retried a quarter of an hour later.
 */
export function startBackupSchedule(subjects: ScheduleSubjects): BackgroundJob {
  const { runs, clock, log, isReady } = subjects;
  const stop = new AbortController();
  const job = repeat(lookMilliseconds, log, async () => {
    if (!(await isReady())) return;
    const isDue = (last: LastBackups) => isBackupDue(last, { ...subjects, now: clock.now() });
    if (!isDue(await runs.latest()) || !(await takeLease(subjects, isDue))) return;
    const renewal = repeat(renewMilliseconds, log, async () => void (await takeLease(subjects, () => true)));
    try {
      // The stop may have come while the lease was being taken; the thread only notices a later one.
      if (!stop.signal.aborted) await backUp(subjects, stop.signal);
    } finally {
      await renewal.stop();
      if (stop.signal.aborted) await runs.releaseLease(subjects.holder);
    }
  });
  void job.now();
  return {
    now: job.now,
    stop: async () => {
      stop.abort();
      await job.stop();
    },
  };
}

function takeLease(
  { runs, holder, clock }: ScheduleSubjects,
  isDue: (last: LastBackups) => boolean,
): Promise<boolean> {
  const now = clock.now();
  return runs.takeLease({ holder, now, until: plus(now, leaseSeconds) }, isDue);
}

/** True if the time of a backup has come. */
export function isBackupDue(
  { schedule, failed }: LastBackups,
  { every, jitter, now }: { readonly every: Seconds; readonly jitter: number; readonly now: Instant },
): boolean {
  const wait = Math.min(every, retrySeconds);
  if (failed !== undefined && failed.at <= now && now < plus(failed.at, wait)) return false;
  // A success in the future means that the clock was set back.
  if (schedule === undefined || schedule.at > now) return true;
  const delay = Math.floor(jitter * Math.min(every * jitterShareMax, jitterSecondsMax));
  return now >= plus(schedule.at, every + delay);
}

async function backUp(subjects: ScheduleSubjects, signal: AbortSignal): Promise<void> {
  const { runs, add, audit, removeOutdated, clock, log } = subjects;
  const at = clock.now();
  try {
    const made = await add(at, signal);
    const entry = audit.entry(
      "backup-made",
      { kind: "database", id: made.file },
      { encrypted: made.isEncrypted },
    );
    await runs.noteMade("schedule", made, { audit: [entry] });
    const removed = removeOutdated(clock.now(), (await runs.latest()).proved);
    const { file, sizeBytes: bytes, isEncrypted: encrypted, unproved: cause } = made;
    log.info({ file, bytes, encrypted, proved: cause === undefined, removed }, "backup-made");
    if (cause !== undefined) log.error({ file, cause }, "backup-unproved");
  } catch (error) {
    if (signal.aborted) return;
    const isExplained = Error.isError(error) && "exitCode" in error;
    const cause = isExplained ? error.message : "An unexpected failure; the log has its place.";
    log.error({ cause, ...(!isExplained && { failure: describeFailure(error) }) }, "backup-failed");
    await runs.noteFailed({ at, cause });
  }
}
