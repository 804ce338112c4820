import assert from "node:assert/strict";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { auth0, authelia, bcrypt, htpasswd, keycloak } from "../support/foreign-files.ts";
import { openFolder, toldIn } from "./command-line.ts";

type Folder = Awaited<ReturnType<typeof openFolder>>;

/** Imports a text and answers with the counts, the exit code and the lines of the report by name. */
async function importText(folder: Folder, text: string, words: readonly string[] = []) {
  await writeFile(join(folder.path, "people"), text);
  const answer = await folder.run(["import", "users", "people", "--json", ...words]);
  assert.ok(answer.exitCode === 0 || answer.exitCode === 1, answer.stderr);
  const report = await readFile(join(folder.path, "people.report.jsonl"), "utf8").catch(() => "");
  const lines = report
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  return {
    ...answer,
    counts: JSON.parse(answer.stdout),
    report: Object.fromEntries(
      lines.map((line) => [line.username ?? line.line, `${line.outcome}: ${line.reason}`]),
    ),
  };
}

test("an account that its person has locked comes along as such, and `user enable` unlocks it", async () => {
  await using folder = await openFolder();
  const locked_at = "2026-11-28T12:00:00.000Z";
  await importText(folder, JSON.stringify({ username: "ada", disabled: true, locked_at }));
  const { disabled, ...ada } = await show(folder, "ada");
  assert.deepEqual([disabled, ada.locked_at], [true, locked_at]);
  assert.match(
    (await folder.run(["user", "show", "ada"])).stdout,
    /State +locked by the person since 2026-11-28/,
  );
  assert.match((await folder.run(["user", "list"])).stdout, / locked /);
  const [exported] = (await folder.run(["export", "users"])).stdout.split("\n");
  assert.equal(JSON.parse(exported ?? "").locked_at, locked_at);
  assert.equal((await folder.run(["user", "recover", "ada"])).exitCode, 0);
  const [enabled] = await folder.json(["user", "enable", "ada"]);
  assert.deepEqual([enabled?.disabled, enabled?.locked_at], [false, null]);
});

test("D71: a file that disables a locked account closes it for mailed links too; one that says nothing, or is an export, leaves the lock", async () => {
  await using folder = await openFolder();
  const locked_at = "2026-11-28T12:00:00.000Z";
  await importText(folder, JSON.stringify({ username: "ada", disabled: true, locked_at }));
  const update = async (line: object) => {
    await importText(folder, JSON.stringify({ username: "ada", ...line }), ["--on-conflict", "update"]);
    const { disabled, ...ada } = await show(folder, "ada");
    return [disabled, ada.locked_at];
  };
  assert.deepEqual(await update({ name: "Ada" }), [true, locked_at]);
  assert.deepEqual(await update({ disabled: true, locked_at }), [true, locked_at]);
  assert.deepEqual(await update({ disabled: true }), [true, null]);
  assert.notEqual((await folder.run(["user", "recover", "ada"])).exitCode, 0);
  const acts = (await folder.json(["audit", "list"])).map(({ act }) => act);
  assert.equal(acts.filter((act) => act === "user-disabled").length, 1);
});

test("`user list --state locked` finds the accounts that are locked, which are disabled too", async () => {
  await using folder = await openFolder();
  const ada = { username: "ada", disabled: true, locked_at: "2026-11-28T12:00:00.000Z" };
  await importText(folder, `${JSON.stringify(ada)}\n{"username":"bob","disabled":true}`);
  const names = async (state: string) =>
    (await folder.json(["user", "list", "--state", state])).map(({ username }) => String(username)).sort();
  assert.deepEqual([await names("locked"), await names("disabled")], [["ada"], ["ada", "bob"]]);
});

async function show(folder: Folder, username: string) {
  const [record] = await folder.json(["user", "show", username]);
  assert.ok(record);
  return record;
}

test("a realm export of Keycloak: people, groups, address, state and app; what is not kept is in the report", async () => {
  await using folder = await openFolder();
  const { counts, exitCode, stderr, report } = await importText(folder, keycloak, ["--create-groups"]);
  assert.match(stderr, /as a realm export of Keycloak/);
  assert.deepEqual([counts.created, counts.refused, counts.partly, exitCode], [4, 0, 2, 1]);
  const ada = await show(folder, "ada");
  assert.deepEqual(
    [ada.email, ada.email_verified, ada.name, ada.groups, ada.totp, ada.disabled],
    ["ada@example.org", true, 'Ada Love"lace}', ["staff", "staff/berlin"], true, false],
  );
  const bob = await show(folder, "bob");
  assert.deepEqual([bob.email_verified, bob.disabled, bob.totp], [false, true, false]);
  assert.match(report.Ada, /partly: The link to the provider "google" is left out/);
  assert.match(report.carol, /partly: Not kept: credential webauthn\./);
  assert.equal((await folder.json(["user", "list"])).length, 4);
});

test("lines of Auth0, the users file of Authelia and an htpasswd file are recognised by what is in them", async () => {
  const files = [
    {
      text: auth0,
      name: /an export of Auth0/,
      weak: "carol@example.org",
      why: /hash is damaged/,
      people: 3,
    },
    { text: authelia, name: /the users file of Authelia/, weak: "carol", why: /not verify/, people: 3 },
    {
      text: `${htpasswd}\ndan:rqXexS6ZhobKA`,
      name: /an htpasswd file/,
      weak: "dan",
      why: /guessed too fast.*user recover/,
      people: 4,
    },
  ];
  for (const { text, name, weak, why, people } of files) {
    await using folder = await openFolder();
    const { counts, stderr, report, exitCode } = await importText(folder, text, ["--create-groups"]);
    assert.match(stderr, name);
    assert.deepEqual([counts.created, exitCode], [people, 1], stderr);
    assert.match(report[weak], why);
    assert.equal((await show(folder, "ada")).disabled, false);
    assert.ok((await show(folder, weak)).user_id);
  }
});

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      username: `person${index}`,
      email: `p${index}@example.org`,
      password_hash: bcrypt,
      groups: ["staff"],
    }),
  ).join("\n");

test("a person that breaks a rule of user create is refused with line and reason, and the others are kept", async () => {
  await using folder = await openFolder();
  const text = [
    '{"username":"ada"}',
    '{"username":"with space"}',
    "no JSON",
    '{"username":"mail@example.org"}',
    '{"email":"bob@example.org"}',
    '{"username":"ADA"}',
    '{"username":"carol","groups":["staff"]}',
    `{"username":"dora","name":"${"x".repeat(101)}"}`,
    `{"username":"huge","name":"${"x".repeat(1_100_000)}"}`,
    '{"username":"emil","password_hash":"$2b$31$abcdefghijklmnopqrstuuabcdefghijklmnopqrstuvwxyz01234"}',
  ].join("\n");
  const { counts, report, exitCode } = await importText(folder, text);
  assert.deepEqual([counts.created, counts.refused, counts.partly, exitCode], [3, 7, 1, 1]);
  assert.match(report["with space"], /refused: The username cannot be used\. It contains a space/);
  assert.match(report[3], /refused: This is not a person/);
  assert.match(report["mail@example.org"], /must be the e-mail address of the same account/);
  assert.match(report.ADA, /more than once/);
  assert.match(report.carol, /There is no group staff.*--create-groups/);
  assert.match(report.dora, /The name has 1 to 100/);
  assert.match(report[9], /longer than a person/);
  assert.match(report.emil, /partly: .*costs more time/);
  assert.equal((await stat(join(folder.path, "people.report.jsonl"))).mode & 0o777, 0o600);
});

test("names that are taken are skipped, or with --on-conflict update their accounts get the details of the file", async () => {
  await using folder = await openFolder();
  await folder.json([
    "user",
    "create",
    "--username",
    "ada",
    "--email",
    "ada@example.org",
    "--password-random",
  ]);
  const text = '{"username":"ada","email":"ada@example.org","name":"Ada"}\n{"username":"bob"}';
  const skipped = await importText(folder, text);
  assert.deepEqual([skipped.counts.created, skipped.counts.skipped, skipped.exitCode], [1, 1, 0]);
  assert.equal((await show(folder, "ada")).name, null);
  const tried = await importText(folder, text, ["--on-conflict", "update", "--dry-run"]);
  assert.deepEqual([tried.counts.updated, tried.counts.dry_run], [2, true]);
  assert.equal((await show(folder, "ada")).name, null);
  const updated = await importText(folder, text, ["--on-conflict", "update"]);
  assert.equal(updated.counts.updated, 2);
  const ada = await show(folder, "ada");
  assert.deepEqual([ada.name, ada.admin, ada.email_verified], ["Ada", false, true]);
});

test("an import makes administrators and enables people only with --admins, and then names them", async () => {
  await using folder = await openFolder();
  await importText(folder, '{"username":"ada","disabled":true}');
  const text = '{"username":"ada","disabled":false}\n{"username":"eve","admin":true}\n{"username":"bob"}';
  const words = ["--on-conflict", "update"];
  const refused = await importText(folder, text, words);
  assert.deepEqual([refused.counts.created, refused.counts.refused, refused.exitCode], [1, 2, 1]);
  assert.match(refused.report.ada, /refused: This line enables an account that is disabled\..*--admins/);
  assert.match(refused.report.eve, /refused: This line makes an administrator\..*--admins/);
  assert.match(refused.stderr, /1 refused: .*enables.*\(--admins\)/);
  assert.equal((await show(folder, "ada")).disabled, true);
  const done = await importText(folder, text, [...words, "--admins"]);
  assert.deepEqual(
    [done.counts.created, done.counts.updated, done.counts.administrator, done.counts.enabled, done.exitCode],
    [1, 2, 1, 1, 0],
  );
  assert.match(done.stderr, /1 made administrators: eve\.[\s\S]*1 enabled: ada\./);
  assert.match(done.report.ada, /^enabled: /);
  assert.match(done.report.eve, /^administrator: /);
  const acts = async (act: string) => (await folder.json(["audit", "list", "--act", act])).length;
  assert.deepEqual([await acts("user-enabled"), await acts("user-created")], [1, 1]);
});

test("an import changes how an administrator signs in only with --admins", async () => {
  await using folder = await openFolder();
  const root = '{"username":"root","email":"root@example.org","admin":true}';
  await importText(folder, root, ["--admins"]);
  const before = await show(folder, "root");
  const words = ["--on-conflict", "update"];
  const lines = [
    '{"username":"root","password":"a password of somebody else"}',
    '{"username":"root","totp_secret":"JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"}',
    '{"username":"root","email":"eve@example.org"}',
    '{"username":"eve","email":"root@example.org"}',
  ];
  for (const line of lines) {
    const refused = await importText(folder, line, words);
    assert.equal(refused.counts.refused, 1, line);
    assert.match(Object.values(refused.report).join(), /changes how an administrator signs in\..*--admins/);
    assert.deepEqual(await show(folder, "root"), before);
  }
  assert.equal((await importText(folder, '{"username":"root","name":"Root"}', words)).counts.updated, 1);
  assert.equal((await importText(folder, root, words)).counts.updated, 1);
  assert.equal((await importText(folder, lines[0] ?? "", [...words, "--admins"])).counts.updated, 1);
});

test("the summary, also that of a dry run, counts the reasons why people are left out", async () => {
  await using folder = await openFolder();
  const text = `${lines(3)}\n{"username":"with space"}\n{"username":"x","password_hash":"rqXexS6ZhobKA"}`;
  const { counts, stderr } = await importText(folder, text, ["--dry-run"]);
  assert.deepEqual(counts.reasons, {
    refused: { "no such group (--create-groups)": 3, "username unusable": 1 },
    skipped: {},
    partly: { "password hash weak": 1 },
  });
  assert.match(stderr, /3 refused: no such group \(--create-groups\)\n {2}1 refused: username unusable/);
  assert.match(stderr, /1 in part: password hash weak/);
});

test("a file of no known format, and one that is not there, are refused by name", async () => {
  await using folder = await openFolder();
  await writeFile(join(folder.path, "people"), "a,b,c\n1,2,3\n");
  const unknown = await folder.run(["import", "users", "people"]);
  assert.equal(unknown.exitCode, 4);
  assert.match(
    unknown.stderr,
    /format of people is not recognised\. It begins with "a,b,c"\.\n.*--format latchkey, csv, keycloak/,
  );
  assert.equal((await folder.run(["import", "users", "nothing"])).exitCode, 3);
});

const auth0Lines = ["ada", "bob"].map((name) =>
  JSON.stringify({ email: `${name}@example.org`, identities: [] }),
);
const [adaOfAuth0 = "", bobOfAuth0 = ""] = auth0Lines;
const own = '{"username":"ada"}\n{"username":"bob"}';

/** Broken files: the exit code, how many people are kept, and what is said. */
const brokenFiles: readonly (readonly [string, string | Uint8Array, number, number, RegExp])[] = [
  [
    "a list that is cut off",
    `[${adaOfAuth0},\n${bobOfAuth0.slice(0, 20)}`,
    1,
    1,
    /beyond line 2\. The file is truncated here.*\n.*import it again/,
  ],
  ["lines that are cut off", own.slice(0, -4), 1, 1, /beyond line 2\. The file is truncated here/],
  ["two lists", `[${adaOfAuth0}]\n[${bobOfAuth0}]`, 1, 1, /beyond line 2\. The file has more text/],
  ["two objects on one line", `${own}\n{"username":"c"} {"username":"d"}`, 1, 2, /1 refused/],
  ["an empty file", "", 4, 0, /people is empty\./],
  ["an empty list", "[]", 1, 0, /people.* has nobody to import/],
  ["a realm without people", '{"realm":"x","clients":[]}', 1, 0, /people.* has nobody to import/],
  ["a byte order mark and line ends of Windows", `\ufeff${own.replaceAll("\n", "\r\n")}`, 0, 2, /2 created/],
  ["UTF-16", Buffer.from(`\ufeff${own}`, "utf16le"), 4, 0, /not text in UTF-8\.\n.*iconv -f UTF-16/],
  ["gzip", gzipSync(own), 4, 0, /compressed with gzip\.\n.*gunzip people/],
  ["YAML that ends early", "users:\n  ada: [", 1, 0, /cannot be read/],
  [
    "a very long line",
    `${own}\n{"username":"${"x".repeat(3_000_000)}"}\n{"username":"c"}`,
    1,
    3,
    /1 refused/,
  ],
];

test("a broken file is reported with what would be imported, and is not a success", async (context) => {
  await using folder = await openFolder();
  for (const [title, content, exitCode, kept, said] of brokenFiles)
    await context.test(title, async () => {
      await writeFile(join(folder.path, "people"), content);
      const answer = await folder.run(["import", "users", "people", "--dry-run", "--json"]);
      const [counts] = answer.stdout === "" ? [] : [JSON.parse(answer.stdout)];
      assert.deepEqual([answer.exitCode, counts?.created ?? 0], [exitCode, kept], answer.stderr);
      assert.match(toldIn(answer.stderr), said);
    });
});

test("importing a folder is refused as such; a broken list of clients is not a success", async () => {
  await using folder = await openFolder();
  const answer = await folder.run(["import", "users", "."]);
  assert.deepEqual([answer.exitCode, /\. is a folder/.test(answer.stderr)], [3, true], answer.stderr);
  const client = '{"client_id":"a-client-of-hydra","redirect_uris":["https://a.example/cb"]}';
  await writeFile(join(folder.path, "clients"), `[${client},\n{"client`);
  const cut = await folder.run(["import", "clients", "clients"]);
  assert.equal(cut.exitCode, 1);
  assert.match(
    cut.stderr,
    /Line 2.*truncated here[\s\S]*1 created[\s\S]*clients cannot be read beyond line 2/,
  );
});

test("people come from stdin too, with clear passwords hashed on the way", async () => {
  await using folder = await openFolder();
  const input = '{"username":"ada","password":"seven quiet rivers run north"}\n';
  const { exitCode, stderr } = await folder.run(["import", "users", "-"], { input });
  assert.equal(exitCode, 0, stderr);
  assert.match(stderr, /hashed on the way: about \d+ a second here, so a thousand take \d+ seconds?\./);
  assert.ok((await show(folder, "ada")).user_id);
});

test("an import that is killed goes on by the same command: nobody is missing, nobody comes twice", async () => {
  await using folder = await openFolder();
  const bad = '{"username":"with space"}';
  const people = lines(6000).split("\n");
  const text = people.flatMap((line, index) => (index % 100 === 0 ? [bad, line] : [line])).join("\n");
  await writeFile(join(folder.path, "people"), text);
  const words = ["import", "users", "people", "--create-groups", "--json"];
  let kills = 0;
  for (const after of [400, 800, 1200]) {
    const running = folder.begin(words);
    const report = join(folder.path, "people.report.jsonl");
    // Some batches are in: the report has grown since the last kill.
    const before = (await stat(report).catch(() => ({ size: 0 }))).size;
    while (running.process.exitCode === null) {
      const { size } = await stat(report).catch(() => ({ size: 0 }));
      if (size > before + after) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (running.process.exitCode === null) {
      running.process.kill("SIGKILL");
      kills += 1;
    }
    await running.ended;
  }
  assert.ok(kills > 0, "no run was killed in the middle");
  const path = join(folder.path, "people.report.jsonl");
  const last = await folder.run(words);
  assert.equal(last.exitCode, 1, last.stderr);
  assert.match(last.stderr, /Going on behind the first \d+/);
  const counts = JSON.parse(last.stdout);
  assert.deepEqual([counts.created, counts.refused, counts.skipped], [6000, 60, 0]);
  const report = (await readFile(path, "utf8")).split("\n").slice(0, -1);
  assert.equal(report.length, 60);
  assert.equal(new Set(report).size, 60);
  const [group] = await folder.json(["group", "list"]);
  assert.deepEqual([group?.group, group?.people], ["staff", 6000]);
});

test("an import that wraps is killed and goes on: each person comes once, with a wrapped hash, and signs in by it", async () => {
  await using folder = await openFolder();
  const hash =
    "$6$uUlSAzp85DWvWlQf$XRE3FwR4tsCA4tjF.afseKLOzr1inHBPJhXRqg/82NvJIYI0qmZfdjLiEL9g6jPJuujPlrUIrqBPPV2bZ7rcz0";
  const people = Array.from({ length: 900 }, (_, index) =>
    JSON.stringify({ username: `n${index}`, sub: `old|${index}`, password_hash: hash }),
  );
  await writeFile(join(folder.path, "people"), people.join("\n"));
  const words = ["import", "users", "people", "--json"];
  const running = folder.begin(words);
  const count = async () => (await folder.run(["export", "users"])).stdout.split("\n").filter(Boolean).length;
  for (let found = 0; found === 0 && running.process.exitCode === null; ) found = await count();
  assert.equal(running.process.exitCode, null, "the import ended before it was killed");
  running.process.kill("SIGKILL");
  await running.ended;
  const kept = await count();
  assert.ok(kept > 0 && kept < 900, `${kept}`);
  const last = await folder.run(words);
  assert.equal(last.exitCode, 0, last.stderr);
  assert.match(last.stderr, /Going on behind the first \d+/);
  assert.match(last.stderr, /weak hashes are hashed on the way/);
  assert.deepEqual([JSON.parse(last.stdout).created, JSON.parse(last.stdout).skipped], [900, 0]);
  const exported = (await folder.run(["export", "users", "--with-hashes"])).stdout
    .split("\n")
    .filter(Boolean);
  const records = exported.map((line) => JSON.parse(line));
  assert.equal(new Set(records.map(({ sub }) => sub)).size, 900);
  assert.equal(new Set(records.map(({ password_hash }) => password_hash)).size, 900);
  for (const { password_hash } of records)
    assert.match(
      password_hash,
      /^\$wrapped-sha512-crypt\$i=5000\$[A-Za-z0-9+/]+\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
    );
});

test("a report replaces an earlier report, and no other file: not even the one that is imported", async () => {
  await using folder = await openFolder();
  const people = '{"username":"zoe"}\n{"username":""}\n';
  const path = join(folder.path, "people");
  await writeFile(path, people);
  for (const other of ["people", "data"]) {
    const answer = await folder.run(["import", "users", "people", "--dry-run", "--report", other]);
    assert.deepEqual([answer.exitCode, await readFile(path, "utf8")], [5, people], answer.stderr);
    assert.match(answer.stderr, new RegExp(`replace ${other}, which is not a report`));
  }
  for (const _ of ["first", "second"])
    assert.equal(Object.keys((await importText(folder, people, ["--dry-run"])).report).length, 1);
});
