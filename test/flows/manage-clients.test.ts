import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ClientProblem,
  changeClient,
  describeClientProblem,
  type NewClient,
  registerClient,
  removeClient,
  rotateClientSecret,
  setClientDisabled,
} from "../../src/flows/manage-clients.ts";
import type { Client } from "../../src/protocol/client.ts";
import { equalDigests, sha256 } from "../../src/values/digest.ts";
import { accountIdOf, clientIdOf, newGrantId, sessionIdOf } from "../../src/values/ids.ts";
import type { Result } from "../../src/values/result.ts";
import { plus } from "../../src/values/time.ts";
import { openRegistry } from "./manage-store.ts";

const callback = "https://app.example/callback";
const wanted: NewClient = { name: "My app", redirectUris: [callback], profile: "interface", isPublic: false };
const unknown = clientIdOf("00000000000000000000");

function accepted<Value>(result: Result<Value, ClientProblem>): Value {
  assert.ok(result.ok, result.ok ? "" : describeClientProblem(result.reason));
  return result.value;
}

/** A digest out of the store is a plain Uint8Array, a fresh one a Buffer; what they hold is the same. */
function facts(client: Client | undefined) {
  return (
    client && {
      ...client,
      secretDigest: client.secretDigest && Buffer.from(client.secretDigest).toString("hex"),
    }
  );
}

function kindOf(result: Result<unknown, ClientProblem>): string {
  assert.ok(!result.ok, "expected a refusal");
  return result.reason.kind;
}

test("a registered client has letters and digits for id and secret, and only the secret's digest is kept", async () => {
  await using registry = await openRegistry();
  const { client, secret } = accepted(await registerClient(registry, wanted));
  assert.match(client.id, /^lkc[A-Za-z0-9]{20}$/);
  assert.match(secret?.reveal() ?? "", /^lks[A-Za-z0-9]{40}$/);
  const stored = await registry.clients.find(client.id);
  assert.deepEqual(facts(stored), facts(client));
  assert.ok(stored?.secretDigest && equalDigests(stored.secretDigest, sha256(secret?.reveal() ?? "")));
  assert.ok(!JSON.stringify(stored).includes(secret?.reveal() ?? ""));
});

test("a public client has no secret, and none can be made", async () => {
  await using registry = await openRegistry();
  const redirectUris = ["com.example.app:/callback"];
  const { client, secret } = accepted(
    await registerClient(registry, { ...wanted, redirectUris, isPublic: true }),
  );
  assert.equal(secret, undefined);
  assert.equal(client.secretDigest, undefined);
  assert.equal(kindOf(await rotateClientSecret(registry, client.id)), "public-client-has-no-secret");
});

test("a registration without a usable name or redirect URI is refused, and nothing is stored", async () => {
  await using registry = await openRegistry();
  const rows: [Partial<NewClient>, ClientProblem["kind"]][] = [
    [{ name: "" }, "name-unusable"],
    [{ name: "a\u202eb" }, "name-unusable"],
    [{ name: "x".repeat(101) }, "name-unusable"],
    [{ redirectUris: [] }, "redirect-uri-missing"],
    [{ redirectUris: [callback, "http://app.example/"] }, "redirect-uri-unusable"],
    [{ redirectUris: ["javascript:alert(1)"] }, "redirect-uri-unusable"],
    [{ redirectUris: Array.from({ length: 101 }, (_, at) => `${callback}${at}`) }, "redirect-uris-too-many"],
  ];
  for (const [change, kind] of rows)
    assert.equal(kindOf(await registerClient(registry, { ...wanted, ...change })), kind);
  assert.deepEqual(await registry.clients.list(), []);
});

test("a change touches what it names and nothing else", async () => {
  await using registry = await openRegistry();
  const { client } = accepted(await registerClient(registry, wanted));
  registry.clock.at = plus(registry.clock.at, 60);
  const changed = accepted(await changeClient(registry, client.id, { name: "  New name " }));
  assert.deepEqual(facts(changed), { ...facts(client), name: "New name", updatedAt: registry.clock.at });
  assert.deepEqual(facts(await registry.clients.find(client.id)), facts(changed));
  assert.equal(accepted(await changeClient(registry, client.id, { profile: "strict" })).profile, "strict");
});

test("redirect URIs are replaced, added once and removed", async () => {
  await using registry = await openRegistry();
  const { client } = accepted(await registerClient(registry, wanted));
  const change = async (changes: Parameters<typeof changeClient>[2]) =>
    accepted(await changeClient(registry, client.id, changes)).redirectUris;
  assert.deepEqual(await change({ addRedirectUris: ["https://b.example/"] }), [
    callback,
    "https://b.example/",
  ]);
  assert.deepEqual(await change({ addRedirectUris: ["https://b.example/"] }), [
    callback,
    "https://b.example/",
  ]);
  assert.deepEqual(await change({ removeRedirectUris: [callback] }), ["https://b.example/"]);
  assert.deepEqual(await change({ redirectUris: ["https://c.example/"] }), ["https://c.example/"]);
});

test("a change that would leave a client without a redirect URI, or with a bad one, changes nothing", async () => {
  await using registry = await openRegistry();
  const { client } = accepted(await registerClient(registry, wanted));
  const rows: [Parameters<typeof changeClient>[2], ClientProblem["kind"]][] = [
    [{ removeRedirectUris: [callback] }, "redirect-uri-missing"],
    [{ removeRedirectUris: ["https://other.example/"] }, "redirect-uri-not-registered"],
    [{ addRedirectUris: ["https://*.example/"] }, "redirect-uri-unusable"],
    [{ name: " " }, "name-unusable"],
  ];
  for (const [changes, kind] of rows)
    assert.equal(kindOf(await changeClient(registry, client.id, changes)), kind);
  assert.deepEqual(facts(await registry.clients.find(client.id)), facts(client));
});

test("a new secret replaces the old one and clears the record of its exposure", async () => {
  await using registry = await openRegistry();
  const { client, secret } = accepted(await registerClient(registry, wanted));
  await registry.clients.recordExposedSecret(client.id, registry.clock.now());
  const rotated = accepted(await rotateClientSecret(registry, client.id));
  assert.notEqual(rotated.secret?.reveal(), secret?.reveal());
  const stored = await registry.clients.find(client.id);
  assert.equal(stored?.secretExposedAt, undefined);
  assert.ok(
    stored?.secretDigest && equalDigests(stored.secretDigest, sha256(rotated.secret?.reveal() ?? "")),
  );
});

test("a disabled client stays registered and can be enabled again", async () => {
  await using registry = await openRegistry();
  const { client } = accepted(await registerClient(registry, wanted));
  assert.equal(accepted(await setClientDisabled(registry, client.id, true)).client.isDisabled, true);
  assert.equal((await registry.clients.find(client.id))?.isDisabled, true);
  assert.equal(accepted(await setClientDisabled(registry, client.id, false)).client.isDisabled, false);
});

test("disabling a client revokes the tokens it has", async () => {
  await using registry = await openRegistry();
  const { client } = accepted(await registerClient(registry, wanted));
  const now = registry.clock.now();
  const id = newGrantId(now, registry.random.bytes(10));
  await registry.grants.redeem({
    id,
    tokenDigest: sha256("token"),
    clientId: client.id,
    accountId: accountIdOf("00000000000000000000"),
    accountEpoch: 0,
    sessionId: sessionIdOf(registry.random.bytes(16)),
    redeemedAt: now,
    tokenExpiresAt: plus(now, 3600),
    keepUntil: plus(now, 3600),
  });
  assert.equal(accepted(await setClientDisabled(registry, client.id, true)).revokedTokens, 1);
  assert.equal((await registry.grants.find(id))?.revokedAt, now);
});

test("what is done to an unknown client is refused", async () => {
  await using registry = await openRegistry();
  const refusals = [
    await changeClient(registry, unknown, {}),
    await rotateClientSecret(registry, unknown),
    await setClientDisabled(registry, unknown, true),
    await removeClient(registry, unknown),
  ];
  assert.deepEqual(new Set(refusals.map(kindOf)), new Set(["unknown-client"]));
});

test("a removed client is gone", async () => {
  await using registry = await openRegistry();
  const { client } = accepted(await registerClient(registry, wanted));
  assert.deepEqual(facts(accepted(await removeClient(registry, client.id))), facts(client));
  assert.equal(await registry.clients.find(client.id), undefined);
});
