import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { jtiLengthMax, numericDate, readJti, readJwt } from "../../src/protocol/jwt.ts";
import { jwtOf } from "./fixtures.ts";

const objects = fc.dictionary(fc.string(), fc.jsonValue());

describe("JWT", () => {
  it("property: header and claims are read as they were written", () => {
    fc.assert(
      fc.property(objects, objects, (header, claims) => {
        assert.equal(JSON.stringify(readJwt(jwtOf(header, claims))), JSON.stringify({ header, claims }));
      }),
    );
  });

  it("property: no text makes reading throw", () => {
    const part = fc.oneof(fc.string(), fc.base64String(), fc.constant("e30"));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        readJwt(parts.join("."));
      }),
    );
  });

  const good = jwtOf({ alg: "ES256" }, { sub: "x" });
  const [head = "", body = ""] = good.split(".");
  const bytes = (text: string | Uint8Array) => Buffer.from(text).toString("base64url");
  const rows: Readonly<Record<string, string>> = {
    "an unsigned JWT (RFC 8725 §3.2)": `${head}.${body}.`,
    "two parts": `${head}.${body}`,
    "four parts": `${good}.e30`,
    padding: good.replace(".", "=."),
    "two proofs joined by a comma": `${good}, ${good}`,
    "an array": `${head}.${bytes("[]")}.x`,
    null: `${head}.${bytes("null")}.x`,
    "no JSON": `${head}.${bytes("{")}.x`,
    "no UTF-8": `${head}.${bytes(Uint8Array.of(0x22, 0xff, 0x22))}.x`,
    "9 KB": jwtOf({}, { x: "x".repeat(7000) }),
    "a line feed at the end": `${good}\n`,
  };
  for (const [title, text] of Object.entries(rows))
    it(`RFC 7519 §7.2: ${title} is not read`, () => {
      assert.equal(readJwt(text), undefined);
    });

  it("RFC 7519 §2: a NumericDate is a finite number of seconds, fractions included", () => {
    assert.equal(numericDate(1.5), 1500);
    for (const claim of ["1", null, undefined, Number.NaN, Number.POSITIVE_INFINITY, {}])
      assert.equal(numericDate(claim), undefined);
  });

  it("a jti is text of reasonable length", () => {
    assert.equal(readJti("x"), "x");
    for (const claim of ["", 1, null, undefined, "x".repeat(jtiLengthMax + 1)])
      assert.equal(readJti(claim), undefined);
  });
});
