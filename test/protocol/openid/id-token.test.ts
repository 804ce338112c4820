import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { accessTokenHash, type IdTokenFacts, idTokenClaims } from "../../../src/protocol/openid/id-token.ts";
import { clientIdOf, sessionIdOf } from "../../../src/values/ids.ts";
import { parseIssuer } from "../../../src/values/issuer.ts";
import { instantOf } from "../../../src/values/time.ts";
import { publicSubject, unwrap } from "../fixtures.ts";

const facts: IdTokenFacts = {
  issuer: unwrap(parseIssuer("https://id.example")),
  clientId: clientIdOf("AAAAAAAAAAAAAAAAAAAA"),
  sub: publicSubject("lkuADA"),
  person: {
    username: "ada",
    email: "ada@example.org",
    updatedAt: instantOf(0),
  },
  sessionId: sessionIdOf(new Uint8Array(16).fill(0xa1)),
  authenticatedAt: instantOf(1_800_000_000_999),
  methods: ["pwd"],
  accessTokenHash: "h",
  now: instantOf(1_800_000_010_500),
};

describe("ID token", () => {
  it("OpenID Connect Core §2: every claim, in whole seconds, good for five minutes", () => {
    assert.deepEqual(idTokenClaims({ ...facts, nonce: "n-é" }), {
      iss: "https://id.example",
      sub: "lkuADA",
      aud: "lkcAAAAAAAAAAAAAAAAAAAA",
      exp: 1_800_000_310,
      iat: 1_800_000_010,
      auth_time: 1_800_000_000,
      nonce: "n-é",
      at_hash: "h",
      sid: "a1".repeat(16),
      amr: ["pwd"],
      acr: "urn:latchkey:acr:one",
    });
  });

  it("oidcc-ensure-request-without-nonce-succeeds-for-code-flow: no nonce sent, none in the token", () => {
    assert.equal("nonce" in idTokenClaims(facts), false);
  });

  it("OpenID Connect Core §12.2: after the session has ended a refreshed token has no sid", () => {
    assert.equal("sid" in idTokenClaims({ ...facts, sessionId: undefined }), false);
  });

  it("oidcc-scope-profile: a lean token says of the person only what claims.id_token names", () => {
    const names = Object.keys(idTokenClaims(facts));
    assert.deepEqual(
      ["name", "email", "preferred_username"].filter((name) => names.includes(name)),
      [],
    );
    const asked = idTokenClaims({ ...facts, requested: ["email"] });
    assert.deepEqual(
      { email: asked.email, verified: asked.email_verified },
      {
        email: "ada@example.org",
        verified: undefined,
      },
    );
  });

  it("OpenID Connect Core §3.1.3.6: at_hash is the left half of SHA-256", () => {
    // The example of OpenID Connect Core appendix A.3.
    const token = "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y";
    for (const algorithm of ["RS256", "ES256"] as const)
      assert.equal(accessTokenHash(token, algorithm), "77QmUPtjPfzWtF2AnpK9RQ");
  });

  it("OpenID Connect Core §3.1.3.6: for Ed25519 at_hash is the left half of SHA-512", () => {
    const expected = createHash("sha512").update("token").digest().subarray(0, 32).toString("base64url");
    assert.equal(accessTokenHash("token", "EdDSA"), expected);
  });
});
