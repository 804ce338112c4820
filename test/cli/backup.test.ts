import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { openAdministration } from "../../src/administration.ts";
import { configOf } from "../support/in-process.ts";
import { openEmptyFolder, openFolder } from "./command-line.ts";

const create = ["client", "create", "--name", "My app", "--redirect-uri", "https://app.example/callback"];
const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);
const passphrase = "several words that nobody tries";

async function withBackup() {
  const folder = await openFolder();
  await folder.json(create);
  writeFileSync(join(folder.path, "key.txt"), `${identity}\n`);
  const { stderr } = await folder.run(["db", "backup", "copy.age", "--recipient", recipient]);
  assert.match(stderr, /To verify it: .* db restore --check copy\.age --identity-file FILE$/m);
  return folder;
}

test("a backup under a passphrase is checked and restored with it, and refused with another", async () => {
  await using folder = await openFolder();
  await folder.json(create);
  writeFileSync(join(folder.path, "pass"), `${passphrase}\n`);
  const made = await folder.run(["db", "backup", "copy.age", "--passphrase-file", "pass", "--json"]);
  assert.equal(made.exitCode, 0, made.stderr);
  assert.deepEqual(
    { ...JSON.parse(made.stdout), size_bytes: 0 },
    {
      file: join(folder.path, "copy.age"),
      size_bytes: 0,
      encrypted: true,
      has_master_key: false,
      proved: true,
    },
  );
  assert.match(made.stderr, /Nobody can restore it without the passphrase/);
  assert.match(made.stderr, /master key is not in it, and without that key it cannot be restored/);
  const [, check = ""] = / (db restore --check .*)/.exec(made.stderr) ?? [];
  const checked = await folder.run(check.split(" "));
  assert.equal(checked.exitCode, 0, checked.stderr);
  const wrong = await folder.run(["db", "restore", "copy.age", "--passphrase-stdin"], {
    input: "another one\n",
  });
  assert.equal(wrong.exitCode, 4, wrong.stderr);
  assert.match(wrong.stderr, /This passphrase does not open .*copy\.age/);
  const unasked = await folder.run(["db", "restore", "copy.age"]);
  assert.equal(unasked.exitCode, 2);
  assert.match(unasked.stderr, /no terminal to ask for the passphrase/);
  const [restored] = await folder.json(
    ["db", "restore", "copy.age", "--passphrase-stdin"],
    `${passphrase}\n`,
  );
  assert.equal(restored?.clients, 1);
});

test("--check says what a backup holds and whether it could be restored here, and changes nothing", async () => {
  await using folder = await withBackup();
  const listing = () => [...readdirSync(folder.path), ...readdirSync(join(folder.path, "data"))].sort();
  const before = listing();
  const [checked] = await folder.json(["db", "restore", "copy.age", "--check", "--identity-file", "key.txt"]);
  const { file, encrypted, sound, clients, users, master_key } = checked ?? {};
  assert.deepEqual(
    { file, encrypted, sound, clients, users, master_key },
    {
      file: join(folder.path, "copy.age"),
      encrypted: true,
      sound: true,
      clients: 1,
      users: 0,
      master_key: "here",
    },
  );
  assert.equal(checked?.as_of, null, "time was never noted in a database that was never served");
  await folder.json(["db", "backup", "plain.db"]);
  assert.equal((await folder.json(["db", "restore", "plain.db", "--check"]))[0]?.encrypted, false);
  rmSync(join(folder.path, "plain.db"));
  assert.deepEqual(listing(), before);
});

test("a backup whose master key is not here is refused before anything is replaced, and says so", async () => {
  await using folder = await withBackup();
  const key = join(folder.path, "data", "master.key");
  const own = readFileSync(key, "utf8");
  writeFileSync(key, "x".repeat(43));
  chmodSync(key, 0o600);
  for (const words of [[], ["--check"]]) {
    const other = await folder.run(["db", "restore", "copy.age", "--identity-file", "key.txt", ...words]);
    assert.equal(other.exitCode, 78, other.stderr);
    assert.match(other.stderr, /master\.key does not open the keys in the backup/);
  }
  rmSync(key);
  const none = await folder.run(["db", "restore", "copy.age", "--check", "--identity-file", "key.txt"]);
  assert.equal(none.exitCode, 78);
  assert.match(none.stderr, /cannot be used without the master key of its time/);
  writeFileSync(key, own, { mode: 0o600 });
  assert.equal((await folder.json(["client", "list"])).length, 1);
});

test("with the master key in it, an encrypted backup is all that a new machine needs", async () => {
  await using folder = await openFolder();
  const [client] = await folder.json(create);
  writeFileSync(join(folder.path, "key.txt"), identity);
  await folder.json(["db", "backup", "all.age", "--recipient", recipient, "--with-master-key"]);
  const clear = await folder.run(["db", "backup", "clear.db", "--with-master-key"]);
  assert.equal(clear.exitCode, 4);
  assert.match(clear.stderr, /can only go into an encrypted backup/);
  await using machine = await openEmptyFolder();
  for (const name of ["all.age", "key.txt"])
    writeFileSync(join(machine.path, name), readFileSync(join(folder.path, name)));
  const [checked] = await machine.json(["db", "restore", "all.age", "--check", "--identity-file", "key.txt"]);
  assert.equal(checked?.master_key, "enclosed");
  assert.ok(!existsSync(join(machine.path, "data")));
  await machine.json(["db", "restore", "all.age", "--identity-file", "key.txt"]);
  assert.equal((await machine.json(["client", "list"]))[0]?.client_id, client?.client_id);
  const key = join(machine.path, "data", "master.key");
  assert.equal(statSync(key).mode & 0o777, 0o600);
  assert.equal(readFileSync(key, "utf8"), readFileSync(join(folder.path, "data", "master.key"), "utf8"));
  const restored = readFileSync(join(machine.path, "data", "latchkey.db"));
  assert.ok(!restored.includes(readFileSync(key, "utf8").trim()), "the key stays out of the database");
});

test("while the master key is replaced, a backup encloses the one that has sealed the keys", async () => {
  await using folder = await withBackup();
  const data = join(folder.path, "data");
  const failing = `process.getBuiltinModule("node:fs").renameSync = () => { throw new Error("killed"); };
    process.getBuiltinModule("node:module").syncBuiltinESMExports();`;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(failing)}` };
  assert.notEqual((await folder.run(["key", "rotate-master"], { env })).exitCode, 0);
  assert.ok(existsSync(join(data, "master.key.next")));
  await folder.json(["db", "backup", "whole.age", "--recipient", recipient, "--with-master-key"]);
  await using machine = await openEmptyFolder();
  const whole = join(folder.path, "whole.age");
  const words = ["db", "restore", whole, "--check", "--identity-file", join(folder.path, "key.txt")];
  const checked = await machine.run(words);
  assert.equal(checked.exitCode, 0, checked.stderr);
});

test("what cannot be encrypted with is refused with the reason, and nothing is written", async () => {
  await using folder = await openFolder();
  await folder.json(create);
  writeFileSync(join(folder.path, "short"), "too short\n");
  mkdirSync(join(folder.path, "out"));
  const mistyped = recipient.slice(0, -1) + (recipient.endsWith("q") ? "p" : "q");
  const rows = [
    [["--passphrase-file", "short"], 4, /fewer than 16 characters/],
    [["--passphrase-file", "none"], 3, /none cannot be read \(ENOENT\)/],
    [["--passphrase-stdin"], 2, /passphrase is empty/],
    [["--encrypt"], 2, /no terminal to ask/],
    [["--recipient", mistyped], 2, /is not a public key of age, or is mistyped/],
    [["--recipient", identity], 2, /It is a secret key of age/],
    [["--recipient", recipient, "--passphrase-file", "short"], 2, /not both/],
  ] as const;
  for (const [words, exitCode, cause] of rows) {
    const answer = await folder.run(["db", "backup", "out/copy.age", ...words]);
    assert.equal(answer.exitCode, exitCode, `${words}: ${answer.stderr}`);
    assert.match(answer.stderr, cause);
    assert.ok(!answer.stderr.includes(identity));
  }
  assert.deepEqual(readdirSync(join(folder.path, "out")), []);
});

test("a restore that is killed after any file change leaves the old database or the restored one, and can be repeated", async () => {
  await using folder = await openFolder();
  await folder.json(create);
  await folder.json(["db", "backup", "copy.db"]);
  await folder.json([...create.slice(0, 2), "--name", "Later", ...create.slice(4)]);
  const data = join(folder.path, "data");
  const restore = ["db", "restore", "copy.db"];
  const found: string[] = [];
  for (let change = 1; ; change += 1) {
    const env = {
      NODE_OPTIONS: `--import=${join(import.meta.dirname, "killed-at-step.ts")}`,
      KILL_FOLDER: data,
      KILL_AFTER_CHANGE: String(change),
    };
    const answer = await folder.run(restore, { env });
    if (answer.exitCode === 0) break;
    assert.equal(answer.exitCode, null, answer.stderr);
    found.push(await clientNamesOf(folder.path));
  }
  const [old, restored] = ["My app,Later", "My app"];
  const replacedAt = found.indexOf(restored);
  assert.ok(replacedAt > 3, `${found.join("; ")}: copied, linked and renamed are changes of their own`);
  assert.deepEqual(
    found,
    found.map((_, at) => (at < replacedAt ? old : restored)),
  );
  assert.equal(await clientNamesOf(folder.path), restored);
});

test("a restore that fails after replacing the database keeps the old one and says where", async () => {
  await using folder = await openFolder();
  await folder.json(create);
  await folder.json(["db", "backup", "copy.db"]);
  await folder.json([...create.slice(0, 2), "--name", "Later", ...create.slice(4)]);
  const failing = `import fs from "node:fs";
    const { renameSync } = fs;
    fs.renameSync = (...given) => {
      renameSync(...given);
      throw Object.assign(new Error("EIO"), { code: "EIO", syscall: "rename" });
    };
    process.getBuiltinModule("node:module").syncBuiltinESMExports();`;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(failing)}` };
  const answer = await folder.run(["db", "restore", "copy.db"], { env });
  assert.equal(answer.exitCode, 69, answer.stderr);
  const [, kept = ""] = /^The database that was there is kept as (.+)$/m.exec(answer.stderr) ?? [];
  using database = new DatabaseSync(kept, { readOnly: true });
  assert.equal(database.prepare("SELECT count(*) AS clients FROM clients").get()?.clients, 2);
  assert.equal(await clientNamesOf(folder.path), "My app");
});

/** What the next start serves. */
async function clientNamesOf(folder: string): Promise<string> {
  const { store, close } = await openAdministration(
    configOf(folder, { LATCHKEY_DATA_DIR: join(folder, "data") }),
  );
  try {
    return (await store.clients.list()).map(({ name }) => name).join();
  } finally {
    await close();
  }
}

test("a backup that could not be restored is kept, says what is damaged, and ends with 69", async () => {
  await using folder = await openFolder();
  await folder.json(["user", "create", "--username", "ada", "--password-stdin"], `${passphrase}\n`);
  const raw = new DatabaseSync(join(folder.path, "data", "latchkey.db"), {
    enableForeignKeyConstraints: false,
  });
  raw.exec("UPDATE account_names SET account_id = 'nobody'");
  raw.close();
  const made = await folder.run(["db", "backup", "copy.db", "--json"]);
  assert.equal(made.exitCode, 69, made.stderr);
  assert.match(made.stderr, /could not be restored into a copy: The backup is damaged/);
  assert.equal(JSON.parse(made.stdout).proved, false);
  assert.ok(existsSync(join(folder.path, "copy.db")));
  const doctor = await folder.run(["doctor", "--json"]);
  const findings = doctor.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const proof = findings.find(({ check }) => check === "backup proof");
  assert.equal(proof?.state, "warning", doctor.stdout);
});
