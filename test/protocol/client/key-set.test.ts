import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { createJwtVerifier } from "../../../src/adapters/keys/jwt-verifier.ts";
import {
  describeKeySetProblem,
  type KeySetProblem,
  readKeySet,
} from "../../../src/protocol/client/key-set.ts";

const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const ed = generateKeyPairSync("ed25519");
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ecJwk = ec.publicKey.export({ format: "jwk" });
const edJwk = ed.publicKey.export({ format: "jwk" });
const rsaJwk = rsa.publicKey.export({ format: "jwk" });
const smallRsaJwk = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export({ format: "jwk" });
const otherCurveJwk = generateKeyPairSync("ec", { namedCurve: "P-384" }).publicKey.export({ format: "jwk" });

const setOf = (...keys: readonly unknown[]) => JSON.stringify({ keys });

function refusal(text: string): KeySetProblem {
  const read = readKeySet(text);
  assert.ok(!read.ok, `accepted: ${text.slice(0, 100)}`);
  return read.reason;
}

test("RFC 7517 §5: a set of supported keys is read, and only what a verifier needs is kept of each", async () => {
  const read = readKeySet(
    setOf(
      { ...ecJwk, kid: "a", alg: "ES256", use: "sig", x5c: ["MIIB"], key_ops: ["verify"] },
      edJwk,
      { ...rsaJwk, alg: "PS256" },
      { ...rsaJwk, alg: "RS256" },
    ),
  );
  assert.ok(read.ok);
  assert.deepEqual(read.value, [
    { kid: "a", alg: "ES256", use: "sig", kty: "EC", crv: "P-256", x: ecJwk.x, y: ecJwk.y },
    { kty: "OKP", crv: "Ed25519", x: edJwk.x },
    { alg: "PS256", kty: "RSA", n: rsaJwk.n, e: rsaJwk.e },
    { alg: "RS256", kty: "RSA", n: rsaJwk.n, e: rsaJwk.e },
  ]);
  const verifier = createJwtVerifier();
  for (const key of read.value) assert.ok(await verifier.thumbprint(key), "the verifier takes it");
});

test("a single key may stand without a set around it", () => {
  const read = readKeySet(JSON.stringify(ecJwk));
  assert.ok(read.ok);
  assert.equal(read.value.length, 1);
});

test("a set with a key that holds a secret part is refused, whichever part and whichever key", () => {
  for (const { privateKey } of [ec, ed, rsa]) {
    const reason = refusal(setOf(ecJwk, privateKey.export({ format: "jwk" })));
    assert.deepEqual(reason, { kind: "private", position: 2, member: "d" });
  }
  assert.deepEqual(refusal(setOf({ ...rsaJwk, qi: "AQ" })), { kind: "private", position: 1, member: "qi" });
  assert.equal(refusal(setOf({ kty: "oct", k: "c2VjcmV0" })).kind, "private");
});

test("a key set that could not be used as a whole is refused, and the refusal says why in plain words", () => {
  const rows: [string, KeySetProblem["kind"], RegExp][] = [
    ["", "not-json", /not JSON/],
    ["-----BEGIN PUBLIC KEY-----", "not-json", /JWK set/],
    ["[]", "empty", /no key/],
    ["{}", "empty", /no key/],
    [setOf(), "empty", /no key/],
    [`"${" ".repeat(65_536)}"`, "too-long", /65536/],
    [setOf(...Array.from({ length: 9 }, () => ecJwk)), "too-many", /at most 8/],
    [setOf("text"), "damaged", /Key 1 is incomplete/],
    [setOf({}), "unknown-kind", /kty is missing/],
    [setOf(ecJwk, otherCurveJwk), "unknown-kind", /Key 2 .*EC P-384.*P-256/],
    [setOf({ kty: "OKP", crv: "X25519", x: edJwk.x }), "unknown-kind", /OKP X25519/],
    [setOf({ kty: "oct" }), "unknown-kind", /oct/],
    [setOf(smallRsaJwk), "rsa-size", /1024 bits/],
    [setOf({ ...rsaJwk, n: `${"_".repeat(700)}` }), "rsa-size", /4200 bits/],
    [setOf({ ...rsaJwk, n: `AA${rsaJwk.n}` }), "damaged", /damaged/],
    [setOf({ ...rsaJwk, e: "____________" }), "damaged", /damaged/],
    [setOf({ ...rsaJwk, e: undefined }), "damaged", /damaged/],
    [setOf({ ...ecJwk, y: undefined }), "damaged", /incomplete/],
    [setOf({ ...ecJwk, x: `${ecJwk.x}=` }), "damaged", /damaged/],
    [setOf({ ...edJwk, x: "AAAA" }), "damaged", /damaged/],
    [setOf({ ...ecJwk, kid: "" }), "damaged", /damaged/],
    [setOf({ ...ecJwk, kid: 7 }), "damaged", /damaged/],
    [setOf({ ...ecJwk, kid: "a\u0000" }), "damaged", /damaged/],
    [setOf({ ...ecJwk, kid: "\ud800" }), "damaged", /damaged/],
    [setOf({ ...ecJwk, use: "enc" }), "other-use", /not for signing/],
    [setOf({ ...ecJwk, alg: "RS256" }), "other-algorithm", /\(alg\)/],
    [setOf({ ...rsaJwk, alg: "RS512" }), "other-algorithm", /PS256 or RS256/],
  ];
  for (const [text, kind, words] of rows) {
    const reason = refusal(text);
    assert.equal(reason.kind, kind, text.slice(0, 100));
    assert.match(describeKeySetProblem(reason), words);
  }
});
