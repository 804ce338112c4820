import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { type AdminScope, allAdminScopes } from "../../src/protocol/api/admin-scopes.ts";
import { FormClient } from "../support/form-client.ts";
import { AdminStage } from "./support/admin-api.ts";

let stage: AdminStage;
const idOf = new Map<string, string>();

/** People by their first letters: `a…` are in the group, `b…` are disabled, `chief` is an administrator. */
const names = ["anna", "alan", "bert", "bea", "carl", "chief"];

before(async () => {
  stage = await AdminStage.set();
  await send("POST", "/groups", { body: { group: "staff" } });
  for (const name of names) {
    const body = { username: name, email: `${name}@example.org`, password: "quiet amber lantern walks" };
    const made = await send("POST", "/users", {
      body: name === "carl" ? { ...body, email: null } : body,
    });
    assert.equal(made.status, 201, made.body);
    idOf.set(name, made.json.user_id);
    stage.service.clock.advance(60);
    if (name.startsWith("a")) await send("PUT", `/groups/staff/members/${name}`);
    if (name.startsWith("b")) await send("POST", `/users/${name}/disable`);
  }
  assert.equal((await send("PATCH", "/users/chief", { body: { admin: true } })).status, 200);
});
after(() => stage[Symbol.asyncDispose]());

let held: string | undefined;

/** Sends with every right, unless a token is named, although time has passed. */
async function send(method: string, path: string, sent: { body?: object; token?: string | undefined } = {}) {
  held ??= await stage.tokenOf(await stage.machine(), allAdminScopes);
  return stage.send(method, path, { ...sent, token: sent.token ?? held });
}

function later(seconds: number): void {
  stage.service.clock.advance(seconds);
  held = undefined;
}

async function listed(query: string): Promise<readonly string[]> {
  const answer = await send("GET", `/users?${query}`);
  assert.equal(answer.status, 200, answer.body);
  assert.equal(answer.json.total, answer.json.items.length);
  assert.equal(answer.json.total_exact, true);
  return answer.json.items.map(({ username }: { username: string }) => username);
}

it("people are filtered and sorted by the parameters that commands have", async () => {
  assert.deepEqual(await listed("state=disabled"), ["bert", "bea"]);
  assert.deepEqual(await listed("state=disabled&sort=username"), ["bea", "bert"]);
  assert.deepEqual(await listed("group=staff&sort=-created"), ["alan", "anna"]);
  assert.deepEqual(await listed("sort=email"), ["alan", "anna", "bea", "bert", "chief", "carl"]);
  assert.deepEqual(await listed("sort=-email"), ["chief", "bert", "bea", "anna", "alan", "carl"]);
  assert.deepEqual(await listed("sort=-email&admin=false&q=c"), ["carl"]);
  assert.deepEqual(await listed("admin=true"), ["chief"]);
  assert.deepEqual(await listed("admin=false&state=enabled"), ["anna", "alan", "carl"]);
  assert.deepEqual(await listed("q=AN"), ["anna"]);
  assert.deepEqual(await listed("q=@example&state=disabled"), ["bert", "bea"]);
  assert.deepEqual(await listed(`q=${idOf.get("carl")}`), ["carl"]);
  assert.deepEqual(await listed(`q=${idOf.get("carl")?.slice(0, 12)}`), []);
  assert.deepEqual(await listed("q=nn"), [], "not inside a name");
  assert.deepEqual(await listed("group=nobodys"), []);
  assert.deepEqual(await listed("not_seen=1d"), [], "younger accounts are left out");
  later(2 * 86_400);
  assert.deepEqual(await listed("not_seen=1d&without_second_factor=true"), names);
  assert.deepEqual(await listed("without_second_factor=false"), []);
});

it("a person's last sign-in is shown, and a session in use counts as seen", async () => {
  const { url, clock } = stage.service;
  assert.equal((await send("GET", "/users/anna")).json.last_sign_in_at, null);
  const browser = new FormClient(url);
  const at = new Date(clock.now()).toISOString();
  await browser.signIn("/sign-in?to=account", { username: "anna", password: "quiet amber lantern walks" });
  assert.equal((await send("GET", "/users/anna")).json.last_sign_in_at, at);
  assert.equal((await send("GET", "/users?q=anna")).json.items[0].last_sign_in_at, at);
  assert.ok(!(await listed("not_seen=1d")).includes("anna"));
  later(3 * 86_400);
  assert.ok((await listed("not_seen=2d")).includes("anna"));
  await browser.get("/account");
  assert.ok(!(await listed("not_seen=2d")).includes("anna"));
  browser.close();
});

it("I14: what is no filter, no order and no cursor of this order is refused, and no page repeats", async () => {
  for (const query of [
    "state=none",
    "admin=yes",
    "not_seen=90",
    "not_seen=0d",
    "not_seen=99999d",
    "sort=phone",
    "group=%20",
    "provider=%00",
    "nobody=1",
    "after=x",
  ]) {
    const answer = await send("GET", `/users?${query}`);
    assert.equal(answer.status, 400, query);
    assert.deepEqual(
      answer.json.errors.map(({ parameter }: { parameter: string }) => parameter),
      [query.split("=")[0]],
    );
  }
  const { next } = (await send("GET", "/users?limit=2&sort=username")).json;
  const rest = await send("GET", `/users?sort=username&after=${next}`);
  assert.deepEqual(
    rest.json.items.map(({ username }: { username: string }) => username),
    ["bea", "bert", "carl", "chief"],
  );
  for (const [order, cursor] of [
    ["created", next],
    ["username", Buffer.from(JSON.stringify([5, idOf.get("anna")])).toString("base64url")],
    ["username", Buffer.from(JSON.stringify(["a\0", idOf.get("anna")])).toString("base64url")],
    ["created", Buffer.from(JSON.stringify([1e300, idOf.get("anna")])).toString("base64url")],
    ["created", Buffer.from(JSON.stringify([1, "'; --"])).toString("base64url")],
    ["created", Buffer.from(JSON.stringify([1, idOf.get("anna"), 1])).toString("base64url")],
    ["email", Buffer.from(JSON.stringify([5, idOf.get("anna")])).toString("base64url")],
    ["name", Buffer.from(JSON.stringify(["a\0", idOf.get("anna")])).toString("base64url")],
    ["name", Buffer.from(JSON.stringify([null, idOf.get("anna")])).toString("base64url")],
    ["username", Buffer.from(JSON.stringify([idOf.get("anna")])).toString("base64url")],
    ["last_sign_in", Buffer.from(JSON.stringify([idOf.get("anna")])).toString("base64url")],
  ])
    assert.equal((await send("GET", `/users?sort=${order}&after=${cursor}`)).status, 400, cursor);
});

it("the cursor of the longest username goes on behind it", async () => {
  const username = `a${'"'.repeat(252)}z`;
  const made = await send("POST", "/users", { body: { username } });
  assert.equal(made.status, 201, made.body);
  const { next, items } = (await send("GET", "/users?limit=1&sort=username")).json;
  assert.equal(items[0].username, username);
  assert.equal((await send("GET", `/users?sort=username&after=${next}`)).json.items[0].username, "alan");
  assert.equal((await send("DELETE", `/users/${made.json.user_id}`)).status, 204);
});

it("the cursor of the longest name goes on behind it, and that of a person without a name among those", async () => {
  const ids: string[] = [];
  for (const [username, name] of [
    ["longest", "𝒵".repeat(100)],
    ["other", "𝒵".repeat(99)],
  ]) {
    const made = await send("POST", "/users", { body: { username, name } });
    assert.equal(made.status, 201, made.body);
    ids.push(made.json.user_id);
  }
  const met: string[] = [];
  let path = "/users?sort=-name&limit=1";
  for (let after = ""; path !== ""; path = after && `/users?sort=-name&limit=1&after=${after}`) {
    const { items, next } = (await send("GET", path)).json;
    met.push(...items.map(({ username }: { username: string }) => username));
    assert.ok(met.length < 9, "a list that has no end");
    after = next ?? "";
  }
  assert.deepEqual(met.slice(0, 2), ["longest", "other"]);
  assert.deepEqual(met.slice(2).toSorted(), names.toSorted());
  for (const id of ids) assert.equal((await send("DELETE", `/users/${id}`)).status, 204);
});

interface Outcome {
  readonly user: string;
  readonly username: string | null;
  readonly outcome: string;
  readonly reason: string | null;
}

async function bulk(act: string, body: object, rights?: readonly AdminScope[]) {
  const token = rights && (await stage.token(rights));
  return send("POST", `/bulk/users/${act}`, { body, token });
}

const outcomes = (items: readonly Outcome[]) =>
  Object.fromEntries(items.map(({ user, username, outcome }) => [username ?? user, outcome]));

async function entriesSince(since: number): Promise<readonly string[]> {
  const { items } = await stage.service.ports.auditTrail.list({ limit: 50 });
  return items.filter(({ number, act }) => number > since && act !== "signed-in").map(({ act }) => act);
}

const lastEntry = async () => (await stage.service.ports.auditTrail.head())?.last ?? 0;

it("I3: a search among the members of a group tells nothing that their list does not show", async () => {
  const token = await stage.token(["groups:read"]);
  const ask = (query: string) => send("GET", `/groups/staff/members${query}`, { token });
  assert.deepEqual((await ask("")).json.items.map(Object.keys), [
    ["user_id", "username"],
    ["user_id", "username"],
  ]);
  assert.equal((await ask("?q=anna@")).status, 403);
  const { json } = await send("GET", "/groups/staff/members?q=anna@");
  assert.deepEqual(json.items, [{ user_id: idOf.get("anna"), username: "anna" }]);
});

it("an act meets exactly those whom a list with the same filter has", async () => {
  for (const [query, content] of [
    ["q=a", { q: "a" }],
    ["state=disabled", { state: "disabled" }],
    ["state=locked", { state: "locked" }],
    ["group=staff", { group: "staff" }],
    ["admin=true", { admin: true }],
    ["admin=false", { admin: false }],
    ["without_second_factor=true", { without_second_factor: true }],
    ["without_second_factor=false", { without_second_factor: false }],
    ["unverified=true", { unverified: true }],
    ["unverified=false", { unverified: false }],
    ["not_seen=2d", { not_seen: "2d" }],
    ["provider=acme", { provider: "acme" }],
    ["imported=true", { imported: true }],
    ["imported=false", { imported: false }],
    ["state=enabled&group=staff", { state: "enabled", group: "staff" }],
  ] as const) {
    const { json } = await bulk("sign-out", { ...content, dry_run: true });
    const met = json.items.map(({ username }: Outcome) => username);
    assert.deepEqual(met, await listed(query), query);
  }
});

it("a dry run says whom an act would meet, and does nothing", async () => {
  const before = await lastEntry();
  const body = { users: ["anna", "bert", "chief", "nobody"], dry_run: true };
  const { json, status } = await bulk("disable", body, ["users:write"]);
  assert.equal(status, 200);
  assert.deepEqual(outcomes(json.items), {
    anna: "due",
    bert: "unchanged",
    chief: "refused",
    nobody: "refused",
  });
  assert.deepEqual(
    json.items.map(({ reason }: Outcome) => reason),
    [
      null,
      null,
      "Changing or creating an administrator needs the right admins:write, which you do not have.",
      "There is no such account.",
    ],
  );
  assert.deepEqual(await entriesSince(before), []);
  assert.deepEqual(await listed("state=disabled"), ["bert", "bea"]);
});

it("an act on many people leaves an entry for each, keeps administrators out of reach, and changes nothing twice", async () => {
  const before = await lastEntry();
  const body = { users: ["anna", "ANNA@example.org", idOf.get("anna"), "bert", "chief"] };
  const done = await bulk("disable", body, ["users:write"]);
  assert.deepEqual(outcomes(done.json.items), { anna: "done", bert: "unchanged", chief: "refused" });
  assert.equal(done.json.items.length, 3, "somebody who is named three times is met once");
  assert.deepEqual(await entriesSince(before), ["user-disabled"]);
  const again = await bulk("disable", body, ["users:write"]);
  assert.deepEqual(outcomes(again.json.items), { anna: "unchanged", bert: "unchanged", chief: "refused" });
  assert.deepEqual(await entriesSince(before), ["user-disabled"]);
  assert.equal((await send("GET", "/users/chief")).json.disabled, false);
});

it("an act on a filter goes page by page until nobody is left", async () => {
  const before = await lastEntry();
  const met: string[] = [];
  for (let after = ""; ; ) {
    const query = `limit=1${after === "" ? "" : `&after=${after}`}`;
    const { json } = await send("POST", `/bulk/users/enable?${query}`, { body: { state: "disabled" } });
    met.push(...json.items.map(({ username }: Outcome) => username));
    if (json.next === null) break;
    after = json.next;
  }
  assert.deepEqual(met, ["anna", "bert", "bea"]);
  assert.deepEqual(await entriesSince(before), Array(3).fill("user-enabled"));
  assert.deepEqual(await listed("state=disabled"), []);
});

it("groups, requirements, sessions and mails go by the same flows as for one person", async () => {
  const before = await lastEntry();
  const toGroup = await bulk("add-to-group", { q: "b", to_group: "staff" });
  assert.deepEqual(outcomes(toGroup.json.items), { bert: "done", bea: "done" });
  const required = await bulk("require", { group: "staff", require: "two" });
  assert.deepEqual(outcomes(required.json.items), { anna: "done", alan: "done", bert: "done", bea: "done" });
  const fromGroup = await bulk("remove-from-group", { q: "b", from_group: "staff" });
  assert.deepEqual(outcomes(fromGroup.json.items), { bert: "done", bea: "done" });
  const out = await bulk("sign-out", { users: ["anna"] }, ["sessions:write", "users:read"]);
  assert.deepEqual(outcomes(out.json.items), { anna: "done" });
  const mailed = await bulk("recover", { users: ["anna", "carl"] });
  assert.deepEqual(outcomes(mailed.json.items), { anna: "done", carl: "refused" });
  const invited = await bulk("invite", { users: ["bert"] });
  assert.deepEqual(outcomes(invited.json.items), { bert: "done" });
  assert.deepEqual((await entriesSince(before)).toSorted(), [
    ...Array(2).fill("group-member-added"),
    ...Array(2).fill("group-member-removed"),
    ...Array(2).fill("recovery-link-made"),
    "sessions-revoked",
    ...Array(4).fill("user-changed"),
  ]);
});

it("I3: an act on many people is refused as a whole without its rights, and where nobody or nothing is named", async () => {
  const disable = { users: ["anna"] };
  assert.equal((await bulk("disable", disable, ["users:read"])).status, 403);
  assert.equal(
    (await bulk("sign-out", disable, ["sessions:write"])).status,
    403,
    "its answer says who there is",
  );
  assert.equal((await bulk("add-to-group", { ...disable, to_group: "staff" }, ["users:write"])).status, 403);
  for (const body of [
    {},
    { q: "  " },
    { dry_run: true },
    { users: [] },
    { users: ["anna"], state: "enabled" },
    { users: Array(201).fill("anna") },
    { group: " " },
    { admin: "true" },
    { nobody: true },
  ])
    assert.equal((await bulk("disable", body)).status, 422, JSON.stringify(body));
  const unknown = await bulk("add-to-group", { users: ["anna"], to_group: "nowhere" });
  assert.deepEqual([unknown.status, unknown.json.errors[0].pointer], [422, "/to_group"]);
  assert.equal((await send("GET", "/users/anna")).json.disabled, false);
});
