import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import type { PasskeyAddition } from "../../src/flows/passkey-ports.ts";
import { type Passkey, parseUserHandle } from "../../src/identity/passkey.ts";
import { sha256 } from "../../src/values/digest.ts";
import { createActivityId } from "../../src/values/ids.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { accountNamed, hashOf, noon, passkeyOf, plain, totpOf } from "./samples.ts";
import { identityOf, upstreamNamed } from "./upstreams.ts";

const ada = accountNamed("ada");
const bob = accountNamed("bob");
const phone = passkeyOf(ada, "phone");
const key = passkeyOf(ada, "key", { transports: [], isBackupEligible: false, createdAt: plus(noon, 60) });

const additionOf = (passkey: Passkey, changes: Partial<PasskeyAddition> = {}): PasskeyAddition => ({
  passkey,
  accountEpoch: 1,
  max: 9,
  ...changes,
});
const reasonOf = (result: Awaited<ReturnType<Store["passkeys"]["add"]>>) =>
  result.ok ? "added" : result.reason;
const idsOf = async (store: Store) => (await store.passkeys.list(ada.id)).map(({ id }) => id);

/** The promises of `Passkeys`. */
export function passkeysContract(promised: Promised): void {
  promised("Passkeys.find, list: every property, of one account, oldest first", async ({ store, reopen }) => {
    for (const account of [ada, bob]) await store.accounts.create(account);
    const used = passkeyOf(ada, "used", {
      counter: 4_294_967_295,
      isBackedUp: true,
      name: "Ada’s “blue” key",
      createdAt: plus(noon, -60),
      lastUsedAt: plus(noon, 5),
      counterWentBackAt: plus(noon, 4),
    });
    for (const passkey of [key, used, phone, passkeyOf(bob, "tablet")])
      assert.equal(reasonOf(await store.passkeys.add(additionOf(passkey))), "added");
    const reopened = await reopen();
    assert.deepEqual(plain(await reopened.passkeys.find(used.id)), plain(used));
    assert.deepEqual(plain(await reopened.passkeys.list(ada.id)), plain([used, phone, key]));
    assert.equal(await reopened.passkeys.find(passkeyOf(ada, "nobody's").id), undefined);
  });

  promised(
    "Passkeys.add: refused where the credential is registered already, for anybody",
    async ({ store }) => {
      for (const account of [ada, bob]) await store.accounts.create(account);
      await store.passkeys.add(additionOf(phone));
      for (const account of [ada, bob])
        assert.equal(reasonOf(await store.passkeys.add(additionOf(passkeyOf(account, "phone")))), "exists");
      assert.equal((await store.passkeys.find(phone.id))?.accountId, ada.id);
    },
  );

  promised(
    "Passkeys.add: refused for an account that is gone, disabled or of another epoch",
    async ({ store }) => {
      const gone = await store.passkeys.add(additionOf(phone));
      assert.equal(reasonOf(gone), "account-changed");
      await store.accounts.create(ada);
      await store.accounts.setPassword(ada.id, hashOf("second"), noon);
      assert.equal(reasonOf(await store.passkeys.add(additionOf(phone))), "account-changed");
      const current = additionOf(phone, { accountEpoch: 3 });
      await store.accounts.setDisabled(ada.id, true, noon);
      assert.equal(reasonOf(await store.passkeys.add(current)), "account-changed");
      await store.accounts.setDisabled(ada.id, false, noon);
      assert.equal(reasonOf(await store.passkeys.add(current)), "added");
    },
  );

  promised("Passkeys.add: all passkeys of an account have one user handle", async ({ store, another }) => {
    await store.accounts.create(ada);
    const stores = [store, await another()];
    const results = await atOnce(6, (index) => {
      const userHandle = parseUserHandle(Buffer.from(sha256(`handle ${index}`)).toString("base64url"));
      assert.ok(userHandle);
      const passkey = passkeyOf(ada, `device ${index}`, { userHandle });
      return (stores[index % 2] ?? store).passkeys.add(additionOf(passkey));
    });
    assert.deepEqual(results.map(reasonOf).sort(), ["added", ...Array(5).fill("other-handle")]);
  });

  promised(
    "Passkeys.add: of many at once as many succeed as there is room for",
    async ({ store, another }) => {
      await store.accounts.create(ada);
      const stores = [store, await another()];
      const results = await atOnce(12, (index) =>
        (stores[index % 2] ?? store).passkeys.add(additionOf(passkeyOf(ada, `device ${index}`), { max: 5 })),
      );
      assert.equal(results.filter(({ ok }) => ok).length, 5);
      assert.equal(results.filter((result) => reasonOf(result) === "too-many").length, 7);
      assert.equal((await store.passkeys.list(ada.id)).length, 5);
    },
  );

  promised(
    "Passkeys.add, remove: a lost claim adds nothing, and what goes along is kept with the change alone",
    async ({ store }) => {
      await store.accounts.create(ada);
      const claims = [{ kind: "replay-key", key: sha256("challenge"), keepUntil: plus(noon, 60) }] as const;
      const activity = (index: number) => [
        {
          id: createActivityId(noon, new Uint8Array(10).fill(index)),
          accountId: ada.id,
          kind: "passkey-added",
        } as const,
      ];
      const results = await atOnce(8, (index) =>
        store.passkeys.add(
          additionOf(passkeyOf(ada, `device ${index}`), { claims, activity: activity(index) }),
        ),
      );
      assert.deepEqual(results.map(reasonOf).sort(), ["added", ...Array(7).fill("claim-lost")]);
      assert.equal((await store.passkeys.list(ada.id)).length, 1);
      const kept = () => store.activity.list(ada.id, { limit: 9 });
      assert.equal((await kept()).items.length, 1);
      const removal = { accountId: ada.id, id: key.id, mayBeLast: true };
      assert.equal((await store.passkeys.remove({ ...removal, activity: activity(9) })).ok, false);
      assert.equal((await kept()).items.length, 1);
    },
  );

  promised(
    "Account.hasPasskey: seen at once, also where another process changes it",
    async ({ store, another }) => {
      await store.accounts.create(ada);
      const other = await another();
      const seen = async (at: Store) => (await at.accounts.find(ada.id))?.hasPasskey ?? false;
      assert.deepEqual([await seen(store), await seen(other)], [false, false]);
      await store.passkeys.add(additionOf(phone));
      assert.deepEqual([await seen(store), await seen(other)], [true, true]);
      await other.passkeys.remove({ accountId: ada.id, id: phone.id, mayBeLast: true });
      assert.deepEqual([await seen(store), await seen(other)], [false, false]);
    },
  );

  promised("Passkeys.rename: false where the account has no such passkey", async ({ store }) => {
    for (const account of [ada, bob]) await store.accounts.create(account);
    await store.passkeys.add(additionOf(phone));
    assert.equal(await store.passkeys.rename(bob.id, phone.id, "Bob’s"), false);
    assert.equal(await store.passkeys.rename(ada.id, key.id, "None"), false);
    assert.equal(await store.passkeys.rename(ada.id, phone.id, "Work phone"), true);
    assert.equal((await store.passkeys.find(phone.id))?.name, "Work phone");
  });

  promised(
    "Passkeys.remove: only of its account, and not the last where that must stay",
    async ({ store }) => {
      for (const account of [ada, bob]) await store.accounts.create(account);
      for (const passkey of [phone, key]) await store.passkeys.add(additionOf(passkey));
      const of = { accountId: ada.id, id: phone.id, mayBeLast: false, accountEpoch: 1 };
      assert.deepEqual(await store.passkeys.remove({ ...of, accountId: bob.id }), {
        ok: false,
        reason: "unknown",
      });
      assert.deepEqual(await store.passkeys.remove({ ...of, accountEpoch: 2 }), {
        ok: false,
        reason: "account-changed",
      });
      assert.ok((await store.passkeys.remove(of)).ok);
      assert.deepEqual(await store.passkeys.remove(of), { ok: false, reason: "unknown" });
      const last = { accountId: ada.id, id: key.id, mayBeLast: false };
      assert.deepEqual(await store.passkeys.remove(last), { ok: false, reason: "last" });
      assert.deepEqual(await idsOf(store), [key.id]);
      assert.ok((await store.passkeys.remove({ ...last, mayBeLast: true })).ok);
      assert.deepEqual(await idsOf(store), []);
    },
  );

  promised(
    "Passkeys.remove: of the last two that are removed at once, one stays where the last one must",
    async ({ store, another }) => {
      await store.accounts.create(ada);
      for (const passkey of [phone, key]) await store.passkeys.add(additionOf(passkey));
      const stores = [store, await another()];
      const results = await Promise.all(
        [phone, key].map(({ id }, index) =>
          (stores[index] ?? store).passkeys.remove({ accountId: ada.id, id, mayBeLast: false }),
        ),
      );
      assert.equal(results.filter(({ ok }) => ok).length, 1);
      assert.equal((await idsOf(store)).length, 1);
    },
  );

  promised(
    "Passkeys.remove: another way in is a password or a provider in use, looked at in the same transaction",
    async ({ store }) => {
      const { passwordHash: _, ...only } = ada;
      await store.accounts.create(only);
      await store.passkeys.add(additionOf(key));
      const last = { accountId: ada.id, id: key.id, mayBeLast: "with-another-way" } as const;
      const stays = { ok: false, reason: "last" };
      assert.deepEqual(await store.passkeys.remove(last), stays);
      const off = upstreamNamed("off", { isDisabled: true });
      await store.upstreams.create(off, 9);
      await store.upstreamIdentities.link(identityOf(off, ada));
      assert.deepEqual(await store.passkeys.remove(last), stays);
      const enabled = await store.upstreams.update({ ...off, isDisabled: false }, noon);
      assert.ok(enabled.ok);
      assert.ok((await store.passkeys.remove(last)).ok);
      await store.accounts.create(bob);
      await store.passkeys.add(additionOf({ ...phone, accountId: bob.id }));
      assert.ok((await store.passkeys.remove({ ...last, accountId: bob.id, id: phone.id })).ok);
    },
  );

  promised(
    "Passkeys.remove: of this and the unlinking of the only provider at once, one happens",
    async ({ store, another }) => {
      const other = await another();
      const acme = upstreamNamed("acme");
      await store.upstreams.create(acme, 9);
      const { passwordHash: _, ...only } = ada;
      await store.accounts.create(only);
      for (let times = 0; times < 9; times += 1) {
        await store.passkeys.add(additionOf(key));
        await store.upstreamIdentities.link(identityOf(acme, ada));
        const [removed, unlinked] = await Promise.all([
          store.passkeys.remove({ accountId: ada.id, id: key.id, mayBeLast: "with-another-way" }),
          other.upstreamIdentities.unlink(ada.id, acme.name),
        ]);
        assert.notEqual(removed.ok, unlinked === "unlinked");
      }
    },
  );

  promised(
    "Passkeys.remove, Totps.remove: of both at once, where each rests on the other, one happens",
    async ({ store, another }) => {
      const other = await another();
      await store.accounts.create(ada);
      const rest = { accountId: ada.id, id: key.id, mayBeLast: true, restsOnTotp: true } as const;
      for (let times = 0; times < 9; times += 1) {
        await store.passkeys.add(additionOf(key));
        await store.totps.keep(totpOf(ada), { accountEpoch: ada.epoch });
        const [removed, totp] = await Promise.all([
          store.passkeys.remove(rest),
          other.totps.remove(ada.id, { restsOnPasskey: true }),
        ]);
        assert.notEqual(removed.ok, totp === "removed");
      }
    },
  );

  promised("Passkeys: they go with their account", async ({ store }) => {
    await store.accounts.create(ada);
    await store.passkeys.add(additionOf(phone));
    await store.accounts.remove(ada.id);
    assert.equal(await store.passkeys.find(phone.id), undefined);
  });
}
