import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { headerOf, readCsv } from "../../../../src/flows/operator/import/csv.ts";
import { readOwnPerson } from "../../../../src/flows/operator/import/sources/latchkey.ts";
import { openImports } from "./imported.ts";

/** Lines that are refused, and the sentence. */
const wrong: readonly (readonly [object, RegExp])[] = [
  [{ disabled: "true" }, /^disabled must be true or false, not the text "true"\.$/],
  [{ admin: 1 }, /^admin must be true or false, not the number 1\.$/],
  [{ email: "a@example.org", email_verified: "yes" }, /^email_verified must be true or false/],
  [{ email_verified: true }, /^email_verified says nothing without email\.$/],
  [{ groups: "staff" }, /^groups must be a list of texts, not the text "staff"\.$/],
  [{ groups: ["staff", 1] }, /^groups must be a list of texts/],
  [{ name: 5 }, /^name must be a text, not the number 5\.$/],
  [{ password: false }, /^password must be a text, not false\.$/],
  [{ password_hash: {} }, /^password_hash must be a text/],
  [{ password_hash: { a: 1 } }, /^password_hash must be a text, not an object\.$/],
  [{ totp_secret: ["a"] }, /^totp_secret must be a text/],
  [{ require: "three" }, /^require must be one, two or phr, not the text "three"\.$/],
  [{ created_at: "yesterday" }, /^created_at must be an instant/],
  [{ claims: "locale" }, /^claims must be an object/],
  [{ claims: { locale: 5 } }, /^claims\.locale must be a text, not the number 5\.$/],
  [{ claims: { department: "x" } }, /^There is no member "claims\.department"\. There are: given_name/],
  [
    { upstreams: [{ upstream: "a", subject: 5 }] },
    /^upstreams\.subject must be a text.*needs upstream and subject/,
  ],
  [{ upstreams: [{ upstream: "a" }] }, /^Each of upstreams needs upstream and subject\.$/],
  [{ upstreams: ["a"] }, /^upstreams must be a list of objects/],
  [{ emial: "x" }, /^There is no member "emial"\. There are: username, email/],
  [{ disabeld: true, grupos: [] }, /"disabeld".*"grupos"/],
  [{ constructor: 1 }, /"constructor"/],
];

for (const [said, sentence] of wrong)
  test(`a line that says ${JSON.stringify(said)} is refused by the name of the member`, () => {
    const read = readOwnPerson(JSON.parse(JSON.stringify({ username: "ada", ...said })));
    assert.match("problem" in read ? read.problem.says : "", sentence);
  });

test("any JSON object is read or refused, and is never an error", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (json) => {
      readOwnPerson(json);
    }),
  );
});

const csv = `username,email,email_verified,name,groups,disabled,admin,given_name,locale,password
ada,ada@example.org,TRUE,"Lovelace, Ada",staff;night ,yes,no,Ada,de,
bob,,,"Bob ""B""",,false,,,,seven quiet rivers run north
carol,,,,,maybe,,,,
`;

test("CSV whose header names the members is read with its types; a cell of another kind refuses the line by its name", async () => {
  await using imports = await openImports();
  const { counts, report } = await imports.importText("csv", csv);
  assert.deepEqual([counts.created, counts.refused], [2, 1]);
  assert.deepEqual(
    report.map(({ line, username, reason }) => [line, username, reason]),
    [[4, "carol", 'disabled must be true or false, not the text "maybe".']],
  );
  const ada = await imports.find("ada");
  assert.deepEqual(
    [ada.name, ada.groups, ada.isDisabled, ada.isAdmin, ada.claims, ada.isEmailUnverified],
    ["Lovelace, Ada", ["night", "staff"], true, false, { given_name: "Ada", locale: "de" }, undefined],
  );
  const bob = await imports.find("bob");
  assert.deepEqual([bob.name, bob.isDisabled, bob.passwordHash !== undefined], ['Bob "B"', false, true]);
});

/** CSV that breaks off: the people who are kept, the line, and the sentence. */
const broken: readonly (readonly [string, number, number, RegExp])[] = [
  ["username,Email\nada,a@example.org\n", 0, 1, /There is no column "Email"\. Rename or remove it/],
  ["username,username\nada,ada\n", 0, 1, /Two columns have the same name/],
  ["name,locale\nAda,de\n", 0, 1, /username or email among them/],
  ['username,name\nada,A\nbob,"B\ncarol,C\n', 1, 3, /is truncated here/],
  ['username,name\nada,A"B\nbob,\n', 0, 2, /quotation mark is not where/],
  ['username,name\nada,"A"B\nbob,\n', 0, 2, /quotation mark is not where/],
];

for (const [text, kept, line, sentence] of broken)
  test(`CSV as ${JSON.stringify(text)} is read up to line ${line}`, async () => {
    await using imports = await openImports();
    const ended = await imports.importText("csv", text);
    assert.equal(ended.counts.created, kept);
    assert.deepEqual(
      [ended.report.at(-1)?.line, sentence.test(ended.report.at(-1)?.reason ?? "")],
      [line, true],
    );
  });

test("a line of CSV with more or fewer cells than the header is refused, and the others are kept", async () => {
  await using imports = await openImports();
  const { counts, report } = await imports.importText("csv", "username,name\nada\nbob,B,x\ncarol,C\n");
  assert.deepEqual([counts.created, counts.refused], [1, 2]);
  assert.match(report[0]?.reason ?? "", /has 1 cell, and the header has 2/);
});

test("cells that are written by RFC 4180 are read as they were, with either end of line, cut anywhere", async () => {
  const cell = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r", ";", " ", "é", "𝒳") });
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.constantFrom("\n", "\r\n"),
      fc.integer({ min: 1, max: 9 }),
      async (cells, end, size) => {
        const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
        const text = cells.map((row) => row.map(quoted).join(",")).join(end);
        const letters = [...text];
        async function* parts() {
          for (let at = 0; at < letters.length; at += size) yield letters.slice(at, at + size).join("");
        }
        const found: (readonly string[])[] = [];
        for await (const record of readCsv(parts())) found.push(record.cells);
        assert.deepEqual(found, cells);
      },
    ),
  );
  assert.deepEqual(headerOf('a,"b c"\r\n1,2'), ["a", "b c"]);
});
