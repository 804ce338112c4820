import assert from "node:assert/strict";
import type { AuditEntry } from "../../src/flows/audit.ts";
import type { GroupName } from "../../src/identity/group.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { accountNamed, hashOf, nameOf, noon, plain, sessionOf, startOf } from "./samples.ts";

const entry: AuditEntry = { at: noon, act: "user-changed", actor: { kind: "system" } };

/** The promises of `Accounts.replace`. */
export function accountReplaceContract(promised: Promised): void {
  promised(
    "Accounts.replace: details, groups and state are as given, in one transaction with the entries; the password stays",
    async ({ store, another, reopen }) => {
      for (const name of ["staff", "leads", "old"])
        await store.groups.create({ name: name as GroupName, createdAt: noon }, 9);
      const ada = accountNamed("ada", { groups: ["old", "staff"] });
      await store.accounts.create(ada);
      await store.sessions.start(startOf(sessionOf(ada, "one")));
      const other = await another();
      assert.deepEqual((await other.accounts.find(ada.id))?.groups, ["old", "staff"]);
      const at = plus(noon, 60);
      const wanted = {
        ...ada,
        name: "Ada",
        email: nameOf("ada@example.org"),
        isEmailUnverified: true,
        groups: ["gone", "leads", "staff"],
        isDisabled: true,
        passwordHash: hashOf("other"),
      };
      const replaced = await store.accounts.replace(wanted, at, { audit: [entry] });
      assert.ok(replaced.ok);
      const { updatedAt } = replaced.value;
      assert.ok(updatedAt >= at);
      const kept = {
        ...wanted,
        groups: ["leads", "staff"],
        passwordHash: ada.passwordHash,
        epoch: ada.epoch + 1,
        updatedAt,
      };
      assert.deepEqual(plain(replaced.value), plain(kept));
      assert.equal(await store.sessions.find(sessionOf(ada, "one").id), undefined);
      assert.deepEqual(plain(await other.accounts.find(ada.id)), plain(kept));
      const reopened = await reopen();
      assert.deepEqual(plain(await reopened.accounts.find(ada.id)), plain(kept));
      assert.equal((await reopened.groups.find("old" as GroupName))?.members, 0);
      const { items } = await reopened.auditTrail.list({ limit: 9 });
      assert.equal(items.filter(({ act }) => act === "user-changed").length, 1);
    },
  );

  promised(
    "Accounts.replace: of concurrent ones one wins; a name of somebody else and a lost claim change nothing",
    async ({ store, another }) => {
      const [ada, bob] = [accountNamed("ada"), accountNamed("bob")];
      for (const account of [ada, bob]) await store.accounts.create(account);
      const taken = await store.accounts.replace({ ...ada, email: bob.username, isDisabled: true }, noon);
      assert.deepEqual(taken, { ok: false, reason: "name-taken" });
      const claims = [{ kind: "account-seen", accountId: ada.id, isAdmin: true }] as const;
      const lost = await store.accounts.replace({ ...ada, isDisabled: true }, noon, {
        claims,
        audit: [entry],
      });
      assert.deepEqual(lost, { ok: false, reason: "claim-lost" });
      assert.deepEqual(plain(await store.accounts.find(ada.id)), plain(ada));
      assert.ok(!(await store.auditTrail.list({ limit: 9 })).items.some(({ act }) => act === "user-changed"));
      const stores = [store, await another()];
      const answers = await atOnce(10, (index) =>
        (stores[index % 2] ?? store).accounts.replace({ ...ada, name: `n${index}` }, plus(noon, 1)),
      );
      assert.equal(answers.filter(({ ok }) => ok).length, 1);
      for (const answer of answers) if (!answer.ok) assert.equal(answer.reason, "conflict");
      assert.deepEqual(await store.accounts.replace(accountNamed("nobody"), noon), {
        ok: false,
        reason: "unknown",
      });
    },
  );

  promised(
    "Accounts.replace: a lock stays where it is given, and ends where it is not",
    async ({ store }) => {
      const locked = accountNamed("ada", { isDisabled: true, lockedAt: noon });
      await store.accounts.create(locked);
      const kept = await store.accounts.replace({ ...locked, name: "Ada" }, plus(noon, 1));
      assert.ok(kept.ok);
      assert.deepEqual([kept.value.isDisabled, kept.value.lockedAt], [true, noon]);
      const { lockedAt: _, ...disabled } = kept.value;
      const ended = await store.accounts.replace(disabled, plus(noon, 2));
      assert.ok(ended.ok);
      assert.deepEqual([ended.value.isDisabled, ended.value.lockedAt], [true, undefined]);
    },
  );
}
