import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { decryptFile, encryptFile } from "../../src/adapters/backup/age.ts";
import { restoreSqlite } from "../../src/adapters/sqlite/restore.ts";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import type { BackupKey } from "../../src/values/backup-lock.ts";
import { Secret } from "../../src/values/secret.ts";
import { accountNamed, noon } from "../storage-contract/samples.ts";
import { scratchFolder } from "./scratch.ts";

const clock = { now: () => noon };
/** Her name is too long to stand in ciphertext by chance. */
const ada = accountNamed("augustaadaking");
const chunkBytes = 64 * 1024;
const identity = await generateX25519Identity();
const recipients = [await identityToRecipient(identity)];
const key: BackupKey = { kind: "identities", identities: [new Secret(identity)] };

const isAgeMissing = (() => {
  try {
    execFileSync("age", ["--version"]);
    return false;
  } catch {
    return "the program age is missing: apt-get install age";
  }
})();

/** A database with one account, its encrypted backup, and what was reported meanwhile. */
async function backedUp(context: TestContext) {
  const folder = scratchFolder(context);
  const [path, file] = [join(folder, "data", "latchkey.db"), join(folder, "backup.age")];
  const store = await openSqliteStore({ path, clock });
  context.after(() => store.close());
  await store.accounts.create(ada);
  const steps = new Set<string>();
  await store.backup(file, {
    lock: { kind: "recipients", recipients },
    onProgress: (step) => steps.add(step),
  });
  return { folder, path, file, store, steps };
}

test("an encrypted backup is readable by its owner alone, holds nothing in the clear, and leaves nothing beside it or the database", async (context) => {
  const { folder, file, steps } = await backedUp(context);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const bytes = readFileSync(file);
  assert.ok(bytes.subarray(0, 22).toString().startsWith("age-encryption.org/v1\n"));
  assert.ok(!bytes.includes("SQLite format 3") && !bytes.includes(String(ada.username)));
  assert.deepEqual(readdirSync(folder).sort(), ["backup.age", "data"]);
  assert.deepEqual(
    readdirSync(join(folder, "data")).filter((name) => name.includes("backup")),
    [],
  );
  assert.deepEqual([...steps], ["copying", "checking", "encrypting"]);
});

test("an encrypted backup is restored with its key, without the keys of codes and refresh tokens", async (context) => {
  const { folder, file } = await backedUp(context);
  const to = join(folder, "elsewhere", "latchkey.db");
  await restoreSqlite({ from: file, to, key });
  const store = await openSqliteStore({ path: to, clock });
  context.after(() => store.close());
  assert.ok(await store.accounts.find(ada.id));
  assert.deepEqual(readdirSync(join(folder, "elsewhere")).sort()[0], "latchkey.db");
  const [code] = (await store.keyRecords.list()).filter(({ purpose }) => purpose === "code");
  assert.equal(code, undefined);
});

test("another key is refused as such, and what is there stays in use", async (context) => {
  const { path, file, store } = await backedUp(context);
  await store.close();
  const other: BackupKey = { kind: "identities", identities: [new Secret(await generateX25519Identity())] };
  await assert.rejects(restoreSqlite({ from: file, to: path, overwrite: true, key: other }), {
    name: "BackupLocked",
    message: /does not open .*backup\.age/,
  });
  const again = await openSqliteStore({ path, clock });
  context.after(() => again.close());
  assert.ok(await again.accounts.find(ada.id));
});

test("a bit flipped at any boundary, or a cut at any, is found and restores nothing", async (context) => {
  const { folder, file, store } = await backedUp(context);
  await store.close();
  const size = statSync(file).size;
  const headerBytes = readFileSync(file).indexOf("\n---") + 1;
  const chunks = Array.from(
    { length: Math.ceil(size / chunkBytes) },
    (_, index) => index * (chunkBytes + 16),
  );
  const boundaries = [
    0,
    21,
    30,
    headerBytes,
    headerBytes + 20,
    ...chunks.map((at) => at + (size % 7)),
    size - 1,
  ];
  const bytes = readFileSync(file);
  const places = new Set(
    [...boundaries, ...chunks.flatMap((at) => [-1, 0, 1].map((by) => headerBytes + 64 + at + by))].filter(
      (at) => at >= 0 && at < size,
    ),
  );
  assert.ok(places.size > 10);
  const damaged = join(folder, "damaged");
  const to = join(folder, "never", "latchkey.db");
  const requireRefused = async (what: string) => {
    await assert.rejects(
      restoreSqlite({ from: damaged, to, key }),
      (error: Error) => "exitCode" in error && /damaged|another program|not an SQLite/.test(error.message),
      what,
    );
    assert.deepEqual(readdirSync(join(folder, "never")), [], what);
  };
  for (const place of places) {
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(flipped.readUInt8(place) ^ (1 << (place % 8)), place);
    writeFileSync(damaged, flipped);
    await requireRefused(`bit ${place % 8} of byte ${place}`);
  }
  for (const place of places) {
    if (place === 0) continue;
    copyFileSync(file, damaged);
    truncateSync(damaged, place);
    await requireRefused(`cut after ${place} bytes`);
  }
});

test("a refused file leaves what the caller can remove at once, and nothing that appears later", async (context) => {
  const folder = scratchFolder(context);
  const [plain, damaged] = [join(folder, "plain"), join(folder, "damaged")];
  writeFileSync(plain, "x".repeat(5_000));
  await encryptFile({
    from: plain,
    to: damaged,
    lock: { kind: "recipients", recipients },
    onShare: () => {},
  });
  const bytes = readFileSync(damaged);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  writeFileSync(damaged, bytes);
  for (let round = 0; round < 50; round += 1) {
    const to = join(folder, `copy-${round}`);
    await assert.rejects(decryptFile({ from: damaged, to, key }), { name: "StoreUnopenable" });
    assert.ok(existsSync(to), `the file is not there yet in round ${round}`);
  }
});

test("a passphrase encrypts and opens, whatever its letters", async (context) => {
  const folder = scratchFolder(context);
  const [from, to, back] = ["plain", "sealed", "back"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(from, Buffer.alloc(3 * chunkBytes, 7));
  const passphrase = new Secret("grüße aus dem hafen 🔑");
  await encryptFile({ from, to, lock: { kind: "passphrase", passphrase }, onShare: () => {} });
  await decryptFile({ from: to, to: back, key: { kind: "passphrase", passphrase } });
  assert.deepEqual(readFileSync(back), readFileSync(from));
});

test("the program age opens a backup, and what it encrypted is restored", {
  skip: isAgeMissing,
}, async (context) => {
  const { folder, path, file } = await backedUp(context);
  const at = (name: string) => join(folder, name);
  writeFileSync(at("key.txt"), `# created by a test\n${identity}\n`);
  execFileSync("age", ["-d", "-i", at("key.txt"), "-o", at("plain.db"), file]);
  assert.ok(readFileSync(at("plain.db")).toString("latin1").startsWith("SQLite format 3"));
  execFileSync("age", ["-r", recipients[0] ?? "", "-o", at("theirs.age"), at("plain.db")]);
  const to = at("theirs.db");
  await restoreSqlite({ from: at("theirs.age"), to, key });
  const store = await openSqliteStore({ path: to, clock });
  context.after(() => store.close());
  assert.ok(await store.accounts.find(ada.id));
  assert.ok(path);
});

test("what a backup or restore of 0.1.0 left behind when it was killed goes with the next one, but nothing of the last hour", async (context) => {
  const { folder, file, store } = await backedUp(context);
  const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
  const left = (name: string, isOld: boolean) => {
    const path = join(folder, name);
    mkdirSync(path);
    writeFileSync(join(path, "backup"), "half of it");
    for (const each of [join(path, "backup"), path]) if (isOld) utimesSync(each, old, old);
  };
  left("data/latchkey.db.backup-abc123", true);
  left("data/latchkey.db.backup-def456", false);
  left("data/latchkey.db.backup-by-hand", true);
  left("later.age.new-abc123", true);
  await store.backup(join(folder, "later.age"), { lock: { kind: "recipients", recipients } });
  const names = [...readdirSync(join(folder, "data")), ...readdirSync(folder)].filter((name) =>
    /-[a-z]+\d*$/.test(name),
  );
  assert.deepEqual(names.sort(), [
    "latchkey.db-shm",
    "latchkey.db-wal",
    "latchkey.db.backup-by-hand",
    "latchkey.db.backup-def456",
  ]);
  assert.ok(file);
});
