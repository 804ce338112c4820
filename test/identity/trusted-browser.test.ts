import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  decodeTrustMarks,
  encodeTrustMarks,
  isTrusted,
  type TrustedBrowser,
  type TrustMark,
  trustSeconds,
} from "../../src/identity/trusted-browser.ts";
import { accountIdOf, trustedBrowserIdOf } from "../../src/values/ids.ts";
import { instantOf, plus } from "../../src/values/time.ts";

const noon = instantOf(1_763_726_400_000);
const ada = { id: accountIdOf("a".repeat(20)), epoch: 3 };
const markOf = (letter: string): TrustMark => ({
  accountId: accountIdOf(letter.repeat(20)),
  id: trustedBrowserIdOf(new Uint8Array(16).fill(letter.charCodeAt(0))),
});
const browser: TrustedBrowser = {
  id: markOf("a").id,
  accountId: ada.id,
  accountEpoch: 3,
  trustedAt: noon,
  expiresAt: plus(noon, trustSeconds),
  userAgent: "Mozilla/5.0 (test)",
};

const idsOf = (marks: readonly TrustMark[]) => marks.map(({ accountId }) => accountId.at(-1)).join("");

test("the cookie holds five accounts, the newest first, and each once", () => {
  let marks: readonly TrustMark[] = [];
  for (const letter of "abcdefc") marks = decodeTrustMarks(encodeTrustMarks(markOf(letter), marks));
  assert.equal(idsOf(marks), "cfedb");
  assert.deepEqual(Buffer.from(marks[0]?.id ?? []), Buffer.from(markOf("c").id));
});

test("bytes that no release wrote hold no mark", () => {
  const sound = encodeTrustMarks(markOf("a"), []);
  for (const bytes of [new Uint8Array(0), sound.subarray(1), Buffer.concat([sound, Buffer.of(0)])])
    assert.deepEqual(decodeTrustMarks(bytes), []);
  assert.deepEqual(decodeTrustMarks(Uint8Array.from(sound).with(0, 2)), []);
  assert.deepEqual(decodeTrustMarks(Uint8Array.from(sound).with(1, 0)), []);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void decodeTrustMarks(bytes)));
});

const rows: readonly (readonly [title: string, changes: Partial<TrustedBrowser>, trusted: boolean])[] = [
  ["it was trusted a moment ago", {}, true],
  ["it was trusted by another person", { accountId: markOf("b").accountId }, false],
  ["the password changed since", { accountEpoch: 2 }, false],
  ["30 days are over", { expiresAt: noon }, false],
  ["a moment is left", { expiresAt: plus(noon, 1) }, true],
  ["the clock was ahead when it was trusted", { expiresAt: plus(noon, trustSeconds + 1) }, false],
];

for (const [title, changes, trusted] of rows)
  test(`${trusted ? "trusted" : "not trusted"}: ${title}`, () => {
    assert.equal(isTrusted({ ...browser, ...changes }, ada, noon), trusted);
  });

test("not trusted: the row is gone", () => {
  assert.equal(isTrusted(undefined, ada, noon), false);
});
