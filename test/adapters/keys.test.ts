import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { WrongMasterKey } from "../../src/adapters/keys/key-wrap.ts";
import { type Keyring, openKeyring } from "../../src/adapters/keys/keyring.ts";
import { type MasterKey, masterKeyFromSecret } from "../../src/adapters/keys/master-key.ts";
import { restoreSqlite } from "../../src/adapters/sqlite/restore.ts";
import { openSqliteStore, type SqliteStore } from "../../src/adapters/sqlite/store.ts";
import { systemRandom } from "../../src/adapters/system/random.ts";
import type { LastingPurpose, SealPurpose, SymmetricPurpose } from "../../src/values/key-purpose.ts";
import { symmetricPurposes as everyPurpose } from "../../src/values/key-purpose.ts";
import { Secret } from "../../src/values/secret.ts";
import { type Instant, plus } from "../../src/values/time.ts";
import { noon, plain } from "../storage-contract/samples.ts";
import { scratchFolder } from "./scratch.ts";

const rotating = ["code", "device", "refresh", "pushed-request", "trusted-browser", "mail"] as const;
const purposes: readonly SealPurpose[] = [...rotating, "totp"];
const symmetricPurposes: readonly Exclude<SymmetricPurpose, LastingPurpose>[] = [...rotating, "step"];
const message = Buffer.from("who may have what, and until when");
const day = 86_400;

/** One database, a clock to set, and as many nodes on it as a test opens. */
interface Installation {
  readonly store: SqliteStore;
  setClock(at: Instant): void;
  openNode(masterKey?: MasterKey): Promise<Keyring>;
}

const masterKey = masterKeyFromSecret(new Secret("a secret of more than thirty-two characters"));
const otherMasterKey = masterKeyFromSecret(new Secret("another secret of more than thirty-two characters"));

async function install(
  context: TestContext,
  path = join(scratchFolder(context), "latchkey.db"),
): Promise<Installation> {
  let now = noon;
  const clock = { now: () => now };
  const store = await openSqliteStore({ path, clock });
  context.after(() => store.close());
  return {
    store,
    setClock: (at) => {
      now = at;
    },
    openNode: async (key = masterKey) => {
      const options = { records: store.keyRecords, masterKey: key, clock, random: systemRandom };
      const keyring = await openKeyring(options);
      context.after(() => keyring.close());
      return keyring;
    },
  };
}

function opens(keyring: Keyring, purpose: SealPurpose, sealed: string): boolean {
  return plain(keyring.open(purpose, sealed)) === plain(message);
}

test("sealed bytes open, for every purpose", async (context) => {
  const keyring = await (await install(context)).openNode();
  fc.assert(
    fc.property(fc.constantFrom(...purposes), fc.uint8Array({ maxLength: 600 }), (purpose, bytes) => {
      assert.deepEqual(plain(keyring.open(purpose, keyring.seal(purpose, bytes))), plain(bytes));
    }),
  );
});

test("sealed text is base64url: key id, 12 bytes of nonce, ciphertext and 16 bytes of tag", async (context) => {
  const keyring = await (await install(context)).openNode();
  const sealed = keyring.seal("code", message);
  assert.match(sealed, /^[A-Za-z0-9_-]+$/);
  const bytes = Buffer.from(sealed, "base64url");
  assert.equal(bytes.length, 4 + 12 + message.length + 16);
  const live = keyring.list().find((key) => key.purpose === "code");
  assert.equal(bytes.subarray(0, 4).toString("hex"), live?.id);
});

test("a code opens on the node that sealed it and on others, after any number of later codes", async (context) => {
  const { openNode } = await install(context);
  const [here, elsewhere] = [await openNode(), await openNode()];
  const sealed = Array.from({ length: 2_000 }, (_, index) => here.seal("code", Buffer.from(`code ${index}`)));
  for (const [index, code] of sealed.entries())
    for (const node of [here, elsewhere]) {
      const opened = node.open("code", code);
      assert.equal(opened && Buffer.from(opened).toString(), `code ${index}`);
      assert.equal(node.open("device", code), undefined);
    }
});

test("changing opened bytes does not change the bytes that open next", async (context) => {
  const keyring = await (await install(context)).openNode();
  const sealed = keyring.seal("code", message);
  keyring.open("code", sealed)?.fill(0);
  assert.ok(opens(keyring, "code", sealed));
});

test("two messages never share a nonce", async (context) => {
  const keyring = await (await install(context)).openNode();
  const nonces = new Set<string>();
  for (let count = 0; count < 1_000; count += 1)
    nonces.add(Buffer.from(keyring.seal("code", message), "base64url").subarray(4, 16).toString("hex"));
  assert.equal(nonces.size, 1_000);
});

test("C28: a message sealed for one purpose never opens for another", async (context) => {
  const keyring = await (await install(context)).openNode();
  for (const sealedFor of purposes)
    for (const openedFor of purposes)
      assert.equal(opens(keyring, openedFor, keyring.seal(sealedFor, message)), sealedFor === openedFor);
});

test("C12: a message with any bit flipped, cut off or padded does not open", async (context) => {
  const keyring = await (await install(context)).openNode();
  const sealed = keyring.seal("code", message);
  const bytes = Buffer.from(sealed, "base64url");
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    assert.equal(keyring.open("code", flipped.toString("base64url")), undefined);
  }
  for (let length = 0; length < sealed.length; length += 1)
    assert.equal(keyring.open("code", sealed.slice(0, length)), undefined);
  for (const altered of [
    `${sealed}=`,
    `${sealed} `,
    ` ${sealed}`,
    `${sealed}A`,
    `${sealed}AAAA`,
    sealed.toLowerCase(),
  ])
    assert.equal(keyring.open("code", altered), undefined);
});

test("a MAC counts for its own message, with the key that made it, and for no other", async (context) => {
  const { openNode } = await install(context);
  const [here, elsewhere] = [await openNode(), await openNode()];
  const mac = here.mac("step", "a form");
  assert.ok(elsewhere.isMacOf("step", "a form", mac));
  assert.equal(elsewhere.isMacOf("step", "another form", mac), false);
  const codeKey = here.list().find((key) => key.purpose === "code")?.id;
  assert.equal(here.isMacOf("step", "a form", `${codeKey}${mac.slice(8)}`), false);
  assert.equal(here.open("code", mac), undefined);
  await here.rotate("step");
  assert.ok(here.isMacOf("step", "a form", mac), "The older key still verifies.");
  await here.replace("step");
  assert.equal(here.isMacOf("step", "a form", mac), false);
});

test("C12: a MAC with any bit flipped, cut off or padded does not count", async (context) => {
  const keyring = await (await install(context)).openNode();
  const made = keyring.mac("step", "a form");
  const [id = "", digits = ""] = made.split(".");
  const bytes = Buffer.from(digits, "base64url");
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    assert.equal(keyring.isMacOf("step", "a form", `${id}.${flipped.toString("base64url")}`), false);
  }
  for (let length = 0; length < made.length; length += 1)
    assert.equal(keyring.isMacOf("step", "a form", made.slice(0, length)), false);
  for (const altered of [`${made}=`, `${made}A`, `${made}AAAA`, ` ${made}`, `${id}:${digits}`])
    assert.equal(keyring.isMacOf("step", "a form", altered), false);
});

test("garbage of any kind does not open, is no MAC and never throws", async (context) => {
  const keyring = await (await install(context)).openNode();
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      assert.equal(keyring.open("code", text), undefined);
      assert.equal(keyring.isMacOf("step", "a form", text), false);
    }),
  );
});

test("a key says nothing about itself in a log", async (context) => {
  const keyring = await (await install(context)).openNode();
  const listed = JSON.stringify(keyring.list());
  assert.doesNotMatch(listed, /sealedKey/);
  assert.equal(JSON.stringify(masterKey), "{}");
});

test("keys outlive a restart", async (context) => {
  const installation = await install(context);
  const before = await installation.openNode();
  const sealed = before.seal("device", message);
  before.close();
  assert.ok(opens(await installation.openNode(), "device", sealed));
});

test("G28: a wrong master key is refused and overwrites nothing", async (context) => {
  const installation = await install(context);
  const right = await installation.openNode();
  const sealed = right.seal("device", message);
  const before = plain(await installation.store.keyRecords.list());
  await assert.rejects(installation.openNode(otherMasterKey), (error) => {
    assert.ok(error instanceof WrongMasterKey);
    assert.match(error.message, /LATCHKEY_SECRET/);
    return true;
  });
  assert.deepEqual(plain(await installation.store.keyRecords.list()), before);
  assert.ok(opens(await installation.openNode(), "device", sealed));
});

test("of many nodes that start at once on an empty database, one makes the keys and all use them", async (context) => {
  const installation = await install(context);
  const nodes = await Promise.all(Array.from({ length: 8 }, () => installation.openNode()));
  assert.equal((await installation.store.keyRecords.list()).length, everyPurpose.length);
  const sealed = nodes.map((node) => node.seal("code", message));
  for (const node of nodes) for (const text of sealed) assert.ok(opens(node, "code", text));
});

test("rotate: the new key seals, and messages of the old key still open", async (context) => {
  const { openNode } = await install(context);
  const keyring = await openNode();
  const before = keyring.seal("code", message);
  await keyring.rotate("code");
  const after = keyring.seal("code", message);
  assert.notEqual(after.slice(0, 5), before.slice(0, 5));
  assert.ok(opens(keyring, "code", before));
  assert.ok(opens(keyring, "code", after));
  assert.equal(keyring.list().filter((key) => key.purpose === "code").length, 2);
  assert.equal(keyring.list().filter((key) => key.purpose === "step").length, 1);
});

test("replace: messages of older keys no longer open, here at once and on other nodes from the next refresh", async (context) => {
  const { openNode } = await install(context);
  const [here, elsewhere] = [await openNode(), await openNode()];
  const before = here.seal("code", message);
  const device = here.seal("device", message);
  const visit = here.seal("forward-auth", message);
  assert.ok(opens(here, "forward-auth", visit));
  assert.ok(opens(here, "forward-auth", visit), "It is remembered, and opens as often as it comes.");
  await here.replace("code");
  await here.replace("forward-auth");
  assert.equal(here.open("forward-auth", visit), undefined, "What was remembered goes with its key.");
  assert.equal(here.open("code", before), undefined);
  await elsewhere.refresh();
  assert.equal(elsewhere.open("code", before), undefined);
  assert.ok(opens(elsewhere, "code", here.seal("code", message)));
  assert.ok(opens(here, "code", elsewhere.seal("code", message)));
  assert.ok(opens(here, "device", device), "Other purposes keep their keys.");
});

test("G31: codes, pushed requests and refresh tokens from before a backup is restored are refused after it", async (context) => {
  const folder = scratchFolder(context);
  const [from, to] = [join(folder, "backup.db"), join(folder, "restored.db")];
  const { openNode, store } = await install(context);
  const before = await openNode();
  const [code, device] = [before.seal("code", message), before.seal("device", message)];
  const [refresh, pushed] = [before.seal("refresh", message), before.seal("pushed-request", message)];
  const idToken = await before.signer.sign("ES256", "JWT", { sub: "ada" });
  await store.backup(from);
  await restoreSqlite({ from, to });
  const restored = await install(context, to);
  const after = await restored.openNode();
  assert.equal(after.open("code", code), undefined);
  assert.equal(after.open("refresh", refresh), undefined);
  assert.equal(after.open("pushed-request", pushed), undefined);
  assert.ok(opens(after, "device", device));
  assert.ok(await after.signer.verifyOwn(idToken, "JWT"), "Clients still hold the key that signed it.");
  assert.ok(opens(after, "code", after.seal("code", message)));
});

test("a slow refresh does not bring back keys that a later refresh found removed", async (context) => {
  const { openNode, store } = await install(context);
  const keyring = await openNode();
  const sealed = keyring.seal("code", message);
  const list = store.keyRecords.list.bind(store.keyRecords);
  const old = await list();
  const slow = Promise.withResolvers<typeof old>();
  store.keyRecords.list = () => slow.promise;
  const late = keyring.refresh();
  store.keyRecords.list = list;
  await keyring.replace("code");
  slow.resolve(old);
  await late;
  assert.equal(keyring.open("code", sealed), undefined);
});

test("an unknown key makes a node look for keys that another node made", async (context) => {
  const { openNode } = await install(context);
  const [here, elsewhere] = [await openNode(), await openNode()];
  await elsewhere.rotate("code");
  const sealed = elsewhere.seal("code", message);
  assert.equal(here.open("code", sealed), undefined);
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(opens(here, "code", sealed));
});

test("garbage makes a node look for keys at most once a second", async (context) => {
  const { openNode, store } = await install(context);
  const keyring = await openNode();
  let looks = 0;
  const list = store.keyRecords.list.bind(store.keyRecords);
  store.keyRecords.list = () => {
    looks += 1;
    return list();
  };
  for (let count = 0; count < 1_000; count += 1)
    keyring.open("code", Buffer.alloc(60, count & 1 ? 1 : 2).toString("base64url"));
  assert.equal(looks, 1);
});

test("maintain: keys of codes and pushed requests seal for a day, the others for 30", async (context) => {
  const { openNode, setClock } = await install(context);
  const keyring = await openNode();
  const newestAt = () =>
    symmetricPurposes.map((purpose) => keyring.list().find((key) => key.purpose === purpose)?.createdAt);
  setClock(plus(noon, day - 1));
  await keyring.maintain();
  assert.deepEqual(
    newestAt(),
    symmetricPurposes.map(() => noon),
  );
  setClock(plus(noon, day));
  await keyring.maintain();
  assert.deepEqual(newestAt(), [plus(noon, day), noon, noon, plus(noon, day), noon, noon, noon]);
  setClock(plus(noon, 30 * day));
  await keyring.maintain();
  assert.deepEqual(
    newestAt(),
    symmetricPurposes.map(() => plus(noon, 30 * day)),
  );
});

test("maintain: retired keys open until nothing that they sealed can be valid", async (context) => {
  const { openNode, setClock } = await install(context);
  const keyring = await openNode();
  const sealed = {
    code: keyring.seal("code", message),
    device: keyring.seal("device", message),
    refresh: keyring.seal("refresh", message),
    "pushed-request": keyring.seal("pushed-request", message),
    "trusted-browser": keyring.seal("trusted-browser", message),
    mail: keyring.seal("mail", message),
  };
  const kept = keyring.seal("totp", message);
  const mac = keyring.mac("step", "a form");
  for (const purpose of symmetricPurposes) await keyring.rotate(purpose);
  const openAfter = async (seconds: number) => {
    setClock(plus(noon, seconds));
    await keyring.maintain();
    assert.ok(opens(keyring, "totp", kept));
    const open: SymmetricPurpose[] = rotating.filter((purpose) => opens(keyring, purpose, sealed[purpose]));
    return keyring.isMacOf("step", "a form", mac) ? [...open, "step"] : open;
  };
  assert.deepEqual(await openAfter(600), symmetricPurposes);
  const lasting = ["device", "refresh", "trusted-browser", "mail", "step"];
  assert.deepEqual(
    await openAfter(601),
    symmetricPurposes.filter((purpose) => purpose !== "code"),
  );
  assert.deepEqual((await openAfter(7 * day)).includes("pushed-request"), true);
  assert.deepEqual(await openAfter(7 * day + 1), lasting);
  assert.deepEqual(await openAfter(31 * day), lasting);
  assert.deepEqual(await openAfter(60 * day), ["device", "refresh", "mail", "step"]);
  assert.deepEqual(await openAfter(60 * day + 1), ["device", "refresh"]);
  assert.deepEqual(await openAfter(400 * day), ["device", "refresh"]);
  assert.deepEqual(await openAfter(400 * day + 1), []);
});

test("maintain: of many nodes that find a key due, one makes the next", async (context) => {
  const { openNode, setClock, store } = await install(context);
  const nodes = await Promise.all(Array.from({ length: 6 }, () => openNode()));
  setClock(plus(noon, day));
  await Promise.all(nodes.map((node) => node.maintain()));
  const codeKeys = (await store.keyRecords.list()).filter((key) => key.purpose === "code");
  assert.equal(codeKeys.length, 2);
  assert.equal(codeKeys.filter((key) => key.retiredAt === undefined).length, 1);
});

test("a clock that is set back does not keep a key from being rotated", async (context) => {
  const { openNode, setClock } = await install(context);
  const keyring = await openNode();
  const before = keyring.seal("code", message);
  setClock(plus(noon, -day));
  await keyring.rotate("code");
  assert.notEqual(keyring.seal("code", message).slice(0, 5), before.slice(0, 5));
  assert.ok(opens(keyring, "code", before));
});

test("a new key seals two seconds after it was made, when every node has read it; the first key at once", async (context) => {
  const { openNode, setClock } = await install(context);
  const keyring = await openNode();
  const keyOf = (sealed: string) => Buffer.from(sealed, "base64url").subarray(0, 4).toString("hex");
  const first = keyOf(keyring.seal("code", message));
  setClock(plus(noon, 3_600));
  await keyring.rotate("code");
  assert.equal(keyOf(keyring.seal("code", message)), first);
  setClock(plus(noon, 3_602));
  await keyring.refresh();
  assert.notEqual(keyOf(keyring.seal("code", message)), first);
});

test("Sealer.pseudonym: the same text has the same pseudonym on every node, after years, leaks, restarts and a restored backup", async (context) => {
  const folder = scratchFolder(context);
  const [from, to] = [join(folder, "backup.db"), join(folder, "latchkey.db")];
  const installation = await install(context);
  const [here, elsewhere] = await Promise.all([installation.openNode(), installation.openNode()]);
  const pseudonym = here.pseudonym("app.example lkuADA");
  assert.match(pseudonym, /^[A-Za-z0-9_-]{43}$/);
  assert.notEqual(here.pseudonym("app.example lkuBOB"), pseudonym);
  const agree = (keyring: Keyring) => assert.equal(keyring.pseudonym("app.example lkuADA"), pseudonym);
  agree(elsewhere);
  for (const year of [1, 2, 10]) {
    installation.setClock(plus(noon, year * 365 * day));
    await here.maintain();
    agree(here);
  }
  for (const purpose of symmetricPurposes) await here.replace(purpose);
  agree(here);
  agree(await installation.openNode());
  await installation.store.backup(from);
  await restoreSqlite({ from, to });
  const restored = await install(context, to);
  agree(await restored.openNode());
  const keys = (await restored.store.keyRecords.list()).filter(({ purpose }) => purpose === "subject");
  assert.deepEqual(
    keys.map(({ retiredAt }) => retiredAt),
    [undefined],
  );
});

test("a secret that is kept in a row opens after years, leaks and restarts, and its key is in no rotation", async (context) => {
  const installation = await install(context);
  const keyring = await installation.openNode();
  const sealed = keyring.seal("upstream", message);
  for (const year of [1, 2, 10]) {
    installation.setClock(plus(noon, year * 365 * day));
    await keyring.maintain();
    assert.ok(opens(keyring, "upstream", sealed));
  }
  for (const purpose of symmetricPurposes) await keyring.replace(purpose);
  assert.ok(opens(await installation.openNode(), "upstream", sealed));
  assert.equal(opens(keyring, "device", sealed), false);
});

test("pseudonyms of two installations have nothing in common", async (context) => {
  const [one, other] = [await install(context), await install(context)];
  const text = "app.example lkuADA";
  assert.notEqual((await one.openNode()).pseudonym(text), (await other.openNode()).pseudonym(text));
});
