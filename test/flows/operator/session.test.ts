import assert from "node:assert/strict";
import { test } from "node:test";
import { createAccount } from "../../../src/flows/operator/account.ts";
import { everyRight } from "../../../src/flows/operator/rights.ts";
import { listSessions, revokeSession, revokeSessionsOf } from "../../../src/flows/operator/session.ts";
import type { Account } from "../../../src/identity/account.ts";
import type { Session } from "../../../src/identity/session.ts";
import { sha256 } from "../../../src/values/digest.ts";
import { formatSessionId, parseSessionId, sessionIdOf } from "../../../src/values/ids.ts";
import { Secret } from "../../../src/values/secret.ts";
import { plus, secondsOf } from "../../../src/values/time.ts";
import { openRegistry } from "./store.ts";

type Registry = Awaited<ReturnType<typeof openRegistry>>;

async function account(registry: Registry, username: string): Promise<Account> {
  const password = new Secret("violet anchor puzzles 83");
  const created = await createAccount(registry, { username, password, isAdmin: false }, { by: everyRight });
  assert.ok(created.ok);
  return created.value;
}

async function signIn(registry: Registry, { id }: Account, cookie: string): Promise<Session> {
  const now = registry.clock.now();
  const cookieDigest = sha256(cookie);
  const session: Session = {
    id: sessionIdOf(cookieDigest.subarray(0, 16)),
    cookieDigest,
    accountId: id,
    authenticatedAt: now,
    methods: ["pwd"],
    expiresAt: plus(now, 3600),
    lastSeenAt: now,
    userAgent: "test",
  };
  await registry.sessions.start({ session, accountEpoch: 0, sessionsMax: 100, refunds: [] });
  return session;
}

const idleLimit = secondsOf(600);

async function listed(
  registry: Registry,
  { who, limit = 100 }: { readonly who?: string; readonly limit?: number } = {},
): Promise<string[]> {
  const list = await listSessions({ ...registry, idleLimit }, { who, limit });
  assert.ok(list.ok);
  return list.value.items.map(({ session }) => formatSessionId(session.id));
}

test("sessions are listed for everybody or for one person", async () => {
  await using registry = await openRegistry();
  const [ada, bob] = [await account(registry, "ada"), await account(registry, "bob")];
  const adas = formatSessionId((await signIn(registry, ada, "a")).id);
  const bobs = formatSessionId((await signIn(registry, bob, "b")).id);
  assert.deepEqual((await listed(registry)).sort(), [adas, bobs].sort());
  assert.deepEqual(await listed(registry, { who: "bob" }), [bobs]);
  const nobody = await listSessions({ ...registry, idleLimit }, { who: "nobody", limit: 1 });
  assert.deepEqual(nobody, { ok: false, reason: { kind: "unknown-account" } });
});

test("only live sessions are listed: neither expired nor longer unused than the idle limit", async () => {
  await using registry = await openRegistry();
  const ada = await account(registry, "ada");
  const start = registry.clock.at;
  const { id } = await signIn(registry, ada, "a");
  const rows = [
    [plus(start, 599), 1],
    [plus(start, 600), 0],
  ] as const;
  for (const [now, count] of rows) {
    registry.clock.at = now;
    assert.equal((await listed(registry)).length, count);
  }
  for (let now = plus(start, 600); now < plus(start, 3600); now = plus(now, 500)) {
    await registry.sessions.touch(id, now);
    registry.clock.at = now;
    assert.equal((await listed(registry)).length, 1);
  }
  registry.clock.at = plus(start, 3600);
  assert.deepEqual(await listed(registry), [], "expired, although it was used just now");
});

test("the sessions that were used last come first, as many as asked for, and the list knows how many there are", async () => {
  await using registry = await openRegistry();
  const ada = await account(registry, "ada");
  const ids: string[] = [];
  for (const cookie of ["a", "b", "c"]) {
    registry.clock.at = plus(registry.clock.at, 60);
    ids.unshift(formatSessionId((await signIn(registry, ada, cookie)).id));
  }
  assert.deepEqual(await listed(registry), ids);
  assert.deepEqual(await listed(registry, { limit: 2 }), ids.slice(0, 2));
  const list = await listSessions({ ...registry, idleLimit }, { who: "ada", limit: 1 });
  assert.ok(list.ok);
  assert.equal(list.value.total, 3);
});

test("a revoked session is gone, and only that one", async () => {
  await using registry = await openRegistry();
  const ada = await account(registry, "ada");
  const first = await signIn(registry, ada, "first");
  const second = await signIn(registry, ada, "second");
  assert.equal((await revokeSession(registry, formatSessionId(first.id), { by: everyRight })).ok, true);
  assert.deepEqual(await revokeSession(registry, formatSessionId(first.id), { by: everyRight }), {
    ok: false,
    reason: { kind: "unknown-session" },
  });
  assert.deepEqual(await listed(registry), [formatSessionId(second.id)]);
});

test("revoking all of a person ends every session and raises the epoch", async () => {
  await using registry = await openRegistry();
  const ada = await account(registry, "ada");
  await signIn(registry, ada, "first");
  await signIn(registry, ada, "second");
  const revoked = await revokeSessionsOf(registry, "ada", { by: everyRight });
  assert.ok(revoked.ok);
  assert.equal(revoked.value.ended, 2);
  assert.deepEqual(await listed(registry), []);
  const stored = await registry.accounts.find(ada.id);
  assert.ok(stored && stored.epoch > ada.epoch);
  assert.deepEqual(await revokeSessionsOf(registry, "nobody", { by: everyRight }), {
    ok: false,
    reason: { kind: "unknown-account" },
  });
});

test("a session id that was printed is read back, and nothing else is", () => {
  const id = sessionIdOf(sha256("x").subarray(0, 16));
  assert.deepEqual(Buffer.from(parseSessionId(formatSessionId(id)) ?? []), Buffer.from(id));
  for (const text of ["", "xyz", "00", `${formatSessionId(id)}0`])
    assert.equal(parseSessionId(text), undefined);
});
