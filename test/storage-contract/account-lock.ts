import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import type { Link } from "../../src/flows/link.ts";
import { type Account, withEarlierAddress } from "../../src/identity/account.ts";
import { createActivityId } from "../../src/values/ids.ts";
import { type Instant, plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import {
  accountNamed,
  hashOf,
  linkOf,
  messageTo,
  nameOf,
  noon,
  passkeyOf,
  recoveryCodesOf,
  sessionOf,
  startOf,
  totpOf,
  trustedBrowserOf,
} from "./samples.ts";
import { upstreamNamed } from "./upstreams.ts";

const [home, thief] = [nameOf("ada@example.org"), nameOf("thief@example.net")];
const ada = accountNamed("ada", { email: home });
const soon = plus(noon, 60);
const recovery = linkOf("recovery");

/** A link to lock Ada's account that was mailed to the address. */
function lockLink(word: string, createdAt: Instant, address = home): Link {
  const expiresAt = plus(noon, 7 * 86_400);
  return linkOf(word, { kind: "lock", account: { id: ada.id }, address, createdAt, expiresAt });
}

const notice = lockLink("notice", noon);
const claimOf = ({ digest, createdAt, address = "" }: Link) => ({
  digest,
  createdAt,
  accountId: ada.id,
  address: nameOf(address),
});

function ruleOf({ createdAt, address = "" }: Link, at = soon): Parameters<Store["accounts"]["lock"]>[1] {
  const restore = (stored: Account, isFree: boolean) => withEarlierAddress(stored, nameOf(address), isFree);
  return { at, since: createdAt, restore };
}

async function lock(store: Store, link = notice, word = "recovery") {
  return store.accounts.lock(claimOf(link), ruleOf(link), { recovery: linkOf(word) });
}

async function withNotice(store: Store): Promise<void> {
  await store.accounts.create(ada);
  await store.outbox.add(messageTo("ada", { accountId: ada.id, link: notice }));
}

async function changeAddress(store: Store, email: typeof home, link: Link): Promise<void> {
  const now = await store.accounts.find(ada.id);
  assert.ok(now);
  const messages = [messageTo(`to-${email.slice(0, 5)}`, { accountId: ada.id, link })];
  const proof = linkOf(`proof-${email}`, { kind: "verify-address", account: now, address: email });
  assert.ok(await store.links.create(proof, {}));
  const claims = [{ kind: "link", digest: proof.digest, now: noon }] as const;
  assert.ok((await store.accounts.update({ ...now, email }, noon, { claims, messages })).ok);
}

/** The promises of `Accounts.lock`, and of the links that prove it. */
export function accountLockContract(promised: Promised): void {
  promised("Outbox: the link that a message brings is kept with it, or not at all", async ({ store }) => {
    await store.outbox.add(messageTo("ada", { accountId: ada.id, link: notice }));
    assert.equal(await store.links.find(notice.digest, soon), undefined);
    await withNotice(store);
    assert.deepEqual((await store.links.find(notice.digest, soon))?.account, { id: ada.id });
  });

  promised(
    "Accounts.lock: ends sessions, trusted browsers and links, takes away what is not older than the link, and keeps the way back",
    async ({ store, reopen }) => {
      await withNotice(store);
      await store.upstreams.create(upstreamNamed("acme"), 9);
      const [before, epoch] = [plus(noon, -1), { accountEpoch: 1 }];
      const mine = passkeyOf(ada, "mine", { createdAt: before });
      for (const passkey of [mine, passkeyOf(ada, "theirs")])
        await store.passkeys.add({ passkey, accountEpoch: 1, max: 9 });
      await store.totps.keep(totpOf(ada), epoch);
      await store.recoveryCodes.replace(recoveryCodesOf(ada, ["one"]), epoch);
      await store.upstreamIdentities.link({
        upstream: upstreamNamed("acme").name,
        subject: "thief",
        accountId: ada.id,
        linkedAt: noon,
        lastUsedAt: noon,
      });
      for (const word of ["one", "two"]) await store.sessions.start(startOf(sessionOf(ada, word)));
      await store.trustedBrowsers.trust(trustedBrowserOf(ada, "laptop"), 9);
      const old = linkOf("old", { account: { id: ada.id, epoch: 1 } });
      await store.links.create(old, {});
      const entry = { accountId: ada.id, kind: "account-locked", network: "203.0.113.0/24" } as const;
      const locked = await store.accounts.lock(claimOf(notice), ruleOf(notice), {
        recovery,
        messages: [messageTo("home", { accountId: ada.id })],
        activity: [{ ...entry, id: createActivityId(soon, new Uint8Array(10)) }],
      });
      assert.ok(locked.ok);
      const reopened = await reopen();
      const account = await reopened.accounts.find(ada.id);
      assert.deepEqual([account?.isDisabled, account?.lockedAt, account?.epoch], [true, soon, 2]);
      assert.deepEqual(account, locked.value);
      assert.deepEqual([account.email, account.passwordHash], [home, ada.passwordHash]);
      assert.deepEqual(await reopened.sessions.list(ada.id), []);
      assert.deepEqual(await reopened.trustedBrowsers.list(ada.id), []);
      assert.deepEqual(
        (await reopened.passkeys.list(ada.id)).map(({ id }) => id),
        [mine.id],
      );
      assert.equal(await reopened.totps.find(ada.id), undefined);
      assert.equal(await reopened.recoveryCodes.find(ada.id), undefined);
      assert.deepEqual(await reopened.upstreamIdentities.list(ada.id), []);
      for (const { digest } of [old, notice])
        assert.equal(await reopened.links.find(digest, soon), undefined);
      assert.deepEqual((await reopened.links.find(recovery.digest, soon))?.account, { id: ada.id, epoch: 2 });
      assert.equal((await reopened.outbox.list({ limit: 9 })).total, 2);
      assert.equal(await reopened.activity.has(ada.id, "account-locked"), true);
    },
  );

  promised("Accounts.lock: nobody begins a session in a locked account", async ({ store }) => {
    await withNotice(store);
    await lock(store);
    const start = startOf(sessionOf(ada, "one"), { accountEpoch: 2 });
    assert.equal(await store.sessions.start(start), "account-changed");
  });

  promised("Accounts.lock: of any number of calls with one link one locks", async ({ store, another }) => {
    const stores = [store, await another()];
    await withNotice(store);
    const locked = await atOnce(10, (index) => lock(stores[index % 2] ?? store, notice, `again-${index}`));
    assert.equal(locked.filter(({ ok }) => ok).length, 1);
    assert.equal((await store.accounts.find(ada.id))?.epoch, 2);
    assert.equal((await store.links.list("recover", { limit: 99, now: soon })).total, 1);
  });

  promised(
    "Accounts.lock: a change of the password at the same time does not unlock the account",
    async ({ store, another }) => {
      const other = await another();
      await withNotice(store);
      const claims = [{ kind: "account-epoch", accountId: ada.id, epoch: 1 }] as const;
      await Promise.all([
        ...(await atOnce(4, async (index) =>
          other.accounts.setPassword(ada.id, hashOf(`theirs-${index}`), soon, { claims }),
        )),
        lock(store),
      ]);
      assert.equal((await store.accounts.find(ada.id))?.lockedAt, soon);
    },
  );

  promised(
    "Accounts.lock: refused with a link that was used, has expired, or never was",
    async ({ store }) => {
      await withNotice(store);
      const expired = await store.accounts.lock(claimOf(notice), ruleOf(notice, notice.expiresAt), {
        recovery,
      });
      for (const refused of [expired, await lock(store, lockLink("another", noon))])
        assert.deepEqual(refused, { ok: false, reason: "claim-lost" });
      assert.equal((await store.accounts.find(ada.id))?.isDisabled, false);
      assert.equal((await lock(store)).ok, true);
      assert.equal((await lock(store)).ok, false);
    },
  );

  promised(
    "Accounts.lock: a link outlives a new password and a new address, and brings back the address that it went to",
    async ({ store }) => {
      await withNotice(store);
      await store.accounts.setPassword(ada.id, hashOf("theirs"), noon);
      await changeAddress(store, thief, lockLink("changed", plus(noon, 1)));
      assert.equal((await lock(store)).ok, true);
      assert.equal((await store.accounts.findByName(home))?.id, ada.id);
      assert.equal(await store.accounts.findByName(thief), undefined);
    },
  );

  promised(
    "Accounts.update: an operator who changes the address takes away what the reader of the old mailbox could lock with",
    async ({ store }) => {
      await withNotice(store);
      assert.ok((await store.accounts.update({ ...ada, email: thief }, noon)).ok);
      assert.deepEqual(await lock(store), { ok: false, reason: "claim-lost" });
    },
  );

  promised(
    "Accounts.lock: a thief's later address does not win against an earlier one, not even by locking first",
    async ({ store }) => {
      await store.accounts.create({ ...ada, username: home });
      const [first, second] = [lockLink("first", noon), lockLink("second", plus(noon, 1), thief)];
      await changeAddress(store, thief, first);
      await changeAddress(store, nameOf("third@example.net"), second);
      assert.equal((await lock(store, second, "theirs")).ok, true);
      const claims = [{ kind: "link", digest: linkOf("theirs").digest, now: soon }] as const;
      assert.ok((await store.accounts.setPassword(ada.id, hashOf("theirs"), soon, { claims })).ok);
      assert.equal((await lock(store, first)).ok, true);
      const account = await store.accounts.find(ada.id);
      assert.deepEqual([account?.email, account?.lockedAt], [home, soon]);
      assert.equal((await lock(store, second)).ok, false);
    },
  );

  promised(
    "Accounts.update: a person who has changed the address back is not locked out by the link that went to the one in between",
    async ({ store }) => {
      await store.accounts.create(ada);
      const [first, second] = [lockLink("first", noon), lockLink("second", plus(noon, 1), thief)];
      await changeAddress(store, thief, first);
      const between = lockLink("between", plus(noon, 1), thief);
      await store.outbox.add(messageTo("between", { accountId: ada.id, link: between }));
      await changeAddress(store, home, second);
      for (const theirs of [between, second])
        assert.deepEqual(await lock(store, theirs), { ok: false, reason: "claim-lost" });
      assert.equal((await store.accounts.find(ada.id))?.email, home);
      assert.equal((await lock(store, first)).ok, true);
    },
  );

  promised(
    "Accounts.lock: an account has no address if another account has taken the one that it would get back",
    async ({ store }) => {
      await withNotice(store);
      await changeAddress(store, thief, lockLink("changed", plus(noon, 1)));
      await store.accounts.create(accountNamed("bob", { email: home }));
      assert.equal((await lock(store)).ok, true);
      assert.equal((await store.accounts.find(ada.id))?.email, undefined);
      assert.equal(await store.accounts.findByName(thief), undefined);
      assert.equal((await store.accounts.findByName(home))?.username, "bob");
    },
  );

  promised(
    "Accounts.setPassword, setDisabled: a new password or the operator ends a lock, and what the operator disabled no link opens",
    async ({ store }) => {
      await withNotice(store);
      const stateOf = async () => {
        const account = await store.accounts.find(ada.id);
        return [account?.isDisabled, account?.lockedAt];
      };
      await lock(store);
      const claims = [{ kind: "link", digest: recovery.digest, now: soon }] as const;
      assert.ok((await store.accounts.setPassword(ada.id, hashOf("second"), soon, { claims })).ok);
      assert.deepEqual(await stateOf(), [false, undefined]);
      for (const isDisabled of [false, true]) {
        const link = lockLink(`then-${isDisabled}`, noon);
        await store.outbox.add(messageTo(`then-${isDisabled}`, { accountId: ada.id, link }));
        assert.equal((await lock(store, link)).ok, true);
        assert.deepEqual(await stateOf(), [true, soon]);
        assert.ok((await store.accounts.setDisabled(ada.id, isDisabled, soon)).ok);
        assert.deepEqual(await stateOf(), [isDisabled, undefined]);
      }
      assert.equal(await store.links.find(recovery.digest, soon), undefined);
      await store.accounts.setPassword(ada.id, hashOf("third"), soon);
      assert.deepEqual(await stateOf(), [true, undefined]);
    },
  );
}
