import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import type { People, PeopleFilter, PeoplePage, PersonPosition } from "../../src/flows/people-ports.ts";
import { type PeopleOrder, peopleOrders } from "../../src/flows/people-ports.ts";
import type { Account } from "../../src/identity/account.ts";
import type { GroupName } from "../../src/identity/group.ts";
import { sha256 } from "../../src/values/digest.ts";
import type { AccountId } from "../../src/values/ids.ts";
import { type Instant, instantOf, plus } from "../../src/values/time.ts";
import type { Promised } from "./harness.ts";
import { batchOf } from "./imports.ts";
import { accountNamed, nameOf, noon, passkeyOf, plain, sessionOf, startOf, totpOf } from "./samples.ts";
import { identityOf, upstreamNamed } from "./upstreams.ts";

const day = 86_400;
const staff = "staff" as GroupName;
const board = "board" as GroupName;
const acme = upstreamNamed("acme");
const firstNames = ["Ada", "Émile", "émile", "Łucja", "Иван", "ADA", "emile", "Barbara", "Zoë", "張偉"];
const lastNames = ["Lovelace", "Turing", "Hopper", "de Brún", "Dijkstra"];

/** A person as this file knows them, beside the store. */
export interface Known {
  readonly account: Account;
  readonly lastSignInAt: Instant | undefined;
  /** The last use of a live session. */
  readonly usedAt: Instant | undefined;
  readonly hasFactor: boolean;
  readonly isLinked: boolean;
  readonly isImported: boolean;
  readonly groups: readonly GroupName[];
}

function knownPerson(index: number): Known {
  const word = `p${(index * 7919) % 1000}x${index}`;
  const hasEmail = index % 3 !== 0;
  const isDisabled = index % 7 === 0;
  const groups = [...(index % 5 === 0 ? [board] : []), ...(index % 2 === 0 ? [staff] : [])];
  const lastSignInAt = isDisabled || index % 4 === 0 ? undefined : plus(noon, (index % 9) * day);
  return {
    account: accountNamed(word, {
      // It has an @ although it is no address of the account, which the rules of an earlier release may have allowed.
      ...(index === 27 && { username: nameOf(`${word}@old.example`) }),
      ...(hasEmail && { email: nameOf(`${word}@${index % 2 === 0 ? "example.org" : "other.example"}`) }),
      ...(hasEmail && index % 5 === 0 && { isEmailUnverified: true }),
      ...(index % 6 !== 5 && {
        name: `${firstNames[index % firstNames.length]} ${lastNames[index % lastNames.length]}`,
      }),
      isDisabled,
      ...(index % 21 === 0 && { lockedAt: plus(noon, index) }),
      isAdmin: index % 11 === 0,
      ...(index % 13 === 0 && { deleteAfter: plus(noon, 99 * day) }),
      ...(groups.length > 0 && { groups }),
      // Three at a time were made in one moment.
      createdAt: plus(noon, Math.floor(index / 3) - 20 * day),
    }),
    lastSignInAt,
    // All sessions end but a few.
    usedAt: lastSignInAt !== undefined && index % 8 === 1 ? plus(noon, 15 * day) : undefined,
    hasFactor: !isDisabled && (index % 3 === 1 || index % 10 === 2),
    isLinked: index % 9 === 3,
    isImported: index % 6 === 2,
    groups,
  };
}

/** Fifty people of all kinds. */
export const everybody: readonly Known[] = Array.from({ length: 50 }, (_, index) => knownPerson(index));

/** Stores them, in another order than that of their creation. */
export async function fillPeople(store: Store): Promise<void> {
  for (const name of [staff, board]) await store.groups.create({ name, createdAt: noon }, 9);
  await store.upstreams.create(acme, 9);
  let position = 0;
  for (const known of everybody.toReversed()) {
    const { account, isImported, lastSignInAt, usedAt, isLinked, hasFactor } = known;
    if (isImported) {
      const kept = await store.imports.keep(batchOf([{ account, isKnown: false, identities: [] }], position));
      assert.ok(kept.ok);
      position += 1;
    } else assert.ok((await store.accounts.create(account)).ok);
    if (isLinked) await store.upstreamIdentities.link(identityOf(acme, account));
    if (hasFactor && account.isAdmin) await store.totps.keep(totpOf(account), { accountEpoch: 1 });
    else if (hasFactor)
      await store.passkeys.add({ passkey: passkeyOf(account, account.username), accountEpoch: 1, max: 9 });
    if (lastSignInAt === undefined) continue;
    const session = sessionOf(account, account.username, {
      authenticatedAt: lastSignInAt,
      lastSeenAt: usedAt ?? lastSignInAt,
    });
    assert.equal(await store.sessions.start(startOf(session)), "started");
    if (usedAt === undefined) await store.sessions.end(session.id);
  }
}

const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function isFound({ account }: Known, search: string): boolean {
  const { id, username, email = "", name = "" } = account;
  if (search.startsWith("@")) return email.slice(email.indexOf("@")).startsWith(search.toLowerCase());
  const words = [name, name.split(" ").at(-1) ?? ""];
  return (
    id === search ||
    [username, email].some((each) => each.startsWith(search.toLowerCase())) ||
    words.some((each) => each !== "" && lower(each).startsWith(lower(search)))
  );
}

/** True if the filter matches this person, decided in plain code. */
function isMeant(known: Known, filter: PeopleFilter): boolean {
  const { account, usedAt, lastSignInAt } = known;
  const isOld = (since: Instant) =>
    (lastSignInAt ?? 0) < since && account.createdAt < since && (usedAt === undefined || usedAt < since);
  const isState = {
    enabled: !account.isDisabled && account.deleteAfter === undefined,
    disabled: account.isDisabled,
    locked: account.lockedAt !== undefined,
    leaving: account.deleteAfter !== undefined,
  };
  const is = (wanted: boolean | undefined, fact: boolean) => wanted === undefined || wanted === fact;
  return (
    (filter.search === undefined || isFound(known, filter.search)) &&
    (filter.state === undefined || isState[filter.state]) &&
    (filter.group === undefined || known.groups.includes(filter.group)) &&
    (filter.inOneOf ?? []).every((names) => known.groups.some((name) => names.includes(name))) &&
    is(filter.isAdmin, account.isAdmin) &&
    is(filter.lacksSecondFactor, !known.hasFactor) &&
    is(filter.isUnverified, account.isEmailUnverified === true) &&
    (filter.notSeenSince === undefined || isOld(filter.notSeenSince)) &&
    (filter.upstream === undefined || (filter.upstream === acme.name && known.isLinked)) &&
    is(filter.isImported, known.isImported)
  );
}

/** What a person is ordered by; undefined if they have none, and are last. */
function keyIn(order: PeopleOrder, { account, lastSignInAt }: Known): number | string | undefined {
  if (order.endsWith("created")) return account.createdAt;
  if (order.endsWith("username")) return account.username;
  if (order.endsWith("name")) return account.name && lower(account.name);
  return order.endsWith("email") ? account.email : (lastSignInAt ?? 0);
}

/** The people that a filter matches, in an order. Texts are ordered by their code points, which is the order of their bytes. */
export function expected(filter: PeopleFilter, order: PeopleOrder): readonly AccountId[] {
  const compared = (one: Known, other: Known) => {
    const [left, right] = [keyIn(order, one), keyIn(order, other)];
    if (typeof left === "string" && typeof right === "string" && left !== right)
      return Buffer.compare(Buffer.from(left), Buffer.from(right));
    if (left !== right) return (left ?? 0) < (right ?? 0) ? -1 : 1;
    return one.account.id < other.account.id ? -1 : 1;
  };
  const meant = everybody.filter((known) => isMeant(known, filter));
  const [having, lacking] = [true, false]
    .map((has) => meant.filter((known) => (keyIn(order, known) !== undefined) === has).toSorted(compared))
    .map((sorted) => (order.startsWith("-") ? sorted.toReversed() : sorted));
  return [...(having ?? []), ...(lacking ?? [])].map(({ account }) => account.id);
}

/** Every filter, and some of them together. */
export const filters: readonly PeopleFilter[] = [
  {},
  { state: "enabled" },
  { state: "disabled" },
  { state: "locked" },
  { state: "leaving" },
  { group: staff },
  { group: "nobodys" as GroupName },
  { inOneOf: [[staff, board]] },
  { inOneOf: [["nobodys", board]], state: "enabled" },
  { inOneOf: [[staff], [board]] },
  { inOneOf: [[staff], []] },
  { isAdmin: true },
  { isAdmin: false },
  { lacksSecondFactor: true },
  { lacksSecondFactor: false },
  { isUnverified: true },
  { isUnverified: false },
  { notSeenSince: plus(noon, 4 * day) },
  { notSeenSince: plus(noon, -19 * day) },
  { upstream: acme.name },
  { upstream: upstreamNamed("gone").name },
  { isImported: true },
  { isImported: false },
  { search: "ADA" },
  { search: "p" },
  { search: "@example" },
  { search: "@" },
  { search: "de br" },
  { search: "brún" },
  { search: everybody[3]?.account.id ?? "" },
  { search: everybody[3]?.account.id.slice(0, 9) ?? "" },
  { search: "100%" },
  { search: "'\0" },
  { group: staff, lacksSecondFactor: true, state: "enabled", notSeenSince: plus(noon, 9 * day) },
  { search: "a", isImported: true, isAdmin: false },
];

/** Reads a list to its end. A page may be short, but nobody is on two pages. */
export async function walk(
  people: People,
  filter: PeopleFilter,
  order: PeopleOrder,
  limit: number,
): Promise<{ readonly ids: readonly AccountId[]; readonly pages: readonly PeoplePage[] }> {
  const pages: PeoplePage[] = [];
  for (let after: PersonPosition | undefined; ; ) {
    const page = await people.list({ filter, order, limit, after });
    assert.ok(page.items.length <= limit);
    pages.push(page);
    if (page.next === undefined) break;
    assert.ok(pages.length < 200, "a list that has no end");
    after = page.next;
  }
  return { ids: pages.flatMap(({ items }) => items.map(({ account }) => account.id)), pages };
}

/** The promises of `People`. */
export function peopleContract(promised: Promised): void {
  promised(
    "People.list: every filter in every order, as a whole and page by page, has exactly those it means",
    async ({ store }) => {
      await fillPeople(store);
      for (const filter of filters)
        for (const order of peopleOrders) {
          const wanted = expected(filter, order);
          const said = `${JSON.stringify(filter)} ${order}`;
          for (const limit of [99, 7]) {
            const { ids, pages } = await walk(store.people, filter, order, limit);
            assert.deepEqual(ids, wanted, said);
            assert.ok(
              pages.every(({ total, isTotalExact }) => total === wanted.length && isTotalExact),
              said,
            );
          }
        }
    },
  );

  promised(
    "People.list: one that comes or goes between two pages moves no other to a second page, nor off the list",
    async ({ store }) => {
      await fillPeople(store);
      const first = await store.people.list({ filter: {}, limit: 10 });
      assert.ok(first.next !== undefined);
      await store.accounts.remove(first.next.id);
      await store.accounts.create(accountNamed("early", { createdAt: plus(noon, -99 * day) }));
      const late = accountNamed("late", { createdAt: plus(noon, 99 * day) });
      await store.accounts.create(late);
      const rest = await store.people.list({ filter: {}, limit: 99, after: first.next });
      assert.deepEqual(
        rest.items.map(({ account }) => account.id),
        [...expected({}, "created").slice(10), late.id],
      );
      assert.equal(rest.total, 51);
    },
  );

  promised(
    "People.list by name: a to z are equal in either case, other letters follow, and nobody is lost whose name changes between two pages",
    async ({ store }) => {
      const names = [
        "zoe",
        "Émile",
        undefined,
        "émile",
        "EMILE",
        "emile",
        "Zoë",
        "Ål",
        "иван",
        undefined,
        "Иван",
        "𝒵",
      ];
      const ids = new Map<string, AccountId>();
      for (const [index, name] of names.entries()) {
        const account = accountNamed(`n${index}`, name === undefined ? {} : { name });
        assert.ok((await store.accounts.create(account)).ok);
        ids.set(account.username, account.id);
      }
      const listed = async (order: PeopleOrder) => {
        const { items } = await store.people.list({ filter: {}, order, limit: 99 });
        return items.map(({ account }) => account.name);
      };
      const same = [4, 5].map((index) => ids.get(`n${index}`) ?? "").toSorted();
      const tied = same.map((id) => (id === ids.get("n4") ? "EMILE" : "emile"));
      const inOrder = [...tied, "zoe", "Zoë", "Ål", "Émile", "émile", "Иван", "иван", "𝒵"];
      assert.deepEqual(await listed("name"), [...inOrder, undefined, undefined]);
      assert.deepEqual(await listed("-name"), [...inOrder.toReversed(), undefined, undefined]);

      const first = await store.people.list({ filter: {}, order: "name", limit: 4 });
      const moved = await store.accounts.find(ids.get("n0") as AccountId);
      assert.ok(moved !== undefined && first.next !== undefined);
      const { name: _, ...nameless } = moved;
      assert.ok((await store.accounts.update(nameless, plus(noon, 1))).ok);
      const rest = await store.people.list({ filter: {}, order: "name", limit: 99, after: first.next });
      assert.deepEqual(
        rest.items.map(({ account }) => account.name),
        [...inOrder.slice(4), undefined, undefined, undefined],
        "who lost the name is met again at the end",
      );
    },
  );

  promised(
    "People.list by address: a person is where their present address is, and at the end once they have none",
    async ({ store }) => {
      const people = ["mia@example.org", undefined, "ada@example.org", "zoe@example.org"].map(
        (email, index) => accountNamed(`u${index}`, email === undefined ? {} : { email: nameOf(email) }),
      );
      for (const account of people) assert.ok((await store.accounts.create(account)).ok);
      const listed = async (order: PeopleOrder) => {
        const { items } = await store.people.list({ filter: {}, order, limit: 99 });
        return items.map(({ account }) => account.username);
      };
      assert.deepEqual(await listed("email"), ["u2", "u0", "u3", "u1"]);
      assert.deepEqual(await listed("-email"), ["u3", "u0", "u2", "u1"]);
      const [mia, none, ada] = people;
      assert.ok(mia !== undefined && none !== undefined && ada !== undefined);
      const { email: _, ...without } = ada;
      assert.ok((await store.accounts.update(without, plus(noon, 1))).ok);
      assert.ok((await store.accounts.update({ ...mia, email: nameOf("zz@example.org") }, plus(noon, 1))).ok);
      const last = [none.id, ada.id].toSorted().map((id) => (id === ada.id ? "u2" : "u1"));
      assert.deepEqual(await listed("email"), ["u3", "u0", ...last]);
      assert.deepEqual(await listed("-email"), ["u0", "u3", ...last.toReversed()]);
    },
  );

  promised(
    "People.list: the whole account of each, its last sign-in, and whether an import brought it",
    async ({ store }) => {
      await fillPeople(store);
      const { items } = await store.people.list({ filter: {}, limit: 99 });
      for (const person of items) {
        const { account, lastSignInAt, isImported } = person;
        assert.deepEqual(plain(account), plain(await store.accounts.find(account.id)));
        const known = everybody.find((each) => each.account.id === account.id);
        assert.equal(lastSignInAt, known?.lastSignInAt);
        assert.equal(isImported, known?.isImported);
        assert.deepEqual(plain(await store.people.find(account.id)), plain(person));
      }
      assert.equal(await store.people.find(accountNamed("nobody").id), undefined);
    },
  );

  promised(
    "Sessions.start: notes the last sign-in to the minute, and neither one more factor nor a refused start moves it",
    async ({ store }) => {
      const ada = accountNamed("ada");
      await store.accounts.create(ada);
      const lastSignIn = async () => (await store.people.find(ada.id))?.lastSignInAt;
      assert.equal(await lastSignIn(), undefined);
      const first = sessionOf(ada, "first");
      await store.sessions.start(startOf(first));
      assert.equal(await lastSignIn(), noon);
      const { updatedAt } = (await store.accounts.find(ada.id)) ?? assert.fail();
      assert.equal(updatedAt, ada.updatedAt, "a sign-in is no change of the account");
      const renewed = { ...first, cookieDigest: sha256("renewed"), methods: ["pwd", "otp"] };
      await store.sessions.start(startOf(renewed, { replaced: first.id }));
      await store.sessions.start(startOf(sessionOf(ada, "soon", { authenticatedAt: plus(noon, 59) })));
      const late = sessionOf(ada, "late", { authenticatedAt: plus(noon, 9_000) });
      assert.equal(await store.sessions.start(startOf(late, { accountEpoch: 7 })), "account-changed");
      const lost = { kind: "account-epoch", accountId: ada.id, epoch: 7 } as const;
      assert.equal(await store.sessions.start(startOf(late, { claims: [lost] })), "claim-lost");
      assert.equal(await lastSignIn(), noon);
      await store.sessions.start(startOf(late));
      assert.equal(await lastSignIn(), plus(noon, 9_000));
      await store.sessions.endAll(ada.id, instantOf(noon));
      assert.equal(await lastSignIn(), plus(noon, 9_000));
    },
  );
}
