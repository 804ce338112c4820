import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  decideGuessability,
  describeNewPasswordProblem,
  formBeforeSpaces,
  type NewPasswordProblem,
  newPasswordLengthMin,
  normalizePassword,
  type PasswordEstimate,
  readNewPassword,
} from "../../src/identity/password.ts";

function normalized(text: string): string {
  const password = normalizePassword(text);
  assert.ok(password.ok);
  return password.value;
}

/** An estimate that finds nothing wrong. */
const strong: PasswordEstimate = { guessesLog10: 20, weakness: "predictable" };

function verdictOf(
  text: string,
  words: readonly string[] = [],
  { hasSecondFactor = false, estimate = strong } = {},
): NewPasswordProblem | "fine" {
  const use = { hasSecondFactor, words };
  const read = readNewPassword(text, use);
  if (!read.ok) return read.reason;
  const decided = decideGuessability(read.value, use, estimate);
  return decided.ok ? "fine" : decided.reason;
}

test("F1: composed and decomposed spellings of a password are one password", () => {
  assert.equal(normalized("cafe\u0301"), normalized("caf\u00e9"));
  assert.equal(normalized("\u212b"), normalized("A\u030a"));
});

test("F1: compatibility characters stay what they are", () => {
  assert.equal(normalized("ﬁ²"), "ﬁ²");
});

test("F3: emoji, four-byte and unassigned code points are kept; a lone surrogate is refused", () => {
  for (const text of ["😀🔑", "\u{10ffff}", "\u0378\u0379", "👩‍👩‍👧"]) assert.equal(normalized(text), text);
  for (const text of ["a\ud83d", "\udd11a", "\ude00\ud83d"])
    assert.deepEqual(normalizePassword(text), { ok: false, reason: "lone-surrogate" });
});

test("F4: leading and trailing spaces of a password are kept", () => {
  assert.equal(normalized("  open "), "  open ");
});

test("RFC 8265 §4.2: every kind of space is the ASCII space; width and case stay", () => {
  const spaces =
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000";
  for (const space of spaces) assert.equal(normalized(`seven${space}rivers`), "seven rivers");
  assert.equal(normalized("\u00a0Ｓeven\u3000"), " Ｓeven ");
  assert.equal(normalized("zero\u200bwidth\u2028line"), "zero\u200bwidth\u2028line");
});

test("a text has an older form only where it has a space that is not the ASCII one", () => {
  for (const text of ["seven rivers", "cafe\u0301", "\u2126"])
    assert.equal(formBeforeSpaces(text), undefined);
  assert.equal(formBeforeSpaces("cafe\u0301\u00a0noir"), "caf\u00e9\u00a0noir");
  assert.equal(formBeforeSpaces(`${"a".repeat(1022)}\u00a0\u00a0`), undefined, "0.1.0 would have refused it");
});

test("A13: a password with NUL is refused, never cut", () => {
  for (const text of ["\0", "abc\0def", "abc\0"])
    assert.deepEqual(normalizePassword(text), { ok: false, reason: "contains-nul" });
});

test("F9: 1,024 bytes of UTF-8 are accepted, one more is refused", () => {
  assert.equal(normalized("a".repeat(1024)).length, 1024);
  assert.equal(normalized("😀".repeat(256)).length, 512);
  for (const text of [
    "a".repeat(1025),
    `${"😀".repeat(256)}a`,
    "é".repeat(513),
    "a".repeat(4096),
    "a".repeat(1 << 20),
  ])
    assert.deepEqual(normalizePassword(text), { ok: false, reason: "too-long" });
});

test("F10: the limit counts bytes after normalising, in both directions", () => {
  assert.deepEqual(normalizePassword("\ufb2c".repeat(341)), { ok: false, reason: "too-long" });
  // 341 Hangul syllables are 1,023 bytes, but 3,069 when typed as single letters.
  assert.equal(normalized("\u1112\u1161\u11ab".repeat(341)), "한".repeat(341));
  assert.equal(normalized("U\u0308\u0304".repeat(512)), "Ǖ".repeat(512));
});

test("an empty password is no password", () => {
  assert.deepEqual(normalizePassword(""), { ok: false, reason: "empty" });
});

test("normalising is a fixed point and never throws", () => {
  const anyText = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 600 });
  fc.assert(
    fc.property(anyText, (units) => {
      const password = normalizePassword(String.fromCharCode(...units));
      if (!password.ok) return;
      assert.ok(Buffer.byteLength(password.value) <= 1024);
      assert.deepEqual(normalizePassword(password.value), password);
    }),
  );
});

test("ASVS 6.2.1: a new password has at least 15 code points", () => {
  assert.equal(verdictOf("plum vex journ"), "too-short");
  assert.equal(verdictOf("plum vex journy"), "fine");
  assert.equal(verdictOf("🦊🐙🌵🎻🧭🪁🍋"), "too-short");
  assert.equal(verdictOf("🦊🐙🌵🎻🧭🪁🍋🚲🧊🪐🔭🎲🧵🛶🍄"), "fine");
  assert.equal(verdictOf(""), "empty");
  assert.equal(verdictOf("e\u0301".repeat(10)), "too-short");
});

test("ASVS 6.2.4: well-known passwords, sequences and repetitions are refused however long they are", () => {
  const rows: readonly (readonly [text: string, problem: NewPasswordProblem])[] = [
    ["password123456789", "predictable"],
    ["Password1234567890!", "predictable"],
    ["P@ssw0rd-P@ssw0rd-2026", "predictable"],
    ["123456789012345", "predictable"],
    ["1234567890987654321", "predictable"],
    ["qwertyuiopasdfghjkl", "predictable"],
    ["1qaz2wsx3edc4rfv", "predictable"],
    ["abcdefghijklmnopqrstuvwxyz", "predictable"],
    ["zyxwvutsrqponmlkjihgfedcba", "predictable"],
    ["йцукенгшщзхъфывапролджэ", "predictable"],
    ["Summer2025Winter2026", "predictable"],
    ["iloveyou iloveyou2", "predictable"],
    ["correct horse battery staple", "predictable"],
    ["aaaaaaaaaaaaaaa", "repeated"],
    ["aaaaaaaaaaaaaaaaaaab", "predictable"],
    ["abcabcabcabcabc", "repeated"],
    ["x7Kq x7Kq x7Kq x7", "repeated"],
    ["k3#9xQz!w2k3#9xQz!w2", "repeated"],
    ["😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀", "repeated"],
    ["               ", "repeated"],
    ["- - -- - - --- -_-", "predictable"],
  ];
  for (const [text, problem] of rows) assert.equal(verdictOf(text), problem, text);
});

test("ASVS 6.2.5: there is no rule about kinds of characters", () => {
  for (const text of [
    "vexplumjournalharbo",
    "92837465019283746",
    "ПЛАТЬЕГРУШАЗЕБРА",
    "grün blau Tasse Dach",
    "answer the property question",
  ])
    assert.equal(verdictOf(text), "fine", text);
});

test("ASVS 6.2.9: 64 characters and more are allowed", () => {
  const emoji = Array.from({ length: 64 }, (_, index) => String.fromCodePoint(0x1f400 + index)).join("");
  assert.equal(verdictOf(emoji), "fine");
  const hex = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
  assert.equal(verdictOf(hex), "fine");
});

test("ASVS 6.2.8: a new password is returned with its case, its spaces and its last character", () => {
  const text = ` ${"Vex Plum Journal ".repeat(1)}Z `;
  assert.deepEqual(readNewPassword(text, { hasSecondFactor: false }), { ok: true, value: text });
});

test("ASVS 6.2.11: names of the service, the host and the account are refused as the substance of a password", () => {
  const context = ["Latchkey", "id.harbour.example", "grace.hopper@navy.example", "bob"];
  const refused = [
    "Latchkey-Latchkey-2026",
    "latchkey-harbour-1",
    "L4tchk3y.H4rb0ur.2026",
    "id.harbour.example",
    "gracehopper2026!",
    "grace.hopper@navy.example",
    "hopper bob hopper bob 77",
  ];
  for (const text of refused) {
    assert.equal(verdictOf(text, context), "context-word", text);
  }
  assert.equal(verdictOf("my latchkey opens a blue gate", context), "fine");
  assert.equal(verdictOf("bobsled over nine hills", context), "fine");
});

test("ASVS 6.2.11: the words of one place are not forbidden in another", () => {
  assert.equal(verdictOf("harbour-lantern", []), "fine");
  assert.equal(verdictOf("vexplum journal", ["", "a", "."]), "fine");
});

test("checking a new password never throws, and its verdict does not depend on case", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.array(fc.string(), { maxLength: 4 }),
      (text, context) => {
        const verdict = verdictOf(text, context);
        if (/^[\x20-\x7e]*$/.test(text)) assert.equal(verdictOf(text.toUpperCase(), context), verdict);
      },
    ),
  );
});

test("SP 800-63B-4 §3.1.1.2: with a second factor that is demanded, 8 code points are enough", () => {
  assert.equal(newPasswordLengthMin({ hasSecondFactor: false }), 15);
  assert.equal(newPasswordLengthMin({ hasSecondFactor: true }), 8);
  const use = { hasSecondFactor: true };
  assert.equal(verdictOf("Kj4tz7Q", [], use), "too-short");
  assert.equal(verdictOf("Kj4tz7Qp", [], use), "fine");
  assert.equal(verdictOf("Kj4tz7Qp"), "too-short");
  assert.equal(verdictOf("abcabcab", [], use), "repeated");
  assert.equal(verdictOf("Summer2026!", [], use), "predictable");
  assert.equal(verdictOf("harbour-2026", ["harbour"], use), "context-word");
});

test("ASVS 6.2.4: a password from the lists of stolen ones is refused, however many guesses it is worth", () => {
  const estimate: PasswordEstimate = { guessesLog10: 20, weakness: "stolen" };
  assert.equal(verdictOf("plum vex journy", [], { estimate }), "stolen");
});

test("a password that is found in fewer than 10^8 guesses is refused, with a second factor fewer than 10^6", () => {
  const rows = [
    [7.9, false, "repeated"],
    [8, false, "fine"],
    [5.9, true, "repeated"],
    [6, true, "fine"],
  ] as const;
  for (const [guessesLog10, hasSecondFactor, verdict] of rows) {
    const estimate: PasswordEstimate = { guessesLog10, weakness: "repeated" };
    assert.equal(verdictOf("plum vex journy", [], { hasSecondFactor, estimate }), verdict);
  }
});

test("every refusal of a new password says what to do instead", () => {
  const problems: readonly NewPasswordProblem[] = [
    "too-short",
    "repeated",
    "predictable",
    "context-word",
    "stolen",
  ];
  for (const problem of problems) assert.match(describeNewPasswordProblem(problem), /at least 15 characters/);
  assert.match(describeNewPasswordProblem("too-long"), /1024 bytes/);
});

test("F10: a run of more than 30 combining marks is refused before it costs anything; 30 are fine", () => {
  assert.deepEqual(normalizePassword(`a${"\u0301\u0323".repeat(16)}`), {
    ok: false,
    reason: "too-many-marks",
  });
  assert.equal(normalizePassword(`a${"\u0301\u0323".repeat(15)}`).ok, true);
});
