import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import type { Account } from "../../src/identity/account.ts";
import type { GroupName } from "../../src/identity/group.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { accountNamed, noon, plain, sessionOf, startOf } from "./samples.ts";

const [ada, bob] = [accountNamed("ada"), accountNamed("bob", { createdAt: plus(noon, 1) })];
const [staff, board] = ["staff", "board"] as GroupName[] as [GroupName, GroupName];

async function begin(store: Store): Promise<void> {
  for (const account of [ada, bob]) await store.accounts.create(account);
  for (const name of [staff, board]) await store.groups.create({ name, createdAt: noon }, 10);
}

/** The promises of `Groups`. */
export function groupsContract(promised: Promised): void {
  promised(
    "Groups.find, Groups.list: by name, each with how many people are in it",
    async ({ store, reopen }) => {
      await begin(store);
      for (const { id } of [ada, bob]) await store.groups.add(staff, id, 10);
      const reopened = await reopen();
      const both = [
        { name: board, createdAt: noon, members: 0 },
        { name: staff, createdAt: noon, members: 2 },
      ];
      assert.deepEqual(plain((await reopened.groups.list({ limit: 9 })).items), both);
      assert.deepEqual(plain(await reopened.groups.find(staff)), both[1]);
      assert.equal(await reopened.groups.find("Staff" as GroupName), undefined);
    },
  );

  promised(
    "Accounts.create: the account is in its groups, and a group that is gone is left out",
    async ({ store }) => {
      await begin(store);
      const carol = accountNamed("carol", { groups: [staff, "gone", board] });
      await store.accounts.create(carol);
      assert.deepEqual((await store.accounts.find(carol.id))?.groups, [board, staff]);
      const members = await store.people.list({ filter: { group: staff }, limit: 9 });
      assert.deepEqual(
        members.items.map(({ account }) => account.id),
        [carol.id],
      );
    },
  );

  promised("Groups.create: of many at once one makes it; refused beyond the limit", async ({ store }) => {
    await begin(store);
    const more = { name: "more" as GroupName, createdAt: noon };
    const made = await atOnce(10, () => store.groups.create(more, 3));
    assert.equal(made.filter(({ ok }) => ok).length, 1);
    const last = { name: "last" as GroupName, createdAt: noon };
    assert.deepEqual(await store.groups.create(last, 3), { ok: false, reason: "too-many" });
    assert.deepEqual(await store.groups.create(more, 3), { ok: false, reason: "exists" });
  });

  promised(
    "Groups.create: of many with different names at once, through two stores, no more succeed than there is room for",
    async ({ store, another }) => {
      const stores = [store, await another()];
      const created = await atOnce(10, (index) =>
        (stores[index % 2] ?? store).groups.create(
          { name: `team ${index}` as GroupName, createdAt: noon },
          3,
        ),
      );
      assert.equal(created.filter(({ ok }) => ok).length, 3);
      assert.equal((await store.groups.list({ limit: 99 })).items.length, 3);
    },
  );

  promised(
    "Groups.add: the groups of somebody come with the account and its sessions, in order",
    async ({ store, reopen }) => {
      await begin(store);
      const { id } = sessionOf(ada, "one");
      await store.sessions.start(startOf(sessionOf(ada, "one")));
      assert.equal((await store.sessions.find(id))?.account.groups, undefined);
      for (const name of [staff, board])
        assert.deepEqual(await store.groups.add(name, ada.id, 10), { ok: true, value: true });
      assert.deepEqual(await store.groups.add(staff, ada.id, 10), { ok: true, value: false });
      assert.deepEqual((await store.sessions.find(id))?.account.groups, [board, staff]);
      const open = await reopen();
      assert.deepEqual((await open.sessions.find(id))?.account.groups, [board, staff]);
      assert.deepEqual((await open.accounts.find(ada.id))?.groups, [board, staff]);
      assert.deepEqual((await open.accounts.findByName(ada.username))?.groups, [board, staff]);
      const changed = await open.accounts.update((await open.accounts.find(ada.id)) ?? bob, plus(noon, 5));
      assert.ok(changed.ok);
      assert.deepEqual(changed.value.groups, [board, staff], "no change of the account changes them");
    },
  );

  promised("Groups.add: unknown where the group or the account is gone", async ({ store }) => {
    await begin(store);
    const unknown = { ok: false, reason: "unknown" };
    assert.deepEqual(await store.groups.add("none" as GroupName, ada.id, 10), unknown);
    assert.deepEqual(await store.groups.add(staff, accountNamed("eve").id, 10), unknown);
  });

  promised(
    "Groups.add: of many at once, through two stores, no more succeed than there is room for",
    async ({ store, another }) => {
      await begin(store);
      const names = Array.from({ length: 10 }, (_, index) => `team ${index}` as GroupName);
      for (const name of names) await store.groups.create({ name, createdAt: noon }, 20);
      const stores = [store, await another()];
      const added = await atOnce(10, (index) =>
        (stores[index % 2] ?? store).groups.add(names[index] ?? staff, ada.id, 3),
      );
      assert.equal(added.filter(({ ok }) => ok).length, 3);
      const refused = added.filter(({ ok }) => !ok);
      assert.deepEqual(refused, Array(7).fill({ ok: false, reason: "too-many" }));
      assert.equal(
        (await store.groups.list({ limit: 99 })).items.filter(({ members }) => members === 1).length,
        3,
      );
      const within = names[added.findIndex(({ ok }) => ok)] ?? staff;
      assert.deepEqual(await store.groups.add(within, ada.id, 3), { ok: true, value: false });
      assert.ok(
        (await store.groups.add(staff, bob.id, 3)).ok,
        "the room of one account is not that of another",
      );
    },
  );

  promised(
    "Groups.remove: only as it was seen, also when somebody joins at the same moment",
    async ({ store, another }) => {
      await begin(store);
      const other = await another();
      const isEmpty = ({ members }: { readonly members: number }) => members === 0;
      for (let round = 0; round < 10; round++) {
        const [joined, removed] = await Promise.all([
          store.groups.add(board, ada.id, 10),
          other.groups.remove(board, isEmpty),
        ]);
        assert.notEqual(joined.ok, removed.ok, JSON.stringify({ joined, removed }));
        const left = (await store.groups.find(board))?.members;
        assert.equal(left, removed.ok ? undefined : 1);
        if (removed.ok) await store.groups.create({ name: board, createdAt: noon }, 10);
        else {
          assert.deepEqual(removed.reason, "conflict");
          await store.groups.removeMember(board, ada.id);
        }
      }
    },
  );

  promised(
    "Groups.removeMember, Groups.remove: a person who is taken out is out at once",
    async ({ store }) => {
      await begin(store);
      for (const name of [staff, board]) await store.groups.add(name, ada.id, 10);
      assert.equal(await store.groups.removeMember(staff, ada.id), "removed");
      assert.equal(await store.groups.removeMember(staff, ada.id), "none");
      assert.deepEqual((await store.accounts.find(ada.id))?.groups, [board]);
      assert.deepEqual(await store.groups.remove(board), { ok: true, value: undefined });
      assert.deepEqual(await store.groups.remove(board), { ok: false, reason: "unknown" });
      assert.equal((await store.accounts.find(ada.id))?.groups, undefined);
      await store.groups.add(staff, bob.id, 10);
      await store.accounts.remove(bob.id);
      assert.equal((await store.groups.find(staff))?.members, 0, "an account that is removed is in no group");
    },
  );

  promised(
    "Groups.addAdministrator, Groups.removeAdministrator: who administers a group, and which groups somebody does",
    async ({ store, reopen }) => {
      await begin(store);
      for (const name of [staff, board])
        assert.deepEqual(await store.groups.addAdministrator(name, bob.id, 5), { ok: true, value: true });
      assert.deepEqual(await store.groups.addAdministrator(staff, ada.id, 5), { ok: true, value: true });
      assert.deepEqual(await store.groups.addAdministrator(staff, ada.id, 5), { ok: true, value: false });
      const open = await reopen();
      const both = [ada, bob].map(({ id, username }) => ({ id, username }));
      assert.deepEqual(plain(await open.groups.administrators(staff)), plain(both));
      assert.deepEqual(await open.groups.administeredBy(bob.id), [board, staff]);
      assert.equal((await open.accounts.find(bob.id))?.groups, undefined, "it makes nobody a member");
      assert.equal(await open.groups.removeAdministrator(staff, ada.id), "removed");
      assert.equal(await open.groups.removeAdministrator(staff, ada.id), "none");
      assert.deepEqual(await open.groups.administeredBy(ada.id), []);
      assert.ok((await open.groups.remove(board)).ok);
      assert.deepEqual(await open.groups.administeredBy(bob.id), [staff], "a removed group has none");
      await open.accounts.remove(bob.id);
      assert.deepEqual(await open.groups.administrators(staff), [], "a removed account administers none");
    },
  );

  promised(
    "Groups.addAdministrator: unknown where the group or the account is gone; of many at once, through two stores, no more succeed than there is room for",
    async ({ store, another }) => {
      await begin(store);
      const unknown = { ok: false, reason: "unknown" };
      assert.deepEqual(await store.groups.addAdministrator("none" as GroupName, ada.id, 5), unknown);
      assert.deepEqual(await store.groups.addAdministrator(staff, accountNamed("eve").id, 5), unknown);
      const people = Array.from({ length: 10 }, (_, index) => accountNamed(`person${index}`));
      for (const account of people) await store.accounts.create(account);
      const stores = [store, await another()];
      const added = await atOnce(10, (index) =>
        (stores[index % 2] ?? store).groups.addAdministrator(staff, people[index]?.id ?? ada.id, 3),
      );
      assert.equal(added.filter(({ ok }) => ok).length, 3);
      assert.equal((await store.groups.administrators(staff)).length, 3);
    },
  );

  promised("Groups.addAdministrator: nothing is written if its claim is lost", async ({ store }) => {
    await begin(store);
    const claims = [
      { kind: "account-seen", accountId: ada.id, updatedAt: plus(noon, 99), isAdmin: false },
    ] as const;
    const lost = await store.groups.addAdministrator(staff, ada.id, 5, { claims });
    assert.deepEqual(lost, { ok: false, reason: "claim-lost" });
    assert.deepEqual(await store.groups.administrators(staff), []);
  });

  promised(
    "Groups.replaceAdministrators: exactly the wanted accounts administer the group afterwards; nothing changes if its administrators are not those that were seen, or if the group, an account or a claim is gone",
    async ({ store, reopen }) => {
      await begin(store);
      const seenAs = (seen: readonly Account[], wanted: readonly Account[]) => ({
        seen: seen.map(({ id }) => id),
        wanted: wanted.map(({ id }) => id),
      });
      const put = store.groups.replaceAdministrators;
      const names = async (from = store) =>
        (await from.groups.administrators(staff)).map(({ username }) => username);
      assert.equal(await put(staff, seenAs([], [ada, bob])), "replaced");
      assert.deepEqual(await names(), [ada.username, bob.username]);
      assert.equal(await put(staff, seenAs([], [])), "conflict");
      assert.equal(await put(staff, seenAs([ada], [])), "conflict");
      assert.equal(await put(staff, seenAs([bob, ada], [bob])), "replaced", "in any order");
      assert.deepEqual(await names(), [bob.username]);
      assert.equal(await put(staff, seenAs([bob], [ada, accountNamed("eve")])), "unknown");
      assert.equal(await put("none" as GroupName, seenAs([], [ada])), "unknown");
      const claims = [
        { kind: "account-seen", accountId: ada.id, updatedAt: plus(noon, 99), isAdmin: false },
      ] as const;
      assert.equal(await put(staff, seenAs([bob], [ada]), { claims }), "claim-lost");
      assert.deepEqual(await names(), [bob.username], "as before all refusals");
      assert.equal(await put(board, seenAs([], [ada])), "replaced");
      assert.equal(await put(staff, seenAs([bob], [])), "replaced");
      assert.deepEqual(await names(await reopen()), []);
    },
  );

  promised(
    "Groups.replaceAdministrators: of many at once, through two stores, one sees what is there",
    async ({ store, another }) => {
      await begin(store);
      const stores = [store, await another()];
      const replaced = await atOnce(10, (index) =>
        (stores[index % 2] ?? store).groups.replaceAdministrators(staff, {
          seen: [],
          wanted: [index < 5 ? ada.id : bob.id],
        }),
      );
      assert.equal(replaced.filter((each) => each === "replaced").length, 1, replaced.join());
      assert.equal((await store.groups.administrators(staff)).length, 1);
    },
  );
}
