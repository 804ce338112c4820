import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import type { Account } from "../../src/identity/account.ts";
import { sha256 } from "../../src/values/digest.ts";
import { type AccountId, accountIdOf } from "../../src/values/ids.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import {
  accountNamed,
  addressOf,
  clientNamed,
  familyWith,
  grantId,
  grantOfFamily,
  grantWith,
  hashOf,
  linkOf,
  nameOf,
  noon,
  passkeyOf,
  phoneOf,
  plain,
  recoveryCodesOf,
  sessionOf,
  startOf,
} from "./samples.ts";
import { identityOf, upstreamNamed } from "./upstreams.ts";

const ada = accountNamed("ada", {
  email: nameOf("ada@example.org"),
  name: "Ada",
  phoneNumber: phoneOf("+442079460123"),
  address: addressOf("12 St James's Square\nLondon SW1Y 4JH"),
  claims: { given_name: "Ada", birthdate: "1815-12-10" },
  isAdmin: true,
  requires: "two",
});
const bob = accountNamed("bob");

/** The promises of `Accounts`. */
export function accountsContract(promised: Promised): void {
  promised(
    "Accounts.find: an account comes back with every property it was given",
    async ({ store, reopen }) => {
      const { passwordHash: _, ...bare } = accountNamed("bare", { isDisabled: true, epoch: 7 });
      await store.accounts.create(ada);
      await store.accounts.create(bare);
      const reopened = await reopen();
      assert.deepEqual(plain(await reopened.accounts.find(ada.id)), plain(ada));
      assert.deepEqual(plain(await reopened.accounts.find(bare.id)), plain(bare));
      assert.equal(await reopened.accounts.find(bob.id), undefined);
    },
  );

  promised("Accounts.findByName: by username or e-mail address", async ({ store }) => {
    await store.accounts.create(ada);
    assert.equal((await store.accounts.findByName(nameOf("ada")))?.id, ada.id);
    assert.equal((await store.accounts.findByName(nameOf("ada@example.org")))?.id, ada.id);
    assert.equal(await store.accounts.findByName(nameOf("Ada")), undefined);
  });

  promised(
    "Accounts.findHashNear: the hash whose account's id comes next, and the first after the last; undefined if nobody has a password",
    async ({ store }) => {
      const id = (last: string) => accountIdOf(last.padStart(20, "B"));
      assert.equal(await store.accounts.findHashNear(id("0")), undefined);
      const { passwordHash: _, ...bare } = accountNamed("bare");
      await store.accounts.create({ ...bare, id: id("1") });
      assert.equal(await store.accounts.findHashNear(id("0")), undefined);
      await store.accounts.create({ ...ada, id: id("2") });
      await store.accounts.create({ ...bob, id: id("a"), passwordHash: hashOf("bob's") });
      const found = ["0", "1", "2", "3", "a", "b"].map((last) => store.accounts.findHashNear(id(last)));
      const [adas, bobs] = [ada.passwordHash, hashOf("bob's")];
      assert.deepEqual(await Promise.all(found), [adas, adas, adas, bobs, bobs, adas]);
    },
  );

  promised(
    "Accounts.list: at most so many, by their ids, and the next ones behind the last",
    async ({ store }) => {
      const ids = ["1", "2", "a", "b"].map((last) => accountIdOf(last.padStart(20, "B")));
      for (const id of ids.toReversed()) await store.accounts.create({ ...accountNamed(`of-${id}`), id });
      const page = async (after?: AccountId) => (await store.accounts.list(3, after)).map(({ id }) => id);
      assert.deepEqual(await page(), ids.slice(0, 3));
      assert.deepEqual(await page(ids[2]), ids.slice(3));
      assert.deepEqual(await page(ids[3]), []);
    },
  );

  promised(
    "Accounts.create, E21: refused when the username or e-mail address belongs to somebody already, as either of the two",
    async ({ store }) => {
      await store.accounts.create(ada);
      const taken = { ok: false, reason: "name-taken" };
      assert.deepEqual(await store.accounts.create(accountNamed("x", { username: nameOf("ada") })), taken);
      assert.deepEqual(await store.accounts.create(accountNamed("x", { email: nameOf("ada") })), taken);
      const shaped = accountNamed("x", { username: nameOf("ada@example.org") });
      assert.deepEqual(await store.accounts.create(shaped), taken);
      assert.equal(
        await store.accounts.findByName(nameOf("x")),
        undefined,
        "A refusal leaves no name behind.",
      );
      assert.equal((await store.accounts.create(accountNamed("x"))).ok, true);
    },
  );

  promised(
    "Accounts.create: the first credentials are there from the start, and a refusal leaves neither them nor the account",
    async ({ store, reopen }) => {
      await store.accounts.create(bob);
      const { passwordHash: _, ...eve } = accountNamed("eve");
      const first = { passkey: passkeyOf(eve, "phone"), recoveryCodes: recoveryCodesOf(eve, ["a", "b"]) };
      const link = linkOf("invitation", { kind: "invite" });
      await store.links.create(link, {});
      const claims = [{ kind: "link", digest: link.digest, now: noon }] as const;
      const created = () => store.accounts.create(eve, { claims }, first);

      await store.passkeys.add({ passkey: passkeyOf(bob, "phone"), accountEpoch: 1, max: 9 });
      assert.deepEqual(await created(), { ok: false, reason: "passkey-exists" });
      assert.ok(await store.links.find(link.digest, noon), "A passkey of somebody else uses no link up.");
      await store.passkeys.remove({ accountId: bob.id, id: first.passkey.id, mayBeLast: true });
      assert.deepEqual(await created(), { ok: true, value: undefined });

      const reopened = await reopen();
      assert.equal((await reopened.accounts.find(eve.id))?.hasPasskey, true);
      assert.equal((await reopened.accounts.find(eve.id))?.passwordHash, undefined);
      assert.deepEqual(plain(await reopened.passkeys.find(first.passkey.id)), plain(first.passkey));
      assert.equal((await reopened.recoveryCodes.find(eve.id))?.digests.length, 2);

      const late = accountNamed("late");
      const ofLate = { passkey: passkeyOf(late, "tablet"), recoveryCodes: recoveryCodesOf(late, ["c"]) };
      assert.deepEqual(await reopened.accounts.create(late, { claims }, ofLate), {
        ok: false,
        reason: "claim-lost",
      });
      assert.equal(await reopened.passkeys.find(ofLate.passkey.id), undefined);
      assert.equal(await reopened.recoveryCodes.find(late.id), undefined);
    },
  );

  promised(
    "Accounts.create, D55: of many with one link at once, by passkey and by password, one succeeds; nothing is left of the others",
    async ({ store, another }) => {
      const stores = [store, await another()];
      for (const word of ["one", "two", "three"]) {
        const link = linkOf(word, { kind: "sign-up" });
        await store.links.create(link, {});
        const claims = [{ kind: "link", digest: link.digest, now: noon }] as const;
        const answers = await atOnce(12, (index) => {
          const account = accountNamed(`${word}${index}`, { email: nameOf(`${word}@example.org`) });
          const passkey = passkeyOf(account, `${word}${index}`);
          const first = { passkey, recoveryCodes: recoveryCodesOf(account, ["code"]) };
          return (stores[index % 2] ?? store).accounts.create(
            account,
            { claims },
            index % 4 < 2 ? first : undefined,
          );
        });
        assert.equal(answers.filter(({ ok }) => ok).length, 1);
        const winner = answers.findIndex(({ ok }) => ok);
        for (let index = 0; index < 12; index += 1) {
          const { id } = accountNamed(`${word}${index}`);
          const expected = index === winner && index % 4 < 2 ? 1 : 0;
          assert.equal((await store.passkeys.list(id)).length, expected);
          assert.equal((await store.recoveryCodes.find(id))?.digests.length ?? 0, expected);
        }
      }
    },
  );

  promised(
    "Accounts.create: of many with one passkey at once, for other accounts, one succeeds",
    async ({ store, another }) => {
      const stores = [store, await another()];
      const answers = await atOnce(12, (index) => {
        const account = accountNamed(`racer${index}`);
        const first = {
          passkey: passkeyOf(account, "phone"),
          recoveryCodes: recoveryCodesOf(account, ["a"]),
        };
        return (stores[index % 2] ?? store).accounts.create(account, {}, first);
      });
      assert.equal(answers.filter(({ ok }) => ok).length, 1);
      const refused = answers.filter((answer) => !answer.ok && answer.reason === "passkey-exists");
      assert.equal(refused.length, 11);
      assert.equal((await store.accounts.list(20)).length, 1);
    },
  );

  promised("Accounts.create: of many with one name at once, one succeeds", async ({ store, another }) => {
    const stores = [store, await another()];
    const answers = await atOnce(20, (index) => {
      const account = accountNamed(`racer${index}`, { email: nameOf("same@example.org") });
      return (stores[index % 2] ?? store).accounts.create(account);
    });
    assert.equal(answers.filter((answer) => answer.ok).length, 1);
    assert.equal((await store.accounts.list(9)).length, 1);
  });

  promised(
    "Accounts.update: with an admin right that the account did not have, the epoch is raised, and every session and link of it ends",
    async ({ store, another }) => {
      await store.accounts.create(bob);
      await store.sessions.start(startOf(sessionOf(bob, "one")));
      const link = {
        digest: sha256("link"),
        kind: "operator-recover",
        account: { id: bob.id, epoch: bob.epoch },
      } as const;
      await store.links.create({ ...link, createdAt: noon, expiresAt: plus(noon, 60) } as const, {});
      const other = await another();
      assert.ok(await other.sessions.find(sessionOf(bob, "one").id));
      const given = await store.accounts.update({ ...bob, isAdmin: true }, plus(noon, 1));
      assert.ok(given.ok);
      assert.deepEqual([given.value.isAdmin, given.value.epoch], [true, bob.epoch + 1]);
      assert.equal(await other.sessions.find(sessionOf(bob, "one").id), undefined);
      assert.equal(await other.links.find(link.digest, noon), undefined);
      const again = await store.accounts.update({ ...given.value, name: "Bob" }, plus(noon, 2));
      assert.ok(again.ok);
      const taken = await store.accounts.update({ ...again.value, isAdmin: false }, plus(noon, 3));
      assert.equal(taken.ok && taken.value.epoch, bob.epoch + 1, "nothing else raises it");
    },
  );

  promised(
    "Accounts.update: replaces username, e-mail address, name, phone number, address, claims, requirement and admin right and nothing else; sessions live on",
    async ({ store, reopen }) => {
      await withSessions(store);
      const at = plus(noon, 60);
      const changed: Account = {
        ...ada,
        username: nameOf("countess"),
        email: nameOf("ada@example.com"),
        name: "Ada King",
        phoneNumber: phoneOf("+442079460999"),
        address: addressOf("Ockham Park\nSurrey"),
        claims: { family_name: "King" },
        isAdmin: !ada.isAdmin,
      };
      const alsoElse = { passwordHash: hashOf("other"), epoch: 9, isDisabled: true };
      const answer = await store.accounts.update({ ...changed, ...alsoElse, createdAt: at }, at);
      assert.deepEqual(plain(answer), plain({ ok: true, value: { ...changed, updatedAt: at } }));
      const session = await store.sessions.find(sessionOf(ada, "one").id);
      assert.deepEqual(plain(session?.account), plain({ ...changed, updatedAt: at }));
      const {
        email: _,
        name: __,
        phoneNumber: ___,
        address: ____,
        claims: _____,
        ...bare
      } = {
        ...changed,
        updatedAt: at,
      };
      const taken = await store.accounts.update(bare, noon);
      assert.deepEqual(
        plain(taken),
        plain({ ok: true, value: { ...bare, updatedAt: plus(at, 0.001) } }),
        "a clock that was set back sets nothing back",
      );
      const reopened = await reopen();
      assert.deepEqual(
        plain(await reopened.accounts.find(ada.id)),
        plain({ ...bare, updatedAt: plus(at, 0.001) }),
      );
      for (const gone of ["ada", "ada@example.org", "ada@example.com"])
        assert.equal(await reopened.accounts.findByName(nameOf(gone)), undefined, gone);
      assert.equal((await reopened.accounts.findByName(nameOf("countess")))?.id, ada.id);
    },
  );

  promised(
    "Accounts.update, E21: refused when a name belongs to somebody else, as either of the two; then nothing changes",
    async ({ store }) => {
      await store.accounts.create(ada);
      await store.accounts.create(bob);
      for (const change of [
        { email: nameOf("ada@example.org") },
        { email: nameOf("ada") },
        { username: nameOf("ada@example.org") },
      ]) {
        const refused = await store.accounts.update({ ...bob, ...change, name: "Bob" }, noon);
        assert.deepEqual(refused, { ok: false, reason: "name-taken" });
      }
      assert.deepEqual(plain(await store.accounts.find(bob.id)), plain(bob));
      assert.equal((await store.accounts.findByName(nameOf("bob")))?.id, bob.id);
      assert.equal((await store.accounts.findByName(nameOf("ada@example.org")))?.id, ada.id);
      assert.equal((await store.accounts.update({ ...ada, name: "A" }, noon)).ok, true, "its own names");
      const unknown = await store.accounts.update(accountNamed("x"), noon);
      assert.deepEqual(unknown, { ok: false, reason: "unknown" });
    },
  );

  promised(
    "Accounts.update: only where `updatedAt` is still the one that was read: of concurrent changes one wins",
    async ({ store, another }) => {
      await store.accounts.create(ada);
      const stores = [store, await another()];
      const answers = await atOnce(20, (index) =>
        (stores[index % 2] ?? store).accounts.update({ ...ada, name: `Ada ${index}` }, plus(noon, 60)),
      );
      const won = answers.filter((answer) => answer.ok);
      assert.equal(won.length, 1);
      assert.equal((await store.accounts.find(ada.id))?.name, won[0]?.ok && won[0].value.name);
      const others = answers.flatMap((answer) => (answer.ok ? [] : [answer.reason]));
      assert.deepEqual(new Set(others), new Set(["conflict"]));
    },
  );

  promised(
    "Accounts.update: of many who want one e-mail address at once, one gets it",
    async ({ store, another }) => {
      const stores = [store, await another()];
      const racers = Array.from({ length: 12 }, (_, index) =>
        accountNamed(`racer${index}`, { email: nameOf(`${index}@example.org`) }),
      );
      for (const racer of racers) await store.accounts.create(racer);
      const answers = await Promise.all(
        racers.map((racer, index) =>
          (stores[index % 2] ?? store).accounts.update({ ...racer, email: nameOf("same@example.org") }, noon),
        ),
      );
      assert.equal(answers.filter((answer) => answer.ok).length, 1);
      const owner = await store.accounts.findByName(nameOf("same@example.org"));
      for (const racer of racers) {
        const found = await store.accounts.findByName(racer.email ?? racer.username);
        assert.equal(found?.id, racer.id === owner?.id ? undefined : racer.id, racer.username);
      }
    },
  );

  promised(
    "Accounts.setPassword: sets the password, raises the epoch and ends every session of the account, in one transaction",
    async ({ store }) => {
      await withSessions(store);
      const at = plus(noon, 60);
      assert.equal((await store.accounts.setPassword(ada.id, hashOf("second"), at)).ok, true);
      const changed: Account = { ...ada, passwordHash: hashOf("second"), epoch: 2, updatedAt: at };
      assert.deepEqual(plain(await store.accounts.find(ada.id)), plain(changed));
      assert.deepEqual(await sessionsLeft(store), ["bob"]);
      const unknown = await store.accounts.setPassword(accountNamed("x").id, hashOf("x"), at);
      assert.deepEqual(unknown, { ok: false, reason: "unknown" });
    },
  );

  promised(
    "Accounts.setPassword: of any number of calls with one claim, one sets it",
    async ({ store, another }) => {
      await store.accounts.create(ada);
      const stores = [store, await another()];
      const claims = [{ kind: "replay-key", key: sha256("once"), keepUntil: plus(noon, 60) }] as const;
      const outcomes = await atOnce(10, (index) =>
        (stores[index % 2] ?? store).accounts.setPassword(ada.id, hashOf(`number${index}`), noon, { claims }),
      );
      assert.equal(outcomes.filter(({ ok }) => ok).length, 1);
      assert.equal((await store.accounts.find(ada.id))?.epoch, 2);
    },
  );

  promised(
    "Accounts.removePassword: takes the password away, raises the epoch and ends every session; refused without a passkey",
    async ({ store }) => {
      await withSessions(store);
      const at = plus(noon, 60);
      const remove = async (account: Account) => {
        const removed = await store.accounts.removePassword(account.id, at);
        return removed.ok ? "removed" : removed.reason;
      };
      assert.equal(await remove(accountNamed("x")), "unknown");
      assert.equal(await remove(ada), "last-way");
      assert.equal((await store.accounts.find(ada.id))?.epoch, 1);
      await store.passkeys.add({ passkey: passkeyOf(ada, "phone"), accountEpoch: 1, max: 9 });
      assert.equal(await remove(ada), "removed");
      const changed = await store.accounts.find(ada.id);
      assert.deepEqual([changed?.passwordHash, changed?.epoch], [undefined, 2]);
      assert.deepEqual(await sessionsLeft(store), ["bob"]);
    },
  );

  promised(
    "Accounts.removePassword: an upstream in use is another way in, a disabled one is none; the last way stays",
    async ({ store }) => {
      await store.accounts.create(ada);
      const acme = upstreamNamed("acme", { domains: [] });
      await store.upstreams.create(acme, 9);
      await store.upstreamIdentities.link(identityOf(acme, ada));
      await store.upstreams.update({ ...acme, isDisabled: true }, noon);
      const refused = { ok: false, reason: "last-way" };
      assert.deepEqual(await store.accounts.removePassword(ada.id, noon), refused);
      const stored = await store.upstreams.find(acme.name);
      assert.ok(stored);
      await store.upstreams.update({ ...stored, isDisabled: false }, noon);
      assert.ok((await store.accounts.removePassword(ada.id, noon)).ok);
      assert.equal(await store.upstreamIdentities.unlink(ada.id, acme.name), "last-way");
    },
  );

  promised(
    "Accounts.removePassword: of this and the removal of the last passkey at once, one happens",
    async ({ store, another }) => {
      const other = await another();
      for (let round = 0; round < 10; round += 1) {
        const person = accountNamed(`person${round}`);
        const passkey = passkeyOf(person, `phone ${round}`);
        const { id } = passkey;
        await store.accounts.create(person);
        assert.ok((await store.passkeys.add({ passkey, accountEpoch: 1, max: 9 })).ok);
        const outcomes = await Promise.all([
          store.accounts.removePassword(person.id, noon),
          other.passkeys.remove({ accountId: person.id, id, mayBeLast: true, accountEpoch: 1 }),
        ]);
        assert.equal(outcomes.filter(({ ok }) => ok).length, 1);
      }
    },
  );

  promised(
    "Accounts.askDeletion: notes the time, raises the epoch, ends every session and forgets every consent, once",
    async ({ store, reopen }) => {
      await withSessions(store);
      const shop = clientNamed("shop");
      await store.clients.create(shop);
      await store.consents.allow({ accountId: ada.id, clientId: shop.id, scope: [], grantedAt: noon }, noon);
      const deletion = { at: plus(noon, 60), deleteAfter: plus(noon, 600) };
      assert.ok((await store.accounts.askDeletion(ada.id, deletion)).ok);
      const again = await store.accounts.askDeletion(ada.id, { ...deletion, deleteAfter: plus(noon, 999) });
      assert.deepEqual(again, { ok: false, reason: "claim-lost" });
      assert.deepEqual(await sessionsLeft(store), ["bob"]);
      const reopened = await reopen();
      const account = await reopened.accounts.find(ada.id);
      assert.deepEqual([account?.deleteAfter, account?.epoch], [deletion.deleteAfter, 2]);
      assert.deepEqual(await reopened.consents.list(ada.id), []);
    },
  );

  promised("Accounts.stopDeletion: the account stays, and nothing is due", async ({ store }) => {
    await store.accounts.create(ada);
    assert.equal(await store.accounts.stopDeletion(ada.id), false);
    await store.accounts.askDeletion(ada.id, { at: noon, deleteAfter: plus(noon, 600) });
    assert.equal(await store.accounts.stopDeletion(ada.id), true);
    assert.equal((await store.accounts.find(ada.id))?.deleteAfter, undefined);
    assert.deepEqual(await store.accounts.listDue(plus(noon, 9_999), 9), []);
    assert.equal(await store.accounts.removeDue(ada.id, plus(noon, 9_999)), false);
  });

  promised(
    "Accounts.removeDue: an account goes when its time has come and not before, for one of any number of calls",
    async ({ store, another }) => {
      const stores = [store, await another()];
      for (const account of [ada, bob]) await store.accounts.create(account);
      await store.accounts.askDeletion(ada.id, { at: noon, deleteAfter: plus(noon, 600) });
      assert.deepEqual(await store.accounts.listDue(plus(noon, 599), 9), []);
      assert.equal(await store.accounts.removeDue(ada.id, plus(noon, 599)), false);
      assert.deepEqual(await store.accounts.listDue(plus(noon, 600), 9), [ada.id]);
      const removed = await atOnce(6, (index) =>
        (stores[index % 2] ?? store).accounts.removeDue(ada.id, plus(noon, 600)),
      );
      assert.equal(removed.filter(Boolean).length, 1);
      assert.equal(await store.accounts.find(ada.id), undefined);
      assert.ok(await store.accounts.find(bob.id));
    },
  );

  promised(
    "Accounts.rehashPassword: replaces the hash only where `from` still stands; changes nothing else",
    async ({ store }) => {
      await withSessions(store);
      await store.accounts.rehashPassword(ada.id, hashOf("stale"), hashOf("lost"));
      assert.deepEqual(plain(await store.accounts.find(ada.id)), plain(ada));
      await store.accounts.rehashPassword(ada.id, hashOf("first"), hashOf("stronger"));
      const changed = { ...ada, passwordHash: hashOf("stronger") };
      assert.deepEqual(plain(await store.accounts.find(ada.id)), plain(changed));
      assert.deepEqual(await sessionsLeft(store), ["ada", "ada", "bob"]);
    },
  );

  promised(
    "Accounts.setDisabled: disabling also raises the epoch and ends every session, in the same transaction",
    async ({ store }) => {
      await withSessions(store);
      assert.equal((await store.accounts.setDisabled(ada.id, true, plus(noon, 1))).ok, true);
      const disabled = await store.accounts.find(ada.id);
      assert.equal(disabled?.isDisabled, true);
      assert.equal(disabled.epoch, 2);
      assert.deepEqual(await sessionsLeft(store), ["bob"]);
      await store.accounts.setDisabled(ada.id, false, plus(noon, 2));
      const enabled = await store.accounts.find(ada.id);
      assert.equal(enabled?.isDisabled, false);
      assert.equal(enabled.epoch, 2);
      const unknown = await store.accounts.setDisabled(accountNamed("x").id, true, noon);
      assert.deepEqual(unknown, { ok: false, reason: "unknown" });
    },
  );

  promised(
    "Accounts.remove: token families and consents of the account go too",
    async ({ store, reopen }) => {
      const [client, id] = [clientNamed("client"), grantId(1)];
      await store.accounts.create(ada);
      await store.clients.create(client);
      await store.consents.allow(
        {
          accountId: ada.id,
          clientId: client.id,
          scope: ["email"],
          grantedAt: noon,
        },
        noon,
      );
      await store.grants.redeem(grantOfFamily(id, id, { accountId: ada.id }), familyWith(id));
      await store.accounts.remove(ada.id);
      assert.equal(await store.tokenFamilies.find(id), undefined);
      const reopened = await reopen();
      assert.equal(await reopened.tokenFamilies.find(id), undefined);
      assert.equal(await reopened.grants.find(id), undefined);
      assert.deepEqual(await reopened.consents.list(ada.id), []);
    },
  );

  promised(
    "Accounts.remove: removes the account, its names, sessions and grants in one transaction",
    async ({ store, reopen }) => {
      await withSessions(store);
      await store.grants.redeem(grantWith(grantId(1), { accountId: ada.id }));
      await store.grants.redeem(grantWith(grantId(2), { accountId: bob.id }));
      assert.equal((await store.accounts.remove(ada.id)).ok, true);
      assert.deepEqual(await store.accounts.remove(ada.id), { ok: false, reason: "unknown" });
      await requireOnlyBob(store);
      const reopened = await reopen();
      await requireOnlyBob(reopened);
      const heir = accountNamed("heir", { username: nameOf("ada") });
      assert.equal((await reopened.accounts.create(heir)).ok, true, "The name is free again.");
    },
  );
}

/** Ada in two browsers, Bob in one; all of it looked up once, so that caches hold it. */
async function withSessions(store: Store): Promise<void> {
  await store.accounts.create(ada);
  await store.accounts.create(bob);
  for (const session of [sessionOf(ada, "one"), sessionOf(ada, "two"), sessionOf(bob, "three")]) {
    await store.sessions.start(startOf(session));
    await store.sessions.find(session.id);
  }
}

async function requireOnlyBob(store: Store): Promise<void> {
  assert.equal(await store.accounts.find(ada.id), undefined);
  assert.equal(await store.accounts.findByName(nameOf("ada@example.org")), undefined);
  assert.deepEqual(await sessionsLeft(store), ["bob"]);
  assert.equal(await store.grants.find(grantId(1)), undefined);
  assert.notEqual(await store.grants.find(grantId(2)), undefined);
}

async function sessionsLeft(store: Store): Promise<readonly string[]> {
  const found: string[] = [];
  for (const session of [sessionOf(ada, "one"), sessionOf(ada, "two"), sessionOf(bob, "three")]) {
    const facts = await store.sessions.find(session.id);
    if (facts) found.push(facts.account.username);
  }
  return found;
}
