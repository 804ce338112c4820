import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseResource } from "../../../src/protocol/api/resource.ts";
import {
  accessTokenLengthMax,
  digestOfAccessToken,
  signedAccessToken,
} from "../../../src/protocol/token/access-token.ts";
import {
  type JwtAccessTokenFacts,
  jwtAccessTokenClaims,
  looksLikeJwtAccessToken,
  readJwtAccessToken,
} from "../../../src/protocol/token/jwt-access-token.ts";
import { sha256 } from "../../../src/values/digest.ts";
import { clientIdOf, grantIdOf } from "../../../src/values/ids.ts";
import { parseIssuer } from "../../../src/values/issuer.ts";
import { instantOf } from "../../../src/values/time.ts";
import { unwrap } from "../fixtures.ts";

const issuer = unwrap(parseIssuer("https://id.example"));
const audience = parseResource("https://api.example/orders") ?? assert.fail();
const grantId = grantIdOf(Buffer.alloc(16, 0xa1));
const jti = "a1".repeat(16);

const facts: JwtAccessTokenFacts = {
  issuer,
  grantId,
  audience,
  clientId: clientIdOf("AAAAAAAAAAAAAAAAAAAA"),
  subject: "lkuADA",
  scope: ["orders:read", "orders:write"],
  issuedAt: instantOf(1_800_000_010_999),
  expiresAt: instantOf(1_800_000_610_999),
};
const authentication = { authenticatedAt: instantOf(1_800_000_000_999), methods: ["pwd", "otp"] };

describe("the claims of a JWT access token", () => {
  it("RFC 9068 §2.2: a token without a person has the required claims and its scope", () => {
    assert.deepEqual(jwtAccessTokenClaims(facts), {
      iss: "https://id.example",
      aud: "https://api.example/orders",
      sub: "lkuADA",
      client_id: "lkcAAAAAAAAAAAAAAAAAAAA",
      iat: 1_800_000_010,
      exp: 1_800_000_610,
      jti,
      scope: "orders:read orders:write",
    });
  });

  it("RFC 9068 §2.2.1: auth_time, acr and amr are about the sign-in, not about the moment of issue", () => {
    const { auth_time, acr, amr } = jwtAccessTokenClaims({ ...facts, authentication });
    assert.deepEqual([auth_time, acr, amr], [1_800_000_000, "urn:latchkey:acr:two", ["pwd", "otp"]]);
  });

  it("RFC 9068 §2.2.1: a sign-in at another provider has no amr", () => {
    const claims = jwtAccessTokenClaims({ ...facts, authentication: { ...authentication, methods: [] } });
    assert.deepEqual([claims.acr, "amr" in claims], ["urn:latchkey:acr:one", false]);
  });

  it("RFC 9068 §2.2.3: groups are in it where the scope groups was granted, and nowhere else", () => {
    assert.equal("groups" in jwtAccessTokenClaims({ ...facts, groups: ["staff"] }), false);
    const asked = jwtAccessTokenClaims({ ...facts, groups: ["staff"], scope: ["groups"] });
    assert.deepEqual(asked.groups, ["staff"]);
  });

  it("RFC 9068 §2.2.3: a token without scope has no claim scope", () => {
    assert.equal("scope" in jwtAccessTokenClaims({ ...facts, scope: [] }), false);
  });

  it("RFC 9449 §6.1, RFC 8693 §4.1: the key that it is bound to, and the party that acts", () => {
    const actor = { sub: "lkcTOOL", act: { sub: "lkcAGENT" } };
    const { cnf, act } = jwtAccessTokenClaims({ ...facts, dpopThumbprint: "abc", actor });
    assert.deepEqual([cnf, act], [{ jkt: "abc" }, actor]);
  });
});

describe("reading a JWT access token", () => {
  const jwt = signedAccessToken("eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl");

  it("RFC 9068 §2.2: jti leads to the grant, whose digest leaves out the signature", () => {
    const read = readJwtAccessToken(jwt, { jti });
    assert.deepEqual(read, { grantId, digest: sha256("eyJhbGciOiJFUzI1NiJ9.e30") });
    assert.deepEqual(digestOfAccessToken(jwt), read?.digest);
  });

  const rows: readonly (readonly [string, Record<string, unknown>])[] = [
    ["without a jti", {}],
    ["with a jti that is no grant id", { jti: "a1" }],
    ["with a jti in capital letters", { jti: jti.toUpperCase() }],
    ["with a jti that is no text", { jti: 1 }],
  ];
  for (const [title, claims] of rows)
    it(`a token ${title} is for no grant`, () => {
      assert.equal(readJwtAccessToken(jwt, claims), undefined);
    });

  it("text that is too long, or does not begin as a JWT does, is not verified at all", () => {
    assert.equal(looksLikeJwtAccessToken(jwt), true);
    assert.equal(looksLikeJwtAccessToken(`eyJ${"a".repeat(accessTokenLengthMax)}`), false);
    assert.equal(looksLikeJwtAccessToken(`lkat_${"a".repeat(64)}`), false);
  });
});
