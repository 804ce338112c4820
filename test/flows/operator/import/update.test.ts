import assert from "node:assert/strict";
import { test } from "node:test";
import type { PeopleFormat } from "../../../../src/flows/operator/import/sources.ts";
import { accountIdOf } from "../../../../src/values/ids.ts";
import { bcrypt } from "../../../support/foreign-files.ts";
import { openImports } from "./imported.ts";

/** Everything that an account can have, by the member that says it. */
const whole = {
  username: "ada",
  email: "ada@example.org",
  email_verified: true,
  name: "Ada Lovelace",
  phone_number: "+49301234567",
  address: "1 Main St",
  claims: { locale: "de", given_name: "Ada" },
  groups: ["staff"],
  disabled: true,
  admin: true,
  require: "two",
  password_hash: bcrypt,
  totp_secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
};

async function openWithAda() {
  const imports = await openImports();
  const { counts } = await imports.importText("latchkey", JSON.stringify(whole), { changesRights: true });
  assert.deepEqual([counts.created, counts.partly, counts.administrator], [1, 0, 1]);
  return imports;
}

/** Lines that name the person and say nothing else, by format: everything that they leave out must stay. */
const silent: readonly (readonly [string, PeopleFormat, string, object?])[] = [
  ["a line by username", "latchkey", '{"username":"ada"}'],
  ["a line by address", "latchkey", '{"email":"ada@example.org"}'],
  ["a line with every other member null", "latchkey", JSON.stringify({ ...nulls(), username: "ada" })],
  ["CSV by username, every other cell empty", "csv", "username,disabled,admin,groups,locale\nada,,,,\n"],
  ["CSV by address", "csv", "email\nada@example.org\n"],
  ["a user of Keycloak", "keycloak", '{"realm":"x","users":[{"username":"ada"}]}'],
  ["a user of Auth0", "auth0", '{"email":"ada@example.org","identities":[]}'],
  [
    "a user of Django",
    "django",
    '[{"model":"auth.user","pk":1,"fields":{"username":"ada","password":"!x","is_active":null,"groups":[]}}]',
  ],
  ["a user of Authelia", "authelia", "users:\n  ada: {}\n"],
  [
    "a line with hashes that the support of Auth0 hands over",
    "auth0",
    JSON.stringify({ _id: { $oid: "1" }, email: "ada@example.org", passwordHash: bcrypt }),
  ],
  ["a line of an htpasswd file", "htpasswd", `ada:${bcrypt}`],
];

function nulls(): object {
  return Object.fromEntries(Object.keys(whole).map((member) => [member, null]));
}

for (const [title, format, text] of silent)
  test(`an update by ${title} changes nothing that the line does not say`, async () => {
    await using imports = await openWithAda();
    const before = await imports.find("ada");
    assert.deepEqual(
      [before.isDisabled, before.isAdmin, before.requires, before.hasTotp, before.isEmailUnverified],
      [true, true, "two", true, undefined],
    );
    const { counts, report } = await imports.importText(format, text, { changesRights: true });
    assert.deepEqual([counts.updated, counts.enabled, counts.administrator, report], [1, 0, 0, []]);
    const after = await imports.find("ada");
    assert.deepEqual(after, { ...before, updatedAt: after.updatedAt });
  });

/** A line that says one member, and what is different in the account afterwards. */
const spoken: readonly (readonly [object, object])[] = [
  [{ disabled: false }, { isDisabled: false }],
  [{ admin: false }, { isAdmin: false }],
  [{ email: "new@example.org" }, { email: "new@example.org", isEmailUnverified: true }],
  [{ email: "new@example.org", email_verified: true }, { email: "new@example.org" }],
  [{ email: "ada@example.org", email_verified: false }, {}],
  [{ name: "Countess" }, { name: "Countess" }],
  [{ phone_number: "+49309999999" }, { phoneNumber: "+49309999999" }],
  [{ address: "2 Side St" }, { address: "2 Side St" }],
  [{ claims: { locale: "en" } }, { claims: { locale: "en", given_name: "Ada" } }],
  [{ groups: ["night"] }, { groups: ["night", "staff"] }],
  [{ require: "phr" }, { requires: "phr" }],
  [{ require: "one" }, { requires: undefined }],
];

for (const [said, expected] of spoken)
  test(`an update by ${JSON.stringify(said)} changes that and nothing else`, async () => {
    await using imports = await openWithAda();
    const before = await imports.find("ada");
    await imports.importText("latchkey", JSON.stringify({ username: "ada", ...said }), {
      changesRights: true,
    });
    const after = await imports.find("ada");
    const wanted: Record<string, unknown> = { ...before, ...expected, updatedAt: after.updatedAt };
    if (wanted.requires === undefined) delete wanted.requires;
    assert.deepEqual(after, wanted);
  });

test("a person whose username is the address keeps it so when the address changes", async () => {
  await using imports = await openImports();
  const id = accountIdOf("a".repeat(20));
  const line = (email: string) => JSON.stringify({ user_id: id, email });
  await imports.importText("latchkey", line("old@example.org"));
  await imports.importText("latchkey", line("new@example.org"));
  const { username, email } = await imports.find("new@example.org");
  assert.deepEqual([username, email], ["new@example.org", "new@example.org"]);
});

/** Lines that raise somebody, by format. */
const raising: readonly (readonly [PeopleFormat, string, RegExp])[] = [
  ["latchkey", '{"username":"ada","disabled":false}', /enables an account that is disabled.*--admins/],
  ["latchkey", '{"username":"eve","admin":true}', /makes an administrator.*--admins/],
  ["latchkey", '{"username":"bob","admin":true}', /makes an administrator.*--admins/],
  ["latchkey", '{"username":"root","admin":false}', /takes the right of an administrator away.*--admins/],
  ["csv", "username,disabled\nada,no\n", /enables/],
  ["csv", "username,admin\neve,yes\n", /makes an administrator/],
  ["keycloak", '{"realm":"x","users":[{"username":"ada","enabled":true}]}', /enables/],
  ["auth0", '{"username":"ada","email":"ada@example.org","blocked":false}', /enables/],
  ["authelia", "users:\n  ada:\n    disabled: false\n", /enables/],
];

async function openWithFour() {
  const imports = await openImports();
  const people = [
    { username: "ada", disabled: true },
    { username: "bob" },
    { username: "root", admin: true },
  ];
  const text = people.map((person) => JSON.stringify(person)).join("\n");
  await imports.importText("latchkey", text, { changesRights: true });
  return imports;
}

for (const [format, text, sentence] of raising)
  test(`without --admins, ${text.replaceAll("\n", " ")} is refused and changes nothing`, async () => {
    await using imports = await openWithFour();
    const before = await imports.registry.accounts.list(1_000);
    for (const isDryRun of [true, false]) {
      const { counts, report, reasons } = await imports.importText(format, text, { isDryRun });
      assert.equal(counts.refused, 1);
      assert.match(report[0]?.reason ?? "", sentence);
      assert.match(Object.keys(reasons.refused).join(), /--admins/);
    }
    assert.deepEqual(await imports.registry.accounts.list(1_000), before);
  });

test("with --admins, new administrators and enabled people are counted, named, reported and audited by themselves", async () => {
  await using imports = await openWithFour();
  const earlier = (await imports.acts()).length;
  const lines = [
    { username: "ada", disabled: false, groups: ["staff"] },
    { username: "bob", admin: true, password_hash: bcrypt },
    { username: "eve", admin: true },
    { username: "zoe", disabled: false },
    { username: "root", disabled: true },
  ];
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  const dry = await imports.importText("latchkey", text, { changesRights: true, isDryRun: true });
  const done = await imports.importText("latchkey", text, { changesRights: true });
  for (const { counts, raised, report } of [dry, done]) {
    assert.deepEqual(
      [counts.created, counts.updated, counts.administrator, counts.enabled, counts.refused],
      [2, 3, 2, 1, 0],
    );
    assert.deepEqual(raised, { administrator: ["bob", "eve"], enabled: ["ada"] });
    assert.deepEqual(
      report.map(({ line, username, outcome }) => [line, username, outcome]),
      [
        [1, "ada", "enabled"],
        [2, "bob", "administrator"],
        [3, "eve", "administrator"],
      ],
    );
  }
  const names = new Map(
    (await imports.registry.accounts.list(1_000)).map(({ id, username }) => [id as string, username]),
  );
  const acts = (await imports.acts()).slice(earlier).filter(({ act }) => act !== "group-created");
  const [batch, ...entries] = acts;
  assert.deepEqual(
    [batch?.act, batch?.details?.administrator, batch?.details?.enabled],
    ["users-imported", 2, 1],
  );
  assert.deepEqual(
    entries.map(({ act, target, details }) => [
      act,
      names.get(target?.id ?? "") ?? target?.id,
      details?.isAdmin ?? details?.changed ?? "",
    ]),
    [
      ["user-changed", "ada", ""],
      ["user-enabled", "ada", ""],
      ["group-member-added", "staff", ""],
      ["user-changed", "bob", true],
      ["password-set", "bob", ""],
      ["user-created", "eve", true],
      ["user-changed", "root", ""],
      ["user-disabled", "root", ""],
    ],
  );
  assert.equal((await imports.find("ada")).isDisabled, false);
  assert.equal((await imports.find("bob")).isAdmin, true);
});

test("somebody who is skipped or refused makes no group", async () => {
  await using imports = await openWithFour();
  const text = '{"username":"bob","groups":["one"]}\n{"username":"eve","admin":true,"groups":["two"]}';
  const { counts } = await imports.importText("latchkey", text, { onConflict: "skip" });
  assert.deepEqual([counts.skipped, counts.refused], [1, 1]);
  assert.deepEqual((await imports.registry.groups.list({ limit: 9 })).items, []);
});

test("a weak hash changes how an administrator signs in, so it is refused without --admins", async () => {
  await using imports = await openWithAda();
  const text = JSON.stringify({ username: "ada", password_hash: "{SSHA}lZHh7yU//R8IW41lH0NdQwly7T3EeE8p" });
  const before = await imports.find("ada");
  const { counts, reasons } = await imports.importText("latchkey", text);
  assert.equal(counts.refused, 1);
  assert.deepEqual(Object.keys(reasons.refused), [
    "the line changes how an administrator signs in (--admins)",
  ]);
  assert.deepEqual(await imports.find("ada"), before);
});

test("a dry run wraps nothing and keeps nothing", async () => {
  await using imports = await openImports();
  const text = JSON.stringify({ username: "ada", password_hash: "{SSHA}lZHh7yU//R8IW41lH0NdQwly7T3EeE8p" });
  const { counts } = await imports.importText("latchkey", text, { isDryRun: true });
  assert.deepEqual([counts.created, counts.partly], [1, 0]);
  await assert.rejects(imports.find("ada"));
});
