import assert from "node:assert/strict";
import { test } from "node:test";
import { createPasskeyVerifier } from "../../src/adapters/passkeys/webauthn.ts";
import { passkeyAlgorithms, readAssertion, readRegistration } from "../../src/identity/passkey.ts";
import { type TestAlgorithm, TestAuthenticator, type Twist } from "../support/authenticator.ts";

const origin = "https://login.example.com";
const challenge = "1763726400000.0badcafe5f1c7a0d";
const demands = { challenge, isPersonAsked: true };
const userHandle = Buffer.alloc(32, 7).toString("base64url");
const verifier = createPasskeyVerifier({
  rpId: "login.example.com",
  origin,
  algorithms: passkeyAlgorithms,
});

async function register(authenticator: TestAuthenticator, twist: Twist = {}, asked = challenge) {
  const answer = readRegistration(authenticator.register(asked, userHandle, twist));
  assert.ok(answer);
  return verifier.verifyRegistration(answer, demands);
}

async function assertion(twist: Twist = {}, asked = challenge, options = {}) {
  const authenticator = new TestAuthenticator(origin, options);
  const registered = await register(authenticator);
  assert.ok(registered.ok);
  const answer = readAssertion(authenticator.assert(asked, twist));
  assert.ok(answer);
  return verifier.verifyAssertion(answer, challenge, registered.value);
}

for (const algorithm of passkeyAlgorithms)
  test(`a passkey with algorithm ${algorithm} is registered and proves its person`, async () => {
    const authenticator = new TestAuthenticator(origin, { algorithm, isBackupEligible: true });
    const registered = await register(authenticator);
    assert.ok(registered.ok, JSON.stringify(registered));
    const { id, isBackupEligible, isBackedUp, counter, transports } = registered.value;
    assert.deepEqual(
      [id, registered.value.algorithm, isBackupEligible, isBackedUp, counter, transports],
      [authenticator.id, algorithm, true, false, 0, ["internal"]],
    );
    const answer = readAssertion(authenticator.assert(challenge));
    assert.ok(answer);
    assert.deepEqual(await verifier.verifyAssertion(answer, challenge, registered.value), {
      ok: true,
      value: { counter: 1, isBackedUp: false },
    });
  });

const both: readonly (readonly [title: string, reason: string, twist: Twist, asked?: string])[] = [
  ["another challenge", "wrong-challenge", {}, "1763726400000.another"],
  ["another origin", "wrong-origin", { origin: "https://evil.example.com" }],
  ["another port of the host", "wrong-origin", { origin: "https://login.example.com:8443" }],
  ["a frame of another site", "cross-origin", { crossOrigin: true }],
  ["another relying party", "refused", { rpId: "example.com" }],
  ["nobody present", "refused", { isPresent: false, isVerified: false }],
  ["a person who was not verified", "refused", { isVerified: false }],
];

for (const [title, reason, twist, asked] of both) {
  test(`a registration with ${title} is refused`, async () => {
    assert.deepEqual(await register(new TestAuthenticator(origin), twist, asked), { ok: false, reason });
  });
  test(`an assertion with ${title} is refused`, async () => {
    assert.deepEqual(await assertion(twist, asked), { ok: false, reason });
  });
}

test("an assertion is no registration, and the other way round", async () => {
  const refused = { ok: false, reason: "refused" };
  assert.deepEqual(await register(new TestAuthenticator(origin), { type: "webauthn.get" }), refused);
  assert.deepEqual(await assertion({ type: "webauthn.create" }), refused);
});

test("a wrong signature, and data that were not signed, are refused", async () => {
  assert.equal((await assertion({ spoil: "signature" })).ok, false);
  assert.equal((await assertion({ spoil: "data" })).ok, false);
});

test("WebAuthn §7.2: a key that could not leave its device cannot do so later", async () => {
  const refused = { ok: false, reason: "refused" };
  assert.deepEqual(await assertion({ isBackupEligible: true }), refused);
  assert.deepEqual(
    await assertion({ isBackupEligible: false }, challenge, { isBackupEligible: true }),
    refused,
  );
});

test("the counter is told, also where it went back", async () => {
  const outcome = await assertion({ counter: 0 });
  assert.deepEqual(outcome, { ok: true, value: { counter: 0, isBackedUp: false } });
});

const keys: readonly (readonly [TestAlgorithm, number])[] = [
  [-35, 0],
  [-257, 1024],
  [-257, 8192],
];
for (const [algorithm, modulusLength] of keys)
  test(`a key that was not asked for is not registered: algorithm ${algorithm}, ${modulusLength} bits`, async () => {
    const authenticator = new TestAuthenticator(origin, { algorithm, modulusLength });
    assert.deepEqual(await register(authenticator), { ok: false, reason: "refused" });
  });

for (const fmt of ["android-safetynet", "tpm", "fido-u2f", "apple", "packed", "unheard-of"])
  test(`an attestation of the format ${fmt} with certificates is refused before anything in it is asked`, async () => {
    const attStmt = new Map([["x5c", [Buffer.from("certificate")]]]);
    const twist = { attestation: { fmt, attStmt } };
    assert.deepEqual(await register(new TestAuthenticator(origin), twist), { ok: false, reason: "refused" });
  });

test("WebAuthn §7.1: a passkey that the browser made by itself needs nobody there, and everything else", async () => {
  const byItself = { ...demands, isPersonAsked: false };
  const silent = { isPresent: false, isVerified: false };
  for (const [twist, isTaken] of [
    [silent, true],
    [{ ...silent, origin: "https://evil.example" }, false],
    [{ ...silent, rpId: "evil.example" }, false],
    [{ ...silent, type: "webauthn.get" }, false],
    [{ ...silent, crossOrigin: true }, false],
  ] as const) {
    const answer = readRegistration(new TestAuthenticator(origin).register(challenge, userHandle, twist));
    assert.ok(answer);
    assert.equal((await verifier.verifyRegistration(answer, byItself)).ok, isTaken, JSON.stringify(twist));
    assert.equal((await verifier.verifyRegistration(answer, demands)).ok, false);
  }
});

test("bytes that cannot be read are refused, never thrown", async () => {
  const authenticator = new TestAuthenticator(origin);
  const registration = readRegistration(authenticator.register(challenge, userHandle));
  const answer = readAssertion(authenticator.assert(challenge));
  assert.ok(registration && answer);
  const passkey = { id: answer.id, publicKey: new Uint8Array([1, 2, 3]), isBackupEligible: false };
  for (const text of ["", "AA", Buffer.from("null").toString("base64url"), "oA", "____"]) {
    for (const member of ["clientDataJSON", "attestationObject"] as const)
      assert.equal(
        (await verifier.verifyRegistration({ ...registration, [member]: text }, demands)).ok,
        false,
      );
    for (const member of ["clientDataJSON", "authenticatorData", "signature"] as const)
      assert.equal(
        (await verifier.verifyAssertion({ ...answer, [member]: text }, challenge, passkey)).ok,
        false,
      );
  }
});
