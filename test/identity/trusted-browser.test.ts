import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  decodeTrustEntries,
  encodeTrustEntries,
  isTrusted,
  type TrustEntry,
  type TrustedBrowser,
  trustSeconds,
} from "../../src/identity/trusted-browser.ts";
import { accountIdOf, trustedBrowserIdOf } from "../../src/values/ids.ts";
import { instantOf, plus } from "../../src/values/time.ts";

const noon = instantOf(1_763_726_400_000);
const ada = { id: accountIdOf("a".repeat(20)), epoch: 3 };
const entryOf = (letter: string): TrustEntry => ({
  accountId: accountIdOf(letter.repeat(20)),
  id: trustedBrowserIdOf(new Uint8Array(16).fill(letter.charCodeAt(0))),
});
const browser: TrustedBrowser = {
  id: entryOf("a").id,
  accountId: ada.id,
  accountEpoch: 3,
  trustedAt: noon,
  expiresAt: plus(noon, trustSeconds),
  userAgent: "Mozilla/5.0 (test)",
};

const idsOf = (entries: readonly TrustEntry[]) => entries.map(({ accountId }) => accountId.at(-1)).join("");

test("the cookie holds five accounts, the newest first, and each once", () => {
  let entries: readonly TrustEntry[] = [];
  for (const letter of "abcdefc") entries = decodeTrustEntries(encodeTrustEntries(entryOf(letter), entries));
  assert.equal(idsOf(entries), "cfedb");
  assert.deepEqual(Buffer.from(entries[0]?.id ?? []), Buffer.from(entryOf("c").id));
});

test("bytes that no release wrote hold no entry", () => {
  const sound = encodeTrustEntries(entryOf("a"), []);
  for (const bytes of [new Uint8Array(0), sound.subarray(1), Buffer.concat([sound, Buffer.of(0)])])
    assert.deepEqual(decodeTrustEntries(bytes), []);
  assert.deepEqual(decodeTrustEntries(Uint8Array.from(sound).with(0, 2)), []);
  assert.deepEqual(decodeTrustEntries(Uint8Array.from(sound).with(1, 0)), []);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void decodeTrustEntries(bytes)));
});

const rows: readonly (readonly [title: string, changes: Partial<TrustedBrowser>, trusted: boolean])[] = [
  ["it was trusted a moment ago", {}, true],
  ["it was trusted by another person", { accountId: entryOf("b").accountId }, false],
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
