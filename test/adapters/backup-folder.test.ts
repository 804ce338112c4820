import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import fc from "fast-check";
import { openBackupFolder } from "../../src/adapters/backup/backup-folder.ts";
import { outdatedNames, scheduledName } from "../../src/adapters/backup/scheduled-names.ts";
import { restoreSqlite } from "../../src/adapters/sqlite/restore.ts";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import { Secret } from "../../src/values/secret.ts";
import { instantOf, plus } from "../../src/values/time.ts";
import { accountNamed, noon } from "../storage-contract/samples.ts";
import { scratchFolder } from "./scratch.ts";

const never = new AbortController().signal;
const ada = accountNamed("ada");

test("names sort by time, and of those that the schedule made all but the newest are outdated", () => {
  const seconds = fc.uniqueArray(fc.integer({ min: 0, max: 10 ** 9 }), { maxLength: 20 });
  fc.assert(
    fc.property(seconds, fc.integer({ min: 1, max: 9 }), fc.boolean(), (times, keep, isEncrypted) => {
      const names = times.map((time) => scheduledName(plus(noon, -time), isEncrypted));
      const outdated = outdatedNames(names, { keep, now: noon });
      const kept = names.toSorted().slice(-keep);
      assert.deepEqual(outdated.toSorted(), names.filter((name) => !kept.includes(name)).toSorted());
    }),
  );
});

test("files with any other name, and those from the future, are never outdated", () => {
  const name = scheduledName(noon, false);
  const others = [
    `${name}.bak`,
    `x${name}`,
    name.toUpperCase(),
    `${name}/x`,
    name.replace(".db", ".dbx"),
    "latchkey-2026-11-21.db",
    "latchkey.db",
    scheduledName(plus(noon, 60), true),
  ];
  assert.deepEqual(
    outdatedNames([...others, name, scheduledName(plus(noon, -1), true)], { keep: 1, now: noon }),
    [scheduledName(plus(noon, -1), true)],
  );
  assert.deepEqual(outdatedNames(others, { keep: 1, now: noon }), []);
});

test("a scheduled backup is made in a thread beside the open database, encrypted, and can be restored", async (context) => {
  const folder = scratchFolder(context);
  const [database, backups] = [join(folder, "data", "latchkey.db"), join(folder, "backups")];
  const store = await openSqliteStore({ path: database, clock: { now: () => noon } });
  context.after(() => store.close());
  await store.accounts.create(ada);
  mkdirSync(backups);
  const identity = await generateX25519Identity();
  const lock = { kind: "recipients", recipients: [await identityToRecipient(identity)] } as const;
  const opened = openBackupFolder({ database, folder: backups, lock, keep: 1 });
  const made = await opened.add(noon, never);
  assert.deepEqual(readdirSync(backups), [scheduledName(noon, true)]);
  assert.equal(made.file, join(backups, scheduledName(noon, true)));
  const to = join(folder, "restored.db");
  const key = { kind: "identities", identities: [new Secret(identity)] } as const;
  await restoreSqlite({ from: made.file, to, key });
  const restored = await openSqliteStore({ path: to, clock: { now: () => noon } });
  context.after(() => restored.close());
  assert.ok(await restored.accounts.find(ada.id));

  const target = join(folder, "somewhere-else");
  writeFileSync(target, "not ours to remove");
  symlinkSync(target, join(backups, scheduledName(plus(noon, -120), true)));
  mkdirSync(join(backups, scheduledName(plus(noon, -180), true)));
  writeFileSync(join(backups, scheduledName(plus(noon, -60), false)), "");
  writeFileSync(join(backups, "notes.txt"), "");
  assert.equal(opened.removeOutdated(noon), 1);
  assert.deepEqual(readdirSync(backups).length, 4);
  await assert.rejects(opened.add(noon, never), { name: "StoreUnopenable", reason: "exists" });
});

test("what a killed scheduled backup left goes with the next one, and nobody else's folder does", async (context) => {
  const folder = scratchFolder(context);
  const [database, backups] = [join(folder, "data", "latchkey.db"), join(folder, "backups")];
  const store = await openSqliteStore({ path: database, clock: { now: () => noon } });
  context.after(() => store.close());
  const left = `${scheduledName(plus(noon, -60), false)}.new-aB3dE6`;
  const others = ["photographs.new-aB3dE6", `${scheduledName(noon, false)}.new-by-hand`];
  for (const name of [left, ...others]) {
    mkdirSync(join(backups, name), { recursive: true });
    writeFileSync(join(backups, name, "lock"), "");
  }
  const opened = openBackupFolder({ database, folder: backups, lock: undefined, keep: 1 });
  await opened.add(noon, never);
  assert.deepEqual(readdirSync(backups).sort(), [scheduledName(noon, false), ...others].sort());
});

test("a folder that is gone is a failure with its repair, and the folder is not made", async (context) => {
  const folder = scratchFolder(context);
  const gone = join(folder, "not-mounted");
  const opened = openBackupFolder({ database: join(folder, "x.db"), folder: gone, lock: undefined, keep: 1 });
  await assert.rejects(
    opened.add(instantOf(0), never),
    /There is no folder .*not-mounted\. Make it, or mount its disk/,
  );
  mkdirSync(gone);
  await assert.rejects(opened.add(instantOf(0), never), { name: "StoreUnopenable", exitCode: 78 });
  assert.deepEqual(readdirSync(gone), []);
  rmSync(gone, { recursive: true });
});
