import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { keepBeside } from "../../src/adapters/sqlite/files.ts";
import { restoreSqlite } from "../../src/adapters/sqlite/restore.ts";
import { openSqliteStore, type SqliteStore } from "../../src/adapters/sqlite/store.ts";
import { instantOf } from "../../src/values/time.ts";
import { atOnce } from "../storage-contract/harness.ts";
import {
  accountNamed,
  clientNamed,
  familyWith,
  grantId,
  grantOfFamily,
  grantWith,
  keyRecordOf,
  noon,
  sessionOf,
  startOf,
} from "../storage-contract/samples.ts";
import { makeFirstSchema, migrationNames } from "./first-schema.ts";
import { scratchFolder } from "./scratch.ts";

const clock = { now: () => noon };
const ada = accountNamed("ada");

async function open(context: TestContext, path: string): Promise<SqliteStore> {
  const store = await openSqliteStore({ path, clock });
  context.after(() => store.close());
  return store;
}

/** A database with one account, one key of each kind, and a backup of that. */
async function backedUp(context: TestContext): Promise<{ store: SqliteStore; path: string; file: string }> {
  const folder = scratchFolder(context);
  const [path, file] = [join(folder, "data", "latchkey.db"), join(folder, "backup.db")];
  const store = await open(context, path);
  await store.accounts.create(ada);
  await store.sessions.start(startOf(sessionOf(ada, "cookie before the backup")));
  for (const [number, purpose] of [
    [1, "code"],
    [2, "step"],
    [3, "device"],
    [4, "refresh"],
    [5, "sign-ES256"],
  ] as const)
    await store.keyRecords.rotate(keyRecordOf(number, purpose, noon), instantOf(-1));
  await store.backup(file);
  return { store, path, file };
}

test("G31: a backup taken while another process writes is one consistent state", async (context) => {
  const folder = scratchFolder(context);
  const [path, file] = [join(folder, "latchkey.db"), join(folder, "backup.db")];
  const [store, other] = [await open(context, path), await open(context, path)];
  await atOnce(5_000, (index) => store.grants.redeem(grantWith(grantId(index))));
  let isBackedUp = false;
  const backup = store.backup(file).then(() => {
    isBackedUp = true;
  });
  let written = 5_000;
  while (!isBackedUp) {
    await other.grants.redeem(grantWith(grantId(written)));
    written += 1;
  }
  await backup;
  using copy = new DatabaseSync(file);
  assert.equal(copy.prepare("PRAGMA integrity_check").get()?.integrity_check, "ok");
  const count = Number(copy.prepare("SELECT count(*) AS count FROM grants").get()?.count);
  assert.ok(count >= 5_000 && count <= written);
  assert.equal(statSync(file).mode & 0o077, 0);
});

test("a backup overwrites nothing", async (context) => {
  const { store, file } = await backedUp(context);
  const before = readFileSync(file);
  await assert.rejects(store.backup(file), { name: "StoreUnopenable", reason: "exists" });
  assert.deepEqual(readFileSync(file), before);
});

test("a backup into a folder that is not there says so and leaves nothing", async (context) => {
  const { store, file } = await backedUp(context);
  const before = readdirSync(dirname(file));
  await assert.rejects(store.backup(join(dirname(file), "none", "x.db")), { name: "StoreUnopenable" });
  assert.deepEqual(readdirSync(dirname(file)), before);
});

test("G31: a restored database is whole, but codes from before are refused: their keys are left out", async (context) => {
  const { file } = await backedUp(context);
  const to = join(dirname(file), "elsewhere", "latchkey.db");
  await restoreSqlite({ from: file, to });
  const store = await open(context, to);
  assert.ok(await store.accounts.find(ada.id));
  const purposes = (await store.keyRecords.list()).map((key) => key.purpose).sort();
  assert.deepEqual(purposes, ["device", "sign-ES256", "step"]);
  assert.deepEqual(
    await store.sessions.list(),
    [],
    "who signed out after the backup must not be signed in again",
  );
  assert.equal(statSync(to).mode & 0o777, 0o600);
});

test("G31: token families end with a restore, and their access tokens with them", async (context) => {
  const { store, file } = await backedUp(context);
  const id = grantId(1);
  await store.grants.redeem(grantOfFamily(id, id), familyWith(id));
  const [later, to] = [`${file}-later`, `${file}-restored`];
  await store.backup(later);
  await restoreSqlite({ from: later, to });
  const restored = await open(context, to);
  assert.equal(await restored.tokenFamilies.find(id), undefined);
  assert.notEqual((await restored.grants.find(id))?.revokedAt, undefined);
});

test("a backup with the first schema is restored and brought up to date", async (context) => {
  const folder = scratchFolder(context);
  const [old, to] = [join(folder, "old.db"), join(folder, "restored.db")];
  makeFirstSchema(old);
  await restoreSqlite({ from: old, to });
  const restored = await open(context, to);
  assert.ok(await restored.clients.find(clientNamed("shop").id));
  assert.deepEqual(await restored.migrate(), migrationNames.slice(1));
});

test("a restore overwrites a database only when it is told to", async (context) => {
  const { store, path, file } = await backedUp(context);
  await store.grants.redeem(grantWith(grantId(1)));
  await store.close();
  await assert.rejects(restoreSqlite({ from: file, to: path }), {
    name: "StoreUnopenable",
    reason: "exists",
  });
  await restoreSqlite({ from: file, to: path, overwrite: true });
  const restored = await open(context, path);
  assert.equal(await restored.grants.find(grantId(1)), undefined);
  assert.ok(await restored.accounts.find(ada.id));
});

test("a restore replaces a damaged database and the log that it left", async (context) => {
  const { store, path, file } = await backedUp(context);
  await store.close();
  writeFileSync(path, "no database any more");
  writeFileSync(`${path}-wal`, "nor a log");
  await restoreSqlite({ from: file, to: path, overwrite: true });
  assert.ok(await (await open(context, path)).accounts.find(ada.id));
});

test("the folder that a killed restore left is removed by one an hour later, and a younger one stays", async (context) => {
  const { store, path, file } = await backedUp(context);
  await store.close();
  const [old, young] = ["aB3dE6", "Ab3De6"].map((end) => `${path}.restore-${end}`) as [string, string];
  for (const left of [old, young]) mkdirSync(left);
  writeFileSync(join(old, "database"), "half of one");
  const notes = `${path}.restore-notes1`;
  writeFileSync(notes, "an operator's own file");
  for (const written of [join(old, "database"), old, notes]) utimesSync(written, 1, 1);
  await restoreSqlite({ from: file, to: path, overwrite: true });
  assert.deepEqual([existsSync(old), existsSync(young), existsSync(notes)], [false, true, true]);
});

test("several restores within one second keep each replaced database under its own name", async (context) => {
  const { store, path } = await backedUp(context);
  await store.close();
  const now = instantOf(Date.parse("2026-01-01T12:00:00.500Z"));
  const names = [keepBeside(path, now), keepBeside(path, now), keepBeside(path, now)];
  const first = `${path}.replaced-20260101T120000Z`;
  assert.deepEqual(names, [first, `${first}-2`, `${first}-3`]);
  for (const name of names) assert.equal(statSync(String(name)).ino, statSync(path).ino);
  assert.equal(keepBeside(`${path}-other`, now), undefined);
});

test("a restore under a running service is refused", async (context) => {
  const { path, file, store } = await backedUp(context);
  await assert.rejects(restoreSqlite({ from: file, to: path, overwrite: true }), {
    name: "StoreUnopenable",
    reason: "busy",
    message: /Stop the service/,
  });
  assert.equal((await store.status()).isReady, true);
});

test("a backup that is missing, damaged, foreign or too new is not restored", async (context) => {
  const { file } = await backedUp(context);
  const to = join(dirname(file), "elsewhere", "latchkey.db");
  const refused = (from: string, reason: string) =>
    assert.rejects(restoreSqlite({ from, to }), { name: "StoreUnopenable", reason });
  await refused(join(dirname(file), "none.db"), "missing");
  const foreign = join(dirname(file), "foreign.db");
  {
    using database = new DatabaseSync(foreign);
    database.exec("CREATE TABLE notes (text TEXT)");
  }
  await refused(foreign, "not-a-database");
  {
    using database = new DatabaseSync(file);
    database.exec("INSERT INTO migrations VALUES (9999, '9999-one-way-later', 0)");
  }
  await refused(file, "newer-schema");
  truncateSync(file, statSync(file).size / 2);
  await refused(file, "damaged");
  assert.deepEqual(readdirSync(dirname(to)), []);
});

test("what a killed restore made goes with the next start or restore, and what a running one makes stays", async (context) => {
  const { path, file, store } = await backedUp(context);
  await store.close();
  const copies = () => readdirSync(dirname(path)).filter((name) => name.includes(".restore-"));
  const held = async () => {
    const words = [join(import.meta.dirname, "held-restore.ts"), file, path];
    const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "close");
    context.after(() => child.kill("SIGKILL"));
    await once(child.stdout, "data");
    return async () => {
      child.kill("SIGKILL");
      await ended;
    };
  };
  const [kill, killOther] = [await held(), await held()];
  const [first, second] = copies();
  assert.ok(first !== undefined && second !== undefined);
  await restoreSqlite({ from: file, to: path, overwrite: true });
  assert.deepEqual(copies(), [first, second]);
  await kill();
  await restoreSqlite({ from: file, to: path, overwrite: true });
  assert.equal(copies().length, 1);
  await killOther();
  await open(context, path);
  assert.deepEqual(copies(), []);
});

for (const bytes of [1, 100, 4_000])
  test(`a backup whose last page lacks ${bytes} bytes is not restored`, async (context) => {
    const { path, store } = await backedUp(context);
    // The last page holds rows, and nothing that is read before them.
    await atOnce(300, (index) => store.grants.redeem(grantWith(grantId(index))));
    const file = `${path}.cut`;
    await store.backup(file);
    await store.close();
    truncateSync(file, statSync(file).size - bytes);
    const restoring = restoreSqlite({ from: file, to: path, overwrite: true });
    await assert.rejects(restoring, /The backup .* is damaged\. Use an older one/);
  });
