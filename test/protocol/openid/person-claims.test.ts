import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  describeClaimProblem,
  type GivenClaim,
  givenClaims,
  readGivenClaim,
} from "../../../src/protocol/openid/person-claims.ts";

const long = "x".repeat(101);
const rows: readonly (readonly [name: GivenClaim, good: readonly string[], bad: readonly string[]])[] = [
  [
    "given_name",
    ["Ada", "Åsa Mæja", "\u{1f469}".repeat(100)],
    ["", "  ", "a\nb", "a\u0000", "a\u202eb", long],
  ],
  ["family_name", ["Lovelace"], [long]],
  ["middle_name", ["King"], [long]],
  ["nickname", ["ada"], [long]],
  ["gender", ["female", "something else"], [long]],
  [
    "picture",
    ["https://img.example/a.png?s=1", "http://localhost:8080/a"],
    ["img.example/a", "javascript:x"],
  ],
  ["website", ["https://ada.example"], ["ftp://a.example/", "https://a b", "https://me:secret@a.example/"]],
  [
    "profile",
    ["https://ada.example/me#top"],
    ["https://", `https://a.example/${"x".repeat(490)}`, "data:,x"],
  ],
  [
    "birthdate",
    ["1815-12-10", "0000-02-29", "1815"],
    ["1815-13-01", "1815-02-29", "10.12.1815", "15-1-1", "0000"],
  ],
  ["zoneinfo", ["Europe/London", "Etc/GMT+5", "UTC"], ["Europe/Nowhere", "London time", "+"]],
  ["locale", ["en", "en-GB", "zh-Hans-CN"], ["english!", "en_GB", "e"]],
];

describe("claims that the operator gives", () => {
  it("OpenID Connect Core §5.1: each has rows below", () => {
    assert.deepEqual(rows.map(([name]) => name).sort(), givenClaims.map(({ name }) => name).sort());
  });

  for (const [name, good, bad] of rows)
    it(`OpenID Connect Core §5.1: ${name} is read, or refused with what it must be`, () => {
      for (const text of good)
        assert.deepEqual(readGivenClaim(name, ` ${text} `), { ok: true, value: { name, value: text } });
      for (const text of bad) {
        const read = readGivenClaim(name, text);
        assert.ok(!read.ok, JSON.stringify(text));
        assert.match(describeClaimProblem(read.reason), new RegExp(`^The claim ${name} .*\\. Give .*\\.$`));
      }
    });

  it("what has an option of its own, or is no claim, is refused with the names there are", () => {
    for (const name of ["email", "name", "address", "sub", "__proto__", ""]) {
      const read = readGivenClaim(name, "x");
      assert.ok(!read.ok);
      assert.match(
        describeClaimProblem(read.reason),
        /There is no claim .* to give\. .* given_name, family_name/,
      );
    }
  });

  it("property: unknown input never throws", () => {
    const names = fc.constantFrom(...givenClaims.map(({ name }) => name));
    fc.assert(
      fc.property(names, fc.string({ unit: "binary" }), (name, text) => void readGivenClaim(name, text)),
    );
  });
});
