import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  type AccountName,
  type AccountNameProblem,
  canonicalAccountName,
  describeAccountNameProblem,
  readAccountName,
  readEmail,
} from "../../src/identity/account-name.ts";

function registered(text: string): AccountName {
  const name = readAccountName(text);
  assert.ok(name.ok, `${JSON.stringify(text)} is refused`);
  return name.value;
}

function problemOf(text: string, ownEmail?: AccountName): AccountNameProblem | "none" {
  const name = readAccountName(text, ownEmail);
  return name.ok ? "none" : name.reason;
}

const cyrillicPaypal = "раypal";

test("E7: every spelling of a registered username gives the one canonical name", () => {
  const spellings: readonly (readonly [registered: string, ...typed: string[]])[] = [
    ["ada", "Ada", "ADA", " ada", "ada ", "ada\t", "\u00a0ada\u3000", "ａｄａ", "𝐀𝐝𝐚", "\ufeffada"],
    ["rené", "rene\u0301", "RENÉ", "RENE\u0301"],
    ["ﬁona", "fiona", "FIONA"],
    ["νικος.α", "ΝΙΚΟΣ.Α", "νικοσ.α"],
    ["istanbul", "ISTANBUL"],
    ["иван", "ИВАН"],
  ];
  for (const [name, ...typed] of spellings)
    for (const text of typed)
      assert.equal(canonicalAccountName(text), registered(name), JSON.stringify(text));
});

test("E7: a username and its sign-in form agree for every registered name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
      const name = readAccountName(text);
      if (name.ok) assert.equal(canonicalAccountName(text), name.value);
    }),
  );
});

test("the canonical form is a fixed point: reading a name again changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
      const name = canonicalAccountName(text);
      if (name !== undefined) assert.equal(canonicalAccountName(name), name);
    }),
  );
  for (let codePoint = 0; codePoint < 0x30000; codePoint += 1) {
    const name = canonicalAccountName(`a${String.fromCodePoint(codePoint)}b`);
    if (name !== undefined) assert.equal(canonicalAccountName(name), name, codePoint.toString(16));
  }
});

test("a username may use the letters, marks and digits of one script", () => {
  for (const text of [
    "ada.lovelace",
    "ada-l_1815+x",
    "o'brien",
    "иван",
    "Ελένη",
    "علي",
    "नेहा",
    "山田太郎",
    "ユーザー",
    "田中taro",
    "7of9",
  ])
    assert.equal(problemOf(text), "none", text);
});

test("a username is refused with the reason that can be repaired", () => {
  const rows: readonly (readonly [text: string, problem: AccountNameProblem])[] = [
    ["", "empty"],
    ["   ", "empty"],
    ["a".repeat(255), "too-long"],
    ["é".repeat(128), "too-long"],
    ["\ufdfa".repeat(20), "too-long"],
    [" ".repeat(2000), "too-long"],
    ["ada\ud800", "lone-surrogate"],
    ["\udc00ada", "lone-surrogate"],
    ["ada lovelace", "whitespace"],
    ["ada\u3000lovelace", "whitespace"],
    ["ada😀", "unsupported-character"],
    ["ada\u2010l", "unsupported-character"],
    ["ada\ue000", "unsupported-character"],
    ["ada\u0378", "unsupported-character"],
    ["-rf", "bad-start"],
    [".ada", "bad-start"],
    ["\u0301ada", "bad-start"],
  ];
  for (const [text, problem] of rows) assert.equal(problemOf(text), problem, JSON.stringify(text));
  assert.equal(problemOf("a".repeat(254)), "none");
});

test("A15: control characters, ESC and NUL in a username are refused", () => {
  for (const text of [
    "ada\0",
    "a\x1b[31mda",
    "ada\n",
    "ada\r\nx",
    "a\tda",
    "ada\x7f",
    "ada\x9b",
    "a\u2028da",
  ])
    assert.equal(problemOf(text), "control-character", JSON.stringify(text));
});

test("A15, F7: bidi marks, zero-width characters and the BOM in a username are refused", () => {
  const invisible =
    "\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff\u00ad\u034f\u115f\u3164\uffa0\u2800\ufe0f";
  for (const character of invisible) {
    assert.equal(problemOf(`ad${character}a`), "invisible-character", JSON.stringify(character));
    assert.equal(problemOf(`${character}ada`), "invisible-character");
  }
  assert.equal(problemOf("ada\u{e0041}"), "invisible-character");
});

test("F7: no accepted username holds an invisible or control character after NFKC", () => {
  for (let codePoint = 0; codePoint < 0x30000; codePoint += 1) {
    const name = readAccountName(`a${String.fromCodePoint(codePoint)}b`);
    if (name.ok) assert.doesNotMatch(name.value, /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u);
  }
});

test("F6: a username that mixes look-alike scripts is refused; one script alone is fine", () => {
  for (const text of [cyrillicPaypal, "аda", "adа", "gοοgle", "αда", "օda"])
    assert.equal(problemOf(text), "mixed-scripts", text);
  for (const text of ["рауро", "пайпал2026", "αβγ"]) assert.equal(problemOf(text), "none", text);
});

test("E21: a username with @ is refused unless it is the account's own e-mail address", () => {
  const email = readEmail("Ada@Example.org");
  assert.ok(email.ok);
  assert.equal(problemOf("ada@example.org", email.value), "none");
  assert.equal(problemOf("ADA@example.ORG", email.value), "none");
  assert.equal(problemOf("ada@example.org"), "not-own-email");
  assert.equal(problemOf("eve@example.org", email.value), "not-own-email");
  assert.equal(problemOf("ada＠example.org"), "not-own-email");
  assert.equal(problemOf("@ada"), "not-own-email");
});

test("an e-mail address is read into the canonical form", () => {
  const rows: readonly (readonly [text: string, name: string])[] = [
    ["Ada.Lovelace+x@Example.ORG", "ada.lovelace+x@example.org"],
    [" ada@example.org ", "ada@example.org"],
    ["root@localhost", "root@localhost"],
    ["_x@mail.example", "_x@mail.example"],
    ["иван@example.org", "иван@example.org"],
    ["иван@пример.example", "иван@пример.example"],
  ];
  for (const [text, name] of rows) {
    const email = readEmail(text);
    assert.ok(email.ok, text);
    assert.equal(email.value, name);
    assert.equal(canonicalAccountName(text), name);
  }
});

test("what is no e-mail address is refused", () => {
  const shapeless = [
    "ada",
    "@example.org",
    "ada@",
    "a@b@c",
    "ada@ex..org",
    "ada@-x.org",
    "ada@x-.org",
    "ada@.org",
  ];
  const odd = [
    "ada@example.org.",
    "a..b@example.org",
    ".a@example.org",
    '"a"@example.org',
    "a,b@x.org",
    "<a@x.org>",
    "a@[1.2.3.4]",
    "=?utf-8?q?eve=40evil.example=3e=20?=@example.org",
  ];
  for (const text of [...shapeless, ...odd, `${"a".repeat(65)}@x.org`, `a@${"x".repeat(64)}.org`]) {
    assert.deepEqual(readEmail(text), { ok: false, reason: "not-an-email" }, text);
  }
  assert.deepEqual(readEmail(`${cyrillicPaypal}@example.org`), { ok: false, reason: "mixed-scripts" });
  assert.deepEqual(readEmail(`ada@${cyrillicPaypal}.com`), { ok: false, reason: "mixed-scripts" });
  assert.deepEqual(readEmail("ada@x.org\nBcc: eve@x.org"), { ok: false, reason: "control-character" });
});

test("sign-in: a text that no account can have is undefined, a name of older rules is not", () => {
  for (const text of [
    "",
    "  ",
    "a b",
    "ada\0",
    "a\x1bda",
    "ad\u200ba",
    "ada\ud800",
    "a".repeat(255),
    "a".repeat(1e6),
  ])
    assert.equal(canonicalAccountName(text), undefined, JSON.stringify(text.slice(0, 20)));
  for (const text of [cyrillicPaypal, "-rf", "eve@example.org", "ada😀"])
    assert.equal(canonicalAccountName(text), text);
});

test("every problem is described in a sentence that does not repeat the name", () => {
  for (const text of ["", "a b", "😀", "a@b", "\0"]) {
    const problem = problemOf(text);
    assert.notEqual(problem, "none");
    if (problem !== "none") assert.match(describeAccountNameProblem(problem), /^[A-Z].*\.$/);
  }
});
