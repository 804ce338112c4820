import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  redirectUriDigest,
  redirectUriDigestOf,
  sameRedirectUriForExchange,
} from "../../../src/protocol/token/redirect-uri-digest.ts";
import { registeredUri, verifiedUri } from "../fixtures.ts";

describe("redirect URI at the token endpoint", () => {
  const rows = [
    ["https://app.example/cb", "https://app.example/cb", true, true],
    ["https://app.example/cb?tenant=1", "https://app.example/cb", true, false],
    ["https://app.example/cb", "https://app.example/cb?code=x&state=y", true, false],
    ["https://app.example", "https://app.example/", true, false],
    ["https://app.example/", "https://app.example", true, false],
    ["https://app.example/", "https://app.example/?code=x", true, false],
    ["com.example.app:/cb", "com.example.app:/cb", true, true],
    ["https://app.example/cb", "https://app.example/cb/", false, false],
    ["https://app.example/cb", "https://app.example/other", false, false],
    ["https://app.example/cb", "http://app.example/cb", false, false],
    ["https://app.example/cb", "https://app.example:8443/cb", false, false],
    ["https://app.example/cb", "https://evil.test/cb", false, false],
    ["https://app.example/cb", "https://app.example/CB", false, false],
    ["https://app.example/cb", "", false, false],
    ["https://app.example/cb", `https://app.example/cb${"x".repeat(60_000)}`, false, false],
  ] as const;

  for (const [used, presented, lenient, strict] of rows)
    it(`RFC 6749 §4.1.3, C19: used ${used}, presented ${presented.slice(0, 60)}`, () => {
      const digest = (profile: "interface" | "strict") => redirectUriDigest(verifiedUri(used), profile);
      assert.equal(sameRedirectUriForExchange(digest("interface"), presented, "interface"), lenient);
      assert.equal(sameRedirectUriForExchange(digest("strict"), presented, "strict"), strict);
    });

  it("a digest has 16 bytes", () => {
    assert.equal(redirectUriDigest(verifiedUri(registeredUri), "strict").length, 16);
    assert.throws(() => redirectUriDigestOf(new Uint8Array(15)));
  });
});
