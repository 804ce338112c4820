import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { describePostalAddressProblem, readPostalAddress } from "../../src/identity/postal-address.ts";

describe("postal address", () => {
  const read = [
    ["one line", "1 Main St, Springfield", "1 Main St, Springfield"],
    ["lines of any system", "a\r\nb\rc\nd\u2028e", "a\nb\nc\nd\ne"],
    ["no empty lines, and none that is padded", "\n  a  \n\n\tb\n", "a\nb"],
    ["any script, composed", "Stra\u00dfe 1\nMu\u0308nchen\n東京都", "Stra\u00dfe 1\nM\u00fcnchen\n東京都"],
    ["500 characters", "x".repeat(500), "x".repeat(500)],
    ["500 characters that need two code units each", "𐍈".repeat(500), "𐍈".repeat(500)],
  ] as const;
  for (const [title, text, address] of read)
    it(`OpenID Connect Core §5.1.1: ${title}`, () => {
      assert.deepEqual(readPostalAddress(text), { ok: true, value: address });
    });

  const refused = [
    ["", "empty"],
    [" \n\t\r\n", "empty"],
    ["x".repeat(501), "too-long"],
    ["\n".repeat(3000), "too-long"],
    [Array.from({ length: 11 }, () => "x").join("\n"), "too-many-lines"],
    ["a\u0000b", "invisible-character"],
    ["a\u001b[31mb", "invisible-character"],
    ["a\u202eb", "invisible-character"],
    ["a\u200bb", "invisible-character"],
    ["\ud800", "invisible-character"],
  ] as const;
  for (const [text, reason] of refused)
    it(`an address is refused: ${reason} (${JSON.stringify(text.slice(0, 12))})`, () => {
      assert.deepEqual(readPostalAddress(text), { ok: false, reason });
      assert.match(describePostalAddressProblem(reason), /^[A-Z].*\.$/);
    });

  it("property: any text is read or refused, and what was read is read again unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 700 }), (text) => {
        const address = readPostalAddress(text);
        if (!address.ok) return;
        for (const line of address.value.split("\n")) assert.ok(line !== "" && line === line.trim());
        assert.deepEqual(readPostalAddress(address.value), address);
      }),
    );
  });
});
