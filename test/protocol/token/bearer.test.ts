import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { bearerErrors, readBearerToken } from "../../../src/protocol/token/bearer.ts";
import { parametersOf, reasonOf, unwrap } from "../fixtures.ts";

function read(authorization: string | undefined, query?: string, body?: string) {
  return readBearerToken({
    authorization,
    query: query === undefined ? undefined : parametersOf(query),
    body: body === undefined ? undefined : parametersOf(body),
  });
}

describe("bearer token", () => {
  it("RFC 6750 §2.1, C31: the header, its scheme in any letter case", () => {
    for (const scheme of ["Bearer", "bearer", "BEARER"])
      assert.equal(unwrap(read(`${scheme} lkat_x-~+/=`)), "lkat_x-~+/=");
    assert.equal(unwrap(read("Bearer x", "access_token=&other=1", "")), "x");
  });

  const rows = [
    ["RFC 6750 §3: nothing was sent", undefined, undefined, undefined, "token-missing", 401],
    ["C31: header and query", "Bearer x", "access_token=x", undefined, "token-in-two-places", 400],
    ["C31: header and body", "Bearer x", undefined, "access_token=x", "token-in-two-places", 400],
    ["C31: query and body", undefined, "access_token=x", "access_token=x", "token-in-two-places", 400],
    ["RFC 9700 §4.3.2: query", undefined, "access_token=x", undefined, "token-in-query", 401],
    ["query, repeated", undefined, "access_token=x&access_token=y", undefined, "token-in-query", 401],
    ["query, malformed", undefined, "access_token=%FF", undefined, "token-in-query", 401],
    ["body", undefined, undefined, "access_token=x", "token-in-body", 401],
    ["another scheme", "Basic x", undefined, undefined, "scheme-not-bearer", 401],
    ["a scheme that begins alike", "BearerToken x", undefined, undefined, "scheme-not-bearer", 401],
    ["an empty header", "", undefined, undefined, "scheme-not-bearer", 401],
    ["C31: two spaces", "Bearer  x", undefined, undefined, "authorization-malformed", 401],
    ["no token", "Bearer", undefined, undefined, "authorization-malformed", 401],
    ["no token after the space", "Bearer ", undefined, undefined, "authorization-malformed", 401],
    ["two tokens", "Bearer x y", undefined, undefined, "authorization-malformed", 401],
    [
      "two headers that were joined",
      "Bearer x, Bearer y",
      undefined,
      undefined,
      "authorization-malformed",
      401,
    ],
    ["padding in the middle", "Bearer x=y", undefined, undefined, "authorization-malformed", 401],
    ["great length", `Bearer ${"x".repeat(5000)}`, undefined, undefined, "authorization-malformed", 401],
  ] as const;
  for (const [title, authorization, query, body, reason, status] of rows)
    it(`${title}: refused`, () => {
      assert.equal(reasonOf(read(authorization, query, body)), reason);
      assert.equal(bearerErrors[reason].status, status);
    });

  it("the refusal of a token in the query names the passport-oauth2 setting", () => {
    assert.match(bearerErrors["token-in-query"].description, /useAuthorizationHeaderforGET\(true\)/);
  });

  it("property: no header makes reading throw", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        read(text);
        read(`Bearer ${text}`);
      }),
    );
  });
});
