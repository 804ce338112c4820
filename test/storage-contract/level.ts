import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import { sha256 } from "../../src/values/digest.ts";
import { type Instant, plus } from "../../src/values/time.ts";
import { deviceNamed } from "./device-authorizations.ts";
import { atOnce, type Promised } from "./harness.ts";
import {
  accountNamed,
  clientNamed,
  familyWith,
  firstRotation,
  grantId,
  grantOfFamily,
  linkOf,
  messageTo,
  noon,
  reservationOf,
  sessionOf,
  startOf,
  trustedBrowserOf,
} from "./samples.ts";

const ada = accountNamed("ada");
const hour = 3_600;
const day = 24 * hour;
const idle = 30 * day;
/** In one simulated hour, one a minute. */
const signInsPerHour = 20;
/** What is kept as a record for longer than this test runs: mail without its text for 30 days, idempotency keys for one. */
const records: ReadonlySet<string> = new Set([
  "outbox",
  "idempotency_keys",
  "audit",
  "activity",
  "statistics",
]);

/** The promises of `Expiry` about rows that nothing can use any more. */
export function levelContract(promised: Promised): void {
  promised("Expiry.sweep: removes families that work no longer, and no others", async ({ store }) => {
    await store.accounts.create(ada);
    const live = sessionOf(ada, "live", { expiresAt: plus(noon, 99 * day) });
    const over = sessionOf(ada, "over");
    for (const session of [live, over]) await store.sessions.start(startOf(session));
    const kinds = {
      "of a live session": { sessionId: live.id },
      offline: {},
      "of an ended session": { sessionId: over.id },
      revoked: {},
      used: {},
      idle: { lastUsedAt: plus(noon, -1) },
    };
    const idOf = (kind: string) => grantId(Object.keys(kinds).indexOf(kind));
    for (const [kind, changes] of Object.entries(kinds)) {
      const id = idOf(kind);
      await store.grants.redeem(grantOfFamily(id, id), familyWith(id, changes));
    }
    await store.sessions.end(over.id);
    await store.tokenFamilies.revoke(idOf("revoked"), noon);
    const rotation = { ...firstRotation(grantId(99), idOf("used")), now: plus(noon, 60) };
    assert.equal(await store.tokenFamilies.rotate(rotation), true);
    const left = async () => {
      const found = await Promise.all(
        Object.keys(kinds).map(async (kind) => [kind, await store.tokenFamilies.find(idOf(kind))]),
      );
      return found.filter(([, family]) => family !== undefined).map(([kind]) => kind);
    };
    await sweepAll(store, noon);
    assert.deepEqual(await left(), ["of a live session", "offline", "used", "idle"]);
    await sweepAll(store, plus(noon, idle - 1));
    assert.deepEqual(await left(), ["of a live session", "offline", "used"]);
    await sweepAll(store, plus(noon, idle));
    assert.deepEqual(await left(), ["used"]);
  });

  promised(
    "Expiry.sweep: finds a dead family behind thousands of live ones, a batch at a time, and begins again after the last",
    async ({ store }) => {
      const add = (index: number) => {
        const id = grantId(index);
        return store.grants.redeem(grantOfFamily(id, id), familyWith(id));
      };
      await atOnce(2_100, add);
      const dead = [1, 2_050, 2_051, 2_052].map((index) => grantId(index));
      for (const id of dead.slice(1)) await store.tokenFamilies.revoke(id, noon);
      const gone: number[] = [];
      for (let sweeps = 0; sweeps < 4; sweeps += 1) gone.push(await store.expiry.sweep(noon, 2));
      assert.deepEqual(gone, [0, 2, 1, 0]);
      await store.tokenFamilies.revoke(grantId(1), noon);
      for (let pages = 0; pages < 2; pages += 1) await sweepAll(store, noon);
      for (const id of dead) assert.equal(await store.tokenFamilies.find(id), undefined);
      assert.equal((await store.check()).rows.refresh_families, 2_096);
    },
  );

  promised(
    "Expiry.sweep: keeps the tables level after the first hour of sign-ins, refreshes, mail and devices",
    async ({ store }) => {
      await store.accounts.create(ada);
      for (const name of ["client", "tv"]) await store.clients.create(clientNamed(name));
      const counts: Readonly<Record<string, number>>[] = [];
      for (let hours = 0; hours < 6; hours += 1) {
        const from = plus(noon, hours * hour);
        for (let minute = 0; minute < signInsPerHour; minute += 1)
          await signIn(store, plus(from, minute * 60), `${hours} ${minute}`);
        await sweepAll(store, plus(from, hour));
        const { rows } = await store.check();
        counts.push(Object.fromEntries(Object.entries(rows).filter(([table]) => !records.has(table))));
      }
      const first = counts[0] ?? {};
      for (const [table, rows] of Object.entries(first)) {
        const later = counts.map((each) => each[table]);
        // PostgreSQL drops grants by the hour, once the last of it has expired (ADR 0017).
        const isLevel =
          table === "grants"
            ? later.every((count) => Number(count) <= 3 * signInsPerHour * 2)
            : later.every((count) => count === rows);
        assert.ok(isLevel, `${table}: ${later.join(", ")}`);
      }
      const { items } = await store.outbox.list({ limit: 500 });
      assert.equal(items.length, 6 * signInsPerHour);
      assert.ok(
        items.every(({ sealedBody }) => sealedBody === undefined),
        "No delivered message keeps its text.",
      );
    },
  );
}

/** What one sign-in leaves behind: half of the sessions are ended, the others expire, all within the hour. */
async function signIn(store: Store, at: Instant, word: string): Promise<void> {
  const [index, soon] = [Number(word.replace(" ", "")), plus(at, 600)];
  await store.attempts.reserve([reservationOf(word, 5, 60)], at);
  const session = sessionOf(ada, word, { authenticatedAt: at, lastSeenAt: at, expiresAt: soon });
  assert.equal(await store.sessions.start(startOf(session)), "started");
  const times = { redeemedAt: at, tokenExpiresAt: soon, keepUntil: soon };
  const id = grantId(index, at);
  const family = familyWith(id, { sessionId: session.id, lastUsedAt: at, expiresAt: plus(at, 365 * day) });
  await store.grants.redeem(grantOfFamily(id, id, times), family, { notedIn: session.id });
  const grant = grantOfFamily(grantId(index + 1_000_000, at), id, times);
  assert.equal(await store.tokenFamilies.rotate({ family, generation: 2, grant, now: at }), true);
  await store.replayCache.use(sha256(`proof ${word}`), soon);
  await store.links.create(linkOf(word, { createdAt: at, expiresAt: soon }), {
    messages: [messageTo(word.replace(" ", "h"), { createdAt: at, accountId: ada.id })],
  });
  for (const message of await store.outbox.lease(at, soon, 9))
    await store.outbox.settle(message, { kind: "sent" });
  await store.deviceAuthorizations.create(deviceNamed(word, { createdAt: at, expiresAt: soon }));
  await store.trustedBrowsers.trust(trustedBrowserOf(ada, word, { trustedAt: at }), 10);
  if (index % 2 === 0) {
    await store.links.use(sha256(word), at);
    await store.sessions.end(session.id);
  }
}

async function sweepAll(store: Store, now: Instant): Promise<void> {
  while ((await store.expiry.sweep(now, 500)) >= 500);
}
