import assert from "node:assert/strict";
import { test } from "node:test";
import { createAccount } from "../../../src/flows/operator/account.ts";
import { changeClient, registerClient } from "../../../src/flows/operator/client.ts";
import { everyRight } from "../../../src/flows/operator/rights.ts";
import { sha256 } from "../../../src/values/digest.ts";
import { sessionIdOf } from "../../../src/values/ids.ts";
import { Secret } from "../../../src/values/secret.ts";
import { plus, secondsOf } from "../../../src/values/time.ts";
import { openRegistry } from "./store.ts";

type Registry = Awaited<ReturnType<typeof openRegistry>>;

const idleLimit = secondsOf(600);
const secret = new Secret("violet anchor puzzles 83");

async function addClient(registry: Registry, name: string) {
  const redirectUris = ["https://app.example/"];
  const added = await registerClient(
    registry,
    { name, redirectUris, profile: "interface", isPublic: false },
    { by: everyRight },
  );
  assert.ok(added.ok);
  return added.value.client;
}

async function addAccount(registry: Registry, username: string) {
  const added = await createAccount(
    registry,
    { username, password: secret, isAdmin: false },
    { by: everyRight },
  );
  assert.ok(added.ok);
  return added.value;
}

test("Inventory: an empty store counts nothing, lists nothing and was never changed", async () => {
  await using registry = await openRegistry();
  const { inventory, clock } = registry;
  assert.deepEqual(await inventory.counts({ now: clock.now(), idleLimit }), {
    clients: 0,
    accounts: 0,
    sessions: 0,
  });
  assert.deepEqual(await inventory.clients({ limit: 10 }), { items: [], total: 0 });
  const sessions = await inventory.sessions({ now: clock.now(), idleLimit, limit: 10 });
  assert.deepEqual(sessions, { items: [], total: 0 });
});

test("Inventory.counts: only live sessions count", async () => {
  await using registry = await openRegistry();
  const { id } = await addAccount(registry, "ada");
  const now = registry.clock.now();
  const rows = [
    ["live", 0, 3600],
    ["idle", -600, 3600],
    ["expired", 0, 0],
  ] as const;
  for (const [cookie, seenSeconds, expirySeconds] of rows) {
    const cookieDigest = sha256(cookie);
    const session = {
      id: sessionIdOf(cookieDigest.subarray(0, 16)),
      cookieDigest,
      accountId: id,
      authenticatedAt: now,
      methods: ["pwd"],
      expiresAt: plus(now, expirySeconds),
      lastSeenAt: plus(now, seenSeconds),
      userAgent: "test",
    } as const;
    await registry.sessions.start({ session, accountEpoch: 0, sessionsMax: 100, refunds: [] });
  }
  const counts = await registry.inventory.counts({ now, idleLimit });
  assert.deepEqual(counts, { clients: 0, accounts: 1, sessions: 1, newestChangeAt: now });
});

test("Inventory.counts: knows when a client or account was last changed", async () => {
  await using registry = await openRegistry();
  const client = await addClient(registry, "App");
  registry.clock.at = plus(registry.clock.at, 60);
  await addAccount(registry, "ada");
  const newest = async () =>
    (await registry.inventory.counts({ now: registry.clock.now(), idleLimit })).newestChangeAt;
  assert.equal(await newest(), registry.clock.at);
  registry.clock.at = plus(registry.clock.at, 60);
  await changeClient(registry, client.id, { name: "New" }, { by: everyRight });
  assert.equal(await newest(), registry.clock.at);
});
