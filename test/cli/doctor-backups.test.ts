import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { backupFindings } from "../../src/doctor/backups.ts";
import type { LastBackups } from "../../src/flows/backup-ports.ts";
import { plus } from "../../src/values/time.ts";
import { noon } from "../storage-contract/samples.ts";
import { configOf } from "../support/in-process.ts";

const day = 86_400;
const recipient = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "latchkey-doctor-"));
  await mkdir(join(folder, "backups"));
  await writeFile(join(folder, "latchkey.db"), "");
});
after(() => rm(folder, { recursive: true, force: true }));

/** What is said of the backups; that of their proof is apart. */
function found(last: LastBackups, environment: Readonly<Record<string, string>>) {
  return allFound(last, environment).filter(({ check }) => check === "backup");
}

function allFound(last: LastBackups, environment: Readonly<Record<string, string>>) {
  return [...backupFindings(last, configOf(folder, environment), noon)];
}

function madeBefore(seconds: number) {
  return { at: plus(noon, -seconds), file: "latchkey.db.age", isEncrypted: true, sizeBytes: 1 };
}

const daily = () => ({
  LATCHKEY_BACKUP_EVERY: "1d",
  LATCHKEY_BACKUP_DIR: join(folder, "backups"),
  LATCHKEY_BACKUP_RECIPIENT: recipient,
});

test("doctor recommends backups if none are scheduled, and warns once the last is a week old", () => {
  const unscheduled = (last: LastBackups) => found(last, {}).map(({ state, detail }) => `${state} ${detail}`);
  assert.match(unscheduled({}).join(), /^ok none was ever made: set LATCHKEY_BACKUP_EVERY/);
  assert.match(
    unscheduled({ command: madeBefore(7 * day - 1) }).join(),
    /^ok none is scheduled; the last is of/,
  );
  assert.match(
    unscheduled({ command: madeBefore(7 * day) }).join(),
    /^warning none is scheduled, and the last/,
  );
  const both = { command: madeBefore(9 * day), schedule: madeBefore(day) };
  assert.match(unscheduled(both).join(), /^ok /, "the newer of the two counts");
  assert.deepEqual(found({ command: madeBefore(8 * day) }, {})[0]?.commands, ["latchkey db backup FILE"]);
});

test("without any backup, doctor warns where the base URL is https, as somebody depends on the service then", () => {
  const never = (issuer: string) => found({}, { LATCHKEY_BASE_URL: issuer });
  assert.deepEqual(
    never("http://localhost:8080").map(({ state }) => state),
    ["ok"],
  );
  const [finding, ...more] = never("https://id.example.org");
  assert.deepEqual([finding?.state, finding?.detail, more], ["warning", "none was ever made", []]);
  assert.match(
    finding?.repair ?? "",
    /^set LATCHKEY_BACKUP_EVERY and LATCHKEY_BACKUP_DIR, or make one by hand$/,
  );
});

test("doctor warns if two scheduled backups are overdue, none was made yet, or the last one failed", () => {
  const scheduled = (last: LastBackups) => found(last, daily());
  const hour = 3_600;
  assert.deepEqual(
    [madeBefore(hour), madeBefore(2 * day + hour - 1), madeBefore(2 * day + hour), undefined].map(
      (schedule) => scheduled(schedule === undefined ? {} : { schedule }).map(({ state }) => state),
    ),
    [["ok"], ["ok"], ["warning"], ["warning"]],
  );
  assert.match(scheduled({ schedule: madeBefore(3 * day) })[0]?.repair ?? "", /backup-failed in its log/);
  assert.match(scheduled({})[0]?.detail ?? "", /none has been made yet/);
  const failed = { at: plus(noon, -60), cause: "no room" };
  const [finding] = scheduled({ schedule: madeBefore(hour), failed });
  assert.deepEqual([finding?.state, finding?.detail.endsWith("failed: no room")], ["warning", true]);
  const mended = { schedule: madeBefore(30), failed };
  assert.equal(scheduled(mended)[0]?.state, "ok", "a later one that was made mends it");
});

test("doctor fails if the backup folder is not writable, and warns of unencrypted backups on the database's disk", async () => {
  const last = { schedule: madeBefore(60) };
  await writeFile(join(folder, "file"), "");
  for (const [name, code] of [
    ["gone", "ENOENT"],
    ["file", "EACCES"],
  ] as const) {
    const [, finding] = found(last, { ...daily(), LATCHKEY_BACKUP_DIR: join(folder, name) });
    assert.equal(finding?.state, "failed");
    assert.match(finding?.detail ?? "", new RegExp(`cannot be written \\(${code}\\)`));
    assert.match(finding?.repair ?? "", /LATCHKEY_BACKUP_DIR/);
  }
  const { LATCHKEY_BACKUP_RECIPIENT: _, ...clear } = daily();
  const [, warned] = found(last, clear);
  assert.equal(warned?.state, "warning");
  assert.match(warned?.detail ?? "", /in the clear/);
  assert.match(warned?.repair ?? "", /LATCHKEY_BACKUP_RECIPIENT/);
  const postgres = {
    LATCHKEY_DATABASE_URL: "postgres://db.example/latchkey",
    LATCHKEY_SECRET: "a".repeat(44),
  };
  const [told, ...more] = allFound({}, postgres);
  assert.deepEqual([told?.state, more], ["ok", []], "a PostgreSQL has its own tools");
  assert.match(told?.detail ?? "", /docs\/backup\.md/);
});

test("doctor warns if the last backup could not be restored into a copy, or none was of late", () => {
  const proof = (last: LastBackups, environment = daily()) =>
    allFound(last, environment)
      .filter(({ check }) => check === "backup proof")
      .map(({ state, detail }) => `${state} ${detail}`)
      .join();
  const hour = 3_600;
  const fresh = madeBefore(hour);
  assert.match(proof({ schedule: fresh, proved: fresh }), /^ok the backup of .* was restored into a copy/);
  assert.match(
    proof({ schedule: { ...fresh, unproved: "No room. Make some." }, proved: madeBefore(day) }),
    /^warning the backup of .* could not be restored into a copy, the last that could is of .*: No room\. Make some\.$/,
  );
  assert.match(proof({ schedule: fresh }), /^warning no backup of late was restored .*, none ever could$/);
  const limit = 2 * day + hour;
  assert.match(proof({ schedule: fresh, proved: madeBefore(limit - 1) }), /^ok /);
  assert.match(proof({ schedule: fresh, proved: madeBefore(limit) }), /^warning no backup of late/);
  assert.equal(proof({}), "", "where there is no backup, the finding before says it");
  const byHand = (seconds: number) => {
    const made = madeBefore(seconds);
    return [...backupFindings({ command: made, proved: made }, configOf(folder, {}), noon)].at(-1)?.state;
  };
  assert.deepEqual([byHand(7 * day - 1), byHand(7 * day)], ["ok", "warning"]);
});
