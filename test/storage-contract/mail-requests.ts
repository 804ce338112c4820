import assert from "node:assert/strict";
import type { NewMailRequest } from "../../src/flows/mail-ports.ts";
import { mailRequestIdOf } from "../../src/values/ids.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { accountNamed, linkOf, messageTo, noon } from "./samples.ts";

const leased = plus(noon, 60);

/** A mail request; different words make different ones. */
export function mailRequestOf(word: string, changes: Partial<NewMailRequest> = {}): NewMailRequest {
  const id = mailRequestIdOf(word.padEnd(20, "0").slice(0, 20));
  return { id, sealed: `sealed ${word}`, createdAt: noon, expiresAt: plus(noon, 3_600), ...changes };
}

/** The promises of `MailRequests`, and of the claim that ends one. */
export function mailRequestsContract(promised: Promised): void {
  promised("MailRequests.add: keeps the request, due at once", async ({ store, reopen }) => {
    const request = mailRequestOf("ada");
    assert.equal(await store.mailRequests.add(request, 9), true);
    assert.deepEqual(await (await reopen()).mailRequests.lease(noon, leased), { ...request, tries: 1 });
  });

  promised("MailRequests.add: false, and nothing is kept, where as many wait already", async ({ store }) => {
    const added = [];
    for (const word of ["one", "two", "three"])
      added.push(await store.mailRequests.add(mailRequestOf(word), 2));
    assert.deepEqual(added, [true, true, false]);
  });

  promised(
    "MailRequests.lease: each request to one caller of many, through two stores, the longest waiting first",
    async ({ store, another }) => {
      const stores = [store, await another()];
      for (let index = 0; index < 9; index += 1)
        await store.mailRequests.add(mailRequestOf(`r${index}`, { createdAt: plus(noon, index) }), 99);
      const now = plus(noon, 9);
      const until = plus(now, 60);
      assert.equal((await store.mailRequests.lease(now, until))?.id, mailRequestOf("r0").id);
      const got = await atOnce(12, (index) => (stores[index % 2] ?? store).mailRequests.lease(now, until));
      const ids = got.flatMap((request) => (request === undefined ? [] : [request.id]));
      assert.equal(new Set(ids).size, ids.length, "no request twice");
      while ((await store.mailRequests.lease(now, until)) !== undefined) ids.push(mailRequestOf("rest").id);
      assert.equal(ids.length, 8);
    },
  );

  promised(
    "MailRequests.lease: a request that nobody answered is handed out again after the lease, and never once it has expired",
    async ({ store: { mailRequests } }) => {
      const request = mailRequestOf("ada");
      await mailRequests.add(request, 9);
      await mailRequests.lease(noon, leased);
      assert.equal(await mailRequests.lease(plus(leased, -1), leased), undefined);
      assert.equal((await mailRequests.lease(leased, plus(leased, 60)))?.tries, 2);
      assert.equal(await mailRequests.lease(request.expiresAt, leased), undefined);
    },
  );

  promised(
    "MailRequests.lease: what a clock put off that was ahead is due when it is set back",
    async ({ store: { mailRequests } }) => {
      const day = plus(noon, 86_400);
      await mailRequests.add(mailRequestOf("ada", { createdAt: day, expiresAt: plus(day, 3_600) }), 9);
      assert.equal((await mailRequests.lease(noon, leased))?.tries, 1);
    },
  );

  promised(
    "Links.create: of any number of calls that claim one mail request, one keeps its link and mails it",
    async ({ store, another }) => {
      const { id } = mailRequestOf("ada");
      await store.mailRequests.add(mailRequestOf("ada"), 9);
      const stores = [store, await another()];
      const made = await atOnce(12, (index) =>
        (stores[index % 2] ?? store).links.create(linkOf(`link${index}`), {
          claims: [{ kind: "mail-request", id }],
          messages: [messageTo(`m${index}`)],
        }),
      );
      assert.deepEqual(made.filter(Boolean), [true]);
      assert.equal((await store.outbox.list({ limit: 99 })).total, 1);
      assert.equal(await store.mailRequests.lease(noon, leased), undefined);
    },
  );

  promised(
    "Links.create: a mail request stays where the account of the link was changed meanwhile",
    async ({ store }) => {
      const { id } = mailRequestOf("ada");
      await store.mailRequests.add(mailRequestOf("ada"), 9);
      const link = linkOf("gone", { account: { id: accountNamed("ada").id, epoch: 1 } });
      assert.equal(await store.links.create(link, { claims: [{ kind: "mail-request", id }] }), false);
      assert.equal((await store.mailRequests.lease(noon, leased))?.id, id);
    },
  );

  promised("Expiry.sweep: removes expired mail requests", async ({ store }) => {
    await store.mailRequests.add(mailRequestOf("old"), 9);
    await store.mailRequests.add(mailRequestOf("new", { expiresAt: plus(noon, 7_200) }), 9);
    const later = plus(noon, 3_600);
    assert.equal(await store.expiry.sweep(later, 10), 1);
    assert.equal((await store.mailRequests.lease(later, plus(later, 60)))?.id, mailRequestOf("new").id);
  });
}
