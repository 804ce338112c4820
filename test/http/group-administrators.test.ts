import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { GroupName } from "../../src/identity/group.ts";
import { allAdminScopes } from "../../src/protocol/api/admin-scopes.ts";
import { administrationResource } from "../../src/protocol/api/administration.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import type { AccountId } from "../../src/values/ids.ts";
import type { Issuer } from "../../src/values/issuer.ts";
import type { FormClient, HttpAnswer } from "../support/form-client.ts";
import type { TestClient } from "../support/in-process.ts";
import { authorizationOf, codeAt, exchange } from "./journey.ts";
import { apiBase } from "./support/admin-api.ts";
import { ConsoleStage, follow, formIn, mainOf, root } from "./support/console-stage.ts";
import { tokensIn } from "./support/openid.ts";

const mia = { username: "mia", password: "eleven slow clouds drift south" } as const;
const [staff, board] = ["staff", "board"] as GroupName[] as [GroupName, GroupName];

/** Mia administers `staff`, where Bob is; Eve is in `board`. */
let stage: ConsoleStage;
let dashboard: TestClient;
const ids: Record<string, AccountId> = {};

before(async () => {
  stage = await ConsoleStage.set();
  const { service } = stage;
  for (const username of [mia.username, "bob", "eve", "kim"])
    ids[username] = await service.addAccount(username, mia.password, { email: `${username}@example.org` });
  const { groups } = service.ports;
  for (const name of [staff, board]) await groups.create({ name, createdAt: service.clock.now() }, 10);
  await groups.add(staff, idOf("bob"), 10);
  await groups.add(board, idOf("eve"), 10);
  const resources = [administrationResource(service.service.issuer as Issuer)];
  dashboard = await service.addClient({ metadata: { ...interfaceMetadata, resources } });
});
after(() => stage[Symbol.asyncDispose]());

function idOf(username: string): AccountId {
  const id = ids[username];
  assert.ok(id, username);
  return id;
}

const administers = async (group: GroupName, username: string) =>
  (await stage.service.ports.groups.administeredBy(idOf(username))).includes(group);

/** Who of these people is in the group. */
async function memberNames(group: GroupName): Promise<readonly string[]> {
  const names = [...Object.keys(ids), root.username];
  const accounts = await Promise.all(names.map((name) => stage.account(name)));
  return accounts.filter(({ groups = [] }) => groups.includes(group)).map(({ username }) => username);
}

/** A token for the admin API with every scope that can be asked for, by an application that acts for Mia. */
async function tokenOfMia(scope: string = allAdminScopes.join(" ")): Promise<string> {
  const browser = stage.newBrowser();
  const resource = administrationResource(stage.service.service.issuer as Issuer);
  const target = authorizationOf(dashboard, { response_type: "code", resource, scope });
  const code = codeAt(await browser.signIn(target, mia), dashboard);
  return tokensIn(await exchange(browser, dashboard, code)).access_token;
}

async function ask(token: string, method: string, path: string, body?: object) {
  const answer = await stage.browser.send({
    method,
    target: apiBase + path,
    headers: {
      authorization: `Bearer ${token}`,
      cookie: "",
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: JSON.parse(answer.body) };
}

test("an operator lets somebody change who is in a group, in the console, and takes the right away by the undo", async () => {
  const page = await stage.enter("/admin/groups/staff/administrators/add");
  assert.match(
    mainOf(page),
    /Add an administrator of staff\?[\s\S]*but not themselves[\s\S]*no other people/,
  );
  const done = await stage.send(page, "/administrators/add", { who: "mia" });
  assert.match(done.body, /mia can now change who is in staff/);
  assert.match(mainOf(done), /Administrators of this group[\s\S]*mia/);
  assert.ok(await administers(staff, "mia"));
  assert.match(mainOf(await stage.open(`/admin/people/${idOf("mia")}`)), /Administers staff/);
  const undone = await stage.send(done, "/administrators/remove");
  assert.match(undone.body, /mia can no longer change who is in staff/);
  assert.equal(await administers(staff, "mia"), false);
});

test("somebody who administers no group does not enter the console", async () => {
  const browser = stage.newBrowser();
  const page = await stage.enter("/admin", browser, mia);
  assert.equal(page.status, 403);
  assert.match(page.body, /This account cannot sign in to the console/);
});

test("who administers a group sees its members and nobody else, and changes them, in the console", async () => {
  await stage.service.ports.groups.addAdministrator(staff, idOf("mia"), 5);
  const browser = stage.newBrowser();
  const list = await stage.enter("/admin", browser, mia);
  assert.match(mainOf(list), /<h1>Groups<\/h1>[\s\S]*staff/);
  assert.doesNotMatch(list.body, /board|\/admin\/people|\/admin\/clients|\/new-group/);
  const page = await stage.open("/admin/groups/staff", browser);
  assert.match(mainOf(page), /bob/);
  assert.doesNotMatch(mainOf(page), /bob@example\.org|\/delete|administrators\/add/);

  const question = await stage.open("/admin/groups/staff/find", browser);
  assert.doesNotMatch(mainOf(question), /action danger/, "adding takes nothing away");
  const added = await stage.send(question, "/groups/staff/add", { who: "kim@example.org" }, browser);
  assert.match(added.body, /kim is in staff/);
  assert.deepEqual(await memberNames(staff), ["bob", "kim"]);
  const removed = await stage.send(added, "/groups/staff/remove", { who: idOf("kim") }, browser);
  assert.match(removed.body, /kim is no longer in staff/);
  assert.deepEqual(await memberNames(staff), ["bob"]);

  const { groups } = stage.service.ports;
  await groups.add(staff, idOf("mia"), 10);
  const withHerself = mainOf(await stage.open("/admin/groups/staff", browser));
  assert.ok(withHerself.includes(`name="who" value="${idOf("bob")}"`));
  assert.ok(!withHerself.includes(`name="who" value="${idOf("mia")}"`), "she cannot remove herself");
  await groups.removeMember(staff, idOf("mia"));

  const trail = await stage.service.ports.auditTrail.list({ limit: 2 });
  assert.deepEqual(
    trail.items.map(({ act, actor, target, details }) => [act, actor, target, details?.user]),
    [
      [
        "group-member-removed",
        { kind: "operator", id: idOf("mia") },
        { kind: "group", id: staff },
        idOf("kim"),
      ],
      [
        "group-member-added",
        { kind: "operator", id: idOf("mia") },
        { kind: "group", id: staff },
        idOf("kim"),
      ],
    ],
  );

  for (const path of [
    "/groups/board",
    "/groups/board/add",
    "/groups/staff/delete",
    "/groups/staff/administrators/add",
    "/new-group",
    "/people",
    "/clients",
    "/audit",
    "/settings",
    "/invitations/new",
    `/people/${idOf("bob")}`,
  ]) {
    const refused = await stage.open(`/admin${path}`, browser);
    assert.match(mainOf(refused), /Your rights are not sufficient/, path);
    assert.doesNotMatch(mainOf(refused), /eve|@example\.org/, path);
  }
  for (const wanted of ["eve", "bob", idOf("eve"), "board"])
    assert.match(mainOf(await stage.open(`/admin/search?q=${wanted}`, browser)), /Nothing was found/, wanted);
});

test("nobody gives themselves anything: not their own membership, not another group, not an administrator of the service", async () => {
  const browser = stage.newBrowser();
  await stage.enter("/admin", browser, mia);
  const refusals: readonly (readonly [string, RegExp])[] = [
    ["mia", /Nobody who administers a group can put themselves into it/],
    ["mia@example.org", /Nobody who administers a group can put themselves into it/],
    [root.username, /needs the right admins:write/],
    ["nobody", /There is no such account/],
  ];
  for (const verb of ["add", "remove"])
    for (const [who, said] of refusals) {
      const page = await stage.open(`/admin/groups/staff/${verb}`, browser);
      assert.match(
        mainOf(await stage.send(page, `/groups/staff/${verb}`, { who }, browser)),
        said,
        `${verb} ${who}`,
      );
    }
  assert.deepEqual(await memberNames(staff), ["bob"]);
  // The form of their own group, sent to another one.
  const page = await stage.open("/admin/groups/staff/add", browser);
  const { fields } = formIn(page, "/groups/staff/add");
  fields.set("who", "kim");
  const other = await follow(browser, await browser.post("/admin/groups/board/add", fields));
  assert.match(mainOf(other), /Your rights are not sufficient/);
  assert.deepEqual(await memberNames(board), ["eve"]);
});

test("the same at the API, whichever scopes the token has", async () => {
  const token = await tokenOfMia();
  const listed = await ask(token, "GET", "/groups");
  assert.deepEqual(
    [listed.json.items.map(({ group }: { group: string }) => group), listed.json.total],
    [["staff"], 1],
  );
  const shown = await ask(token, "GET", "/groups/staff");
  assert.deepEqual(shown.json.administrators, [{ user_id: idOf("mia"), username: "mia" }]);
  const members = await ask(token, "GET", "/groups/staff/members");
  assert.deepEqual(members.json.items, [{ user_id: idOf("bob"), username: "bob" }]);
  assert.equal((await ask(token, "PUT", `/groups/staff/members/${idOf("kim")}`)).status, 200);
  assert.deepEqual(await memberNames(staff), ["bob", "kim"]);
  assert.equal((await ask(token, "DELETE", "/groups/staff/members/kim")).status, 200);

  const everything: readonly (readonly [string, string, object?])[] = [
    ["GET", "/groups/board"],
    ["GET", "/groups/board/members"],
    ["PUT", "/groups/board/members/kim"],
    ["DELETE", "/groups/board/members/eve"],
    ["GET", "/groups/staff/members?q=bob"],
    ["PUT", "/groups/staff/administrators/kim"],
    ["DELETE", "/groups/staff/administrators/mia"],
    ["DELETE", "/groups/staff"],
    ["POST", "/groups", { group: "mine" }],
    ["GET", "/users"],
    ["GET", `/users/${idOf("bob")}`],
    ["PATCH", `/users/${idOf("mia")}`, { admin: true }],
    ["POST", "/bulk/users/add-to-group", { to_group: "staff", users: ["kim"] }],
    ["GET", "/clients"],
    ["GET", "/audit"],
    ["GET", "/state"],
    ["POST", "/invitations", { email: "x@example.org", groups: ["staff"] }],
  ];
  for (const [method, path, body] of everything) {
    const { status } = await ask(token, method, path, body);
    assert.ok(status === 403 || status === 404, `${method} ${path}: ${status}`);
  }
  const own = await ask(token, "PUT", "/groups/staff/members/mia");
  assert.deepEqual([own.status, own.json.type.split("#")[1]], [409, "conflict"]);
  const admin = await ask(token, "PUT", `/groups/staff/members/${root.username}`);
  assert.equal(admin.status, 403);
  assert.deepEqual(await memberNames(staff), ["bob"]);

  const reading = await tokenOfMia("groups:read");
  assert.equal((await ask(reading, "GET", "/groups/staff/members")).status, 200);
  assert.equal((await ask(reading, "PUT", "/groups/staff/members/kim")).status, 403);
  const others = await tokenOfMia("users:write");
  assert.equal((await ask(others, "GET", "/groups/staff/members")).status, 403);
});

test("the right ends at once, in the console and for tokens, with the right, the group or the account", async () => {
  const browser = stage.newBrowser();
  await stage.enter("/admin", browser, mia);
  const token = await tokenOfMia();
  const { groups, accounts } = stage.service.ports;
  assert.equal((await ask(token, "GET", "/groups/staff")).status, 200);
  const question: HttpAnswer = await stage.open("/admin/groups/staff/add", browser);

  await groups.removeAdministrator(staff, idOf("mia"));
  assert.equal((await ask(token, "GET", "/groups/staff")).status, 401);
  const refused = await stage.send(question, "/groups/staff/add", { who: "kim" }, browser as FormClient);
  assert.match(refused.body, /This account cannot sign in to the console/);
  assert.deepEqual(await memberNames(staff), ["bob"]);

  await groups.addAdministrator(staff, idOf("mia"), 5);
  await groups.addAdministrator(board, idOf("mia"), 5);
  await groups.remove(staff);
  assert.equal((await ask(token, "GET", "/groups/staff")).status, 403);
  assert.equal((await ask(token, "GET", "/groups/board")).status, 200);
  await accounts.remove(idOf("mia"));
  assert.equal((await ask(token, "GET", "/groups/board")).status, 401);
  assert.deepEqual(await groups.administrators(board), []);
});
