import assert from "node:assert/strict";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { openAdministration } from "../../src/administration.ts";
import { bcrypt } from "../support/foreign-files.ts";
import { configOf } from "../support/in-process.ts";
import { openFolder } from "./command-line.ts";

const letters = fc.constantFrom(
  ..."aZ09éßøжЖאלףあ漢字ǅﬁ①",
  "e\u0301",
  "-",
  ".",
  "_",
  "+",
  "'",
  '"',
  "\\",
  "𝒳",
  "ª",
);
const word = fc.array(letters, { minLength: 1, maxLength: 6 }).map((parts) => `n${parts.join("")}`);
const label = fc.string({ unit: fc.constantFrom(..."az09éß漢"), minLength: 1, maxLength: 8 });
const sentence = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** People with any names; those that break a rule are refused by the first import. */
const person = fc.record({
  username: word,
  email: maybe(fc.tuple(word, label).map(([local, domain]) => `${local}@${domain}.example`)),
  email_verified: fc.boolean(),
  name: maybe(sentence),
  phone_number: maybe(fc.constant("+49301234567")),
  address: maybe(fc.tuple(sentence, sentence).map((lines) => lines.join("\n"))),
  groups: fc.subarray(["staff", "berlin/öst", "a:b@c"]),
  claims: maybe(fc.record({ nickname: sentence })),
  attributes: maybe(fc.record({ department: sentence })),
  require: fc.constantFrom("one", "two", "phr"),
  disabled: fc.boolean(),
  locked_at: maybe(fc.constant("2024-03-01T12:00:00.000Z")),
  admin: fc.boolean(),
  password_hash: maybe(fc.constantFrom(bcrypt, "{SSHA}lZHh7yU//R8IW41lH0NdQwly7T3EeE8p")),
  totp_secret: maybe(fc.constant("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")),
  sub: maybe(fc.uuid()),
  created_at: fc.constant("2024-02-29T12:00:00Z"),
});

test("what is exported comes back the same from an empty installation, whatever people are called", async () => {
  const people = fc.sample(person, 400).map((each) => JSON.stringify(each));
  await using first = await openFolder();
  await writeFile(join(first.path, "people"), people.join("\n"));
  const imported = await first.run(["import", "users", "people", "--create-groups", "--json"]);
  const { created } = JSON.parse(imported.stdout);
  assert.ok(created > 50, imported.stdout);
  const out = await first.run(["export", "users", "out", "--with-hashes"]);
  assert.equal(out.exitCode, 0, out.stderr);
  assert.equal((await stat(join(first.path, "out"))).mode & 0o777, 0o600);
  const text = await readFile(join(first.path, "out"), "utf8");
  assert.equal(text.split("\n").length - 1, created);
  await using second = await openFolder();
  await writeFile(join(second.path, "people"), text);
  const again = await second.run(["import", "users", "people", "--create-groups", "--json"]);
  assert.deepEqual([again.exitCode, JSON.parse(again.stdout).created], [0, created], again.stderr);
  const stdout = (await second.run(["export", "users", "--with-hashes"])).stdout;
  const sorted = (lines: string) => lines.split("\n").sort();
  assert.deepEqual(sorted(stdout), sorted(text));
});

test("J10: an export has no hash and no secret unless they are asked for, and takes no file's place", async () => {
  await using folder = await openFolder();
  const ada = { username: "ada", password_hash: bcrypt, totp_secret: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567" };
  await folder.run(["import", "users", "-"], { input: JSON.stringify(ada) });
  const { stdout } = await folder.run(["export", "users"]);
  const [record] = stdout.split("\n");
  assert.deepEqual(Object.keys(JSON.parse(record ?? "")), ["user_id", "username", "created_at"]);
  assert.equal((await folder.run(["export", "users", "out"])).exitCode, 0);
  const taken = await folder.run(["export", "users", "out"]);
  assert.equal(taken.exitCode, 5);
  assert.match(taken.stderr, /exists already/);
});

test("the audit trail has an entry for each batch, each account that an import changed, and each export", async () => {
  await using folder = await openFolder();
  const text = ["ada", "bob"].map((username) => JSON.stringify({ username, groups: ["staff"] })).join("\n");
  await folder.run(["import", "users", "-", "--create-groups"], { input: text });
  await folder.run(["import", "users", "-", "--on-conflict", "update"], {
    input: '{"username":"ada","name":"Ada"}',
  });
  await folder.run(["export", "users", "--with-hashes"]);
  await folder.run(["export", "clients"]);
  const administration = await openAdministration(
    configOf(folder.path, { LATCHKEY_DATA_DIR: join(folder.path, "data") }),
  );
  const { items } = await administration.store.auditTrail.list({ limit: 20, order: "oldest" });
  await administration.close();
  const told = items.filter(({ actor }) => actor.kind === "command-line");
  assert.deepEqual(
    told.map(({ act, target, details }) => [act, target?.kind, details?.created ?? details?.withHashes]),
    [
      ["group-created", "group", undefined],
      ["users-imported", undefined, 2],
      ["users-imported", undefined, 0],
      ["user-changed", "user", undefined],
      ["users-exported", undefined, true],
      ["clients-exported", undefined, false],
    ],
  );
});
