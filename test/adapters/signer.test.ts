import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { compactVerify, decodeProtectedHeader, importJWK, type JWK } from "jose";
import { WrongMasterKey } from "../../src/adapters/keys/key-wrap.ts";
import { type Keyring, openKeyring } from "../../src/adapters/keys/keyring.ts";
import { masterKeyFromSecret } from "../../src/adapters/keys/master-key.ts";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import { systemRandom } from "../../src/adapters/system/random.ts";
import { tokenLifetimes } from "../../src/flows/operator/api-problem.ts";
import type { SigningAlgorithm } from "../../src/protocol/jwk.ts";
import { Secret } from "../../src/values/secret.ts";
import { type Instant, plus } from "../../src/values/time.ts";
import { noon } from "../storage-contract/samples.ts";
import { scratchFolder } from "./scratch.ts";

const algorithms: readonly SigningAlgorithm[] = ["RS256", "ES256", "EdDSA"];
const claims = { iss: "https://id.example", sub: "ada", nonce: "ñ – \u{1f511}" };
const day = 86_400;

/** A database, a clock to set, and as many nodes on it as a test opens. */
async function install(context: TestContext) {
  let now = noon;
  const clock = { now: () => now };
  const path = join(scratchFolder(context), "latchkey.db");
  const store = await openSqliteStore({ path, clock });
  context.after(() => store.close());
  const openNode = async (secret = "a secret of more than thirty-two characters"): Promise<Keyring> => {
    const masterKey = masterKeyFromSecret(new Secret(secret));
    const keyring = await openKeyring({ records: store.keyRecords, masterKey, clock, random: systemRandom });
    context.after(() => keyring.close());
    return keyring;
  };
  const setClock = (at: Instant): void => {
    now = at;
  };
  return { store, openNode, setClock };
}

function kids({ signer }: Keyring): readonly unknown[] {
  return signer.publicKeys().map(({ kid }) => kid);
}

async function kidUsed({ signer }: Keyring): Promise<unknown> {
  return decodeProtectedHeader(await signer.sign("ES256", "JWT", claims)).kid;
}

test("RFC 7515 §7.1: a compact JWS has alg, kid and typ, and verifies by the published key", async (context) => {
  const { signer } = await (await install(context)).openNode();
  for (const algorithm of algorithms) {
    const jwt = await signer.sign(algorithm, "logout+jwt", claims);
    const published = signer.publicKeys().find(({ alg }) => alg === algorithm);
    assert.ok(published);
    const key = await importJWK(published as JWK, algorithm);
    const { payload, protectedHeader } = await compactVerify(jwt, key);
    assert.deepEqual(protectedHeader, { alg: algorithm, kid: published.kid, typ: "logout+jwt" });
    assert.deepEqual(JSON.parse(Buffer.from(payload).toString()), claims);
  }
});

test("RFC 7517 §4: published keys say kid, alg and use, and nothing private", async (context) => {
  const { signer } = await (await install(context)).openNode();
  for (const algorithm of algorithms) await signer.ready(algorithm);
  const members = signer.publicKeys().map((key) => [key.alg, key.use, Object.keys(key).sort().join(" ")]);
  assert.deepEqual(members.sort(), [
    ["ES256", "sig", "alg crv kid kty use x y"],
    ["EdDSA", "sig", "alg crv kid kty use x"],
    ["RS256", "sig", "alg e kid kty n use"],
  ]);
  const rsa = signer.publicKeys().find(({ kty }) => kty === "RSA");
  assert.equal(Buffer.from(String(rsa?.n), "base64url").length, 256);
});

test("no signing key is made before one is needed", async (context) => {
  const { openNode, store } = await install(context);
  const { signer } = await openNode();
  assert.deepEqual(signer.publicKeys(), []);
  const purposes = (await store.keyRecords.list()).map(({ purpose }) => purpose);
  assert.ok(!purposes.some((purpose) => purpose.startsWith("sign-")));
});

test("ready: of many calls and nodes at once, one makes the key and all sign with it", async (context) => {
  const { openNode, store } = await install(context);
  const nodes = await Promise.all(Array.from({ length: 4 }, () => openNode()));
  await Promise.all([...nodes, ...nodes, ...nodes].map(({ signer }) => signer.ready("ES256")));
  assert.equal((await store.keyRecords.list()).filter(({ purpose }) => purpose === "sign-ES256").length, 1);
  assert.equal(new Set(await Promise.all(nodes.map(kidUsed))).size, 1);
});

test("a node that starts later publishes the existing keys and verifies with them", async (context) => {
  const { openNode } = await install(context);
  const first = await openNode();
  const jwt = await first.signer.sign("RS256", "JWT", claims);
  const second = await openNode();
  assert.deepEqual(kids(second), kids(first));
  assert.deepEqual(await second.signer.verifyOwn(jwt, "JWT"), claims);
});

test("a rotated key is published at once and signs after a minute", async (context) => {
  const { openNode, setClock } = await install(context);
  const keyring = await openNode();
  const old = await kidUsed(keyring);
  setClock(plus(noon, 1_000));
  await keyring.rotate("sign-ES256");
  assert.equal(kids(keyring).length, 2);
  assert.equal(kids(keyring)[1], old);
  assert.equal(await kidUsed(keyring), old);
  setClock(plus(noon, 1_059.999));
  assert.equal(await kidUsed(keyring), old);
  setClock(plus(noon, 1_060));
  assert.equal(await kidUsed(keyring), kids(keyring)[0]);
});

test("where all keys are younger than a minute, the oldest signs, because clients have known it for longest", async (context) => {
  const { openNode, setClock } = await install(context);
  const keyring = await openNode();
  const old = await kidUsed(keyring);
  setClock(plus(noon, 10));
  await keyring.rotate("sign-ES256");
  assert.equal(await kidUsed(keyring), old);
});

test("another process's rotation is seen by the next refresh", async (context) => {
  const { openNode } = await install(context);
  const [here, elsewhere] = [await openNode(), await openNode()];
  await here.signer.ready("ES256");
  await elsewhere.refresh();
  await elsewhere.rotate("sign-ES256");
  await here.refresh();
  assert.deepEqual(kids(here), kids(elsewhere));
  assert.equal(kids(here).length, 2);
});

test("replace: signatures of the older key are void, and the new key signs at once", async (context) => {
  const { openNode } = await install(context);
  const keyring = await openNode();
  const jwt = await keyring.signer.sign("ES256", "JWT", claims);
  await keyring.replace("sign-ES256");
  assert.equal(kids(keyring).length, 1);
  assert.equal(await keyring.signer.verifyOwn(jwt, "JWT"), undefined);
  assert.equal(await kidUsed(keyring), kids(keyring)[0]);
});

test("maintain: a signing key signs for 90 days and stays published for 30 more", async (context) => {
  const { openNode, setClock } = await install(context);
  const keyring = await openNode();
  const jwt = await keyring.signer.sign("ES256", "JWT", claims);
  const publishedAfter = async (seconds: number): Promise<number> => {
    setClock(plus(noon, seconds));
    await keyring.maintain();
    return kids(keyring).length;
  };
  assert.equal(await publishedAfter(90 * day - 1), 1);
  assert.equal(await publishedAfter(90 * day), 2);
  assert.equal(await publishedAfter(120 * day), 2);
  assert.deepEqual(await keyring.signer.verifyOwn(jwt, "JWT"), claims);
  assert.equal(await publishedAfter(120 * day + 1), 1);
  assert.equal(await keyring.signer.verifyOwn(jwt, "JWT"), undefined);
});

test("maintain: the key of an access token stays published for as long as the longest one lives", async (context) => {
  const { openNode, setClock } = await install(context);
  const keyring = await openNode();
  await keyring.signer.ready("ES256");
  const rotatedAt = plus(noon, 90 * day);
  setClock(rotatedAt);
  await keyring.maintain();
  setClock(plus(rotatedAt, 59));
  const jwt = await keyring.signer.sign("ES256", "at+jwt", claims);
  const { kid } = decodeProtectedHeader(jwt);
  assert.equal(kid, kids(keyring)[1], "the older key signs for a minute more");
  setClock(plus(rotatedAt, 59 + tokenLifetimes.most));
  await keyring.maintain();
  assert.ok(kids(keyring).includes(kid));
  assert.deepEqual(await keyring.signer.verifyOwn(jwt, "at+jwt"), claims);
});

test("maintain: of many nodes that find a signing key due, one makes the next", async (context) => {
  const { openNode, setClock } = await install(context);
  const nodes = await Promise.all(Array.from({ length: 3 }, () => openNode()));
  await nodes[0]?.signer.ready("EdDSA");
  setClock(plus(noon, 90 * day));
  await Promise.all(nodes.map((node) => node.maintain()));
  for (const node of nodes) {
    await node.refresh();
    assert.equal(kids(node).length, 2);
  }
});

test("verifyOwn: undefined for any JWT that no key of the keyring signed, and for one of another type", async (context) => {
  const { signer } = await (await install(context)).openNode();
  const jwt = await signer.sign("ES256", "JWT", claims);
  await signer.ready("EdDSA");
  const other = (await (await install(context)).openNode()).signer;
  const [header = "", payload = "", signature = ""] = jwt.split(".");
  const { kid } = decodeProtectedHeader(jwt);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  assert.deepEqual(await signer.verifyOwn(jwt, "JWT"), claims);
  for (const forged of [
    "",
    "a.b.c",
    "not a token",
    await other.sign("ES256", "JWT", claims),
    `${header}.${encode({ ...claims, sub: "bob" })}.${signature}`,
    `${header}.${payload}.`,
    `${header}.${payload}.${signature}=`,
    `${header}.${payload}.${signature}.${signature}.${signature}`,
    `${encode({ alg: "none", kid })}.${payload}.`,
    `${encode({ alg: "EdDSA", kid })}.${payload}.${signature}`,
    `${encode({ alg: "ES256" })}.${payload}.${signature}`,
    await signer.sign("ES256", "at+jwt", claims),
    await signer.sign("ES256", "jwt", claims),
    await signer.sign("ES256", "JWT", { filler: "x".repeat(8_192) }),
  ])
    assert.equal(await signer.verifyOwn(forged, "JWT"), undefined);
});

test("G28: a wrong master key is refused even where the database holds signing keys alone", async (context) => {
  const { openNode, store } = await install(context);
  await (await openNode()).signer.ready("EdDSA");
  const list = await store.keyRecords.list();
  store.keyRecords.list = async () => list.filter(({ purpose }) => purpose === "sign-EdDSA");
  await assert.rejects(openNode("another secret of more than thirty-two characters"), WrongMasterKey);
});

test("a stored signing key shows nothing of itself", async (context) => {
  const { openNode, store } = await install(context);
  const keyring = await openNode();
  await keyring.signer.ready("EdDSA");
  const record = (await store.keyRecords.list()).find(({ purpose }) => purpose === "sign-EdDSA");
  const pkcs8Prefix = Buffer.from("302e020100300506032b6570", "hex");
  assert.ok(record && Buffer.from(record.sealedKey).indexOf(pkcs8Prefix) === -1);
  assert.doesNotMatch(JSON.stringify(keyring.list()), /sealedKey/);
});
