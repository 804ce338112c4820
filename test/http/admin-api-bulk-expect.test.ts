import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { type AdminScope, allAdminScopes } from "../../src/protocol/api/admin-scopes.ts";
import { AdminStage } from "./support/admin-api.ts";

let stage: AdminStage;

before(async () => {
  stage = await AdminStage.set();
  await send("POST", "/groups", { body: { group: "staff" } });
  for (const name of ["anna", "alan", "bert", "bea", "chief"]) await create(name);
  assert.equal((await send("PATCH", "/users/chief", { body: { admin: true } })).status, 200);
});
after(() => stage[Symbol.asyncDispose]());

let held: string | undefined;

/** Sends with every right, unless a token is named. */
async function send(method: string, path: string, sent: { body?: object; token?: string | undefined } = {}) {
  held ??= await stage.tokenOf(await stage.machine(), allAdminScopes);
  return stage.send(method, path, { ...sent, token: sent.token ?? held });
}

async function create(username: string): Promise<void> {
  const made = await send("POST", "/users", { body: { username, email: `${username}@example.org` } });
  assert.equal(made.status, 201, made.body);
  // Lists of people are in the order of their creation.
  stage.service.clock.advance(1);
}

async function act(path: string, body: object, rights?: readonly AdminScope[]) {
  return send("POST", `/bulk/users/${path}`, { body, token: rights && (await stage.token(rights)) });
}

/** The expectation that a dry run answers. */
async function expectation(path: string, body: object, rights?: readonly AdminScope[]): Promise<string> {
  const { status, json } = await act(path, { ...body, dry_run: true }, rights);
  assert.equal(status, 200);
  return json.expect;
}

async function disabled(): Promise<readonly string[]> {
  const { json } = await send("GET", "/users?state=disabled");
  return json.items.map(({ username }: { username: string }) => username);
}

const lastEntry = async () => (await stage.service.ports.auditTrail.head())?.last ?? 0;

it("an act that expects the people of a dry run is done to exactly them, or to nobody if it would be done to others", async () => {
  const staff = { to_group: "staff", q: "a" };
  const expect = await expectation("add-to-group", staff);
  assert.match(expect, /^2-/);
  await create("aaron");
  const before = await lastEntry();
  const late = await act("add-to-group", { ...staff, expect });
  assert.equal(late.status, 412);
  assert.match(late.json.type, /#precondition-failed$/);
  assert.match(late.json.detail, /^Nothing was changed[^.]*2 then, 3 now\)\. Make the dry run again/);
  assert.equal(await lastEntry(), before, "there is no entry of it");
  assert.equal((await send("GET", "/groups/staff/members")).json.total, 0);

  const now = await expectation("add-to-group", staff);
  const { json } = await act("add-to-group", { ...staff, expect: now });
  assert.deepEqual(
    json.items.map(({ username, outcome }: Record<string, string>) => [username, outcome]),
    [
      ["anna", "done"],
      ["alan", "done"],
      ["aaron", "done"],
    ],
  );
  assert.equal(json.expect, null, "an act has nothing to expect");
  assert.equal((await act("add-to-group", { ...staff, expect: now })).status, 412, "nothing is left to do");
});

it("as many people, but not the same ones, are not those of the dry run, which tells it too", async () => {
  const body = { q: "b" };
  const expect = await expectation("disable", body);
  assert.equal((await send("POST", "/users/bea/disable")).status, 200);
  await create("bob");
  for (const again of [body, { ...body, dry_run: true }]) {
    const { status, json } = await act("disable", { ...again, expect });
    assert.equal(status, 412);
    assert.match(json.detail, /2 then, 2 now/);
  }
  assert.deepEqual(await disabled(), ["bea"]);
  const unchanged = { users: ["bea", "bert", "bob"] };
  assert.equal(
    await expectation("disable", unchanged),
    await expectation("disable", { users: ["bob", "bert"] }),
    "neither the order counts, nor who is so already",
  );
});

it("each page of an act is for the people of its page in the dry run", async () => {
  const body = { state: "enabled", group: "staff" };
  const pages: { readonly after: string; readonly expect: string }[] = [];
  for (let after = ""; ; ) {
    const { json } = await act(`disable?limit=2${after}`, { ...body, dry_run: true });
    pages.push({ after, expect: json.expect });
    if (json.next === null) break;
    after = `&after=${json.next}`;
  }
  assert.equal(pages.length, 2);
  const [first = assert.fail(), second = assert.fail()] = pages;
  assert.equal((await act(`disable?limit=3`, { ...body, expect: first.expect })).status, 412);
  const done = await act(`disable?limit=2`, { ...body, expect: first.expect });
  assert.equal(done.status, 200, done.body);
  await create("abel");
  await send("PUT", "/groups/staff/members/abel");
  const other = await act(`disable?limit=2${second.after}`, { ...body, expect: second.expect });
  assert.equal(other.status, 412, "somebody came into the last page");
  assert.deepEqual(await disabled(), ["anna", "alan", "bea"]);
  for (const username of ["anna", "alan", "bea"]) await send("POST", `/users/${username}/enable`);
});

it("I3: what is expected opens nothing, whoever made it", async () => {
  const body = { users: ["bert", "chief"] };
  const [expect, forged] = [await expectation("disable", body), `2-${"A".repeat(22)}`];
  for (const strange of ["", "2", "2-", "-1-AAAAAAAAAAAAAAAAAAAAAA", `${forged}A`, 2, null])
    assert.equal((await act("disable", { ...body, expect: strange })).status, 422, String(strange));
  assert.equal((await act("disable", { ...body, expect: forged })).status, 412);
  // It tells nothing to those who may not see people, right or wrong.
  for (const each of [expect, forged])
    assert.equal((await act("sign-out", { ...body, expect: each }, ["sessions:write"])).status, 403);
  // An administrator is out of reach for a lesser operator, so the act that a greater one has tried is another one.
  const lesser: readonly AdminScope[] = ["users:write", "users:read"];
  const refused = await act("disable", { ...body, expect }, lesser);
  assert.equal(refused.status, 412);
  assert.match(refused.json.detail, /2 then, 1 now/);
  assert.deepEqual(await disabled(), []);
  const own = await expectation("disable", body, lesser);
  assert.equal((await act("disable", { ...body, expect: own }, lesser)).status, 200);
  assert.deepEqual(await disabled(), ["bert"]);
});
