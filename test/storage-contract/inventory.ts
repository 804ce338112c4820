import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import type { GroupMembers } from "../../src/flows/account-ports.ts";
import type { ListQuery, Page, Position } from "../../src/flows/listing.ts";
import type { PersonPosition } from "../../src/flows/people-ports.ts";
import type { GroupName } from "../../src/identity/group.ts";
import { sha256 } from "../../src/values/digest.ts";
import type { SessionId } from "../../src/values/ids.ts";
import { plus, secondsOf } from "../../src/values/time.ts";
import type { Promised } from "./harness.ts";
import { accountNamed, clientNamed, messageTo, noon, plain, sessionOf, startOf } from "./samples.ts";

const live = { now: plus(noon, 60), idleLimit: secondsOf(600) };

/** Seven words whose order is neither that of creation nor that of the alphabet. */
const words = ["delta", "alpha", "echo", "bravo", "golf", "charlie", "foxtrot"];

async function fill(store: Store): Promise<void> {
  for (const [index, word] of words.entries()) {
    // Two of them were made in one moment, so that only the id tells them apart.
    const createdAt = plus(noon, index === 3 ? 2 : index);
    assert.ok((await store.clients.create(clientNamed(word, { createdAt }))).ok);
    assert.ok((await store.accounts.create(accountNamed(word, { createdAt }))).ok);
    assert.ok((await store.groups.create({ name: word as GroupName, createdAt: noon }, 99)).ok);
    await store.outbox.add(messageTo(word, { createdAt }));
    const session = sessionOf(accountNamed("delta"), word, { lastSeenAt: createdAt });
    assert.equal(await store.sessions.start(startOf(session)), "started");
  }
  for (const word of words) await store.groups.add("alpha" as GroupName, accountNamed(word).id, 99);
}

type Ask<Item, Cursor> = (query: ListQuery<Cursor>) => Promise<Page<Item, Cursor>>;

async function walk<Item, Cursor>(
  ask: Ask<Item, Cursor>,
  limit: number,
  between: (page: number) => Promise<unknown> = async () => {},
): Promise<readonly Page<Item, Cursor>[]> {
  const pages: Page<Item, Cursor>[] = [];
  for (let after: Cursor | undefined; ; ) {
    const page = await ask({ limit, after });
    pages.push(page);
    if (page.next === undefined) return pages;
    assert.ok(pages.length < 50, "a list that has no end");
    after = page.next;
    await between(pages.length);
  }
}

/** A list of any kind, as a whole and page by page. */
interface AnyList {
  whole(): Promise<Page<unknown, unknown>>;
  pages(limit: number): Promise<readonly Page<unknown, unknown>[]>;
}

function anyList<Item, Cursor>(ask: Ask<Item, Cursor>): AnyList {
  return { whole: () => ask({ limit: 99 }), pages: (limit) => walk(ask, limit) };
}

const lists: Readonly<Record<string, (store: Store) => AnyList>> = {
  "Inventory.clients": ({ inventory }) => anyList(inventory.clients),
  "Inventory.sessions": ({ inventory }) => {
    const ask: Ask<SessionId, Position<SessionId>> = (query) => inventory.sessions({ ...live, ...query });
    return anyList(ask);
  },
  "Outbox.list": ({ outbox }) => anyList(outbox.list),
  "Groups.list": ({ groups }) => anyList(groups.list),
  "People.list": ({ people }) =>
    anyList((query: ListQuery<PersonPosition>) => people.list({ ...query, filter: {} })),
};

/** The promises of `Inventory`, and those that every list makes. */
export function inventoryContract(promised: Promised): void {
  for (const [name, listOf] of Object.entries(lists)) {
    promised(
      `${name}: pages of any size make up the list, in one order and with its total`,
      async ({ store }) => {
        await fill(store);
        const list = listOf(store);
        const whole = await list.whole();
        assert.equal(whole.items.length, words.length);
        assert.deepEqual([whole.total, whole.next], [words.length, undefined]);
        for (const limit of [1, 2, 3, words.length - 1, words.length]) {
          const pages = await list.pages(limit);
          assert.deepEqual(plain(pages.flatMap(({ items }) => items)), plain(whole.items), `${limit}`);
          assert.equal(pages.length, Math.ceil(words.length / limit), `${limit}`);
          assert.ok(pages.every(({ total }) => total === words.length));
        }
      },
    );
  }

  promised("Inventory.clients: ordered by creation and then by id", async ({ store }) => {
    await fill(store);
    const created = words.map((word, index) => ({ word, at: index === 3 ? 2 : index }));
    const inOrder = (idOf: (word: string) => string) =>
      created
        .toSorted((one, other) => one.at - other.at || (idOf(one.word) < idOf(other.word) ? -1 : 1))
        .map(({ word }) => idOf(word));
    const clients = await store.inventory.clients({ limit: 99 });
    assert.deepEqual(
      clients.items,
      inOrder((word) => clientNamed(word).id),
    );
  });

  promised(
    "Inventory.secrets: counts enabled clients whose secret was exposed, and those that have had two for long",
    async ({ store }) => {
      const secrets = { secretDigest: sha256("new"), previousSecretDigest: sha256("old") };
      for (const [word, changes] of [
        ["exposed", { secretExposedAt: noon }],
        ["doubled", secrets],
        ["both", { ...secrets, secretExposedAt: noon }],
        ["rotated lately", { ...secrets, updatedAt: plus(noon, 60) }],
        ["disabled", { ...secrets, secretExposedAt: noon, isDisabled: true }],
        ["sound", {}],
      ] as const)
        assert.ok((await store.clients.create(clientNamed(word, { updatedAt: noon, ...changes }))).ok);
      assert.deepEqual(await store.inventory.secrets(plus(noon, 60)), { exposed: 2, doubled: 2 });
      assert.deepEqual(await store.inventory.secrets(noon), { exposed: 2, doubled: 0 });
    },
  );

  promised(
    "Inventory.sessions: the live ones of one account or of all; the one that was used last comes first",
    async ({ store }) => {
      const [ada, bob] = [accountNamed("ada"), accountNamed("bob")];
      for (const account of [ada, bob]) await store.accounts.create(account);
      const rows = [
        [ada, "one", 0, 3600],
        [ada, "two", 5, 3600],
        [bob, "bobs", 9, 3600],
        [ada, "idle", -600, 3600],
        [ada, "expired", 0, 30],
      ] as const;
      for (const [account, cookie, seen, expires] of rows) {
        const times = { lastSeenAt: plus(noon, seen), expiresAt: plus(noon, expires) };
        await store.sessions.start(startOf(sessionOf(account, cookie, times)));
      }
      const ids = (cookies: readonly string[]) =>
        plain(cookies.map((cookie) => sessionOf(cookie === "bobs" ? bob : ada, cookie).id));
      const all = await store.inventory.sessions({ ...live, limit: 9 });
      assert.deepEqual([plain(all.items), all.total], [ids(["bobs", "two", "one"]), 3]);
      const first = await store.inventory.sessions({ ...live, accountId: ada.id, limit: 1 });
      assert.deepEqual([plain(first.items), first.total], [ids(["two"]), 2]);
      const { next: after } = first;
      const second = await store.inventory.sessions({ ...live, accountId: ada.id, limit: 1, after });
      assert.deepEqual([plain(second.items), second.next], [ids(["one"]), undefined]);
    },
  );

  promised(
    "Inventory.counts: clients, accounts and live sessions, and when a client or account was last changed",
    async ({ store }) => {
      const none = { clients: 0, accounts: 0, sessions: 0 };
      assert.deepEqual(await store.inventory.counts(live), none);
      const ada = accountNamed("ada", { updatedAt: plus(noon, 7) });
      await store.accounts.create(ada);
      await store.clients.create(clientNamed("shop", { updatedAt: plus(noon, 3) }));
      for (const [cookie, seen] of [
        ["live", 0],
        ["idle", -600],
      ] as const)
        await store.sessions.start(startOf(sessionOf(ada, cookie, { lastSeenAt: plus(noon, seen) })));
      const counts = { clients: 1, accounts: 1, sessions: 1, newestChangeAt: plus(noon, 7) };
      assert.deepEqual(await store.inventory.counts(live), counts);
    },
  );

  promised(
    "every list: a search is a text and no pattern, matches a to z in either case, and pages like the whole",
    async ({ store }) => {
      const texts = { percent: "a100%b", underscore: "a_b", plainly: "aXb", upper: "SHOP" };
      for (const [word, text] of Object.entries(texts)) {
        await store.clients.create(clientNamed(word, { name: text }));
        await store.groups.create({ name: text.toLowerCase() as GroupName, createdAt: noon }, 99);
      }
      const asked: Readonly<Record<string, number>> = {
        "%": 1,
        "0%B": 1,
        a_B: 1,
        _: 1,
        "\\": 0,
        "'": 0,
        sHoP: 1,
        "": 4,
      };
      for (const [search, count] of Object.entries(asked)) {
        const clients = await store.inventory.clients({ limit: 9, search });
        const named = await Promise.all(clients.items.map((id) => store.clients.find(id)));
        const found = named.filter((client) => client?.name.toLowerCase().includes(search.toLowerCase()));
        assert.deepEqual([clients.total, found.length], [count, count], search);
        assert.equal((await store.groups.list({ limit: 9, search })).total, count, search);
      }
      const search = "B";
      const ask: Ask<GroupMembers, GroupName> = (query) => store.groups.list({ ...query, search });
      const pages = await walk(ask, 1);
      assert.deepEqual(plain(pages.map(({ total }) => total)), [3, 3, 3]);
    },
  );
}
