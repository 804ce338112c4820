import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import type { AuditEntry } from "../../src/flows/audit.ts";
import type { Claim, ClaimedSideEffects } from "../../src/flows/side-effect-ports.ts";
import type { Account } from "../../src/identity/account.ts";
import { sha256 } from "../../src/values/digest.ts";
import { plus } from "../../src/values/time.ts";
import { ada, addAda, board, everythingOfAda, shop, staff } from "./ada.ts";
import type { Promised } from "./harness.ts";
import {
  accountNamed,
  clientNamed,
  hashOf,
  linkOf,
  nameOf,
  noon,
  passkeyOf,
  plain,
  sessionOf,
  startOf,
  totpOf,
} from "./samples.ts";

/** The promises of `Accounts` about versions: what raises them, and what claims them. */
export function accountVersionsContract(promised: Promised): void {
  promised(
    "Accounts: whatever changes of an account gives it a later `updatedAt`, also when the clock stands still or was set back",
    async ({ store }) => {
      await createEmptyGroups(store);
      await store.accounts.create({ ...ada, updatedAt: plus(noon, 60) });
      await store.passkeys.add({ passkey: passkeyOf(ada, "phone"), accountEpoch: ada.epoch, max: 9 });
      const read = async () => (await store.accounts.find(ada.id)) ?? assert.fail();
      for (const [name, act] of Object.entries(changesOf(store))) {
        const before = await read();
        await act();
        const after = await read();
        assert.ok(after.updatedAt > before.updatedAt, name);
        assert.notDeepEqual({ ...after, updatedAt: noon }, { ...before, updatedAt: noon }, name);
      }
    },
  );

  promised(
    "Sessions.find: a change of an account by another process shows at the next look-up",
    async ({ store, another }) => {
      const other = await another();
      const session = sessionOf(ada, "one");
      const passkey = passkeyOf(ada, "phone");
      await createEmptyGroups(store);
      await store.accounts.create(ada);
      const read = async () => (await other.accounts.find(ada.id)) ?? assert.fail();
      // Nobody has a session while disabled or locked.
      const { disable: _, unlock: __, lock, ...changes } = changesOf(other);
      const acts: typeof changes = {
        addPasskey: async () => other.passkeys.add({ passkey, accountEpoch: (await read()).epoch, max: 9 }),
        ...changes,
        setPasswordAgain: () => other.accounts.setPassword(ada.id, hashOf("third"), noon),
        rehash: () => other.accounts.rehashPassword(ada.id, hashOf("third"), hashOf("fourth")),
        removePasskey: () => other.passkeys.remove({ accountId: ada.id, id: passkey.id, mayBeLast: true }),
        lock: lock ?? assert.fail(),
      };
      for (const [name, act] of Object.entries(acts)) {
        const { epoch } = await read();
        await store.sessions.start(startOf(session, { accountEpoch: epoch }));
        const before = await store.sessions.find(session.id);
        assert.deepEqual(plain(before?.account), plain(await read()), name);
        await act();
        const after = await store.sessions.find(session.id);
        const standing = (await other.sessions.list(ada.id)).length;
        assert.equal(after === undefined, standing === 0, name);
        if (after !== undefined) {
          assert.deepEqual(plain(after.account), plain(await read()), name);
          assert.notDeepEqual(plain(after.account), plain(before?.account), name);
          await store.sessions.end(session.id);
        }
      }
    },
  );

  promised(
    "Accounts.setPassword, setDisabled and remove: of several that saw the same version one happens, and none after a change",
    async ({ store, another }) => {
      const other = await another();
      for (const word of ["one", "two", "three"]) {
        const account = accountNamed(word);
        await store.accounts.create(account);
        const claims = [
          { kind: "account-seen", accountId: account.id, updatedAt: account.updatedAt },
        ] as const;
        const answers = await Promise.all([
          store.accounts.setPassword(account.id, hashOf("second"), noon, { claims }),
          other.accounts.setDisabled(account.id, true, noon, { claims }),
          store.accounts.remove(account.id, { claims }),
          other.accounts.update({ ...account, name: "New" }, noon),
        ]);
        assert.equal(answers.filter(({ ok }) => ok).length, 1);
        const left = await store.accounts.find(account.id);
        assert.equal(left === undefined, answers[2].ok);
        assert.deepEqual(
          [left?.passwordHash, left?.isDisabled, left?.name],
          answers[2].ok
            ? [undefined, undefined, undefined]
            : [
                answers[0].ok ? hashOf("second") : account.passwordHash,
                answers[1].ok,
                answers[3].ok ? "New" : account.name,
              ],
        );
      }
    },
  );

  promised(
    "Accounts.setPassword, setDisabled and remove: nothing where the account became an administrator since it was seen",
    async ({ store }) => {
      const eve = accountNamed("eve");
      await store.accounts.create(eve);
      assert.ok((await store.accounts.update({ ...eve, isAdmin: true }, noon)).ok);
      const claims = [{ kind: "account-seen", accountId: eve.id, isAdmin: false }] as const;
      const lost = { ok: false, reason: "claim-lost" };
      const before = await store.accounts.find(eve.id);
      assert.deepEqual(await store.accounts.setPassword(eve.id, hashOf("x"), noon, { claims }), lost);
      assert.deepEqual(await store.accounts.setDisabled(eve.id, true, noon, { claims }), lost);
      assert.deepEqual(await store.accounts.remove(eve.id, { claims }), lost);
      assert.deepEqual(await store.accounts.find(eve.id), before);
    },
  );

  promised(
    "Groups, credentials, sessions, consents and tokens: nothing of an account changes by a fact whose claim is lost",
    async ({ store, another }) => {
      await addAda(store);
      const facts = factsAbout(await another());
      const account = (await store.accounts.find(ada.id)) ?? assert.fail();
      const lost: readonly Claim[] = [
        { kind: "account-seen", accountId: ada.id, isAdmin: true },
        { kind: "account-seen", accountId: ada.id, updatedAt: plus(account.updatedAt, -1) },
        { kind: "account-seen", accountId: accountNamed("gone").id },
        { kind: "client-seen", clientId: shop.id, updatedAt: plus(shop.updatedAt, -1) },
        { kind: "client-seen", clientId: clientNamed("gone").id, updatedAt: noon },
      ];
      const before = await everythingOfAda(store);
      for (const [name, act] of Object.entries(facts))
        for (const claim of lost) {
          const answer = await act({ claims: [claim], audit: [entry] });
          assert.match(JSON.stringify(answer), /"claim-lost"/, name);
          assert.deepEqual(await everythingOfAda(store), before, name);
        }
      for (const [name, act] of Object.entries(facts)) {
        const stood = await everythingOfAda(store);
        const { updatedAt } = (await store.accounts.find(ada.id)) ?? assert.fail();
        const claims: readonly Claim[] = [
          { kind: "account-seen", accountId: ada.id, isAdmin: false, updatedAt },
          { kind: "client-seen", clientId: shop.id, updatedAt: shop.updatedAt },
        ];
        await act({ claims, audit: [entry] });
        assert.notDeepEqual(await everythingOfAda(store), stood, name);
      }
    },
  );
}

async function createEmptyGroups({ groups }: Store): Promise<void> {
  for (const name of [staff, board]) await groups.create({ name, createdAt: noon }, 9);
}

/** Facts that change Ada's account, each after the ones above it. */
function changesOf({ accounts, groups, totps, sessions, links }: Store) {
  const read = async () => (await accounts.find(ada.id)) ?? assert.fail();
  const link = linkOf("recovery", { dropsSecondFactor: true });
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    update: async () => accounts.update({ ...(await read()), name: "A" }, noon),
    admin: async () => accounts.update({ ...(await read()), isAdmin: true }, noon),
    setPassword: () => accounts.setPassword(ada.id, hashOf("second"), noon),
    disable: () => accounts.setDisabled(ada.id, true, noon),
    enable: () => accounts.setDisabled(ada.id, false, noon),
    endAll: () => sessions.endAll(ada.id, noon),
    add: () => groups.add(staff, ada.id, 9),
    addToBoard: () => groups.add(board, ada.id, 9),
    removeMember: () => groups.removeMember(staff, ada.id),
    removeGroup: () => groups.remove(board),
    keepTotp: async () => totps.keep(totpOf(ada), { accountEpoch: (await read()).epoch }),
    removeTotp: () => totps.remove(ada.id),
    keepTotpAgain: async () => totps.keep(totpOf(ada), { accountEpoch: (await read()).epoch }),
    useLink: async () => {
      const { id, epoch } = await read();
      assert.ok(await links.create({ ...link, account: { id, epoch } }, {}));
      assert.ok(await links.use(link.digest, noon));
    },
    removePassword: () => accounts.removePassword(ada.id, noon),
    askDeletion: () => accounts.askDeletion(ada.id, { at: noon, deleteAfter: plus(noon, 9) }),
    stopDeletion: () => accounts.stopDeletion(ada.id),
    lock: async () => {
      const { id, epoch } = await read();
      assert.ok(
        await links.create({ ...link, kind: "lock", account: { id }, address: "ada@example.org" }, {}),
      );
      const { digest, createdAt } = link;
      const address = nameOf("ada@example.org");
      const recovery = { ...link, digest: sha256(`recovery ${epoch}`) };
      const rule = { at: noon, since: noon, restore: (stored: Account) => stored };
      assert.ok((await accounts.lock({ digest, createdAt, accountId: id, address }, rule, { recovery })).ok);
    },
    unlock: () => accounts.setDisabled(ada.id, false, noon),
  };
  return acts;
}

const entry: AuditEntry = { at: noon, act: "user-changed", actor: { kind: "system" } };

/** The facts about what an account has in other tables. Each changes something if it comes after the ones above it. */
function factsAbout({
  groups,
  passkeys,
  totps,
  recoveryCodes,
  consents,
  sessions,
  tokenFamilies,
  grants,
}: Store): Readonly<Record<string, (sideEffects: ClaimedSideEffects) => Promise<unknown>>> {
  const { id } = passkeyOf(ada, "phone");
  return {
    add: (sideEffects) => groups.add(staff, ada.id, 9, sideEffects),
    removeMember: (sideEffects) => groups.removeMember(board, ada.id, sideEffects),
    removePasskey: (sideEffects) =>
      passkeys.remove({ accountId: ada.id, id, mayBeLast: true, ...sideEffects }),
    removeTotp: (sideEffects) => totps.remove(ada.id, sideEffects),
    removeRecoveryCodes: (sideEffects) => recoveryCodes.remove(ada.id, sideEffects),
    revokeFamilies: (sideEffects) => tokenFamilies.revokeAll({ accountId: ada.id }, noon, sideEffects),
    revokeGrants: (sideEffects) => grants.revokeAll({ accountId: ada.id }, noon, sideEffects),
    withdraw: (sideEffects) => consents.withdraw(ada.id, shop.id, noon, sideEffects),
    end: (sideEffects) => sessions.end(sessionOf(ada, "one").id, sideEffects),
    endAll: (sideEffects) => sessions.endAll(ada.id, noon, sideEffects),
  };
}
