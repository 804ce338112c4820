import assert from "node:assert/strict";
import { test } from "node:test";
import { isJustMade, type Passkey } from "../../src/identity/passkey.ts";
import { instantOf, plus } from "../../src/values/time.ts";

const noon = instantOf(Date.parse("2026-03-09T12:00:00Z"));
const fresh = { createdAt: noon } as Passkey;

test("only a first passkey that nobody has used counts as just made, for five minutes", () => {
  const isNew = (passkeys: readonly Passkey[], seconds = 0, signedInAt = noon) =>
    isJustMade(passkeys, signedInAt, plus(noon, seconds));
  assert.equal(isNew([fresh]), true);
  assert.equal(isNew([fresh], 299), true);
  assert.equal(isNew([fresh], 300), false);
  assert.equal(isNew([fresh], 60, plus(noon, 60)), false, "the person has signed in again");
  assert.equal(isNew([{ ...fresh, lastUsedAt: noon }]), false);
  assert.equal(isNew([fresh, fresh]), false);
  assert.equal(isNew([]), false);
});
