import assert from "node:assert/strict";
import type { AuditEntry } from "../../src/flows/audit.ts";
import { deadLettersMax, type LeasedWebhook, type NewWebhook } from "../../src/flows/webhook-ports.ts";
import { webhookIdOf } from "../../src/values/ids.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { noon, plain } from "./samples.ts";

const leased = plus(noon, 60);
const entry: AuditEntry = { at: noon, act: "group-created", actor: { kind: "system" } };

/** A webhook whose id ends in the word. */
export function webhookNamed(word: string, changes: Partial<NewWebhook> = {}): NewWebhook {
  return {
    id: webhookIdOf(word.padStart(20, "0")),
    url: `https://${word}.example/in`,
    sealedSecret: "c2VhbGVk",
    acts: ["signed-in", "user-deleted"],
    isDisabled: false,
    createdAt: noon,
    ...changes,
  };
}

const siem = webhookNamed("siem");
const progress = {
  delivered: 2,
  failures: 0,
  nextTryAt: noon,
  lastError: undefined,
  lastErrorAt: undefined,
  lastDeliveryAt: undefined,
  leaseUntil: leased,
  deadLettersMax,
} as const;
const room = 1;
const deadLetter = (number: number) => ({ number, error: "HTTP 500", at: noon, isDue: false });

/** The promises of `Webhooks`. */
export function webhooksContract(promised: Promised): void {
  promised("Webhooks.create: a webhook may be disabled from the start", async ({ store }) => {
    const webhook = webhookNamed("quiet", { isDisabled: true });
    assert.ok((await store.webhooks.create(webhook, 9)).ok);
    assert.equal((await store.webhooks.find(webhook.id))?.isDisabled, true);
  });

  promised(
    "Webhooks.create: keeps every part, begins at the end of the trail, and keeps to the maximum",
    async ({ store, reopen }) => {
      await store.auditTrail.append([entry, entry]);
      assert.ok((await store.webhooks.create(siem, 2, { audit: [entry] })).ok);
      const last = (await store.auditTrail.head())?.last ?? 0;
      await atOnce(4, (index) => store.webhooks.create(webhookNamed(`w${index}`), 2));
      assert.equal((await store.webhooks.list()).length, 2);
      const kept = await (await reopen()).webhooks.find(siem.id);
      const begun = { isDisabled: false, delivered: last - 1, failures: 0, nextTryAt: noon, updatedAt: noon };
      assert.deepEqual(plain(kept), { ...siem, ...begun });
    },
  );

  promised(
    "Webhooks.lease: one caller of many gets a webhook with something to deliver, through two stores",
    async ({ store, another }) => {
      await store.webhooks.create(siem, 9);
      assert.equal(await store.webhooks.lease(noon, leased, room), undefined, "the trail is empty");
      await store.auditTrail.append([entry]);
      const stores = [store, await another()];
      const leases = await atOnce(12, (index) =>
        (stores[index % 2] ?? store).webhooks.lease(noon, leased, room),
      );
      assert.deepEqual(
        leases.flatMap((lease) => lease?.leaseUntil ?? []),
        [leased],
      );
      assert.equal(
        (await store.webhooks.lease(leased, plus(leased, 60), room))?.id,
        siem.id,
        "the lease has ended",
      );
    },
  );

  promised(
    "Webhooks.settle: keeps progress for the holder of the lease alone, and says when to stop",
    async ({ store }) => {
      await store.auditTrail.append([entry, entry, entry]);
      await store.webhooks.create(siem, 9);
      await store.auditTrail.append([entry]);
      const first = (await store.webhooks.lease(noon, leased, room)) as LeasedWebhook;
      const second = (await store.webhooks.lease(leased, plus(leased, 60), room)) as LeasedWebhook;
      assert.equal(await store.webhooks.settle(first, progress), false, "the lease was lost");
      const at = plus(noon, 1);
      const news = { failures: 1, lastError: "HTTP 500", lastErrorAt: at, lastDeliveryAt: noon };
      const failed = { ...progress, ...news, leaseUntil: second.leaseUntil };
      assert.equal(await store.webhooks.settle(second, failed), true);
      const { delivered, failures, lastError, lastErrorAt, lastDeliveryAt } =
        (await store.webhooks.find(siem.id)) ?? {};
      assert.deepEqual([delivered, { failures, lastError, lastErrorAt, lastDeliveryAt }], [2, news]);
      await store.webhooks.setDisabled(siem.id, true, { at: noon });
      assert.equal(await store.webhooks.settle(second, failed), false, "disabled meanwhile");
      assert.equal(await store.webhooks.lease(plus(noon, 9999), plus(noon, 99_999), room), undefined);
      await store.webhooks.setDisabled(siem.id, false, { at: noon });
      assert.ok(await store.webhooks.lease(plus(noon, 9999), plus(noon, 99_999), room));
    },
  );

  promised("Webhooks.settle: keeps the newest dead letters; retry makes them due", async ({ store }) => {
    await store.webhooks.create(siem, 9);
    await store.auditTrail.append([entry]);
    const held = (await store.webhooks.lease(noon, leased, room)) as LeasedWebhook;
    for (let number = 1; number <= deadLettersMax + 2; number += 1)
      assert.ok(
        await store.webhooks.settle(held, { ...progress, delivered: number, deadLetter: deadLetter(number) }),
      );
    const { items, total } = await store.webhooks.undelivered(siem.id, { limit: 1 });
    assert.deepEqual([items, total], [[{ state: "dead", ...deadLetter(3) }], deadLettersMax]);
    assert.deepEqual(await store.webhooks.dueDeadLetters(siem.id, 9), []);
    assert.ok(await store.webhooks.settle(held, { ...progress, delivered: 9999, leaseUntil: noon }));
    assert.equal(await store.webhooks.lease(leased, plus(leased, 60), room), undefined);
    assert.equal(await store.webhooks.retry(siem.id, leased), true);
    const again = (await store.webhooks.lease(leased, plus(leased, 60), room)) as LeasedWebhook;
    assert.deepEqual(
      (await store.webhooks.dueDeadLetters(siem.id, 2)).map(({ number }) => number),
      [3, 4],
    );
    await store.webhooks.settle(again, { ...progress, removes: 3 });
    const left = await store.webhooks.undelivered(siem.id, { limit: 1 });
    assert.deepEqual([left.items[0]?.number, left.total], [4, deadLettersMax - 1]);
  });

  promised(
    "Webhooks.counts: counts webhooks by state, waiting entries and dead letters",
    async ({ store }) => {
      const none = { working: 0, failing: 0, disabled: 0, waiting: 0, dead: 0 };
      assert.deepEqual(await store.webhooks.counts(), none);
      for (const webhook of [siem, webhookNamed("fails"), webhookNamed("off")])
        await store.webhooks.create(webhook, 9);
      await store.webhooks.setDisabled(webhookNamed("off").id, true, { at: noon });
      await store.auditTrail.append([entry, entry, entry]);
      const held = [
        await store.webhooks.lease(noon, leased, room),
        await store.webhooks.lease(noon, leased, room),
      ];
      for (const [index, webhook] of held.entries()) {
        const waits = { number: 1, tries: 1, failedAt: noon, nextTryAt: noon, error: "HTTP 500" };
        const failed = { delivered: 1, failures: 1, deadLetter: deadLetter(7), waits };
        assert.ok(webhook && (await store.webhooks.settle(webhook, { ...progress, ...(index && failed) })));
      }
      assert.deepEqual(await store.webhooks.counts(), {
        working: 1,
        failing: 1,
        disabled: 1,
        waiting: 1 + 2 + 1,
        dead: 1,
      });
    },
  );
  promised(
    "Webhooks.settle: an entry that waits is due at its time, and leaves room for new ones until so many wait",
    async ({ store, reopen }) => {
      await store.webhooks.create(siem, 9);
      await store.auditTrail.append([entry, entry, entry]);
      const last = (await store.auditTrail.head())?.last ?? 0;
      const held = (await store.webhooks.lease(noon, leased, room)) as LeasedWebhook;
      const due = plus(noon, 500);
      const wait = { number: 2, tries: 1, failedAt: noon, nextTryAt: due, error: "HTTP 500" };
      const free = { ...progress, leaseUntil: noon };
      assert.ok(await store.webhooks.settle(held, { ...free, waits: wait }));
      const { webhooks } = await reopen();
      assert.deepEqual(plain(await webhooks.waiting(siem.id)), [wait]);
      assert.equal(await webhooks.lease(leased, leased, 1), undefined, "no room for a new entry");
      const second = (await webhooks.lease(leased, plus(leased, 60), 2)) as LeasedWebhook;
      const later = { ...wait, tries: 2, error: "HTTP 503" };
      const reached = { ...free, delivered: last };
      await webhooks.settle(second, { ...reached, waits: later, deadLetter: deadLetter(1) });
      assert.deepEqual(plain(await webhooks.undelivered(siem.id, { limit: 1 })), {
        items: [{ state: "dead", ...deadLetter(1) }],
        total: 2,
        next: 1,
      });
      const rest = await webhooks.undelivered(siem.id, { limit: 1, after: 1 });
      assert.deepEqual(plain(rest), { items: [{ state: "waiting", ...later }], total: 2 });
      assert.deepEqual([...(await webhooks.backlogs())], [[siem.id, { waiting: 1, dead: 1 }]]);
      assert.equal(await webhooks.lease(plus(due, -1), leased, 9), undefined, "not due yet");
      const third = (await webhooks.lease(due, plus(due, 60), 9)) as LeasedWebhook;
      await webhooks.settle(third, { ...reached, deadLetter: deadLetter(2) });
      assert.deepEqual(await webhooks.waiting(siem.id), [], "a dead letter waits no more");
    },
  );

  promised(
    "Webhooks.lease: a clock that was ahead holds nothing up when it is set back",
    async ({ store }) => {
      const ahead = plus(noon, 30 * 86_400);
      await store.webhooks.create({ ...siem, createdAt: ahead }, 9);
      await store.auditTrail.append([entry]);
      const last = (await store.auditTrail.head())?.last ?? 0;
      const held = (await store.webhooks.lease(noon, leased, room)) as LeasedWebhook;
      assert.ok(held, "the next try");
      // Whoever had the lease was killed.
      await store.webhooks.settle(held, { ...progress, delivered: last, leaseUntil: ahead });
      await store.webhooks.retry(siem.id, ahead);
      await store.auditTrail.append([entry]);
      const second = (await store.webhooks.lease(noon, leased, room)) as LeasedWebhook;
      assert.ok(second, "the lease");
      const waits = { number: last, tries: 1, failedAt: ahead, nextTryAt: ahead, error: "HTTP 500" };
      await store.webhooks.settle(second, { ...progress, delivered: last + 1, leaseUntil: noon, waits });
      assert.ok(await store.webhooks.lease(noon, leased, room), "an entry that waits");
      assert.equal(await store.webhooks.lease(noon, leased, room), undefined, "leased to another");
    },
  );

  promised(
    "Webhooks.retry and retryEntry: make due what was not taken, all of it or one entry",
    async ({ store }) => {
      await store.webhooks.create(siem, 9);
      await store.auditTrail.append([entry]);
      const held = (await store.webhooks.lease(noon, leased, room)) as LeasedWebhook;
      const wait = (number: number) => ({
        number,
        tries: 1,
        failedAt: noon,
        nextTryAt: plus(noon, 9999),
        error: "HTTP 500",
      });
      const end = (await store.auditTrail.head())?.last ?? 0;
      const settle = (change: object) =>
        store.webhooks.settle(held, { ...progress, delivered: end, leaseUntil: leased, ...change });
      for (const number of [5, 6]) assert.ok(await settle({ waits: wait(number) }));
      for (const number of [7, 8]) assert.ok(await settle({ deadLetter: deadLetter(number) }));
      const times = async () =>
        (await store.webhooks.waiting(siem.id)).map(({ nextTryAt }) => nextTryAt === leased);
      const due = async () => (await store.webhooks.dueDeadLetters(siem.id, 9)).map(({ number }) => number);
      assert.equal(await store.webhooks.retryEntry(siem.id, 6, leased), true);
      assert.equal(await store.webhooks.retryEntry(siem.id, 8, leased), true);
      assert.deepEqual([await times(), await due()], [[false, true], [8]]);
      assert.equal(await store.webhooks.retryEntry(siem.id, 9, leased, { audit: [entry] }), false);
      assert.equal(await store.webhooks.retry(siem.id, leased), true);
      assert.deepEqual(
        [await times(), await due()],
        [
          [true, true],
          [7, 8],
        ],
      );
      assert.ok(await settle({ wakesAt: plus(leased, 9) }));
      assert.deepEqual(await times(), [false, false]);
    },
  );

  promised(
    "Webhooks.setDisabled, rotateSecret and remove: change nothing where somebody else was faster",
    async ({ store, another }) => {
      await store.webhooks.create(siem, 9);
      const second = await another();
      const made = await atOnce(6, (index) =>
        (index % 2 === 0 ? store : second).webhooks.setDisabled(
          siem.id,
          true,
          { at: noon, seen: noon },
          { audit: [{ ...entry, act: "webhook-changed" }] },
        ),
      );
      assert.equal(made.filter(Boolean).length, 1);
      assert.equal((await store.auditTrail.list({ limit: 9, act: "webhook-changed" })).items.length, 1);
      const secret = { sealed: "bmV3", oldUntil: leased, at: noon, seen: noon };
      assert.equal(await store.webhooks.rotateSecret(siem.id, secret), false);
      assert.equal(await store.webhooks.remove(siem.id, { seen: noon }), false);
      const { updatedAt: seen } = (await store.webhooks.find(siem.id)) ?? {};
      assert.equal(await store.webhooks.remove(siem.id, { seen }), true);
    },
  );

  promised("Webhooks.rotateSecret and remove: change the webhook there is", async ({ store }) => {
    await store.webhooks.create(siem, 9);
    const secret = { sealed: "bmV3", oldUntil: leased, at: plus(noon, 1) };
    assert.equal(await store.webhooks.rotateSecret(siem.id, secret), true);
    const kept = await store.webhooks.find(siem.id);
    assert.deepEqual(
      [kept?.sealedSecret, kept?.oldSecret, kept?.updatedAt],
      ["bmV3", { sealed: siem.sealedSecret, until: leased }, plus(noon, 1)],
    );
    assert.equal(await store.webhooks.remove(siem.id, {}), true);
    assert.equal(await store.webhooks.remove(siem.id, {}, { audit: [entry] }), false);
    assert.equal(await store.webhooks.rotateSecret(siem.id, secret), false);
    assert.equal((await store.auditTrail.list({ limit: 9, act: entry.act })).items.length, 0);
  });
}
