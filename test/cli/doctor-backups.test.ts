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

function found(last: LastBackups, environment: Readonly<Record<string, string>>) {
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
  assert.match(found({ command: madeBefore(8 * day) }, {})[0]?.repair ?? "", /`latchkey db backup FILE`/);
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
    /^set LATCHKEY_BACKUP_EVERY and LATCHKEY_BACKUP_DIR, or run `latchkey db backup FILE`$/,
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
  assert.deepEqual(found(last, postgres), [], "a PostgreSQL has its own tools");
});
