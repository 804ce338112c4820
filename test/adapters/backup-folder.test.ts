import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import fc from "fast-check";
import { openBackupFolder } from "../../src/adapters/backup/backup-folder.ts";
import { outdatedNames, scheduledName } from "../../src/adapters/backup/scheduled-names.ts";
import { openKeyring } from "../../src/adapters/keys/keyring.ts";
import { masterKeyFromSecret } from "../../src/adapters/keys/master-key.ts";
import { restoreSqlite } from "../../src/adapters/sqlite/restore.ts";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import type { Store } from "../../src/adapters/store.ts";
import { systemRandom } from "../../src/adapters/system/random.ts";
import { Secret } from "../../src/values/secret.ts";
import { instantOf, plus, secondsOf } from "../../src/values/time.ts";
import { accountNamed, noon } from "../storage-contract/samples.ts";
import { scratchFolder } from "./scratch.ts";

const never = new AbortController().signal;
const secret = new Secret("a master key for these tests, long enough");
const ada = accountNamed("ada");

async function makeKeys(context: TestContext, store: Store): Promise<void> {
  const keyring = await openKeyring({
    records: store.keyRecords,
    masterKey: masterKeyFromSecret(secret),
    clock: { now: () => noon },
    random: systemRandom,
  });
  context.after(() => keyring.close());
}

/** The installation to which a backup would be restored. */
function homeIn(folder: string) {
  return { dataDir: join(folder, "data"), sessionIdle: secondsOf(3600), secret };
}

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
  const opened = openBackupFolder({ database, folder: backups, lock, keep: 1, home: homeIn(folder) });
  const made = await opened.add(noon, never);
  assert.equal(made.unproved, undefined);
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
  assert.equal(opened.removeOutdated(noon, made), 1);
  assert.deepEqual(readdirSync(backups).length, 4);
  await assert.rejects(opened.add(noon, never), { name: "StoreUnopenable", reason: "exists" });
});

for (const kind of ["in the clear", "with a passphrase", "for a recipient"] as const)
  test(`a backup ${kind} is restored into a copy, which goes again; with another master key it is kept and says so`, async (context) => {
    const folder = scratchFolder(context);
    const [database, backups] = [join(folder, "data", "latchkey.db"), join(folder, "backups")];
    const store = await openSqliteStore({ path: database, clock: { now: () => noon } });
    context.after(() => store.close());
    await makeKeys(context, store);
    mkdirSync(backups);
    const lock =
      kind === "with a passphrase"
        ? ({ kind: "passphrase", passphrase: new Secret("several words that nobody tries") } as const)
        : kind === "for a recipient"
          ? ({
              kind: "recipients",
              recipients: [await identityToRecipient(await generateX25519Identity())],
            } as const)
          : undefined;
    const open = (key: Secret) =>
      openBackupFolder({
        ...{ database, folder: backups, lock, keep: 1 },
        home: { ...homeIn(folder), secret: key },
      });
    const proved = await open(secret).add(plus(noon, -3600), never);
    assert.equal(proved.unproved, undefined);
    const unproved = await open(new Secret("another master key, also long enough")).add(noon, never);
    assert.match(unproved.unproved ?? "", /^LATCHKEY_SECRET does not open the keys in the backup\./);
    assert.ok(readFileSync(unproved.file).length > 0);
    assert.equal(open(secret).removeOutdated(noon, proved), 0, "the one that was proved stays");
    assert.equal(open(secret).removeOutdated(noon, unproved), 1);
    assert.deepEqual(readdirSync(backups), [scheduledName(noon, lock !== undefined)]);
    assert.deepEqual(
      readdirSync(join(folder, "data")).filter((name) => !name.startsWith("latchkey.db-")),
      ["latchkey.db"],
    );
  });

test("a backup of a database with a missing reference is kept, and says what is damaged", async (context) => {
  const folder = scratchFolder(context);
  const [database, backups] = [join(folder, "data", "latchkey.db"), join(folder, "backups")];
  const store = await openSqliteStore({ path: database, clock: { now: () => noon } });
  context.after(() => store.close());
  await makeKeys(context, store);
  await store.accounts.create(ada);
  const raw = new DatabaseSync(database, { enableForeignKeyConstraints: false });
  raw.exec("UPDATE account_names SET account_id = 'nobody'");
  raw.close();
  mkdirSync(backups);
  const opened = openBackupFolder({
    ...{ database, folder: backups, lock: undefined, keep: 1 },
    home: homeIn(folder),
  });
  const made = await opened.add(noon, never);
  assert.match(made.unproved ?? "", /^The backup is damaged: /);
  assert.deepEqual(readdirSync(backups), [scheduledName(noon, false)]);
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
  const opened = openBackupFolder({
    ...{ database, folder: backups, lock: undefined, keep: 1 },
    home: homeIn(folder),
  });
  await opened.add(noon, never);
  assert.deepEqual(readdirSync(backups).sort(), [scheduledName(noon, false), ...others].sort());
});

test("a folder that is gone is a failure with its repair, and the folder is not made", async (context) => {
  const folder = scratchFolder(context);
  const gone = join(folder, "not-mounted");
  const opened = openBackupFolder({
    ...{ database: join(folder, "x.db"), folder: gone, lock: undefined, keep: 1 },
    home: homeIn(folder),
  });
  await assert.rejects(
    opened.add(instantOf(0), never),
    /There is no folder .*not-mounted\. Make it, or mount its disk/,
  );
  mkdirSync(gone);
  await assert.rejects(opened.add(instantOf(0), never), { name: "StoreUnopenable", exitCode: 78 });
  assert.deepEqual(readdirSync(gone), []);
  rmSync(gone, { recursive: true });
});
