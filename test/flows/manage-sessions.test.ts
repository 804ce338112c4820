import assert from "node:assert/strict";
import { test } from "node:test";
import { createAccount } from "../../src/flows/manage-accounts.ts";
import {
  formatSessionId,
  listSessions,
  parseSessionId,
  revokeSession,
  revokeSessionsOf,
} from "../../src/flows/manage-sessions.ts";
import type { Account } from "../../src/identity/account.ts";
import type { Session } from "../../src/identity/session.ts";
import { sha256 } from "../../src/values/digest.ts";
import { sessionIdOf } from "../../src/values/ids.ts";
import { Secret } from "../../src/values/secret.ts";
import { plus } from "../../src/values/time.ts";
import { openRegistry } from "./manage-store.ts";

type Registry = Awaited<ReturnType<typeof openRegistry>>;

async function account(registry: Registry, username: string): Promise<Account> {
  const password = new Secret("violet anchor puzzles 83");
  const created = await createAccount(registry, { username, password, isAdmin: false });
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
  await registry.sessions.start(session, undefined, []);
  return session;
}

async function listed(registry: Registry, who?: string): Promise<string[]> {
  const sessions = await listSessions(registry, who);
  assert.ok(sessions.ok);
  return sessions.value.map(({ session }) => formatSessionId(session.id)).sort();
}

test("sessions are listed for everybody or for one person, without those that have expired", async () => {
  await using registry = await openRegistry();
  const [ada, bob] = [await account(registry, "ada"), await account(registry, "bob")];
  const adas = formatSessionId((await signIn(registry, ada, "a")).id);
  const bobs = formatSessionId((await signIn(registry, bob, "b")).id);
  assert.deepEqual(await listed(registry), [adas, bobs].sort());
  assert.deepEqual(await listed(registry, "bob"), [bobs]);
  assert.deepEqual(await listSessions(registry, "nobody"), { ok: false, reason: "unknown-account" });
  registry.clock.at = plus(registry.clock.at, 3600);
  assert.deepEqual(await listed(registry), []);
});

test("a revoked session is gone, and only that one", async () => {
  await using registry = await openRegistry();
  const ada = await account(registry, "ada");
  const first = await signIn(registry, ada, "first");
  const second = await signIn(registry, ada, "second");
  assert.equal((await revokeSession(registry, first.id)).ok, true);
  assert.deepEqual(await revokeSession(registry, first.id), { ok: false, reason: "unknown-session" });
  assert.deepEqual(await listed(registry), [formatSessionId(second.id)]);
});

test("revoking all of a person ends every session and raises the epoch", async () => {
  await using registry = await openRegistry();
  const ada = await account(registry, "ada");
  await signIn(registry, ada, "first");
  await signIn(registry, ada, "second");
  const revoked = await revokeSessionsOf(registry, "ada");
  assert.ok(revoked.ok);
  assert.equal(revoked.value.ended, 2);
  assert.deepEqual(await listed(registry), []);
  const stored = await registry.accounts.find(ada.id);
  assert.ok(stored && stored.epoch > ada.epoch);
  assert.deepEqual(await revokeSessionsOf(registry, "nobody"), { ok: false, reason: "unknown-account" });
});

test("a session id that was printed is read back, and nothing else is", () => {
  const id = sessionIdOf(sha256("x").subarray(0, 16));
  assert.deepEqual(Buffer.from(parseSessionId(formatSessionId(id)) ?? []), Buffer.from(id));
  for (const text of ["", "xyz", "00", `${formatSessionId(id)}0`])
    assert.equal(parseSessionId(text), undefined);
});
