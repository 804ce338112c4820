import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createUserCode, formatUserCode, parseUserCode } from "../../../src/protocol/device/user-code.ts";

const alphabet = "BCDFGHJKLMNPQRSTVWXZ";

describe("user codes (RFC 8628 §6.1)", () => {
  it("a code has eight of 20 consonants, and people see it in two halves", () => {
    for (let round = 0; round < 1_000; round += 1) {
      const code = createUserCode(randomBytes);
      assert.match(code, new RegExp(`^[${alphabet}]{8}$`));
      assert.equal(formatUserCode(code), `${code.slice(0, 4)}-${code.slice(4)}`);
      assert.equal(parseUserCode(formatUserCode(code)), code);
    }
  });

  it("every letter is equally likely: a byte that would favour the first letters is drawn again", () => {
    const bytes = [255, 240, 0, 239, 20, 241, 1, 2, 3, 4, 5, 6];
    const code = createUserCode((count) => Uint8Array.from(bytes.splice(0, count)));
    assert.equal(code, "BZBCDFGH");
  });

  const typed = [
    "WDJB-MJHT",
    "wdjb-mjht",
    "wdjbmjht",
    " W D J B – M J H T ",
    "WDJB—MJHT",
    "wdjb_mjht.",
    "\u200eWDJB\u2011MJHT\u200f",
    "ｗｄｊｂ－ｍｊｈｔ",
    "WDJB\u00a0\u3000MJHT\n",
  ];
  for (const text of typed)
    it(`${JSON.stringify(text)} is read as people mean it`, () => {
      assert.equal(parseUserCode(text), "WDJBMJHT");
    });

  const others = [
    "",
    "WDJB",
    "WDJB-MJHTT",
    "ADJB-MJHT",
    "WDJB-MJH7",
    "WDJB+MJHT",
    "WDJB\0MJHT",
    "ẂDJBMJHT",
    "WDJB-MJHT".repeat(8),
    "ВDJBMJHT",
  ];
  for (const text of others)
    it(`${JSON.stringify(text)} is no code`, () => {
      assert.equal(parseUserCode(text), undefined);
    });

  it("unknown text never throws and never gives anything but a code", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
        const code = parseUserCode(text);
        assert.ok(code === undefined || new RegExp(`^[${alphabet}]{8}$`).test(code));
      }),
    );
  });
});
