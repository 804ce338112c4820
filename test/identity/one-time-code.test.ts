import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readOneTimeCode } from "../../src/identity/one-time-code.ts";
import {
  formatRecoveryCode,
  recoveryCodeBytes,
  recoveryCodeOf,
  recoveryCodeText,
} from "../../src/identity/recovery-codes.ts";
import { decodeTotpSecret, encodeTotpSecret, totpSecretOf } from "../../src/identity/totp.ts";
import { accountIdOf } from "../../src/values/ids.ts";

const ada = accountIdOf("a".repeat(20));
const bob = accountIdOf("b".repeat(20));

const rows: readonly (readonly [typed: string, kind: "totp" | "recovery-code" | undefined, code?: string])[] =
  [
    ["123456", "totp", "123456"],
    [" 123 456 ", "totp", "123456"],
    ["123-456", "totp", "123456"],
    ["１２３４５６", "totp", "123456"],
    ["١٢٣٤٥٦", "totp", "123456"],
    ["۱۲۳۴۵۶", "totp", "123456"],
    ["\u200e123\u00a0456", "totp", "123456"],
    ["12345", undefined],
    ["1234567", undefined],
    ["-123456.0", undefined],
    ["1e5", undefined],
    ["k7m2-9qwx-4htb", "recovery-code", "k7m29qwx4htb"],
    ["K7M2 9QWX 4HTB", "recovery-code", "k7m29qwx4htb"],
    ["k7m2–9qwx—4htb\n", "recovery-code", "k7m29qwx4htb"],
    ["oil0-OIL0-1111", "recovery-code", "011001101111"],
    ["k7m2-9qwx-4htu", undefined],
    ["k7m2-9qwx-4ht", undefined],
    ["", undefined],
    ["1".repeat(65), undefined],
    ["123456\0", undefined],
  ];

for (const [typed, kind, code] of rows)
  test(`${JSON.stringify(typed)} is ${kind === undefined ? "no code" : `the ${kind} ${code}`}`, () => {
    const read = readOneTimeCode(typed);
    assert.deepEqual([read?.kind, read?.code], [kind, code]);
  });

test("no text makes the reader fail, and what it reads keeps its meaning", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const read = readOneTimeCode(text);
      if (read !== undefined) assert.deepEqual(readOneTimeCode(read.code), read);
    }),
  );
});

test("every recovery code is read again as people see it, in either case", () => {
  const bytes = fc.uint8Array({ minLength: recoveryCodeBytes, maxLength: recoveryCodeBytes });
  fc.assert(
    fc.property(bytes, (random) => {
      const code = recoveryCodeOf(random);
      const shown = formatRecoveryCode(code);
      assert.match(shown, /^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/);
      for (const typed of [shown, shown.toUpperCase(), code])
        assert.deepEqual(readOneTimeCode(typed), { kind: "recovery-code", code });
    }),
  );
});

test("a recovery code takes twelve bytes; its text names the account", () => {
  assert.throws(() => recoveryCodeOf(new Uint8Array(11)));
  const code = recoveryCodeOf(new Uint8Array(12));
  assert.notEqual(recoveryCodeText(ada, code), recoveryCodeText(bob, code));
});

test("a sealed secret opens for its own account alone", () => {
  const secret = totpSecretOf(Uint8Array.from({ length: 20 }, (_, index) => index));
  const payload = encodeTotpSecret(ada, secret);
  assert.deepEqual(Buffer.from(decodeTotpSecret(ada, payload) ?? []), Buffer.from(secret));
  assert.equal(decodeTotpSecret(bob, payload), undefined);
  assert.equal(decodeTotpSecret(ada, payload.subarray(1)), undefined);
  assert.equal(decodeTotpSecret(ada, undefined), undefined);
  assert.throws(() => totpSecretOf(new Uint8Array(19)));
});
