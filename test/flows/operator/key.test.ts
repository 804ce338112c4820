import assert from "node:assert/strict";
import { test } from "node:test";
import { openKeyring } from "../../../src/adapters/keys/keyring.ts";
import { masterKeyFromSecret } from "../../../src/adapters/keys/master-key.ts";
import { purposesInUse, reportKeys, rotateKeys } from "../../../src/flows/operator/key.ts";
import { isLastingPurpose, symmetricPurposes } from "../../../src/values/key-purpose.ts";
import { Secret } from "../../../src/values/secret.ts";
import { plus } from "../../../src/values/time.ts";
import { openRegistry } from "./store.ts";

const masterKey = masterKeyFromSecret(new Secret("a master key of more than thirty-two characters"));
const message = Buffer.from("sealed before");

const rotating = symmetricPurposes.filter((purpose) => !isLastingPurpose(purpose));

test("a rotated key seals from then on, and what the old one sealed still opens", async () => {
  await using registry = await openRegistry();
  const keyring = await openKeyring({ ...registry, records: registry.keyRecords, masterKey });
  const sealed = keyring.seal("code", message);
  const keys = await rotateKeys(keyring, {
    purposes: ["code"],
    discardsOlder: false,
    now: registry.clock.now(),
    audit: registry.audit,
  });
  assert.equal(keys.length, 1);
  assert.ok(keyring.open("code", sealed));
  assert.equal(keyring.list().filter(({ purpose }) => purpose === "code").length, 2);
  keyring.close();
});

test("a key that leaked is discarded with everything it sealed", async () => {
  await using registry = await openRegistry();
  const keyring = await openKeyring({ ...registry, records: registry.keyRecords, masterKey });
  const sealing = ["code", "device", "refresh", "pushed-request", "mail"] as const;
  const sealed = sealing.map((purpose) => [purpose, keyring.seal(purpose, message)] as const);
  const mac = keyring.mac("step", "a form");
  const keys = await rotateKeys(keyring, {
    purposes: purposesInUse(keyring),
    discardsOlder: true,
    now: registry.clock.now(),
    audit: registry.audit,
  });
  assert.deepEqual(keys.map(({ purpose }) => purpose).sort(), [...rotating].sort());
  for (const [purpose, text] of sealed) assert.equal(keyring.open(purpose, text), undefined);
  assert.equal(keyring.isMacOf("step", "a form", mac), false);
  keyring.close();
});

/** The `kid` that a JWS of now has. */
async function signingKeyId(keyring: Awaited<ReturnType<typeof openKeyring>>): Promise<string> {
  const [header = ""] = (await keyring.signer.sign("ES256", "JWT", {})).split(".");
  return JSON.parse(Buffer.from(header, "base64url").toString()).kid;
}

test("the key that is reported to sign is the one that signs: the first at once, a new one a minute later", async () => {
  await using registry = await openRegistry();
  const { clock } = registry;
  const keyring = await openKeyring({ ...registry, records: registry.keyRecords, masterKey });
  const rotate = () =>
    rotateKeys(keyring, {
      purposes: ["sign-ES256"],
      discardsOlder: false,
      now: clock.now(),
      audit: registry.audit,
    });
  const states = () =>
    reportKeys(keyring, clock.now())
      .filter(({ purpose }) => purpose === "sign-ES256")
      .map(({ id, state }) => [id, state]);

  const [first] = await rotate();
  assert.equal(first?.state, "signs");
  assert.equal(await signingKeyId(keyring), first?.id);

  clock.at = plus(clock.at, 3600);
  const [second] = await rotate();
  assert.equal(second?.state, "published");
  for (const seconds of [0, 59]) {
    clock.at = plus(clock.at, seconds);
    assert.deepEqual(states(), [
      [second?.id, "published"],
      [first?.id, "signs"],
    ]);
    assert.equal(await signingKeyId(keyring), first?.id);
  }
  clock.at = plus(clock.at, 1);
  assert.deepEqual(states(), [
    [second?.id, "signs"],
    [first?.id, "verifies"],
  ]);
  assert.equal(await signingKeyId(keyring), second?.id);
  keyring.close();
});

test("rotating everything touches the signing keys that are in use, and makes none that are not", async () => {
  await using registry = await openRegistry();
  const keyring = await openKeyring({ ...registry, records: registry.keyRecords, masterKey });
  assert.deepEqual(purposesInUse(keyring), rotating);
  await keyring.signer.ready("ES256");
  assert.deepEqual(purposesInUse(keyring), [...rotating, "sign-ES256"]);
  keyring.close();
});

test("a sealing key seals until it is retired, and opens after that", async () => {
  await using registry = await openRegistry();
  const keyring = await openKeyring({ ...registry, records: registry.keyRecords, masterKey });
  await rotateKeys(keyring, {
    purposes: ["refresh"],
    discardsOlder: false,
    now: registry.clock.now(),
    audit: registry.audit,
  });
  const states = reportKeys(keyring, registry.clock.now())
    .filter(({ purpose }) => purpose === "refresh")
    .map(({ state }) => state);
  assert.deepEqual(states, ["seals", "opens"]);
  keyring.close();
});
