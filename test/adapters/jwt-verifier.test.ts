import assert from "node:assert/strict";
import { generateKeyPairSync, sign as signBytes } from "node:crypto";
import { test } from "node:test";
import { CompactSign, exportJWK, generateKeyPair, type JWK } from "jose";
import { createJwtVerifier } from "../../src/adapters/keys/jwt-verifier.ts";
import type { PublicJwk } from "../../src/protocol/jwk.ts";

const claims = { iss: "client", jti: "one" };
const verifier = createJwtVerifier();

/** A key pair of a client: what it registered, and how it signs. */
async function pairFor(alg: string, registered: Partial<PublicJwk> = {}) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = publicJwk(await exportJWK(publicKey), registered);
  const privateJwk = await exportJWK(privateKey);
  const sign = (header: Record<string, unknown> = {}, payload: unknown = claims) =>
    new CompactSign(Buffer.from(JSON.stringify(payload)))
      .setProtectedHeader({ alg, ...header })
      .sign(privateKey);
  return { jwk, privateJwk, sign };
}

function publicJwk({ kty = "", ...members }: JWK, registered: Partial<PublicJwk> = {}): PublicJwk {
  return { kty, ...members, ...registered };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

test("RFC 7518 §3.1: ES256, EdDSA, RS256 and PS256 verify; header and claims come back", async () => {
  for (const alg of ["ES256", "EdDSA", "RS256", "PS256"]) {
    const { jwk, sign } = await pairFor(alg);
    const verified = await verifier.verify(await sign({ typ: "dpop+jwt" }), [jwk]);
    assert.deepEqual(verified, { header: { alg, typ: "dpop+jwt" }, claims });
  }
});

test("the returned claims are those that the signature covers: one text has one meaning", async () => {
  const { jwk, sign } = await pairFor("ES256");
  const jwt = await sign({}, { iss: "client", jti: "one", nested: { iss: "other" } });
  const [header = "", payload = "", signature = ""] = jwt.split(".");
  const verified = await verifier.verify(jwt, [jwk]);
  assert.deepEqual(verified?.claims, JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
  const spellings = [
    `${payload}=`,
    `${payload}%3D`,
    ` ${payload}`,
    `${payload}\n`,
    payload.replaceAll("J", "+"),
  ];
  for (const spelled of spellings)
    assert.equal(await verifier.verify(`${header}.${spelled}.${signature}`, [jwk]), undefined, spelled);
  for (const payloadOf of [Buffer.from("[]"), Buffer.from([0x22, 0xff, 0x22]), Buffer.from("{")]) {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    const odd = await new CompactSign(payloadOf).setProtectedHeader({ alg: "ES256" }).sign(privateKey);
    assert.equal(await verifier.verify(odd, [publicJwk(await exportJWK(publicKey))]), undefined);
  }
});

test("any other algorithm is refused, with every key", async () => {
  for (const alg of ["ES384", "RS512", "PS384"]) {
    const { jwk, sign } = await pairFor(alg);
    assert.equal(await verifier.verify(await sign(), [jwk]), undefined);
  }
});

test("RFC 8725 §3.1: alg none and a public key used as a shared secret are refused", async () => {
  const { jwk } = await pairFor("RS256");
  assert.equal(await verifier.verify(`${encode({ alg: "none" })}.${encode(claims)}.`, [jwk]), undefined);
  const secret = Buffer.from(JSON.stringify(jwk));
  const oct = { kty: "oct", k: secret.toString("base64url") };
  const jwt = await new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: "HS256" })
    .sign(secret);
  assert.equal(await verifier.verify(jwt, [jwk, oct]), undefined);
});

test("RFC 7515 §4.1.4: kid selects among the keys, and a key without one is tried", async () => {
  const [one, two] = [await pairFor("ES256", { kid: "one" }), await pairFor("ES256", { kid: "two" })];
  const { kid: _, ...nameless } = two.jwk;
  assert.ok(await verifier.verify(await two.sign({ kid: "two" }), [one.jwk, two.jwk]));
  assert.ok(await verifier.verify(await two.sign(), [one.jwk, two.jwk]));
  assert.ok(await verifier.verify(await two.sign({ kid: "two" }), [one.jwk, nameless]));
  assert.equal(await verifier.verify(await two.sign({ kid: "one" }), [one.jwk, two.jwk]), undefined);
  assert.equal(await verifier.verify(await two.sign({ kid: "three" }), [one.jwk, two.jwk]), undefined);
  assert.equal(await verifier.verify(await two.sign(), []), undefined);
});

test("RFC 7517 §4.2 and §4.4: a key serves only the use and the algorithm that it says", async () => {
  const { jwk, sign } = await pairFor("RS256");
  const jwt = await sign();
  assert.ok(await verifier.verify(jwt, [{ ...jwk, use: "sig", alg: "RS256" }]));
  assert.equal(await verifier.verify(jwt, [{ ...jwk, use: "enc" }]), undefined);
  assert.equal(await verifier.verify(jwt, [{ ...jwk, alg: "PS256" }]), undefined);
});

test("RFC 7518 §3.3: an RSA key is refused with less than 2048 bits, or where verifying would be costly", async () => {
  for (const modulusLength of [1024, 2040, 4104]) {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength });
    const jwk = publicJwk(publicKey.export({ format: "jwk" }) as JWK);
    const input = `${encode({ alg: "RS256" })}.${encode(claims)}`;
    const jwt = `${input}.${signBytes("sha256", Buffer.from(input), privateKey).toString("base64url")}`;
    assert.equal(await verifier.verify(jwt, [jwk]), undefined);
  }
  const { jwk, sign } = await pairFor("RS256");
  assert.equal(await verifier.verify(await sign(), [{ ...jwk, e: "AQABAQAB" }]), undefined);
});

test("a private key is not a public key", async () => {
  const { privateJwk, sign } = await pairFor("ES256");
  const jwk = publicJwk(privateJwk);
  assert.equal(await verifier.verify(await sign(), [jwk]), undefined);
  assert.equal(await verifier.thumbprint(jwk), undefined);
});

test("RFC 7515 §4.1.11, RFC 7797: crit and b64 are refused", async () => {
  const { jwk, sign } = await pairFor("ES256");
  assert.equal(await verifier.verify(await sign({ b64: true, crit: ["b64"] }), [jwk]), undefined);
  assert.equal(await verifier.verify(await sign({ b64: true }), [jwk]), undefined);
  const [, payload = "", signature = ""] = (await sign()).split(".");
  const critical = `${encode({ alg: "ES256", crit: [] })}.${payload}.${signature}`;
  assert.equal(await verifier.verify(critical, [jwk]), undefined);
});

test("a JWE, a JWT of more than 8 KB, claims other than an object, and garbage are refused", async () => {
  const { jwk, sign } = await pairFor("ES256");
  const jwt = await sign();
  for (const text of [
    "",
    "..",
    "a.b.c",
    `${jwt}.`,
    `${jwt}.a.b`,
    ` ${jwt}`,
    `${jwt}=`,
    `${encode({ alg: "ECDH-ES", enc: "A256GCM" })}.a.b.c.d`,
    await sign({}, [1]),
    await sign({}, "text"),
    await sign({}, null),
    await sign({}, { filler: "x".repeat(8_192) }),
  ])
    assert.equal(await verifier.verify(text, [jwk]), undefined);
});

test("a JWT with any character changed is refused", async () => {
  const { jwk, sign } = await pairFor("EdDSA");
  const jwt = await sign();
  for (let index = 0; index < jwt.length; index += 1) {
    const changed = `${jwt.slice(0, index)}${jwt[index] === "A" ? "B" : "A"}${jwt.slice(index + 1)}`;
    assert.equal(await verifier.verify(changed, [jwk]), undefined);
  }
});

test("malformed keys do not throw, and do not keep a good key from being tried", async () => {
  const { jwk, sign } = await pairFor("ES256");
  const malformed: readonly PublicJwk[] = [
    { kty: "EC" },
    { kty: "RSA", n: "", e: "" },
    { kty: "OKP", crv: "X25519", x: "A".repeat(43) },
    { kty: "else" },
  ];
  const offCurve = { kty: "EC", crv: "P-256", x: "A".repeat(43), y: "A".repeat(43) };
  assert.ok(await verifier.verify(await sign(), [...malformed, offCurve, jwk]));
  for (const key of malformed) assert.equal(await verifier.thumbprint(key), undefined);
});

test("RFC 7638 §3.1: the thumbprint of the example", async () => {
  const n =
    "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw";
  const key = { kty: "RSA", n, e: "AQAB", alg: "RS256", kid: "2011-04-29" };
  assert.equal(await verifier.thumbprint(key), "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs");
});
