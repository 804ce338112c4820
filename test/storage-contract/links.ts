import assert from "node:assert/strict";
import type { Link } from "../../src/flows/link.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import { sha256 } from "../../src/values/digest.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { accountNamed, hashOf, linkOf, messageTo, noon, plain } from "./samples.ts";

const ada = accountNamed("ada");
const ofAda = { account: { id: ada.id, epoch: ada.epoch } };
const recovery = linkOf("recovery", {
  ...ofAda,
  address: "ada@example.org",
  query: "client_id=a&state=%C3%BC",
  groups: ["staff", "räte"],
  dropsSecondFactor: true,
});
const soon = plus(noon, 60);

/** The promises of `Links`. */
export function linksContract(promised: Promised): void {
  promised(
    "Links.create: keeps every part of the link, and its messages with it",
    async ({ store, reopen }) => {
      await store.accounts.create(ada);
      const bare = linkOf("bare", { kind: "sign-up" });
      assert.equal(
        await store.links.create(recovery, { messages: [messageTo("ada"), messageTo("old")] }),
        true,
      );
      assert.equal(await store.links.create(bare, {}), true);
      const reopened = await reopen();
      assert.deepEqual(plain(await reopened.links.find(recovery.digest, soon)), plain(recovery));
      assert.deepEqual(plain(await reopened.links.find(bare.digest, soon)), plain(bare));
      assert.equal((await reopened.outbox.list({ limit: 9 })).total, 2);
    },
  );

  promised(
    "Links.create: nothing is kept where the account is gone, disabled or of another epoch",
    async ({ store }) => {
      await store.accounts.create(ada);
      const older = linkOf("older", { account: { id: ada.id, epoch: 0 } });
      assert.equal(await store.links.create(older, { messages: [messageTo("ada")] }), false);
      const nobodys = linkOf("nobody", { account: { id: accountNamed("bob").id, epoch: 1 } });
      assert.equal(await store.links.create(nobodys, { messages: [messageTo("bob")] }), false);
      await store.accounts.setDisabled(ada.id, true, soon);
      const disabled = linkOf("disabled", { account: { id: ada.id, epoch: 2 } });
      assert.equal(await store.links.create(disabled, { messages: [messageTo("ada")] }), false);
      assert.equal((await store.outbox.list({ limit: 9 })).total, 0);
    },
  );

  promised("Links.find: only looks, and finds no link that has expired", async ({ store }) => {
    const link = linkOf("invitation", { kind: "invite" });
    await store.links.create(link, {});
    for (let look = 0; look < 3; look += 1) assert.ok(await store.links.find(link.digest, soon));
    assert.ok(await store.links.find(link.digest, plus(link.expiresAt, -1)));
    assert.equal(await store.links.find(link.digest, link.expiresAt), undefined);
    assert.equal(await store.links.find(sha256("another"), soon), undefined);
  });

  promised("Links: a link dies with the password that it was made under", async ({ store }) => {
    await store.accounts.create(ada);
    await store.links.create(recovery, {});
    await store.accounts.setPassword(ada.id, hashOf("second"), soon);
    assert.equal(await store.links.find(recovery.digest, soon), undefined);
    assert.equal(await store.links.use(recovery.digest, soon), false);
  });

  promised(
    "Links: every link of an account dies with the address that it was mailed to",
    async ({ store }) => {
      const mailed = { ...ada, email: "ada@example.org" as AccountName };
      await store.accounts.create(mailed);
      const earlier = linkOf("earlier", { ...ofAda, kind: "verify-address", address: "typo@example.org" });
      for (const link of [recovery, earlier]) await store.links.create(link, {});
      const found = async () =>
        (await Promise.all([recovery, earlier].map(({ digest }) => store.links.find(digest, soon)))).map(
          (link) => link !== undefined,
        );
      const renamed = await store.accounts.update({ ...mailed, name: "Ada" }, soon);
      assert.ok(renamed.ok);
      assert.deepEqual(await found(), [true, true]);
      const moved = { ...renamed.value, email: "new@example.org" as AccountName };
      assert.ok((await store.accounts.update(moved, soon)).ok);
      assert.deepEqual(await found(), [false, false]);
    },
  );

  promised(
    "Links.use: a link that drops the second factor takes away app, codes and trusted browsers, and no other link does",
    async ({ store }) => {
      await store.accounts.create(ada);
      const factors = async () => [
        (await store.totps.find(ada.id)) !== undefined,
        (await store.recoveryCodes.find(ada.id)) !== undefined,
      ];
      const totp = { accountId: ada.id, sealedSecret: "sealed", lastStep: 1, createdAt: noon };
      await store.totps.keep(totp, { accountEpoch: ada.epoch });
      await store.recoveryCodes.replace(
        { accountId: ada.id, digests: [sha256("code")], createdAt: noon },
        { accountEpoch: ada.epoch },
      );
      for (const [link, left] of [
        [linkOf("plain", ofAda), true],
        [recovery, false],
      ] as const) {
        await store.links.create(link, {});
        assert.equal(await store.links.use(link.digest, soon), true);
        assert.deepEqual(await factors(), [left, left]);
      }
    },
  );

  promised("Links: a link goes with its account", async ({ store }) => {
    await store.accounts.create(ada);
    await store.links.create(recovery, {});
    await store.accounts.remove(ada.id);
    assert.equal((await store.links.list("recover", { limit: 9, now: soon })).total, 0);
  });

  promised(
    "Links.use: of many at once through two stores exactly one uses the link",
    async ({ store, another }) => {
      await store.accounts.create(ada);
      const stores = [store, await another()];
      for (const word of ["one", "two", "three"]) {
        const link = linkOf(word, word === "two" ? {} : ofAda);
        await store.links.create(link, {});
        const uses = await atOnce(30, (index) => (stores[index % 2] ?? store).links.use(link.digest, soon));
        assert.equal(uses.filter((won) => won).length, 1);
        assert.equal(await store.links.find(link.digest, soon), undefined);
      }
    },
  );

  promised("Links.use: an expired link is used by nobody", async ({ store }) => {
    const link = linkOf("late");
    await store.links.create(link, {});
    assert.equal(await store.links.use(link.digest, link.expiresAt), false);
    assert.equal(await store.links.use(link.digest, plus(link.expiresAt, -1)), true);
  });

  promised(
    "Links.list: the live links of one kind in pages, ordered by creation; Links.remove: one of that kind",
    async ({ store }) => {
      const invitations = ["c", "a", "b"].map((word, index) =>
        linkOf(word, { kind: "invite", address: word, createdAt: plus(noon, Math.max(index, 1)) }),
      );
      for (const link of invitations) await store.links.create(link, {});
      await store.links.create(linkOf("other"), {});
      await store.links.create(linkOf("past", { kind: "invite", expiresAt: soon }), {});
      const seen: Link[] = [];
      for (let after: Parameters<typeof store.links.list>[1]["after"]; ; ) {
        const page = await store.links.list("invite", { limit: 1, after, now: soon });
        assert.equal(page.total, 3);
        seen.push(...page.items);
        if (page.next === undefined) break;
        after = page.next;
      }
      assert.equal(seen[2]?.address, "b");
      assert.deepEqual(seen.map(({ address }) => address).sort(), ["a", "b", "c"]);
      const { digest } = linkOf("a");
      assert.equal(await store.links.remove("recover", digest), false);
      assert.equal(await store.links.remove("invite", digest), true);
      assert.equal(await store.links.remove("invite", digest), false);
    },
  );

  promised("a link of a kind that only a newer release knows is not found", async ({ store, execute }) => {
    await store.links.create(linkOf("new"), {});
    await execute("UPDATE links SET kind = 'later'");
    assert.equal(await store.links.find(linkOf("new").digest, soon), undefined);
  });

  promised("Expiry.sweep: removes expired links", async ({ store }) => {
    await store.links.create(linkOf("short", { expiresAt: plus(noon, 60) }), {});
    await store.links.create(linkOf("long"), {});
    assert.equal(await store.expiry.sweep(plus(noon, 60), 100), 1);
    assert.equal((await store.links.list("recover", { limit: 9, now: noon })).total, 1);
  });
}
