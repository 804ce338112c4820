import assert from "node:assert/strict";
import type { KeptMessage } from "../../src/flows/mail-ports.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { accountNamed, messageTo, noon, plain } from "./samples.ts";

const leased = plus(noon, 300);
const failed = { kind: "failed", error: "451 later", nextTryAt: plus(noon, 60) } as const;
const givenUp = { kind: "failed", error: "550 nobody" } as const;
const ada = accountNamed("ada");

/** The promises of `Outbox`. */
export function outboxContract(promised: Promised): void {
  promised(
    "Outbox.add: keeps every part of the message, queued and due at once",
    async ({ store, reopen }) => {
      await store.accounts.create(ada);
      const message = messageTo("ada", { accountId: ada.id });
      await store.outbox.add(message);
      const kept = await (await reopen()).outbox.find(message.id);
      assert.deepEqual(plain(kept), { ...message, state: "queued", tries: 0, nextTryAt: noon });
    },
  );

  promised("Outbox.add: a message goes with its account, and none comes after it", async ({ store }) => {
    await store.accounts.create(ada);
    await store.outbox.add(messageTo("ada", { accountId: ada.id }));
    await store.accounts.remove(ada.id);
    await store.outbox.add(messageTo("again", { accountId: ada.id }));
    assert.equal((await store.outbox.list({ limit: 9 })).total, 0);
  });

  promised(
    "Outbox.lease: each message to one caller of many, through two stores",
    async ({ store, another }) => {
      const stores = [store, await another()];
      await atOnce(20, (index) => store.outbox.add(messageTo(`m${index}`)));
      const batches = await atOnce(12, (index) => (stores[index % 2] ?? store).outbox.lease(noon, leased, 3));
      const ids = batches.flat().map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length, "no message twice");
      const rest = await store.outbox.lease(noon, leased, 99);
      assert.equal(ids.length + rest.length, 20);
      assert.deepEqual(await store.outbox.lease(plus(leased, -1), leased, 99), []);
    },
  );

  promised(
    "Outbox.lease: counts the try; a message that nobody settled is handed out again after the lease",
    async ({ store }) => {
      await store.outbox.add(messageTo("ada"));
      const [first] = await store.outbox.lease(noon, leased, 1);
      assert.deepEqual([first?.tries, first?.nextTryAt], [1, leased]);
      const [second] = await store.outbox.lease(leased, plus(leased, 300), 1);
      assert.equal(second?.tries, 2);
      await store.outbox.settle(second as KeptMessage, { kind: "sent" });
      await store.outbox.settle(first as KeptMessage, givenUp);
      const kept = await store.outbox.find(messageTo("ada").id);
      assert.deepEqual([kept?.state, kept?.lastError], ["sent", undefined]);
    },
  );

  promised(
    "Outbox.lease: what a clock put off that was ahead is due when it is set back",
    async ({ store }) => {
      await store.outbox.add(messageTo("ada", { createdAt: plus(noon, 30 * 86_400) }));
      const [leasedAhead] = await store.outbox.lease(noon, plus(noon, 30 * 86_400), 1);
      assert.ok(leasedAhead);
      assert.equal((await store.outbox.lease(noon, leased, 1)).length, 1);
      assert.deepEqual(await store.outbox.lease(noon, leased, 1), []);
    },
  );

  promised(
    "Outbox.bounce: notes once why a sent message came back, and nothing about any other",
    async ({ store, another }) => {
      const message = messageTo("ada");
      await store.outbox.add(message);
      assert.equal(await store.outbox.bounce(message.id, "bounced 5.1.1"), false, "it waits");
      const [first] = await store.outbox.lease(noon, leased, 1);
      await store.outbox.settle(first as KeptMessage, { kind: "sent" });
      const stores = [store, await another()];
      const noted = await atOnce(8, (index) =>
        (stores[index % 2] ?? store).outbox.bounce(message.id, `bounced 5.1.${index}`),
      );
      assert.equal(noted.filter(Boolean).length, 1);
      const kept = await store.outbox.find(message.id);
      assert.equal(kept?.state, "sent");
      assert.equal(kept?.lastError, `bounced 5.1.${noted.indexOf(true)}`);
      assert.equal((await store.outbox.counts()).failing, 0);
      assert.equal(await store.outbox.bounce(messageTo("nobody").id, "bounced 5.1.1"), false);
    },
  );

  promised(
    "Outbox.settle: a failure comes again later, or never; a late one does not count for a newer try",
    async ({ store }) => {
      await store.outbox.add(messageTo("ada"));
      const [first] = await store.outbox.lease(noon, leased, 1);
      await store.outbox.settle(first as KeptMessage, failed);
      assert.deepEqual(await store.outbox.lease(plus(noon, 59), leased, 1), []);
      const [second] = await store.outbox.lease(plus(noon, 60), leased, 1);
      assert.equal(second?.lastError, "451 later");
      await store.outbox.settle(first as KeptMessage, givenUp);
      assert.equal((await store.outbox.find(messageTo("ada").id))?.state, "queued");
      await store.outbox.settle(second as KeptMessage, givenUp);
      const kept = await store.outbox.find(messageTo("ada").id);
      assert.deepEqual([kept?.state, kept?.lastError], ["dead", "550 nobody"]);
      assert.deepEqual(await store.outbox.lease(plus(noon, 9_000), plus(noon, 9_300), 9), []);
    },
  );

  promised("Outbox.settle: a success deletes the body and keeps the rest", async ({ store }) => {
    const { sealedBody: _, ...rest } = messageTo("ada");
    await store.outbox.add(messageTo("ada"));
    const [leasedMessage] = await store.outbox.lease(noon, leased, 1);
    await store.outbox.settle(leasedMessage as KeptMessage, { kind: "sent" });
    const kept = await store.outbox.find(rest.id);
    assert.deepEqual(plain(kept), { ...rest, state: "sent", tries: 1, nextTryAt: leased });
  });

  promised("Outbox.retry: one message, or every dead one; sent and expired ones stay", async ({ store }) => {
    const words = ["dead", "sent", "late", "waiting"];
    for (const word of words)
      await store.outbox.add(messageTo(word, word === "late" ? { expiresAt: plus(noon, 60) } : {}));
    for (const message of await store.outbox.lease(noon, leased, 9)) {
      const isSent = message.id === messageTo("sent").id;
      const isWaiting = message.id === messageTo("waiting").id;
      await store.outbox.settle(message, isSent ? { kind: "sent" } : isWaiting ? failed : givenUp);
    }
    const now = plus(noon, 60);
    assert.equal(await store.outbox.retry(now, messageTo("sent").id), 0);
    assert.equal(await store.outbox.retry(now, messageTo("late").id), 0);
    assert.equal(await store.outbox.retry(now, messageTo("nobody").id), 0);
    assert.equal(await store.outbox.retry(now), 1);
    assert.equal(await store.outbox.retry(noon, messageTo("waiting").id), 1);
    const due = await store.outbox.lease(now, leased, 9);
    assert.deepEqual(
      due.map(({ id, tries }) => [id, tries]).sort(),
      [
        [messageTo("dead").id, 1],
        [messageTo("waiting").id, 1],
      ].sort(),
    );
  });

  promised("Outbox.newestOf: the newest messages of one account, newest first", async ({ store, reopen }) => {
    const bob = accountNamed("bob");
    for (const account of [ada, bob]) await store.accounts.create(account);
    for (const [index, word] of ["one", "two", "three"].entries())
      await store.outbox.add(messageTo(word, { accountId: ada.id, createdAt: plus(noon, index) }));
    await store.outbox.add(messageTo("bob", { accountId: bob.id, createdAt: plus(noon, 9) }));
    await store.outbox.add(messageTo("nobody", { createdAt: plus(noon, 9) }));
    const { outbox } = await reopen();
    const to = async (limit: number) => (await outbox.newestOf(ada.id, limit)).map((each) => each.to);
    assert.deepEqual(await to(9), ["three@example.org", "two@example.org", "one@example.org"]);
    assert.deepEqual(await to(2), ["three@example.org", "two@example.org"]);
    assert.deepEqual(await outbox.newestOf(accountNamed("eve").id, 9), []);
  });

  promised(
    "Outbox.counts: the messages by state, the oldest that waits, and those that were tried in vain",
    async ({ store }) => {
      assert.deepEqual(await store.outbox.counts(), { queued: 0, sent: 0, dead: 0, failing: 0 });
      for (const [index, word] of ["one", "two", "three"].entries())
        await store.outbox.add(messageTo(word, { createdAt: plus(noon, index) }));
      const [first] = await store.outbox.lease(noon, leased, 1);
      await store.outbox.settle(first as KeptMessage, { kind: "sent" });
      const oldestQueuedAt = plus(noon, 1);
      const counts = { queued: 2, sent: 1, dead: 0, oldestQueuedAt };
      assert.deepEqual(await store.outbox.counts(), { ...counts, failing: 0 });
      const [second] = await store.outbox.lease(plus(noon, 2), leased, 1);
      const failure = "451 DATA";
      await store.outbox.settle(second as KeptMessage, { kind: "failed", error: failure, nextTryAt: leased });
      assert.deepEqual(await store.outbox.counts(), { ...counts, failing: 1, failure });
    },
  );

  promised(
    "Expiry.sweep: an expired message is given up and its body forgotten; its row goes after 30 days",
    async ({ store }) => {
      await store.outbox.add(messageTo("short", { expiresAt: plus(noon, 60) }));
      await store.outbox.add(messageTo("late", { expiresAt: plus(noon, 60) }));
      await store.outbox.add(messageTo("long"));
      assert.equal(await store.expiry.sweep(plus(noon, 59), 100), 0);
      assert.equal(await store.expiry.sweep(plus(noon, 60), 1), 1);
      assert.equal(await store.expiry.sweep(plus(noon, 60), 100), 1);
      const of = async (word: string) => {
        const kept = await store.outbox.find(messageTo(word).id);
        return [kept?.state, kept?.lastError, kept?.sealedBody !== undefined];
      };
      assert.deepEqual(await of("short"), ["dead", "expired", false]);
      assert.deepEqual(await of("late"), ["dead", "expired", false]);
      assert.deepEqual(await of("long"), ["queued", undefined, true]);
      const dead = await store.outbox.list({ limit: 9, state: "dead" });
      assert.deepEqual([dead.total, dead.items.map(({ state }) => state)], [2, ["dead", "dead"]]);
      const month = plus(noon, 30 * 86_400);
      await store.expiry.sweep(plus(month, -1), 100);
      assert.equal((await store.outbox.list({ limit: 9 })).total, 3);
      await store.expiry.sweep(month, 100);
      assert.equal((await store.outbox.list({ limit: 9 })).total, 0);
    },
  );
}
