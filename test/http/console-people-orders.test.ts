import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { PeopleOrder } from "../../src/flows/people-ports.ts";
import { accountNamed, nameOf } from "../storage-contract/samples.ts";
import { ConsoleStage, mainOf, root } from "./support/console-stage.ts";

let stage: ConsoleStage;

/** Usernames with a name and an address, in the order of their names; `nameless` and `unreached` lack one of them. */
const people = [
  ["ada", "ada lovelace", "z"],
  ["bob", "Bob", "y"],
  ["emil", "EMILE", "x"],
  ["unreached", "emile b", undefined],
  ["zoe", "Zoe", "w"],
  ["emile", "Émile", "v"],
  ["ivan", "Иван", "u"],
  ["nameless", undefined, "a"],
] as const;
const byName = people.map(([username]) => username);
const byAddress = ["nameless", "ivan", "emile", "zoe", "emil", "bob", "ada", "unreached"];

before(async () => {
  stage = await ConsoleStage.set();
  const { accounts } = stage.service.ports;
  for (const [username, name, local] of people.toReversed()) {
    const email = local === undefined ? {} : { email: nameOf(`${local}@example.org`) };
    const account = accountNamed(username, { ...email, ...(name !== undefined && { name }) });
    assert.ok((await accounts.create(account)).ok);
  }
  await stage.enter();
  // The operator has neither, and would stand among those who lack them in the order of a random id.
  await stage.change(root.username, { name: "AAA", email: nameOf("0@example.org") });
});
after(() => stage[Symbol.asyncDispose]());

function usernamesIn(main: string): readonly string[] {
  return [...main.matchAll(/data-name="Username"[^>]*>(?:\s*<[^>]*>)*([^<]*)/g)].map(([, name = ""]) =>
    name.trim(),
  );
}

async function listed(query: string): Promise<readonly string[]> {
  return usernamesIn(mainOf(await stage.open(`/admin/people?${query}`)));
}

for (const [order, wanted] of [
  ["name", byName],
  ["email", byAddress],
] as const)
  test(`people are sorted by ${order} in both directions, and people without one are last in either`, async () => {
    const [last, ...others] = wanted.toReversed();
    assert.deepEqual(await listed(`sort=${order}`), ["root", ...wanted]);
    assert.deepEqual(await listed(`sort=-${order}`), [...others, "root", last]);
    assert.deepEqual(await listed(`sort=${order}&q=emil`), usernames(wanted, "emil", "unreached", "emile"));
  });

function usernames(wanted: readonly string[], ...found: readonly string[]): readonly string[] {
  return wanted.filter((username) => found.includes(username));
}

test("the next page of a list by name begins behind the last person of the page, and ends with those who have none", async () => {
  const { accounts } = stage.service.ports;
  const crowd = Array.from({ length: 60 }, (_, index) =>
    accountNamed(`crowd${index}`, index < 30 ? { name: "emile" } : {}),
  );
  for (const account of crowd) assert.ok((await accounts.create(account)).ok);
  const orders: readonly PeopleOrder[] = ["name", "-name", "email", "-email"];
  for (const order of orders) {
    const met: string[] = [];
    for (let path = `/admin/people?rows=25&sort=${order}`, pages = 0; path !== ""; pages += 1) {
      assert.ok(pages < 9, "a list that has no end");
      const main = mainOf(await stage.open(path));
      met.push(...usernamesIn(main));
      path = (/href="([^"]+)"[^>]*>Next page</.exec(main)?.[1] ?? "").replaceAll("&amp;", "&");
    }
    assert.equal(met.length, 69, order);
    assert.equal(new Set(met).size, 69, order);
    const lacking = met.slice(order.endsWith("name") ? -31 : -61);
    assert.ok(lacking.includes(order.endsWith("name") ? "nameless" : "unreached"), order);
  }
  for (const { id } of crowd) await accounts.remove(id);
});

test("the headings of names and addresses sort, and those of factors and states open their filter", async () => {
  const main = mainOf(await stage.open("/admin/people?sort=name&state=enabled&rows=25"));
  const [heading = ""] = /<thead[\s\S]*<\/thead>/.exec(main) ?? [];
  assert.match(heading, /aria-sort="ascending"><a href="[^"]*sort=-name[^"]*">Name</);
  assert.match(heading, /<a href="[^"]*state=enabled&amp;sort=email&amp;rows=25">E-mail address</);
  const menus = [...heading.matchAll(/<details[\s\S]*?<\/details>/g)].map(([menu]) => menu);
  assert.equal(menus.length, 2);
  const [factors = "", states = ""] = menus;
  assert.match(factors, /<summary class="heading">Factors<\/summary>/);
  assert.match(
    factors,
    /href="\/admin\/people\?state=enabled&amp;without_second_factor=true&amp;sort=name&amp;rows=25">No second factor</,
  );
  assert.match(states, /<summary class="heading on">State<\/summary>/);
  assert.match(states, /href="\/admin\/people\?sort=name&amp;rows=25" aria-current="true">enabled</);
  const filtered = mainOf(await stage.open("/admin/people?without_second_factor=false&state=disabled"));
  assert.match(filtered, /No person matches/);
});

test("a list that is too long to be counted says in words how many people there are at least", async () => {
  const { accounts } = stage.service.ports;
  const crowd = Array.from({ length: 5_000 }, (_, index) => accountNamed(`crowd${index}`));
  await Promise.all(crowd.map((account) => accounts.create(account)));
  const count = async (query: string) => {
    const [, text = ""] =
      /<p id="count">([^<]*)</.exec(mainOf(await stage.open(`/admin/people?${query}`))) ?? [];
    return text;
  };
  assert.equal(await count("sort=name"), "50 of 5,009 people", "without a filter, everybody is counted");
  assert.equal(await count("imported=false&admin=false&sort=name"), "50 of more than 50 people");
  assert.equal(
    await count("imported=false&old_password=false&unverified=false&rows=25"),
    "25 of more than 25 people",
  );
  assert.equal(
    await count("imported=true&admin=false"),
    "0 people",
    "a set that is small is counted whatever else is asked",
  );
});
