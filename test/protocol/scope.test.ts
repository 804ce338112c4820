import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { grantedScope, isKnownScope, knownScopes, readScope } from "../../src/protocol/scope.ts";

const openid = { ...interfaceMetadata, isOpenid: true };
const refreshing = { ...openid, mayRefresh: true };

describe("scope: read", () => {
  const rows = [
    ["RFC 6749 §3.3: spaces separate", "openid email", ["openid", "email"]],
    ["commas separate too", "openid,email, profile", ["openid", "email", "profile"]],
    ["empty values and repeated ones do not count", "  a  a,,b ", ["a", "b"]],
    ["RFC 6749 §3.3: values are case-sensitive", "OpenID openid", ["OpenID", "openid"]],
    ["nothing", " , ", []],
  ] as const;
  for (const [title, text, values] of rows) it(title, () => assert.deepEqual(readScope(text), values));

  it("property: any text can be read, to at most 64 values", () => {
    fc.assert(fc.property(fc.string({ maxLength: 500 }), (text) => assert.ok(readScope(text).length <= 64)));
    assert.equal(readScope(Array.from({ length: 100 }, (_, index) => `v${index}`).join(" ")).length, 64);
  });
});

describe("scope: granted", () => {
  const rows = [
    ["OpenID Connect Core §3.1.2.1: openid for an OpenID client", "openid", openid, ["openid"]],
    ["openid for any other client is left out", "openid email", interfaceMetadata, ["email"]],
    [
      "OpenID Connect Core §5.4: address and phone for any other client are left out",
      "email address phone",
      interfaceMetadata,
      ["email"],
    ],
    [
      "OpenID Connect Core §11: offline_access for who gets refresh tokens",
      "openid offline_access",
      refreshing,
      ["openid", "offline_access"],
    ],
    ["offline_access for any other client is left out", "openid offline_access", openid, ["openid"]],
    [
      "RFC 6749 §3.3: unknown values are left out",
      "openid api:read constructor __proto__",
      openid,
      ["openid"],
    ],
    [
      "oidcc-alternate-happy-flow: the order is that of the request",
      "email profile openid",
      openid,
      ["email", "profile", "openid"],
    ],
    [
      "oidcc-scope-all",
      "openid profile email address phone",
      openid,
      ["openid", "profile", "email", "address", "phone"],
    ],
    ["no scope", undefined, refreshing, []],
  ] as const;
  for (const [title, text, metadata, values] of rows)
    it(title, () => assert.deepEqual(grantedScope(text, metadata), values));
});

it("every scope value with a meaning is known, and no other", () => {
  for (const scope of knownScopes) assert.ok(isKnownScope(scope));
  assert.equal(isKnownScope("toString"), false);
});
