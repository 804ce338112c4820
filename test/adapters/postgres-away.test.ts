import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { after, type TestContext, test } from "node:test";
import { openPostgresStore } from "../../src/adapters/postgres/store.ts";
import type { Store } from "../../src/adapters/store.ts";
import { sha256 } from "../../src/values/digest.ts";
import { StoreUnavailable } from "../../src/values/store-unavailable.ts";
import { instantOf, secondsOf } from "../../src/values/time.ts";
import {
  accountNamed,
  clientNamed,
  firstRotation,
  grantId,
  grantWith,
  hashOf,
  keyRecordOf,
  noon,
  reservationOf,
  sessionOf,
  startOf,
} from "../storage-contract/samples.ts";
import { startPostgres } from "../support/postgres.ts";
import { promisedWithin, settledWithin } from "../support/until.ts";

const server = await startPostgres();
after(() => server.remove());

const ada = accountNamed("ada");
const shop = clientNamed("shop");
const session = sessionOf(ada, "cookie");
const live = { now: noon, idleLimit: secondsOf(600) };
/** The promised time for an answer, and for the recovery. */
const promisedMilliseconds = 5_000;

/** Every promise of the store that needs the database. */
function everyMethod(store: Store): Readonly<Record<string, () => Promise<unknown>>> {
  const [id, family, reservation] = [grantId(1), grantId(2), [reservationOf("ada")]];
  return {
    "clients.find": async () => store.clients.find(shop.id),
    "clients.findReadable": () => store.clients.findReadable(shop.id),
    "clients.list": () => store.clients.list(),
    "clients.listToldOfLogout": () => store.clients.listToldOfLogout(),
    "clients.create": () => store.clients.create(shop),
    "clients.update": () => store.clients.update(shop),
    "clients.remove": () => store.clients.remove(shop),
    "clients.recordExposedSecret": () => store.clients.recordExposedSecret(shop.id, noon),
    "secretUses.list": () => store.secretUses.list(shop.id),
    "secretUses.note": async () =>
      store.secretUses.note({ clientId: shop.id, secretDigest: sha256("secret of shop"), usedAt: noon }),
    "accounts.find": () => store.accounts.find(ada.id),
    "accounts.findByName": () => store.accounts.findByName(ada.username),
    "accounts.list": () => store.accounts.list(1_000),
    "accounts.create": () => store.accounts.create(ada),
    "accounts.update": () => store.accounts.update(ada, noon),
    "accounts.setPassword": () => store.accounts.setPassword(ada.id, hashOf("x"), noon),
    "accounts.moveOldPassword": () => store.accounts.moveOldPassword(ada.id, hashOf("x")),
    "accounts.rehashPassword": () => store.accounts.rehashPassword(ada.id, hashOf("x"), hashOf("y")),
    "accounts.setDisabled": () => store.accounts.setDisabled(ada.id, true, noon),
    "accounts.remove": () => store.accounts.remove(ada.id),
    "sessions.find": async () => store.sessions.find(session.id),
    "sessions.list": () => store.sessions.list(),
    "sessions.start": () => store.sessions.start(startOf(session)),
    "sessions.touch": () => store.sessions.touch(session.id, noon),
    "sessions.end": () => store.sessions.end(session.id),
    "sessions.endAll": () => store.sessions.endAll(ada.id, noon),
    "grants.redeem": () => store.grants.redeem(grantWith(id)),
    "grants.find": () => store.grants.find(id),
    "grants.revoke": () => store.grants.revoke(id, noon),
    "grants.revokeAll": () => store.grants.revokeAll({ accountId: ada.id }, noon),
    "tokenFamilies.find": () => store.tokenFamilies.find(family),
    "tokenFamilies.rotate": () => store.tokenFamilies.rotate(firstRotation(id, family)),
    "tokenFamilies.revoke": () => store.tokenFamilies.revoke(family, noon),
    "tokenFamilies.revokeAll": () => store.tokenFamilies.revokeAll({ clientId: shop.id }, noon),
    "consents.find": () => store.consents.find(ada.id, shop.id),
    "consents.list": () => store.consents.list(ada.id),
    "consents.allow": () =>
      store.consents.allow({ accountId: ada.id, clientId: shop.id, scope: [], grantedAt: noon }, noon),
    "consents.withdraw": () => store.consents.withdraw(ada.id, shop.id, noon),
    "replayCache.use": () => store.replayCache.use(sha256("key"), noon),
    "replayCache.has": () => store.replayCache.has(sha256("key"), noon),
    "attempts.reserve": () => store.attempts.reserve(reservation, noon),
    "attempts.refund": () => store.attempts.refund(reservation),
    "keyRecords.list": () => store.keyRecords.list(),
    "keyRecords.rotate": () => store.keyRecords.rotate(keyRecordOf(1, "code", noon), instantOf(-1)),
    "keyRecords.removeRetired": () => store.keyRecords.removeRetired("code", noon),
    "expiry.sweep": () => store.expiry.sweep(noon, 10),
    "inventory.counts": () => store.inventory.counts(live),
    "inventory.clients": () => store.inventory.clients({ limit: 1 }),
    "people.list": () => store.people.list({ limit: 1, filter: {} }),
    "inventory.sessions": () => store.inventory.sessions({ ...live, limit: 1 }),
  };
}

/** Calls everything at once; each has to reject in the promised time. */
async function requireAway(store: Store): Promise<void> {
  const calls = Object.entries(everyMethod(store)).map(([name, call]) =>
    assert.rejects(settledWithin(promisedMilliseconds, call()), StoreUnavailable, name),
  );
  await Promise.all([...calls, store.status().then(({ isReady }) => assert.equal(isReady, false))]);
}

/** The same store works again in the promised time. */
async function requireBack(store: Store): Promise<void> {
  await promisedWithin(promisedMilliseconds, async () => (await store.status()).isReady);
  assert.equal(await store.grants.redeem(grantWith(grantId(9))), "redeemed");
  for (const [name, call] of Object.entries(everyMethod(store))) await assert.doesNotReject(call, name);
}

async function open(context: TestContext, url: string): Promise<Store> {
  const store = await openPostgresStore({ url, clock: { now: () => noon } });
  context.after(() => store.close());
  await Promise.all(Array.from({ length: 20 }, () => store.accounts.find(ada.id)));
  return store;
}

/** A network in front of the server that can fall silent: connections stay open, and nothing comes through any more. */
async function startNetwork(context: TestContext, port: number) {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const network = createServer({ allowHalfOpen: true }, (near) => {
    sockets.add(near);
    near.on("error", () => undefined);
    if (isSilent) return;
    const far = connect(port, "127.0.0.1");
    sockets.add(far);
    far.on("error", () => near.destroy());
    near.on("data", (chunk) => isSilent || far.write(chunk));
    far.on("data", (chunk) => isSilent || near.write(chunk));
    near.on("close", () => far.destroy());
    far.on("close", () => isSilent || near.destroy());
  }).listen(0, "127.0.0.1");
  await once(network, "listening");
  context.after(() => {
    for (const socket of sockets) socket.destroy();
    network.close();
  });
  const address = network.address();
  if (address === null || typeof address === "string") throw new Error("The network has no port.");
  return {
    port: address.port,
    fallSilent: () => {
      isSilent = true;
    },
    /** New connections work; those from before stay silent for ever. */
    recover: () => {
      for (const socket of sockets) socket.removeAllListeners("data");
      isSilent = false;
    },
  };
}

test("a server that stopped: every call rejects with StoreUnavailable, and works again once it is back", async (context) => {
  const store = await open(context, await server.newSchema());
  await server.stop();
  await requireAway(store);
  await requireAway(store);
  await server.start();
  await requireBack(store);
});

test("a network that falls silent: every call rejects in time, and works again once it is back", async (context) => {
  const url = await server.newSchema();
  const network = await startNetwork(context, server.port);
  const store = await open(context, url.replace(`:${server.port}/`, `:${network.port}/`));
  network.fallSilent();
  await requireAway(store);
  network.recover();
  await requireBack(store);
});

test("a server that stops under load forgets nothing that it acknowledged, and no code has two winners", async (context) => {
  const url = await server.newSchema();
  const stores = [await open(context, url), await open(context, url)];
  const wins = new Map<number, number>();
  const isBusy = Promise.withResolvers<void>();
  const redeemUntilRefused = async (store: Store) => {
    for (let number = 0; ; number += 1) {
      if ((await store.grants.redeem(grantWith(grantId(number)))) !== "redeemed") continue;
      wins.set(number, (wins.get(number) ?? 0) + 1);
      if (wins.size === 300) isBusy.resolve();
    }
  };
  const refused = stores.flatMap((store) =>
    Array.from({ length: 8 }, () => assert.rejects(redeemUntilRefused(store), StoreUnavailable)),
  );
  await isBusy.promise;
  await server.stop();
  await Promise.all(refused);
  await server.start();
  const store = await open(context, url);
  for (const [number, winners] of wins) {
    assert.equal(winners, 1);
    assert.equal(await store.grants.redeem(grantWith(grantId(number))), "already-redeemed");
  }
});
