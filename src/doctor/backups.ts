import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { LastBackups, MadeBackup } from "../flows/backup-ports.ts";
import type { Finding } from "../flows/operator/finding.ts";
import { type Config, resolveIssuer, sqliteFile } from "../ops/config.ts";
import { backupLockOf } from "../ops/settings/backup.ts";
import { errorCodeOf } from "../values/error-code.ts";
import { isHttps } from "../values/issuer.ts";
import { type Instant, plus } from "../values/time.ts";
import { shortTime } from "../values/words.ts";

const check = "backup";
const day = 86_400;
/** Nobody should lose more than a week. */
const oldAfterSeconds = 7 * day;

/** Finds out whether there are backups that would help. PostgreSQL is backed up with its own tools, which this does not see. */
export function* backupFindings(last: LastBackups, config: Config, now: Instant): Generator<Finding> {
  const file = sqliteFile(config);
  if (file === undefined) {
    const detail =
      "PostgreSQL's own tools make and prove them, and tell nothing here; docs/backup.md says how";
    yield { check, state: "ok", detail };
    return;
  }
  const { backupEvery, backupDir } = config;
  if (backupEvery === undefined || backupDir === undefined) {
    yield unscheduledFinding(last, { now, isInUse: isHttps(resolveIssuer(config, config.port)) });
    yield* proofFindings(last, now, oldAfterSeconds);
    return;
  }
  yield scheduledFinding(last, backupEvery, now);
  yield* proofFindings(last, now, scheduledLimit(backupEvery));
  yield* folderFindings(resolve(backupDir), config, file);
}

const unscheduled = {
  repair: "set LATCHKEY_BACKUP_EVERY and LATCHKEY_BACKUP_DIR, or make one by hand",
  commands: ["latchkey db backup FILE"],
};

/** With an https base URL people depend on the service, so there must be a backup. Without one it is for development. */
function unscheduledFinding(
  { command, schedule }: LastBackups,
  { now, isInUse }: { readonly now: Instant; readonly isInUse: boolean },
): Finding {
  const newest = newestOf(command, schedule);
  if (newest === undefined)
    return isInUse
      ? { check, state: "warning", detail: "none was ever made", ...unscheduled }
      : { check, state: "ok", detail: `none was ever made: ${unscheduled.repair}` };
  if (plus(newest.at, oldAfterSeconds) > now)
    return { check, state: "ok", detail: `none is scheduled; the last is of ${shortTime(newest.at)}` };
  return {
    check,
    state: "warning",
    detail: `none is scheduled, and the last is of ${shortTime(newest.at)}`,
    ...unscheduled,
  };
}

function newestOf(...made: readonly (MadeBackup | undefined)[]): MadeBackup | undefined {
  return made.reduce<MadeBackup | undefined>(
    (left, right) => (left === undefined || (right !== undefined && right.at > left.at) ? right : left),
    undefined,
  );
}

/** Finds out whether a recent backup could be restored. That there is no backup at all is the finding before. */
function* proofFindings(
  { schedule, command, proved }: LastBackups,
  now: Instant,
  limitSeconds: number,
): Generator<Finding> {
  const proof = "backup proof";
  const newest = newestOf(command, schedule);
  if (newest === undefined) return;
  const known =
    proved === undefined ? "none ever could" : `the last that could is of ${shortTime(proved.at)}`;
  if (newest.unproved !== undefined)
    yield {
      check: proof,
      state: "warning",
      detail: `the backup of ${shortTime(newest.at)} could not be restored into a copy, ${known}: ${newest.unproved}`,
      repair: "mend that, and make another",
      commands: ["latchkey db backup FILE"],
    };
  else if (proved !== undefined && plus(proved.at, limitSeconds) > now)
    yield {
      check: proof,
      state: "ok",
      detail: `the backup of ${shortTime(proved.at)} was restored into a copy, and its keys could be opened`,
    };
  else
    yield {
      check: proof,
      state: "warning",
      detail: `no backup of late was restored into a copy, ${known}`,
      repair: "make one by hand, which proves the backup that it makes",
      commands: ["latchkey db backup FILE"],
    };
}

/** Two backups in a row are due within this time. */
function scheduledLimit(every: number): number {
  return 2 * every + day / 24;
}

function scheduledFinding({ schedule, failed }: LastBackups, every: number, now: Instant): Finding {
  if (failed !== undefined && (schedule === undefined || failed.at > schedule.at))
    return {
      check,
      state: "warning",
      detail: `the one of ${shortTime(failed.at)} failed: ${failed.cause}`,
      repair: "mend that; it is tried again every quarter of an hour",
    };
  if (schedule === undefined)
    return {
      check,
      state: "warning",
      detail: "scheduled, and none has been made yet",
      repair: "start the service; it makes the first one within a minute",
    };
  if (plus(schedule.at, scheduledLimit(every)) > now)
    return { check, state: "ok", detail: `the last is of ${shortTime(schedule.at)}: ${schedule.file}` };
  return {
    check,
    state: "warning",
    detail: `the last is of ${shortTime(schedule.at)}, and two more were due since`,
    repair: "start the service where it does not run, and look for backup-failed in its log",
  };
}

function* folderFindings(folder: string, config: Config, file: string): Generator<Finding> {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    yield {
      check,
      state: "failed",
      detail: `the folder ${folder} cannot be written (${errorCodeOf(error)})`,
      repair: "make it, or mount its disk, or set LATCHKEY_BACKUP_DIR to another",
    };
    return;
  }
  if (backupLockOf(config) !== undefined || !existsSync(file)) return;
  if (statSync(folder).dev !== statSync(dirname(file)).dev) return;
  yield {
    check,
    state: "warning",
    detail: `${folder} is on the disk of the database, and the backups there are in the clear`,
    repair: "set LATCHKEY_BACKUP_RECIPIENT, and copy the files to another place",
  };
}
