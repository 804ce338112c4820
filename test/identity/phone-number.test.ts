import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { describePhoneNumberProblem, readPhoneNumber } from "../../src/identity/phone-number.ts";

describe("phone number", () => {
  const read = [
    ["+493012345678", "+493012345678"],
    ["+49 30 1234-5678", "+493012345678"],
    [" +1 (425) 555.1212 ", "+14255551212"],
    ["+49 30/1234 5678", "+493012345678"],
    ["+49\u00a030\u20111234567", "+49301234567"],
    ["+6834002", "+6834002"],
    ["+123456789012345", "+123456789012345"],
  ] as const;
  for (const [text, number] of read)
    it(`OpenID Connect Core §5.1, E.164: ${JSON.stringify(text)} is ${number}`, () => {
      assert.deepEqual(readPhoneNumber(text), { ok: true, value: number });
    });

  const refused = [
    ["", "no-country-code"],
    ["030 1234567", "no-country-code"],
    ["0049 30 1234567", "no-country-code"],
    ["+049301234567", "no-country-code"],
    ["+49 (0)30 1234567", "trunk-zero"],
    ["+49 30 1234567;ext=5", "unsupported-character"],
    ["+49 30 CALL-ME", "unsupported-character"],
    ["++493012345678", "unsupported-character"],
    ["+٤٩٣٠١٢٣٤٥٦", "unsupported-character"],
    ["+49 30 1234567\u202e", "unsupported-character"],
    ["+", "too-short"],
    ["+683400", "too-short"],
    ["+1234567890123456", "too-long"],
  ] as const;
  for (const [text, reason] of refused)
    it(`E.164: ${JSON.stringify(text)} is refused: ${reason}`, () => {
      assert.deepEqual(readPhoneNumber(text), { ok: false, reason });
      assert.match(describePhoneNumberProblem(reason), /^[A-Z].*\.$/);
    });

  it("property: any text is read or refused, and what was read is read again unchanged", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\+[0-9 ()-]{5,20}$/)), (text) => {
        const number = readPhoneNumber(text);
        if (!number.ok) return;
        assert.match(number.value, /^\+[1-9][0-9]{6,14}$/);
        assert.deepEqual(readPhoneNumber(number.value), number);
      }),
    );
  });
});
