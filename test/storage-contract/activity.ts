import assert from "node:assert/strict";
import type { SideEffects } from "../../src/flows/side-effect-ports.ts";
import type { ActivityEntry } from "../../src/identity/activity.ts";
import { type ActivityId, createActivityId } from "../../src/values/ids.ts";
import { type Instant, plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { accountNamed, clientNamed, hashOf, noon, plain, sessionOf, startOf } from "./samples.ts";

const ada = accountNamed("ada");
const bob = accountNamed("bob");
const shop = clientNamed("shop");
const keptSeconds = 90 * 86_400;

/** The promises of `Activity`. */
export function activityContract(promised: Promised): void {
  promised("Activity.list: of one account, as it was added, newest first", async ({ store, reopen }) => {
    for (const account of [ada, bob]) await store.accounts.create(account);
    const whole: ActivityEntry = {
      ...entryOf(1),
      kind: "consent-given",
      network: "203.0.113.0/24",
      userAgent: "Mozilla/5.0 (test) ü",
      clientId: shop.id,
      methods: ["pwd", "otp"],
      isNewBrowser: true,
    };
    const later = { ...entryOf(2), kind: "password-changed" } as const;
    for (const entry of [later, whole]) await store.activity.add(entry);
    await store.activity.add({ ...entryOf(3), accountId: bob.id });
    const page = await (await reopen()).activity.list(ada.id, { limit: 9 });
    assert.deepEqual(plain(page), plain({ items: [later, whole], total: 2 }));
  });

  promised("Activity.list: every entry is on exactly one page, also while others come", async ({ store }) => {
    await store.accounts.create(ada);
    for (let index = 0; index < 7; index += 1) await store.activity.add(entryOf(index));
    const seen: string[] = [];
    let after: ActivityId | undefined;
    do {
      const page = await store.activity.list(ada.id, { limit: 3, after });
      seen.push(...page.items.map(({ id }) => Buffer.from(id).toString("hex")));
      after = page.next;
      await store.activity.add(entryOf(100 + seen.length));
    } while (after !== undefined);
    const expected = [6, 5, 4, 3, 2, 1, 0].map((index) => Buffer.from(idOf(index)).toString("hex"));
    assert.deepEqual(seen, expected);
  });

  promised("Activity.has: an entry of this kind, of this account", async ({ store }) => {
    for (const account of [ada, bob]) await store.accounts.create(account);
    await store.activity.add({ ...entryOf(1), kind: "signed-in" });
    await store.activity.add({ ...entryOf(2), kind: "password-changed" });
    assert.equal(await store.activity.has(ada.id, "signed-in"), true);
    assert.equal(await store.activity.has(ada.id, "consent-given"), false);
    assert.equal(await store.activity.has(bob.id, "signed-in"), false);
  });

  promised(
    "Activity.add: nothing comes of it where the account is gone, and all goes with it",
    async ({ store }) => {
      await store.activity.add(entryOf(1));
      await store.accounts.create(ada);
      assert.equal((await store.activity.list(ada.id, { limit: 9 })).total, 0);
      await store.activity.add(entryOf(1));
      await store.accounts.remove(ada.id);
      assert.equal((await store.check()).rows.activity, 0);
    },
  );

  promised(
    "Activity.add: an account keeps its newest 1000, and others keep theirs",
    async ({ store, another }) => {
      for (const account of [ada, bob]) await store.accounts.create(account);
      await store.activity.add({ ...entryOf(0), accountId: bob.id });
      const stores = [store, await another()];
      // Not all at once: the last of a thousand could wait longer for a connection than a store waits.
      for (let first = 1; first <= 1_002; first += 167)
        await atOnce(167, (index) => (stores[index % 2] ?? store).activity.add(entryOf(first + index)));
      await store.activity.add(entryOf(1_003));
      const { items, total } = await store.activity.list(ada.id, { limit: 2_000 });
      assert.equal(total, 1_000);
      assert.deepEqual([items[0]?.id, items.at(-1)?.id].map(plain), [idOf(1_003), idOf(4)].map(plain));
      assert.equal((await store.activity.list(bob.id, { limit: 9 })).total, 1);
    },
  );

  promised(
    "Besides: what a fact takes along is there where it happened, and not where it did not",
    async ({ store }) => {
      for (const account of [ada, bob]) await store.accounts.create(account);
      await store.clients.create(shop);
      const session = sessionOf(ada, "cookie");
      await store.sessions.start(startOf(session));
      const consent = { accountId: ada.id, clientId: shop.id, scope: [], grantedAt: noon };
      const facts: readonly ((sideEffects: SideEffects) => Promise<unknown>)[] = [
        (sideEffects) => store.consents.allow(consent, noon, sideEffects),
        (sideEffects) => store.consents.withdraw(ada.id, shop.id, plus(noon, 1), sideEffects),
        (sideEffects) => store.consents.withdraw(ada.id, shop.id, plus(noon, 1), sideEffects),
        (sideEffects) => store.consents.allow(consent, noon, sideEffects),
        (sideEffects) => store.sessions.end(session.id, sideEffects),
        (sideEffects) => store.sessions.end(session.id, sideEffects),
        (sideEffects) => store.accounts.removePassword(ada.id, noon, sideEffects),
        (sideEffects) => store.accounts.setPassword(ada.id, hashOf("second"), noon, sideEffects),
        (sideEffects) => store.sessions.endAll(ada.id, noon, sideEffects),
      ];
      for (const [index, fact] of facts.entries()) await fact({ activity: [entryOf(index)] });
      const { items } = await store.activity.list(ada.id, { limit: 99 });
      assert.deepEqual(plain(items), plain([8, 7, 4, 1, 0].map((index) => entryOf(index))));
    },
  );

  promised("Expiry.sweep: an entry goes after 90 days, a few at a time", async ({ store }) => {
    await store.accounts.create(ada);
    for (const seconds of [0, 1, 2, 50]) await store.activity.add(entryOf(seconds));
    const later = plus(noon, keptSeconds + 10);
    assert.equal(await store.expiry.sweep(later, 2), 2);
    assert.equal(await store.expiry.sweep(later, 2), 1);
    const { items } = await store.activity.list(ada.id, { limit: 9 });
    assert.deepEqual(plain(items), plain([entryOf(50)]));
  });
}

/** An entry of Ada that was made so many seconds after noon. */
function entryOf(seconds: number): ActivityEntry {
  return { id: idOf(seconds), accountId: ada.id, kind: "signed-in" };
}

function idOf(seconds: number, from: Instant = noon): ActivityId {
  return createActivityId(plus(from, seconds), new Uint8Array(10));
}
