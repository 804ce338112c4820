import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuditor } from "../../src/flows/audit.ts";
import type { BackupRuns, LastBackups, MadeBackup } from "../../src/flows/backup-ports.ts";
import { isBackupDue, startBackupSchedule } from "../../src/ops/backup-schedule.ts";
import { type Instant, plus, secondsOf } from "../../src/values/time.ts";
import { FakeClock, type LogLine, recordingLog } from "../support/in-process.ts";

const hour = 3600;
const noon = new FakeClock().now();

function madeAt(at: Instant): MadeBackup {
  return { at, file: "/backups/x", sizeBytes: 1, isEncrypted: false };
}

test("a backup is due by the last success; a failure waits a quarter of an hour, and a clock that was set back holds none up", () => {
  const rows: readonly (readonly [string, LastBackups, number, boolean])[] = [
    ["none yet", {}, 0, true],
    ["just made", { schedule: madeAt(noon) }, 0, false],
    ["a second early", { schedule: madeAt(noon) }, 24 * hour - 1, false],
    ["a day later", { schedule: madeAt(noon) }, 24 * hour, true],
    ["only by a command", { command: madeAt(noon) }, 0, true],
    ["failed at once", { failed: { at: noon, cause: "" } }, 0, false],
    ["failed, too early", { failed: { at: noon, cause: "" } }, 899, false],
    ["failed, again", { failed: { at: noon, cause: "" } }, 900, true],
    [
      "made after a failure",
      { failed: { at: plus(noon, -60), cause: "" }, schedule: madeAt(noon) },
      hour,
      false,
    ],
    ["made in the future", { schedule: madeAt(plus(noon, 400 * 24 * hour)) }, 0, true],
    ["failed in the future", { failed: { at: plus(noon, hour), cause: "" } }, 0, true],
  ];
  for (const [title, last, later, isDue] of rows)
    assert.equal(
      isBackupDue(last, { every: secondsOf(24 * hour), jitter: 0, now: plus(noon, later) }),
      isDue,
      title,
    );
});

test("the jitter delays a backup by ten minutes at most, and by a twentieth of the interval", () => {
  const isDue = (every: number, later: number) =>
    isBackupDue(
      { schedule: madeAt(noon) },
      { every: secondsOf(every), jitter: 0.999, now: plus(noon, every + later) },
    );
  assert.deepEqual([isDue(24 * hour, 590), isDue(24 * hour, 600)], [false, true]);
  assert.deepEqual([isDue(hour, 170), isDue(hour, 180)], [false, true]);
});

function schedule(add: () => Promise<MadeBackup>, before: LastBackups = {}, onLease = () => {}) {
  const clock = new FakeClock();
  const log: LogLine[] = [];
  const noted: unknown[] = [];
  const last: { -readonly [Key in keyof LastBackups]: LastBackups[Key] } = { ...before };
  const runs: BackupRuns = {
    latest: async () => ({ ...last }),
    takeLease: async (_, isDue) => {
      onLease();
      return isDue({ ...last });
    },
    releaseLease: async () => {
      noted.push("given back");
    },
    noteMade: async (_, made) => {
      last.schedule = made;
      noted.push("made");
    },
    noteFailed: async (failed) => {
      last.failed = failed;
      noted.push(failed.cause);
    },
  };
  const job = startBackupSchedule({
    every: secondsOf(hour),
    jitter: 0,
    holder: "a",
    runs,
    add,
    audit: createAuditor({ clock, actor: { kind: "system" } }),
    removeOutdated: (_, proved) => {
      noted.push("removed", ...(proved === undefined ? [] : [`kept ${proved.file}`]));
      return 1;
    },
    isReady: async () => true,
    clock,
    log: recordingLog(log),
  });
  return { clock, log, noted, job };
}

test("older backups go only after the new one is noted", async () => {
  const { log, noted, job } = schedule(async () => madeAt(noon));
  await job.now();
  await job.now();
  assert.deepEqual(noted, ["made", "removed"]);
  assert.deepEqual(log, [
    {
      level: "info",
      message: "backup-made",
      fields: { file: "/backups/x", bytes: 1, encrypted: false, proved: true, removed: 1 },
    },
  ]);
  await job.stop();
});

test("a failure is logged with cause and repair, kept, and tried again a quarter of an hour later; nothing is removed", async () => {
  const full = Object.assign(new Error("The disk is full. Make room there."), { exitCode: 69 });
  const { clock, log, noted, job } = schedule(() => Promise.reject(full));
  await job.now();
  clock.advance(899);
  await job.now();
  assert.deepEqual(noted, [full.message]);
  clock.advance(1);
  await job.now();
  assert.deepEqual(noted, [full.message, full.message]);
  assert.deepEqual(log[0], { level: "error", message: "backup-failed", fields: { cause: full.message } });
  await job.stop();
});

test("a backup that could not be restored is kept and logged with the cause, and the last proved one is not removed", async () => {
  const proved = { ...madeAt(plus(noon, -7200)), file: "/backups/before" };
  const cause = "The master key is gone. Put it back.";
  const made = { ...madeAt(noon), unproved: cause };
  const { log, noted, job } = schedule(async () => made, { schedule: proved, proved });
  await job.now();
  await job.stop();
  assert.deepEqual(noted, ["made", "removed", "kept /backups/before"]);
  assert.equal(log[0]?.fields.proved, false);
  assert.deepEqual(log[1], {
    level: "error",
    message: "backup-unproved",
    fields: { file: "/backups/x", cause },
  });
});

test("the message of an unexpected error is neither logged nor kept", async () => {
  const { log, noted, job } = schedule(() => Promise.reject(new Error("with somebody's input")));
  await job.now();
  await job.stop();
  assert.doesNotMatch(JSON.stringify([log, noted]), /somebody/);
  assert.match(JSON.stringify(log), /backup-schedule\.test\.ts/);
});

test("a start makes no backup while the last one is fresh", async () => {
  const { noted, log, job, clock } = schedule(async () => madeAt(noon), { schedule: madeAt(noon) });
  await job.now();
  assert.deepEqual([noted, log], [[], []]);
  clock.advance(hour);
  await job.now();
  assert.deepEqual(noted, ["made", "removed"]);
  await job.stop();
});

test("a service that stops while it takes the lease begins no backup, and releases the lease", async () => {
  let isStopped: Promise<void> | undefined;
  const added: string[] = [];
  const scheduled = schedule(
    async () => {
      added.push("begun");
      return madeAt(noon);
    },
    {},
    () => {
      isStopped = scheduled.job.stop();
    },
  );
  await scheduled.job.now();
  await isStopped;
  assert.deepEqual([added, scheduled.noted], [[], ["given back"]]);
});
