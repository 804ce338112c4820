import assert from "node:assert/strict";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { openFolder } from "./command-line.ts";

type Folder = Awaited<ReturnType<typeof openFolder>>;

/** A process with this little memory ends if it keeps what it reads. */
const env = { NODE_OPTIONS: "--max-old-space-size=96" };

async function importParts(folder: Folder, parts: Iterable<string>, words: readonly string[] = []) {
  const file = await open(join(folder.path, "people"), "w");
  for (const part of parts) await file.write(part);
  await file.close();
  const answer = await folder.run(["import", "users", "people", "--json", ...words], { env });
  const report = await readFile(join(folder.path, "people.report.jsonl"), "utf8").catch(() => "");
  return {
    ...answer,
    report: report
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line)),
  };
}

function* repeated(text: string, times: number, before = "", after = ""): Generator<string> {
  yield before;
  for (let at = 0; at < times; at += 1) yield text;
  yield after;
}

const mebibyte = 1024 * 1024;

for (const [title, parts, words, why] of [
  [
    "a million brackets inside each other",
    () => repeated("[".repeat(1000), 1000),
    ["--format", "keycloak"],
    /cannot be read beyond line 1\. .*1,000 brackets/,
  ],
  [
    "a million brackets inside a person",
    () => repeated('{"a":'.repeat(1000), 1000, '{"users":[{"username":"eve","emailVerified":true,"x":'),
    ["--format", "keycloak"],
    /cannot be read beyond line 1\. .*1,000 brackets/,
  ],
  [
    "a quotation mark that nobody closes",
    () => repeated("x".repeat(mebibyte), 64, 'username,email\nada,"'),
    [],
    /cannot be read beyond line 2\. .*quotation mark/,
  ],
  [
    "an LDIF line of 64 MiB",
    () => repeated("x".repeat(mebibyte), 64, "dn: uid=ada,dc=example\nobjectClass: person\nuid: "),
    [],
    /cannot be read beyond line 3\. .*longer/,
  ],
  [
    "YAML whose aliases grow to gigabytes",
    () => [
      "users:\n  a: &a {password: x, groups: [x,x,x,x,x,x,x,x,x]}\n",
      ..."bcdefghij".split("").map((name, index) => {
        const before = "abcdefghij"[index];
        return `  ${name}: &${name} {x: [${Array.from({ length: 9 }, () => `*${before}`).join(",")}]}\n`;
      }),
    ],
    ["--format", "authelia"],
    /cannot be read as its format/,
  ],
] as const)
  test(`a hostile file ends with its line and cause, in bounded memory: ${title}`, async () => {
    await using folder = await openFolder();
    const { exitCode, stderr } = await importParts(folder, parts(), words);
    assert.equal(exitCode, 1, stderr);
    assert.match(stderr, why);
    assert.equal((await folder.json(["user", "list"])).length, 0);
  });

test("a person of 64 MiB is refused by its line, and those around it come", async () => {
  await using folder = await openFolder();
  const parts = repeated(
    "x".repeat(mebibyte),
    64,
    '{"username":"ada"}\n{"username":"',
    '"}\n{"username":"bob"}\n',
  );
  const { report, stderr } = await importParts(folder, parts);
  assert.deepEqual(
    report.map(({ line, outcome, reason }) => [line, outcome, reason]),
    [[2, "refused", "The record is longer than a person can be."]],
    stderr,
  );
  assert.deepEqual((await folder.json(["user", "list"])).map(({ username }) => username).sort(), [
    "ada",
    "bob",
  ]);
});

test("NUL, __proto__ and formulas in a file are refused or stay texts, each with its line", async () => {
  await using folder = await openFolder();
  const text = [
    '{"username":"ada","name":"=HYPERLINK(\\"https://evil.example\\")"}',
    '{"username":"a\\u0000b"}',
    '{"username":"eve","__proto__":{"admin":true}}',
    '{"username":"mal","claims":{"__proto__":"x"}}',
    '{"username":"=cmd|x"}',
  ].join("\n");
  const { report } = await importParts(folder, [text]);
  const refused = Object.fromEntries(report.map(({ line, reason }) => [line, reason]));
  assert.deepEqual(Object.keys(refused), ["2", "3", "4", "5"]);
  assert.match(refused[2], /username cannot be used/);
  assert.match(refused[3], /There is no member "__proto__"/);
  assert.match(refused[4], /There is no member "claims\.__proto__"/);
  const [ada] = await folder.json(["user", "show", "ada"]);
  assert.deepEqual([ada?.name, ada?.admin], ['=HYPERLINK("https://evil.example")', false]);
});

test("__proto__ in the file of a product is named in the report like any other member", async () => {
  await using folder = await openFolder();
  const text =
    '[{"id":"1","status":"ACTIVE","profile":{"login":"ada","__proto__":{"isAdmin":true}},"credentials":{}}]';
  const { stdout, report } = await importParts(folder, [text]);
  assert.deepEqual(JSON.parse(stdout).left_out, { 'field "profile.__proto__"': 1 });
  assert.match(report[0].reason, /profile\.__proto__/);
  const [ada] = await folder.json(["user", "show", "ada"]);
  assert.equal(ada?.admin, false);
});

for (const [title, words, why] of [
  ["a member that people do not have", ["--map", "mail=Mail"], /a person has no mail\..*Members: username/],
  ["neither username nor email", ["--map", "name=Name"], /must name the column of username or email/],
  ["a pair without an equals sign", ["--map", "email"], /--map email is not member=column/],
  ["parameters in the clear", ["--hash-parameters", "base64_signer_key: x"], /takes env:NAME or file:PATH/],
] as const)
  test(`an option about the file is refused before anything is read: ${title}`, async () => {
    await using folder = await openFolder();
    const { exitCode, stderr } = await importParts(folder, ["Mail,Name\na@example.org,A\n"], words);
    assert.equal(exitCode, 2, stderr);
    assert.match(stderr, why);
  });

test("CSV with --map: the mapping is said, and the summary names what was not kept with a count", async () => {
  await using folder = await openFolder();
  const text = "Login,Mail,Dept\nada,ada@example.org,R&D\nbob,bob@example.org,R&D\n";
  const { stdout, stderr } = await importParts(folder, [text], ["--map", "email=Mail,username=Login"]);
  assert.match(stderr, /as CSV: email from "Mail", username from "Login"\./);
  assert.match(stderr, /Not kept: column "Dept" \(2\)\./);
  assert.deepEqual(JSON.parse(stdout).left_out, { 'column "Dept"': 2 });
});
