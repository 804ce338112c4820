import assert from "node:assert/strict";
import { test } from "node:test";
import { importClient } from "../../../../src/flows/operator/import/clients.ts";
import type { PeopleFormat } from "../../../../src/flows/operator/import/sources.ts";
import { accountIdOf } from "../../../../src/values/ids.ts";
import { openImports } from "./imported.ts";

const lines = (...people: readonly object[]) => people.map((each) => JSON.stringify(each)).join("\n");

for (const [title, format, text, sub] of [
  ["a line of its own", "latchkey", '{"username":"ada","sub":"old|1"}', "old|1"],
  ["CSV", "csv", "username,sub\nada,old|1\n", "old|1"],
  [
    "Keycloak's id",
    "keycloak",
    '{"realm":"x","users":[{"id":"3f0e0c5c-9d43-4f3c-8a59-6f1c1f6f6c11","username":"ada"}]}',
    "3f0e0c5c-9d43-4f3c-8a59-6f1c1f6f6c11",
  ],
  [
    "Auth0's user_id",
    "auth0",
    '{"user_id":"auth0|5f7c8ec7","username":"ada","identities":[]}',
    "auth0|5f7c8ec7",
  ],
] as const satisfies readonly (readonly [string, PeopleFormat, string, string])[])
  test(`the subject comes along: ${title}`, async () => {
    await using imports = await openImports();
    const { counts } = await imports.importText(format, text);
    assert.deepEqual([counts.created, counts.partly], [1, 0]);
    const ada = await imports.find("ada");
    assert.equal(ada.subject, sub);
    const { subject } = ada;
    assert.equal(subject && (await imports.registry.accounts.findBySubject(subject))?.id, ada.id);
  });

test("a later import never changes a subject, gives an account that exists none, and says so", async () => {
  await using imports = await openImports();
  await imports.importText("latchkey", lines({ username: "ada", sub: "1" }, { username: "bob" }));
  const again = lines({ username: "ada", sub: "2", name: "Ada" }, { username: "bob", sub: "3", name: "Bob" });
  const { counts, report } = await imports.importText("latchkey", again);
  assert.deepEqual([counts.updated, counts.partly], [2, 2]);
  assert.match(report[0]?.reason ?? "", /The sub is not kept: an account never changes its own/);
  for (const [username, subject] of [
    ["ada", "1"],
    ["bob", undefined],
  ] as const) {
    const found = await imports.find(username);
    assert.deepEqual([found.subject, found.name?.toLowerCase()], [subject, username]);
  }
  const same = await imports.importText("latchkey", lines({ username: "ada", sub: "1" }));
  assert.deepEqual([same.counts.updated, same.counts.partly], [1, 0]);
});

test("a subject of another account, another line, a client or the shape of an id of this service is refused, and nobody is changed", async () => {
  await using imports = await openImports();
  const victim = { username: "ada", sub: "1", email: "ada@example.org", email_verified: true };
  await imports.importText("latchkey", lines(victim));
  const ada = await imports.find("ada");
  const { registry } = imports;
  const client = { client_id: "shop-1", name: "Shop", redirect_uris: ["https://shop.example/cb"] };
  const options = { isDryRun: false, changesRights: false };
  assert.equal((await importClient(registry, { line: 1, own: client }, options)).outcome, "created");
  const { counts, reasons } = await imports.importText(
    "latchkey",
    lines(
      { username: "thief", sub: "1" },
      { username: "machine", sub: "shop-1" },
      { username: "two", sub: ada.id },
      { username: "future", sub: accountIdOf("Z".repeat(20)) },
      { username: "huge", sub: "a".repeat(256) },
      { username: "control", sub: "a\u0000b" },
      { username: "first", sub: "twice" },
      { username: "second", sub: "twice" },
      { username: "proto", sub: "__proto__" },
    ),
  );
  assert.deepEqual([counts.created, counts.updated, counts.refused], [2, 0, 7]);
  assert.deepEqual(reasons.refused, { "sub of another account or application": 3, "sub unusable": 4 });
  assert.deepEqual(await imports.find("ada"), ada);
  assert.equal((await imports.find("proto")).subject, "__proto__");
});

test("a client whose id is somebody's subject is refused: tokens that it gets for itself would say the same sub", async () => {
  await using imports = await openImports();
  await imports.importText("latchkey", lines({ username: "ada", sub: "shop" }));
  const own = { client_id: "shop", name: "Shop", redirect_uris: ["https://shop.example/cb"] };
  const options = { isDryRun: false, changesRights: false };
  const { outcome, notes } = await importClient(imports.registry, { line: 1, own }, options);
  assert.equal(outcome, "refused");
  assert.match(notes[0] ?? "", /A person has this id as `sub`/);
});
