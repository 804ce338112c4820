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
    createdAt: noon,
    ...changes,
  };
}

const siem = webhookNamed("siem");
const progress = {
  delivered: 2,
  tries: 0,
  nextTryAt: noon,
  leaseUntil: leased,
  lettersMax: deadLettersMax,
} as const;
const letter = (number: number) => ({ number, error: "HTTP 500", at: noon, isDue: false });

/** The promises of `Webhooks`. */
export function webhooksContract(promised: Promised): void {
  promised(
    "Webhooks.create: keeps every part, begins at the end of the trail, and keeps to the maximum",
    async ({ store, reopen }) => {
      await store.auditTrail.append([entry, entry]);
      assert.ok((await store.webhooks.create(siem, 2, { audit: [entry] })).ok);
      const last = (await store.auditTrail.head())?.last ?? 0;
      await atOnce(4, (index) => store.webhooks.create(webhookNamed(`w${index}`), 2));
      assert.equal((await store.webhooks.list()).length, 2);
      const kept = await (await reopen()).webhooks.find(siem.id);
      const begun = { isDisabled: false, delivered: last - 1, tries: 0, nextTryAt: noon, updatedAt: noon };
      assert.deepEqual(plain(kept), { ...siem, ...begun });
    },
  );

  promised(
    "Webhooks.lease: one caller of many gets a webhook with something to deliver, through two stores",
    async ({ store, another }) => {
      await store.webhooks.create(siem, 9);
      assert.equal(await store.webhooks.lease(noon, leased), undefined, "the trail is empty");
      await store.auditTrail.append([entry]);
      const stores = [store, await another()];
      const leases = await atOnce(12, (index) => (stores[index % 2] ?? store).webhooks.lease(noon, leased));
      assert.deepEqual(
        leases.flatMap((lease) => lease?.leaseUntil ?? []),
        [leased],
      );
      assert.equal(
        (await store.webhooks.lease(leased, plus(leased, 60)))?.id,
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
      const first = (await store.webhooks.lease(noon, leased)) as LeasedWebhook;
      const second = (await store.webhooks.lease(leased, plus(leased, 60))) as LeasedWebhook;
      assert.equal(await store.webhooks.settle(first, progress), false, "the lease was lost");
      const failed = { ...progress, tries: 1, lastError: "HTTP 500", leaseUntil: second.leaseUntil };
      assert.equal(await store.webhooks.settle(second, failed), true);
      const kept = await store.webhooks.find(siem.id);
      assert.deepEqual([kept?.delivered, kept?.tries, kept?.lastError], [2, 1, "HTTP 500"]);
      await store.webhooks.setDisabled(siem.id, true, noon);
      assert.equal(await store.webhooks.settle(second, failed), false, "disabled meanwhile");
      assert.equal(await store.webhooks.lease(plus(noon, 9999), plus(noon, 99_999)), undefined);
      await store.webhooks.setDisabled(siem.id, false, noon);
      assert.ok(await store.webhooks.lease(plus(noon, 9999), plus(noon, 99_999)));
    },
  );

  promised("Webhooks.settle: keeps the newest dead letters; retry makes them due", async ({ store }) => {
    await store.webhooks.create(siem, 9);
    await store.auditTrail.append([entry]);
    const held = (await store.webhooks.lease(noon, leased)) as LeasedWebhook;
    for (let number = 1; number <= deadLettersMax + 2; number += 1)
      assert.ok(
        await store.webhooks.settle(held, { ...progress, delivered: number, letter: letter(number) }),
      );
    const letters = await store.webhooks.letters(siem.id, 9999);
    assert.deepEqual([letters.length, letters[0]], [deadLettersMax, letter(3)]);
    assert.deepEqual(await store.webhooks.dueLetters(siem.id, 9), []);
    assert.ok(await store.webhooks.settle(held, { ...progress, delivered: 9999, leaseUntil: noon }));
    assert.equal(await store.webhooks.lease(leased, plus(leased, 60)), undefined);
    assert.equal(await store.webhooks.retry(siem.id, leased), true);
    const again = (await store.webhooks.lease(leased, plus(leased, 60))) as LeasedWebhook;
    assert.deepEqual(
      (await store.webhooks.dueLetters(siem.id, 2)).map(({ number }) => number),
      [3, 4],
    );
    await store.webhooks.settle(again, { ...progress, removesLetter: 3 });
    assert.equal((await store.webhooks.letters(siem.id, 1))[0]?.number, 4);
  });

  promised("Webhooks.counts: says how webhooks fare and what waits for them", async ({ store }) => {
    const none = { working: 0, failing: 0, disabled: 0, waiting: 0, dead: 0 };
    assert.deepEqual(await store.webhooks.counts(), none);
    for (const webhook of [siem, webhookNamed("fails"), webhookNamed("off")])
      await store.webhooks.create(webhook, 9);
    await store.webhooks.setDisabled(webhookNamed("off").id, true, noon);
    await store.auditTrail.append([entry, entry, entry]);
    const held = [await store.webhooks.lease(noon, leased), await store.webhooks.lease(noon, leased)];
    for (const [index, webhook] of held.entries()) {
      const failed = { delivered: 0, tries: 1, letter: letter(7) };
      assert.ok(webhook && (await store.webhooks.settle(webhook, { ...progress, ...(index && failed) })));
    }
    assert.deepEqual(await store.webhooks.counts(), {
      working: 1,
      failing: 1,
      disabled: 1,
      waiting: 1 + 3,
      dead: 1,
    });
  });

  promised("Webhooks.rotateSecret and remove: change the webhook there is", async ({ store }) => {
    await store.webhooks.create(siem, 9);
    const secret = { sealed: "bmV3", oldUntil: leased, at: plus(noon, 1) };
    assert.equal(await store.webhooks.rotateSecret(siem.id, secret), true);
    const kept = await store.webhooks.find(siem.id);
    assert.deepEqual(
      [kept?.sealedSecret, kept?.oldSecret, kept?.updatedAt],
      ["bmV3", { sealed: siem.sealedSecret, until: leased }, plus(noon, 1)],
    );
    assert.equal(await store.webhooks.remove(siem.id), true);
    assert.equal(await store.webhooks.remove(siem.id, { audit: [entry] }), false);
    assert.equal(await store.webhooks.rotateSecret(siem.id, secret), false);
    assert.equal((await store.auditTrail.list({ limit: 9, act: entry.act })).items.length, 0);
  });
}
