import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { openAdministration } from "../../src/administration.ts";
import { findClient } from "../../src/flows/operator/client.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import { appPasswordOf } from "../storage-contract/samples.ts";
import { configOf } from "../support/in-process.ts";
import { openEmptyFolder, openFolder } from "./command-line.ts";

const create = ["client", "create", "--name", "My app", "--redirect-uri", "https://app.example/callback"];

test("G31: a backup is put back in place of the database, which is kept beside it", async () => {
  await using folder = await openFolder();
  const [client] = await folder.json(create);
  const [backup] = await folder.json(["db", "backup", "copy.db"]);
  assert.equal(backup?.file, join(folder.path, "copy.db"));
  assert.equal((await folder.run(["db", "backup", "copy.db"])).exitCode, 5);
  const codeKey = (await folder.json(["key", "list"])).find(({ purpose }) => purpose === "code");
  await folder.json(["client", "delete", String(client?.client_id)]);
  const [restored] = await folder.json(["db", "restore", "copy.db"]);
  assert.equal(restored?.clients, 1);
  assert.match(String(restored?.replaced), /latchkey\.db\.replaced-/);
  assert.equal((await folder.json(["client", "list"]))[0]?.client_id, client?.client_id);
  const keys = await folder.json(["key", "list"]);
  assert.ok(!keys.some(({ key_id }) => key_id === codeKey?.key_id), "codes of before open no more");
  const [entry] = await folder.json(["audit", "list", "--act", "backup-restored"]);
  assert.deepEqual(entry?.target, { kind: "database", id: join(folder.path, "copy.db") });
});

test("a restore says that everybody has to sign in again", async () => {
  await using folder = await openFolder();
  await folder.json(create);
  await folder.json(["db", "backup", "copy.db"]);
  const { stderr } = await folder.run(["db", "restore", "copy.db"]);
  assert.match(stderr, /All sessions, codes and tokens have ended/);
});

test("a restore says which revocations are lost, and the commands that it names for app passwords end them", async () => {
  await using folder = await openFolder();
  const [wiki] = await folder.json([
    "client",
    "create",
    "--protect",
    "https://wiki.example.org",
    "--app-passwords",
  ]);
  const id = String(wiki?.client_id);
  await folder.json(["user", "create", "--username", "ada", "--password-random"]);
  const phone = await addAppPassword(folder.path, { username: "ada", clientId: id, name: "phone" });
  const listed = async () =>
    (await folder.json(["user", "app-passwords", "ada"])).map(({ app_password_id }) => app_password_id);
  assert.deepEqual(await listed(), [phone]);
  await folder.json(["db", "backup", "copy.db"]);
  await folder.json(["user", "app-passwords", "ada", "--revoke", phone]);
  assert.deepEqual(await listed(), []);
  const restore = async () => {
    const { stderr } = await folder.run(["db", "restore", "copy.db"]);
    assert.deepEqual(await listed(), [phone], "revoked after the backup, and back");
    return stderr;
  };
  const told = await restore();
  assert.match(told, /What was revoked since the backup works again: .*passkeys.* app passwords/);
  assert.match(told, /session revoke --user USER ends the app passwords/);
  assert.match(
    told,
    new RegExp(`To end every app password for .*: .* client update ${id} --no-app-passwords;`),
  );
  await folder.run(["session", "revoke", "--user", "ada"]);
  assert.deepEqual(await listed(), []);
  await restore();
  await folder.json(["client", "update", id, "--no-app-passwords"]);
  await folder.json(["client", "update", id, "--app-passwords"]);
  assert.deepEqual(await listed(), []);
});

/** Makes an app password as the person does on a page, and returns its id. */
async function addAppPassword(
  path: string,
  {
    username,
    clientId,
    name,
  }: { readonly username: string; readonly clientId: string; readonly name: string },
): Promise<string> {
  const config = configOf(path, { LATCHKEY_DATA_DIR: join(path, "data") });
  const administration = await openAdministration(config);
  const { store } = administration;
  const account = await store.accounts.findByName(username as AccountName);
  const client = await findClient(store.clients, clientId);
  assert.ok(account && client);
  const appPassword = appPasswordOf(account, client, name, { accountEpoch: account.epoch });
  assert.ok((await store.appPasswords.add({ appPassword, max: 9 })).ok);
  await administration.close();
  return appPassword.id;
}

test("a restore of something that is no backup leaves the database as it is", async () => {
  await using folder = await openFolder();
  await folder.json(create);
  writeFileSync(join(folder.path, "noise"), "x".repeat(5000));
  const rows = [
    ["noise", 78],
    ["nowhere", 3],
  ] as const;
  for (const [file, exitCode] of rows) {
    const answer = await folder.run(["db", "restore", file]);
    assert.equal(answer.exitCode, exitCode, answer.stderr);
    assert.match(answer.stderr, new RegExp(file));
    assert.doesNotMatch(answer.stderr, /LATCHKEY_DATA_DIR/);
  }
  assert.equal((await folder.json(["client", "list"])).length, 1);
  assert.deepEqual(
    readdirSync(join(folder.path, "data")).filter((name) => name.includes("replaced")),
    [],
  );
});

test("a backup into a folder that is not there is refused without a hint about the data folder", async () => {
  await using folder = await openFolder();
  await folder.json(create);
  const answer = await folder.run(["db", "backup", "none/copy.db"]);
  assert.equal(answer.exitCode, 3);
  assert.match(answer.stderr, /There is no folder .*none\./);
  assert.doesNotMatch(answer.stderr, /LATCHKEY_DATA_DIR/);
});

test("the hint to the data folder comes only where the database lies in it", async () => {
  await using folder = await openEmptyFolder();
  writeFileSync(join(folder.path, "file"), "a file, not a folder");
  const rows = [
    [["db", "migrate", "--data-dir", "file"], /--data /],
    [["db", "migrate", "--database-url", "sqlite:file/x.db"], undefined],
    [["client", "list"], /--data /],
    [["client", "list", "--database-url", "sqlite:other/x.db"], /--database-url/],
  ] as const;
  for (const [words, hint] of rows) {
    const [, told = ""] = (await folder.run(words)).stderr.split("\n");
    if (hint === undefined) assert.equal(told, "");
    else assert.match(told, hint);
  }
});

test("db status and db migrate tell the schema and what is there", async () => {
  await using folder = await openEmptyFolder();
  const [migrated] = await folder.json(["db", "migrate"]);
  assert.ok(Array.isArray(migrated?.applied) && migrated.applied.length > 0);
  const [again] = await folder.json(["db", "migrate"]);
  assert.deepEqual(again?.applied, []);
  await folder.json(create);
  const [status] = await folder.json(["db", "status"]);
  assert.equal(status?.engine, "sqlite");
  assert.equal(status?.clients, 1);
  assert.equal(status?.users, 0);
  assert.ok(Number(status?.schema_version) >= 1);
});

test("keys are listed without their secret part, rotated, and discarded when they leaked", async () => {
  await using folder = await openFolder();
  await folder.json(create);
  const before = await folder.json(["key", "list"]);
  const purposes = [
    "answer",
    "audit",
    "code",
    "console",
    "device",
    "flash",
    "forward-auth",
    "mail",
    "mail-request",
    "pushed-request",
    "refresh",
    "step",
    "subject",
    "totp",
    "trusted-browser",
    "upstream",
    "upstream-state",
    "webhook",
  ];
  assert.deepEqual(before.map(({ purpose }) => purpose).sort(), purposes);
  assert.deepEqual(Object.keys(before[0] ?? {}), ["key_id", "purpose", "state", "created_at", "retired_at"]);
  const [rotated] = await folder.json(["key", "rotate", "--purpose", "code"]);
  assert.equal(rotated?.purpose, "code");
  const after = await folder.json(["key", "list"]);
  const codeKeys = after.filter(({ purpose }) => purpose === "code");
  assert.deepEqual(
    codeKeys.map(({ state }) => state),
    ["seals", "opens"],
  );
  assert.equal((await folder.json(["key", "rotate", "--discard-old"])).length, 13);
  assert.equal((await folder.json(["key", "list"])).length, purposes.length);
  assert.equal((await folder.run(["key", "rotate", "--purpose", "door"])).exitCode, 2);
});

test("a signing key that is rotated is published now and signs in a minute; the first, and one after a leak, at once", async () => {
  await using folder = await openFolder();
  await folder.json(create);
  const rotate = ["key", "rotate", "--purpose", "sign-EdDSA"];
  assert.equal((await folder.json(rotate))[0]?.state, "signs");
  const { stdout, stderr } = await folder.run(rotate);
  assert.match(stdout, / published, signs in a minute\n$/);
  assert.match(stderr, /published now and sign in a minute/);
  const signing = (await folder.json(["key", "list"])).filter(({ purpose }) => purpose === "sign-EdDSA");
  assert.deepEqual(
    signing.map(({ state }) => state),
    ["published", "signs"],
  );
  const discarded = await folder.run([...rotate, "--discard-old"]);
  assert.match(discarded.stdout, / signs\n$/);
  assert.match(discarded.stderr, /sign at once/);
});

test("db check counts every table of a sound database, and ends with 69 where rows are missing or a page is damaged", async () => {
  await using folder = await openFolder();
  await folder.json(create);
  const [sound] = await folder.json(["db", "check"]);
  assert.equal(sound?.sound, true);
  assert.deepEqual(sound?.problems, []);
  assert.equal(Object(sound?.rows).clients, 1);
  assert.match((await folder.run(["db", "check"])).stderr, /The database is sound\./);

  const file = join(folder.path, "data", "latchkey.db");
  {
    using database = new DatabaseSync(file);
    database.exec("PRAGMA foreign_keys = OFF; INSERT INTO account_names VALUES ('ghost', 'lkuNobody')");
  }
  const orphaned = await folder.run(["db", "check"]);
  assert.equal(orphaned.exitCode, 69);
  assert.match(orphaned.stdout, /damaged: 1 of the rows of account_names refer to rows of accounts/);
  assert.match(orphaned.stderr, /The database is damaged: 1 problem\.\n.*db restore/);

  {
    using database = new DatabaseSync(file);
    database.exec("DELETE FROM account_names WHERE name = 'ghost'");
    const { page } = Object(
      database.prepare("SELECT rootpage AS page FROM sqlite_schema WHERE name = 'grants'").get(),
    );
    const bytes = readFileSync(file);
    bytes.fill(0xff, (Number(page) - 1) * 4096, Number(page) * 4096);
    database.close();
    writeFileSync(file, bytes);
  }
  const damaged = await folder.run(["db", "check", "--json"]);
  assert.equal(damaged.exitCode, 69);
  assert.match(damaged.stdout + damaged.stderr, /damaged|grants/);
});

test("G28: a lost or wrong master key ends with exit code 78, and nothing is made in its place", async () => {
  await using folder = await openFolder();
  await folder.json(create);
  const wrong = { LATCHKEY_SECRET: "another secret of more than 32 characters" };
  const refused = await folder.run(["client", "list"], { env: wrong });
  assert.equal(refused.exitCode, 78);
  assert.match(refused.stderr, /master key does not open/);
  rmSync(join(folder.path, "data", "master.key"));
  const lost = await folder.run(["client", "list"]);
  assert.equal(lost.exitCode, 78);
  assert.match(lost.stderr, /master\.key is gone/);
  assert.ok(!readdirSync(join(folder.path, "data")).includes("master.key"));
  const doctor = await folder.run(["doctor", "--port", "0"]);
  assert.equal(doctor.exitCode, 1);
  assert.match(doctor.stdout, /failed +database and keys: .*master\.key is gone/);
});

test("G13: a data folder that cannot be one ends with exit code 78 and the repair", async () => {
  await using folder = await openEmptyFolder();
  writeFileSync(join(folder.path, "data"), "a file, not a folder");
  for (const words of [
    ["db", "migrate"],
    ["serve", "--port", "0"],
    ["demo", "--port", "0", "--demo-port", "0"],
  ]) {
    const answer = await folder.run(words);
    assert.equal(answer.exitCode, 78, answer.stderr);
    assert.match(answer.stderr, /data/);
    assert.match(answer.stderr, /LATCHKEY_D/);
    assert.ok(!/\bat .*:\d+:\d+/.test(answer.stderr), "no stack trace");
  }
});

test("G15: a database that is gone while its master key is there is not made anew", async () => {
  await using folder = await openFolder();
  await folder.json(create);
  rmSync(join(folder.path, "data", "latchkey.db"));
  mkdirSync(join(folder.path, "data"), { recursive: true });
  const answer = await folder.run(["serve", "--port", "0"]);
  assert.equal(answer.exitCode, 78, answer.stdout);
  assert.match(answer.stderr, /latchkey\.db was here and is gone/);
});
