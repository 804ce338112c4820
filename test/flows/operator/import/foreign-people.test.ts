import assert from "node:assert/strict";
import { test } from "node:test";
import { recognisePeople } from "../../../../src/flows/operator/import/recognise.ts";
import { normalizePassword, type PasswordHash } from "../../../../src/identity/password.ts";
import { bcrypt } from "../../../support/foreign-files.ts";
import { openImports } from "./imported.ts";

const argon2 = {
  type: "password",
  secretData: JSON.stringify({ value: "c2V2ZW4gcXVpZXQgcml2ZXJz", salt: "c2l4dGVlbiBieXRlcyA6KQ==" }),
  credentialData: JSON.stringify({ hashIterations: 27500, algorithm: "pbkdf2-sha256" }),
};

function realmOf(user: object): string {
  return JSON.stringify({ realm: "acme", users: [{ username: "ada", enabled: true, ...user }] });
}

test("names and standard attributes of Keycloak are kept as claims, and each thing that is not kept is in the report", async () => {
  await using imports = await openImports();
  const text = realmOf({
    firstName: "Ada",
    lastName: "Lovelace",
    createdTimestamp: 1_600_000_000_000,
    attributes: {
      locale: ["de"],
      phoneNumber: ["+49301234567"],
      picture: ["not a web address"],
      department: ["R&D"],
      costCenter: ["4711"],
      gender: ["a", "b"],
      empty: [],
    },
    realmRoles: ["default-roles-acme", "offline_access", "auditor"],
    clientRoles: { account: ["manage-account", "delete-account"], shop: ["manager"] },
    clientConsents: [{ clientId: "shop", grantedClientScopes: ["email"] }],
    requiredActions: ["CONFIGURE_TOTP"],
    totp: true,
    notBefore: 0,
    disableableCredentialTypes: ["otp"],
    federationLink: "ldap",
  });
  const { counts, report, passedOver } = await imports.importText("keycloak", text);
  assert.deepEqual([counts.created, counts.partly], [1, 1]);
  const { name, claims, phoneNumber, createdAt } = await imports.find("ada");
  assert.deepEqual(
    [name, claims, phoneNumber, createdAt],
    [
      "Ada Lovelace",
      { given_name: "Ada", family_name: "Lovelace", locale: "de", department: "R&D" },
      "+49301234567",
      1_600_000_000_000,
    ],
  );
  assert.deepEqual(passedOver, { totp: 1, disableableCredentialTypes: 1 });
  assert.deepEqual(
    report[0]?.reason.split(". ").map((each) => each.replace(/\.$/, "")),
    [
      'Not kept: required action "CONFIGURE_TOTP"',
      "Not kept: the claim picture",
      'Not kept: attribute "costCenter"',
      'Not kept: attribute "gender"',
      'Not kept: role "auditor"',
      'Not kept: role "delete-account" of the client "account"',
      'Not kept: role "manager" of the client "shop"',
      "Not kept: consents",
      'Not kept: field "federationLink"',
    ],
  );
});

test("of more attributes than a person may have, the others are in the report, and the person is imported", async () => {
  await using imports = await openImports();
  const names = Array.from({ length: 22 }, (_, index) => `attribute_${index}`);
  const attributes = Object.fromEntries(names.map((name) => [name, ["x"]]));
  const { counts, leftOut } = await imports.importText("keycloak", realmOf({ attributes }));
  assert.equal(counts.created, 1);
  assert.deepEqual(Object.keys((await imports.find("ada")).claims ?? {}), names.slice(0, 20));
  assert.deepEqual(leftOut, { 'attribute "attribute_20"': 1, 'attribute "attribute_21"': 1 });
});

test("a password that Keycloak would have had changed is not kept, and an account that exists keeps its own", async () => {
  await using imports = await openImports();
  const text = realmOf({ credentials: [argon2], requiredActions: ["UPDATE_PASSWORD"] });
  const { report, reasons } = await imports.importText("keycloak", text);
  assert.match(report[0]?.reason ?? "", /password is not kept.*UPDATE_PASSWORD.*user recover/);
  assert.deepEqual(reasons.partly, { "a password that had to be changed": 1 });
  assert.equal((await imports.find("ada")).passwordHash, undefined);
  await imports.importText("keycloak", realmOf({ credentials: [argon2] }));
  const { passwordHash } = await imports.find("ada");
  assert.match(passwordHash ?? "", /^\$pbkdf2-sha256\$i=27500/);
  await imports.importText("keycloak", text);
  assert.equal((await imports.find("ada")).passwordHash, passwordHash);
});

test("names, nickname and picture of Auth0 are kept as claims, and its metadata are in the report", async () => {
  await using imports = await openImports();
  const text = JSON.stringify({
    user_id: "auth0|1",
    email: "ada@example.org",
    given_name: "Ada",
    family_name: "Lovelace",
    nickname: "countess",
    picture: "https://pictures.example/ada.png",
    created_at: "2020-09-13T12:26:40.000Z",
    user_metadata: { colour: "blue" },
    app_metadata: {},
  });
  const { report } = await imports.importText("auth0", text);
  const { username, claims, createdAt } = await imports.find("ada@example.org");
  const picture = "https://pictures.example/ada.png";
  assert.deepEqual(
    [username, claims, createdAt],
    [
      "ada@example.org",
      { given_name: "Ada", family_name: "Lovelace", nickname: "countess", picture },
      1_600_000_000_000,
    ],
  );
  assert.deepEqual(
    report.map(({ outcome, reason }) => [outcome, reason]),
    [["partly", 'Not kept: user_metadata "colour".']],
  );
});

test("names and language of Authelia are kept as claims, and what else it knows is in the report", async () => {
  await using imports = await openImports();
  const text = `users:
  ada:
    displayname: 'Ada Lovelace'
    password: '${bcrypt}'
    email: 'ada@example.org'
    given_name: 'Ada'
    family_name: 'Lovelace'
    locale: 'de-DE'
    phone_extension: '42'
    groups: []
    extra: {}
`;
  const { report } = await imports.importText("authelia", text);
  const { claims } = await imports.find("ada");
  assert.deepEqual(claims, { given_name: "Ada", family_name: "Lovelace", locale: "de-DE" });
  assert.deepEqual(
    report.map(({ reason }) => reason),
    ['Not kept: "phone_extension".'],
  );
});

test("a state that is neither true nor false in another product's file refuses the person, and lets nobody in", async () => {
  await using imports = await openImports();
  for (const [format, text] of [
    ["auth0", '{"email":"ada@example.org","blocked":"true"}'],
    ["keycloak", realmOf({ enabled: "false" })],
    ["authelia", "users:\n  ada:\n    disabled: 'yes'\n"],
  ] as const) {
    const { counts, report } = await imports.importText(format, text);
    assert.deepEqual([format, counts.created, counts.refused], [format, 0, 1]);
    assert.match(report[0]?.reason ?? "", /must be true or false, without quotation marks/);
  }
});

// The forms of https://auth0.com/docs/manage-users/user-migration/bulk-user-imports, with a digest of FIPS 180-2 §A.1 and RFC 1321 §A.5.
for (const [title, custom, kind] of [
  [
    "MD5 in hex",
    { algorithm: "md5", hash: { value: "900150983cd24fb0d6963f7d28e17f72", encoding: "hex" } },
    "md5-salt-first",
  ],
  [
    "SHA-1 of salt and password",
    {
      algorithm: "sha1",
      hash: { value: "a9993e364706816aba3e25717850c26c9cd0d89d", encoding: "hex" },
      salt: { value: "ab", encoding: "utf8", position: "prefix" },
    },
    "sha1-salt-first",
  ],
  [
    "SHA-1 of password and salt",
    {
      algorithm: "sha1",
      hash: { value: "qZk+NkcGgWq6PiVxeFDCbJzQ2J0=", encoding: "base64" },
      salt: { value: "bc", encoding: "utf8", position: "suffix" },
    },
    "sha1-salt-last",
  ],
  [
    "LDAP",
    { algorithm: "ldap", hash: { value: "{SSHA}lZHh7yU//R8IW41lH0NdQwly7T3EeE8p", encoding: "utf8" } },
    "sha1-salt-last",
  ],
] as const)
  test(`a digest of Auth0's bulk import is wrapped: ${title}`, async () => {
    await using imports = await openImports();
    const { counts, report } = await imports.importText(
      "auth0",
      JSON.stringify({ email: "ada@example.org", custom_password_hash: custom, identities: [] }),
    );
    assert.deepEqual([counts.created, counts.partly], [1, 0], JSON.stringify(report));
    const { passwordHash = "" } = await imports.find("ada@example.org");
    assert.ok(passwordHash.startsWith(`$wrapped-${kind}$i=1$`), passwordHash);
    const password = { "": "abc", YWI: "c", YmM: "a" }[passwordHash.split("$")[3] ?? ""];
    const typed = normalizePassword(
      password ?? (kind === "md5-salt-first" ? "abc" : "seven quiet rivers run north"),
    );
    assert.ok(typed.ok);
    const { passwords } = imports.registry;
    const verified = await passwords.verify(typed.value, passwordHash as PasswordHash, { network: "n" });
    assert.equal(verified.ok && verified.value.matches, true);
  });

/** What `dumpdata auth.user auth.group --natural-foreign` of Django 5.2 wrote for two people and a group. */
const django = [
  '{"model": "auth.group", "pk": 1, "fields": {"name": "staff", "permissions": []}}',
  '{"model": "auth.user", "pk": 1, "fields": {"password": "pbkdf2_sha256$1000000$Yur95KEJEUgtJ5AiaxHjIu$lBpZA9Q9dQ9Mugu7RuDSmMG0nYimsA6ECv5wBsxA984=", "last_login": null, "is_superuser": false, "username": "ada", "first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.org", "is_staff": false, "is_active": true, "date_joined": "2026-11-28T16:51:50.039Z", "groups": [["staff"]], "user_permissions": []}}',
  '{"model": "auth.user", "pk": 2, "fields": {"password": "!h5frLvDGuLP3m9sqzWtX4AabwNo8qnaT26pyWMfi", "last_login": null, "is_superuser": true, "username": "bob", "first_name": "", "last_name": "", "email": "", "is_staff": true, "is_active": false, "date_joined": "2026-11-28T16:51:50.040Z", "groups": [1], "user_permissions": []}}',
];

for (const [title, text] of [
  ["a list", `[${django.join(", ")}]`],
  ["lines (--format jsonl)", django.join("\n")],
] as const)
  test(`Django's dumpdata as ${title}: people with name, groups, state and hash; rights there are none here`, async () => {
    await using imports = await openImports();
    const recognised = recognisePeople(text);
    assert.equal(recognised.ok && recognised.value, "django");
    const { counts, report } = await imports.importText("django", text);
    assert.deepEqual([counts.created, counts.partly, counts.refused, counts.administrator], [2, 1, 0, 0]);
    const ada = await imports.find("ada");
    assert.deepEqual(
      [ada.name, ada.claims, ada.groups, ada.isDisabled, ada.isEmailUnverified, ada.createdAt],
      [
        "Ada Lovelace",
        { given_name: "Ada", family_name: "Lovelace" },
        ["staff"],
        false,
        true,
        Date.parse("2026-11-28T16:51:50.039Z"),
      ],
    );
    assert.match(ada.passwordHash ?? "", /^\$pbkdf2-sha256\$i=1000000\$/);
    const bob = await imports.find("bob");
    assert.deepEqual([bob.isDisabled, bob.isAdmin, bob.passwordHash], [true, false, undefined]);
    assert.equal(
      report[0]?.reason,
      'Not kept: groups without names (use --natural-foreign). Not kept: field "is_superuser". Not kept: field "is_staff".',
    );
  });
