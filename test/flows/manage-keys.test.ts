import assert from "node:assert/strict";
import { test } from "node:test";
import { openKeyring } from "../../src/adapters/keys/keyring.ts";
import { masterKeyFromSecret } from "../../src/adapters/keys/master-key.ts";
import { rotateKeys, sealPurposes } from "../../src/flows/manage-keys.ts";
import { Secret } from "../../src/values/secret.ts";
import { openRegistry } from "./manage-store.ts";

const masterKey = masterKeyFromSecret(new Secret("a master key of more than thirty-two characters"));
const message = Buffer.from("sealed before");

test("a rotated key seals from then on, and what the old one sealed still opens", async () => {
  await using registry = await openRegistry();
  const keyring = await openKeyring({ ...registry, records: registry.keyRecords, masterKey });
  const sealed = keyring.seal("code", message);
  const keys = await rotateKeys(keyring, { purposes: ["code"], discardsOlder: false });
  assert.equal(keys.length, 1);
  assert.ok(keyring.open("code", sealed));
  assert.equal(keyring.list().filter(({ purpose }) => purpose === "code").length, 2);
  keyring.close();
});

test("a key that leaked is discarded with everything it sealed", async () => {
  await using registry = await openRegistry();
  const keyring = await openKeyring({ ...registry, records: registry.keyRecords, masterKey });
  const sealed = sealPurposes.map((purpose) => [purpose, keyring.seal(purpose, message)] as const);
  const keys = await rotateKeys(keyring, { purposes: sealPurposes, discardsOlder: true });
  assert.deepEqual(keys.map(({ purpose }) => purpose).sort(), [...sealPurposes].sort());
  for (const [purpose, text] of sealed) assert.equal(keyring.open(purpose, text), undefined);
  keyring.close();
});
