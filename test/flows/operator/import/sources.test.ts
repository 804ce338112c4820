import assert from "node:assert/strict";
import { test } from "node:test";
import { recognisePeople } from "../../../../src/flows/operator/import/recognise.ts";
import { type PeopleFormat, peopleFormats } from "../../../../src/flows/operator/import/sources.ts";
import { normalizePassword, type PasswordHash } from "../../../../src/identity/password.ts";
import { bcrypt, foreignPassword } from "../../../support/foreign-files.ts";
import { openImports } from "./imported.ts";
import { databaseFiles } from "./source-files/databases.ts";
import { directoryFiles } from "./source-files/directories.ts";
import { realDirectoryFiles } from "./source-files/real-directories.ts";
import { selfHostedFiles } from "./source-files/self-hosted.ts";
import { serviceFiles } from "./source-files/services.ts";
import type { SourceFile } from "./source-files/source-file.ts";

const files: readonly SourceFile[] = [
  ...serviceFiles,
  ...selfHostedFiles,
  ...databaseFiles,
  ...directoryFiles,
  ...realDirectoryFiles,
];

for (const file of files)
  test(`${file.title}: what is kept of each person, and each thing that is not by its name`, async () => {
    await using imports = await openImports();
    const recognised = recognisePeople(file.text);
    assert.equal(recognised.ok ? recognised.value : recognised.reason, file.format);
    const imported = await imports.importText(file.format, file.text, {}, file.said);
    const { counts, report, leftOut, passedOver } = imported;
    assert.deepEqual(
      [counts.created, counts.refused],
      [Object.keys(file.people).length, file.refused ?? 0],
      JSON.stringify(report),
    );
    for (const [name, wanted] of Object.entries(file.people)) {
      const { password, ...members } = wanted;
      const account = await imports.find(name);
      const kept = Object.fromEntries(
        Object.keys(members).map((member) => [member, account[member as keyof typeof account]]),
      );
      assert.deepEqual(kept, members, name);
      if (password === undefined) continue;
      const typed = normalizePassword(password);
      assert.ok(typed.ok);
      const stored = account.passwordHash as PasswordHash;
      for (const [text, matches] of [
        [typed.value, true],
        [`${typed.value}!` as typeof typed.value, false],
      ] as const) {
        const verified = await imports.registry.passwords.verify(text, stored, { network: "n" });
        assert.deepEqual(verified.ok && verified.value.matches, matches, `${name}: ${stored}`);
      }
    }
    assert.deepEqual(leftOut, file.leftOut ?? {});
    assert.deepEqual(Object.keys(passedOver).sort(), [...(file.passedOver ?? [])].sort());
    if (file.apps !== undefined) assert.equal(await appsOf(imports, Object.keys(file.people)), file.apps);
  });

async function appsOf(
  imports: Awaited<ReturnType<typeof openImports>>,
  names: readonly string[],
): Promise<number> {
  let count = 0;
  for (const name of names) {
    const { id } = await imports.find(name);
    if ((await imports.registry.totps.find(id)) !== undefined) count += 1;
  }
  return count;
}

test("every source has a file here or in the tests of its own", () => {
  const elsewhere = ["latchkey", "csv", "keycloak", "auth0", "authelia", "django", "htpasswd"];
  const tried = new Set([...files.map(({ format }) => format), ...elsewhere]);
  assert.deepEqual(
    peopleFormats.filter((format) => !tried.has(format)),
    [],
  );
});

test("CSV with a mapping: the columns are read by their names, and the others are left out by theirs", async () => {
  await using imports = await openImports();
  const columns = new Map([
    ["email", "Mail"],
    ["username", "Login"],
    ["email_verified", "Confirmed"],
    ["name", "Name, full"],
    ["groups", "Teams"],
    ["password_hash", "Hash"],
    ["attributes.office", "Office"],
  ]);
  const text = [
    'Login,Mail,Confirmed,"Name, full",Teams,Dept,Hash,Office',
    `ada,ada@example.org,Yes,=HYPERLINK("x"),staff;berlin,R&D,${bcrypt},"Berlin, 2nd floor"`.replace(
      ',=HYPERLINK("x"),',
      ',"=HYPERLINK(""x"")",',
    ),
    "bob,bob@example.org,maybe,Bob,,,,",
    "carol,carol@example.org,no,Carol,,,,",
  ].join("\r\n");
  const { counts, report, leftOut } = await imports.importText("csv", text, {}, { columns });
  assert.deepEqual([counts.created, counts.refused, counts.partly], [2, 1, 1]);
  const ada = await imports.find("ada");
  assert.deepEqual(
    [ada.email, ada.isEmailUnverified, ada.name, ada.groups, ada.claims],
    ["ada@example.org", undefined, '=HYPERLINK("x")', ["berlin", "staff"], { office: "Berlin, 2nd floor" }],
  );
  const typed = normalizePassword(foreignPassword);
  assert.ok(typed.ok);
  const verified = await imports.registry.passwords.verify(typed.value, ada.passwordHash, { network: "n" });
  assert.equal(verified.ok && verified.value.matches, true);
  assert.deepEqual(leftOut, { 'column "Dept"': 1 });
  const bob = report.find(({ username }) => username === "bob");
  assert.equal(bob?.line, 3);
  assert.equal(
    bob?.reason,
    'Column "Confirmed": email_verified must be true or false, not the text "maybe".',
  );
});

for (const [title, header, why] of [
  [
    "a column that is not there",
    "Login,E-Mail\nada,a@example.org\n",
    /no column "Mail"\. There are: "Login", "E-Mail"/,
  ],
  ["two columns of one name", "Mail,Mail\na,b\n", /Two columns have the same name/],
] as const)
  test(`CSV with a mapping: ${title} ends the import with the names that there are`, async () => {
    await using imports = await openImports();
    const columns = new Map([["email", "Mail"]]);
    const { counts, report } = await imports.importText("csv", header, {}, { columns });
    assert.equal(counts.created, 0);
    assert.match(report[0]?.reason ?? "", why);
  });

test("the same person by two formats of one product: the second file adds the hash, and the sub stays", async () => {
  await using imports = await openImports();
  const api = {
    pk: 1,
    username: "ada",
    name: "Ada",
    is_active: true,
    groups_obj: [],
    email: "ada@example.org",
    uid: "c0ffee",
  };
  await imports.importText("authentik", JSON.stringify({ pagination: {}, results: [api] }));
  const dumped = {
    model: "authentik_core.user",
    pk: 1,
    fields: { username: "ada", name: "Ada", is_active: true, password: bcrypt, email: "ada@example.org" },
  };
  const { counts } = await imports.importText("authentik", JSON.stringify([dumped]));
  assert.deepEqual([counts.updated, counts.refused], [1, 0]);
  const ada = await imports.find("ada");
  assert.deepEqual([ada.subject, ada.passwordHash], ["c0ffee", bcrypt]);
});

test("Firebase without its parameters: the people come, and each hash is counted as not kept", async () => {
  await using imports = await openImports();
  const text = JSON.stringify({
    users: [{ localId: "a1", email: "ada@example.org", passwordHash: "aGFzaA==", salt: "c2FsdA==" }],
  });
  const { leftOut } = await imports.importText("firebase", text);
  assert.deepEqual(leftOut, { "password hash (needs --hash-parameters)": 1 });
});

test("LDIF that cannot be read twice: a group is refused by name, and people keep what memberOf says", async () => {
  await using imports = await openImports();
  const file = directoryFiles.find(({ title }) => title.startsWith("OpenLDAP"));
  assert.ok(file);
  const { report } = await imports.importText("ldif", file.text, {}, {}, "once");
  assert.match(report.find(({ reason }) => reason.includes("stdin"))?.reason ?? "", /not read from stdin/);
});

test("LDIF with bytes where a text is meant: no name, address or password is made of them", async () => {
  await using imports = await openImports();
  const bytes = Buffer.from("pässwort", "latin1").toString("base64");
  const entry = (uid: string, more: string) =>
    `dn: ${uid},dc=example\nobjectClass: inetOrgPerson\n${uid.replace("=", ": ")}\n${more}\n\n`;
  const text = [
    entry("uid=ada", `userPassword:: ${bytes}`),
    entry("cn=Nobody", `uid:: ${bytes}`),
    entry("cn=No Address", `userPrincipalName:: ${bytes}`),
  ].join("");
  const { counts, leftOut } = await imports.importText("ldif", text);
  assert.deepEqual([counts.created, counts.refused], [1, 2]);
  assert.equal((await imports.find("ada")).passwordHash, undefined);
  assert.deepEqual(leftOut, { "a password that is no text": 1 });
});

test("of several marks that an account is disabled, one is enough", async () => {
  await using imports = await openImports();
  const text =
    "dn: uid=ada,dc=example\nobjectClass: inetOrgPerson\nuid: ada\nuserAccountControl: 512\nnsAccountLock: TRUE\n";
  await imports.importText("ldif", text);
  assert.equal((await imports.find("ada")).isDisabled, true);
});

test("LDIF: an account that the directory had ended or disabled by any of its marks stays closed", async () => {
  await using imports = await openImports();
  const marks = {
    ended: "shadowExpire: 11323",
    endless: "shadowExpire: -1",
    zero: "shadowExpire: 0",
    later: "shadowExpire: 99999",
    past: "pwdEndTime: 20010101000000Z",
    samba: "sambaAcctFlags: [UDX        ]",
    usual: "sambaAcctFlags: [UX         ]",
  };
  const text = Object.entries(marks).map(
    ([uid, mark]) => `dn: uid=${uid},dc=example\nobjectClass: inetOrgPerson\nuid: ${uid}\n${mark}\n\n`,
  );
  const { leftOut } = await imports.importText("ldif", text.join(""));
  const closed: string[] = [];
  for (const uid of Object.keys(marks)) if ((await imports.find(uid)).isDisabled) closed.push(uid);
  assert.deepEqual(closed, ["ended", "past", "samba"]);
  assert.deepEqual(leftOut, { "the end of an account": 1 });
});

test("LDIF: a password that an administrator had set, and that had to be changed, is not kept", async () => {
  await using imports = await openImports();
  const marks = {
    ad: "pwdLastSet: 0",
    openldap: "pwdReset: TRUE",
    "389": "passwordExpirationTime: 19700101000000Z",
    freeipa: "krbLastPwdChange: 20260101000000Z\nkrbPasswordExpiration: 20260101000000Z",
    posix: "shadowLastChange: 0",
    usual:
      "krbLastPwdChange: 20260101000000Z\nkrbPasswordExpiration: 20260401000000Z\npasswordExpirationTime: 20260401000000Z\nshadowLastChange: 20000",
  };
  const hash = "{CRYPT}$2b$04$abcdefghijklmnopqrstuulZhYyl3Cg5o4zW2qQ4gFJyXKq5jJz3e";
  const text = Object.entries(marks).map(
    ([uid, mark]) =>
      `dn: uid=${uid},dc=example\nobjectClass: inetOrgPerson\nuid: ${uid}\nuserPassword: ${hash}\n${mark}\n\n`,
  );
  const { leftOut } = await imports.importText("ldif", text.join(""));
  const kept: string[] = [];
  for (const uid of Object.keys(marks))
    if ((await imports.find(uid)).passwordHash !== undefined) kept.push(uid);
  assert.deepEqual(kept, ["usual"]);
  assert.deepEqual(leftOut, { "a password that had to be changed": 5 });
});

test("shadow: an account that has ended is disabled, and a password that had to be changed is not kept", async () => {
  await using imports = await openImports();
  const hash =
    "$6$uUlSAzp85DWvWlQf$XRE3FwR4tsCA4tjF.afseKLOzr1inHBPJhXRqg/82NvJIYI0qmZfdjLiEL9g6jPJuujPlrUIrqBPPV2bZ7rcz0";
  const ends = { ended: "19000:0:99999:7::11323:", zero: "19000:0:99999:7::0:", later: "19000::::90:99999:" };
  const text = Object.entries({ ...ends, reset: "0:0:99999:7:::" }).map(
    ([name, rest]) => `${name}:${hash}:${rest}\n`,
  );
  const { leftOut, report } = await imports.importText("passwd", text.join(""));
  const people = await Promise.all(["ended", "zero", "later", "reset"].map((name) => imports.find(name)));
  assert.deepEqual(
    people.map(({ isDisabled, passwordHash }) => [isDisabled, passwordHash !== undefined]),
    [
      [true, true],
      [false, true],
      [false, true],
      [false, false],
    ],
  );
  assert.deepEqual(leftOut, { "the end of an account": 1 });
  const ofReset = report.find(({ username }) => username === "reset");
  assert.match(ofReset?.reason ?? "", /The password is not kept: the next login would have asked/);
});

test("a hash of an unknown kind: the report names the kind, and never a digest", async () => {
  await using imports = await openImports();
  const digest = "d2064d358136996bd22421584a7cb33e";
  const text = ["username,password_hash", `ada,${digest}:trd7TvKHx6dMeoMm`, "bob,weird-kdf:trd7TvKHx6dMeoMm"];
  const { leftOut, report } = await imports.importText("csv", text.join("\n"));
  assert.deepEqual(leftOut, { "password hash": 1, "password hash (weird-kdf)": 1 });
  assert.ok(!JSON.stringify(report).includes(digest));
});

test("a source is recognised by what no other has: no file of one is taken for another", () => {
  for (const { title, text, format } of files) {
    const recognised = recognisePeople(text);
    assert.deepEqual([title, recognised.ok && recognised.value], [title, format as PeopleFormat]);
  }
});
