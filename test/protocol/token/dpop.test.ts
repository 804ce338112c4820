import assert from "node:assert/strict";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  decideDpopProof,
  decideKeyBinding,
  decideTokenUse,
  readDpopProof,
  readDpopToken,
} from "../../../src/protocol/token/dpop.ts";
import { equalDigests, sha256 } from "../../../src/values/digest.ts";
import { instantOf } from "../../../src/values/time.ts";
import { jwtOf, reasonOf, unwrap } from "../fixtures.ts";

const seconds = 1_800_000_000;
const now = instantOf(seconds * 1000);
const url = "https://id.example/v1/Oauth/token";
const thumbprint = "A".repeat(43);

const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const p384 = generateKeyPairSync("ec", { namedCurve: "P-384" });
const ed = generateKeyPairSync("ed25519");
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const shortRsa = generateKeyPairSync("rsa", { modulusLength: 1024 });
type KeyPair = { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
const jwkOf = (pair: KeyPair) => pair.publicKey.export({ format: "jwk" });
const privateJwkOf = (pair: KeyPair) => pair.privateKey.export({ format: "jwk" });

const goodClaims = { htm: "POST", htu: url, iat: seconds, jti: "one" };

function header(changes: object = {}) {
  return { typ: "dpop+jwt", alg: "ES256", jwk: jwkOf(ec), ...changes };
}

function read(changes: object = {}) {
  return readDpopProof(jwtOf(header(changes), goodClaims));
}

function decide(changes: object = {}, accessToken?: string) {
  const verified = { header: header(), claims: { ...goodClaims, ...changes } };
  return decideDpopProof({
    verified,
    thumbprint,
    method: "POST",
    url,
    now,
    ...(accessToken !== undefined && { accessToken }),
  });
}

describe("DPoP proof: header", () => {
  const keys = [
    ["ES256", ec],
    ["EdDSA", ed],
    ["PS256", rsa],
    ["RS256", rsa],
  ] as const;
  for (const [alg, pair] of keys)
    it(`RFC 9449 §4.3: ${alg} is accepted, with the public members of the key alone`, () => {
      const jwk = jwkOf(pair);
      const proof = unwrap(read({ alg, jwk: { ...jwk, kid: "x", x5u: "https://evil.example" } }));
      assert.deepEqual({ ...proof.key }, { ...jwk, alg });
    });

  it("RFC 9449 §7.1: no header is told from a bad one", () => {
    assert.equal(reasonOf(readDpopProof(undefined)), "dpop-proof-missing");
    assert.equal(reasonOf(readDpopProof("")), "dpop-proof-malformed");
  });

  it("RFC 9449 §4.3, rule 1: two headers, joined by a comma, are refused", () => {
    const proof = jwtOf(header(), goodClaims);
    assert.equal(reasonOf(readDpopProof(`${proof}, ${proof}`)), "dpop-proof-malformed");
  });

  const rows = [
    ["typ JWT", { typ: "JWT" }, "dpop-proof-malformed"],
    ["no typ", { typ: undefined }, "dpop-proof-malformed"],
    ["alg none", { alg: "none" }, "dpop-algorithm"],
    ["HS256", { alg: "HS256", jwk: { kty: "oct", k: "AAAA" } }, "dpop-algorithm"],
    ["no jwk", { jwk: undefined }, "dpop-key"],
    ["jwk as text", { jwk: JSON.stringify(jwkOf(ec)) }, "dpop-key"],
    ["a private key", { jwk: privateJwkOf(ec) }, "dpop-key"],
    ["a private RSA key", { alg: "RS256", jwk: privateJwkOf(rsa) }, "dpop-key"],
    ["a symmetric key", { jwk: { kty: "oct", k: "AAAA" } }, "dpop-key"],
    ["a key of another kind than the algorithm", { alg: "RS256" }, "dpop-key"],
    ["EdDSA with a P-256 key", { alg: "EdDSA" }, "dpop-key"],
    ["P-384", { jwk: jwkOf(p384) }, "dpop-key"],
    ["a coordinate cut short", { jwk: { ...jwkOf(ec), x: "AAAA" } }, "dpop-key"],
    ["RSA of 1024 bits", { alg: "RS256", jwk: jwkOf(shortRsa) }, "dpop-key"],
    ["RSA of 2048 bits, half of them zero", { alg: "RS256", jwk: paddedModulus() }, "dpop-key"],
    ["RSA of 8192 bits", { alg: "RS256", jwk: { ...jwkOf(rsa), n: "g".repeat(1366) } }, "dpop-key"],
    ["an RSA exponent of 64 bits", { alg: "PS256", jwk: { ...jwkOf(rsa), e: "gAAAAAAAAAE" } }, "dpop-key"],
  ] as const;
  for (const [title, changes, reason] of rows)
    it(`RFC 9449 §4.3: ${title} is refused`, () => {
      assert.equal(reasonOf(read(changes)), reason);
    });

  it("property: no header makes reading throw", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.jsonValue().map((jwk) => jwtOf(header({ jwk }), {})),
        ),
        (text) => {
          readDpopProof(text);
        },
      ),
    );
  });

  function paddedModulus() {
    const n = Buffer.from(jwkOf(shortRsa).n ?? "", "base64url");
    return { ...jwkOf(shortRsa), n: Buffer.concat([Buffer.alloc(128), n]).toString("base64url") };
  }
});

describe("DPoP proof: claims", () => {
  it("RFC 9449 §4.3: a good proof proves the key, and its jti names its use", () => {
    const proven = unwrap(decide());
    assert.equal(proven.thumbprint, thumbprint);
    assert.ok(equalDigests(proven.use.key, unwrap(decide({ iat: seconds + 5 })).use.key));
    assert.ok(!equalDigests(proven.use.key, unwrap(decide({ jti: "two" })).use.key));
    assert.ok(
      proven.use.keepUntil >= (seconds + 120) * 1000,
      "G4: also by the clock of a node that is a minute ahead",
    );
  });

  it("RFC 9449 §4.3: a signature of another key is refused", () => {
    const given = { method: "POST", url, now };
    const verified = { header: header(), claims: goodClaims };
    assert.equal(reasonOf(decideDpopProof({ ...given, verified: undefined, thumbprint })), "dpop-signature");
    assert.equal(reasonOf(decideDpopProof({ ...given, verified, thumbprint: undefined })), "dpop-signature");
    const other = { header: header({ typ: "JWT" }), claims: goodClaims };
    assert.equal(
      reasonOf(decideDpopProof({ ...given, verified: other, thumbprint })),
      "dpop-proof-malformed",
    );
  });

  const refused = [
    ["another htm", { htm: "GET" }, "dpop-method"],
    ["htm in lower case", { htm: "post" }, "dpop-method"],
    ["no htm", { htm: undefined }, "dpop-method"],
    ["another path", { htu: `${url}/` }, "dpop-url"],
    ["another host", { htu: "https://evil.example/v1/Oauth/token" }, "dpop-url"],
    ["http", { htu: url.replace("https", "http") }, "dpop-url"],
    ["another port", { htu: url.replace(".example", ".example:8443") }, "dpop-url"],
    ["letters of the path in other case", { htu: url.toLowerCase() }, "dpop-url"],
    ["credentials in htu", { htu: url.replace("//", "//a:b@") }, "dpop-url"],
    ["no URL", { htu: "/v1/Oauth/token" }, "dpop-url"],
    ["no htu", { htu: undefined }, "dpop-url"],
    ["no iat", { iat: undefined }, "dpop-time"],
    ["iat as text", { iat: `${seconds}` }, "dpop-time"],
    ["iat 61 seconds ago", { iat: seconds - 61 }, "dpop-time"],
    ["iat 61 seconds ahead", { iat: seconds + 61 }, "dpop-time"],
    ["exp five minutes past", { exp: seconds - 300 }, "dpop-time"],
    ["nbf five minutes ahead", { nbf: seconds + 300 }, "dpop-time"],
    ["exp as text", { exp: "later" }, "dpop-time"],
    ["no jti", { jti: undefined }, "dpop-jti"],
    ["an empty jti", { jti: "" }, "dpop-jti"],
  ] as const;
  for (const [title, changes, reason] of refused)
    it(`RFC 9449 §4.3: ${title} is refused`, () => {
      assert.equal(reasonOf(decide(changes)), reason);
    });

  const accepted = [
    ["fapi2 DPoP: iat ten seconds ago", { iat: seconds - 10 }],
    ["fapi2 DPoP: iat ten seconds ahead", { iat: seconds + 10 }],
    ["fapi2 check-dpop-proof-nbf-exp: exp and nbf around now", { exp: seconds + 60, nbf: seconds - 5 }],
    ["RFC 9449 §4.3, rule 9: query and fragment in htu", { htu: `${url}?a=b#c` }],
    [
      "RFC 9449 §4.3, rule 9: host in capitals and default port",
      { htu: url.replace("id.example", "ID.Example:443") },
    ],
    ["RFC 9449 §8: a nonce that nobody asked for", { nonce: "x" }],
  ] as const;
  for (const [title, changes] of accepted)
    it(`${title} is accepted`, () => {
      assert.ok(decide(changes).ok);
    });

  it("RFC 9449 §4.3, rule 12: at a resource the proof names the token", () => {
    const ath = Buffer.from(sha256("lkat_x")).toString("base64url");
    assert.ok(decide({ ath }, "lkat_x").ok);
    for (const changes of [{}, { ath: "x" }, { ath: `${ath}=` }])
      assert.equal(reasonOf(decide(changes, "lkat_x")), "dpop-token-hash");
  });
});

describe("DPoP binding", () => {
  const rows = [
    ["RFC 9449 §5: a proof binds the token", undefined, "a", false, "a"],
    ["RFC 9449 §10: the announced key binds the token", "a", "a", true, "a"],
    ["a client that does not ask for it gets a bearer token", undefined, undefined, false, undefined],
  ] as const;
  for (const [title, announced, proven, isRequired, expected] of rows)
    it(title, () => {
      assert.equal(unwrap(decideKeyBinding({ announced, proven, isRequired })), expected);
    });

  const refused = [
    ["ASVS V10.4.14: required, but no proof", undefined, undefined, true, "dpop-proof-missing"],
    ["RFC 9449 §10: announced, but no proof", "a", undefined, false, "dpop-proof-missing"],
    ["RFC 9449 §10: another key than announced", "a", "b", false, "dpop-key-differs"],
  ] as const;
  for (const [title, announced, proven, isRequired, reason] of refused)
    it(`${title}: refused`, () => {
      assert.equal(reasonOf(decideKeyBinding({ announced, proven, isRequired })), reason);
    });

  it("RFC 9449 §7.1: a bound token needs its key, and an unbound one is a bearer token", () => {
    assert.ok(decideTokenUse({ boundTo: "a", proven: "a" }).ok);
    assert.ok(decideTokenUse({ boundTo: undefined, proven: undefined }).ok);
    const reason = (boundTo: string | undefined, proven: string | undefined) =>
      reasonOf(decideTokenUse({ boundTo, proven }));
    assert.equal(reason("a", undefined), "dpop-token-as-bearer");
    assert.equal(reason("a", "b"), "dpop-token-of-another-key");
    assert.equal(reason(undefined, "b"), "dpop-token-of-another-key");
  });

  it("RFC 9449 §7.1: the scheme DPoP, in any letter case, with exactly one token", () => {
    for (const scheme of ["DPoP", "dpop", "DPOP"])
      assert.equal(unwrap(readDpopToken(`${scheme} lkat_x`) ?? assert.fail()), "lkat_x");
    for (const other of [undefined, "Bearer x", "DPoPx y", ""]) assert.equal(readDpopToken(other), undefined);
    for (const bad of ["DPoP", "DPoP ", "DPoP  x", "DPoP x y", `DPoP ${"x".repeat(5000)}`])
      assert.equal(reasonOf(readDpopToken(bad) ?? assert.fail()), "authorization-malformed");
  });
});
