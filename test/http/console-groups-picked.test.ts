import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { GroupName } from "../../src/identity/group.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { upstreamNamed } from "../storage-contract/upstreams.ts";
import { ConsoleStage, formIn, mainOf } from "./support/console-stage.ts";

const resource = "https://api.example";
const api = `/admin/apis/${encodeURIComponent(resource)}`;
let stage: ConsoleStage;
let client: string;

before(async () => {
  stage = await ConsoleStage.set();
  await stage.enter();
  await stage.service.addApi({
    resource,
    name: "Orders",
    scopes: [{ name: "read", sentence: "Read", translations: {} }],
  });
  const protectedOrigins = ["https://wiki.example.org"];
  const metadata = { ...interfaceMetadata, protectedOrigins, pathRules: ["/assets/* public"] };
  client = `/admin/clients/${(await stage.service.addClient({ redirectUris: [], isPublic: true, metadata })).id}`;
  assert.ok((await stage.service.ports.upstreams.create(upstreamNamed("acme"), 5)).ok);
  await addGroups(["staff", "board"]);
});
after(() => stage[Symbol.asyncDispose]());

async function addGroups(names: readonly string[]): Promise<void> {
  for (const name of names)
    await stage.service.ports.groups.create(
      { name: name as GroupName, createdAt: stage.service.clock.now() },
      1_000,
    );
}

async function scopeGroups(): Promise<readonly string[] | undefined> {
  const known = (await stage.service.ports.apis.all()).find((each) => each.resource === resource);
  return known?.scopes.find(({ name }) => name === "read")?.groups;
}

async function pathRules(): Promise<readonly string[]> {
  const found = (await stage.service.ports.clients.list()).find(
    ({ metadata }) => metadata.pathRules.length > 0,
  );
  return found?.metadata.pathRules ?? [];
}

const sendTo = async (path: string, typed: Readonly<Record<string, string>>) =>
  stage.send(await stage.open(path), path.slice(path.lastIndexOf("/")), typed);

describe("with few groups they are boxes", () => {
  it("for a scope of an API, and without a box everybody can have it again", async () => {
    const to = `${api}/scopes/read/edit`;
    const boxes = mainOf(await stage.open(to));
    assert.match(boxes, /type="checkbox" id="groups-0" name="groups-0" value="board"/);
    await sendTo(to, { "groups-1": "staff" });
    assert.deepEqual(await scopeGroups(), ["staff"]);
    assert.match(mainOf(await stage.open(api)), /Only for people of staff/);
    const same = await sendTo(to, {});
    assert.match(mainOf(same), /Nothing was changed/);
    await sendTo(to, { "groups-1": "" });
    assert.equal(await scopeGroups(), undefined);
  });

  it("for a rule of a path, which comes before the others", async () => {
    assert.match(mainOf(await stage.open(client)), /new-path-rule">Add a rule/);
    const to = `${client}/new-path-rule`;
    const typed = {
      rule_path: "/admin/*",
      rule_who: "groups",
      rule_methods: "get, post",
      rule_require: "two",
    };
    const none = await sendTo(to, typed);
    assert.equal(none.status, 400);
    assert.match(mainOf(none), /id="rule_groups-wrong">Choose at least one group/);
    assert.match(mainOf(none), /value="\/admin\/\*"[\s\S]*value="get, post"[\s\S]*value="two" selected/);
    const done = await stage.send(none, "/new-path-rule", {
      "rule_groups-0": "board",
      "rule_groups-1": "staff",
    });
    assert.match(mainOf(done), /The rule has been added/);
    await sendTo(to, { rule_path: "/a b", rule_who: "signed-in" });
    await sendTo(to, { rule_path: "/feed", rule_who: "public" });
    assert.deepEqual(await pathRules(), [
      "/feed public",
      "/a%20b signed-in",
      "GET,POST /admin/* group=board group=staff require=two",
      "/assets/* public",
    ]);
  });

  it("and a path cannot bring words of a rule with it, nor can a group", async () => {
    const to = `${client}/new-path-rule`;
    for (const typed of [
      { rule_path: "", rule_who: "public" },
      { rule_path: "/x;y", rule_who: "public" },
      { rule_path: "/x", rule_who: "groups", "rule_groups-0": "staff public" },
      { rule_path: "/x", rule_who: "groups", "rule_groups-0": "staff scope=a" },
      { rule_path: "/x", rule_who: "groups", "rule_groups-0": "staff require=one" },
      { rule_path: "/x", rule_who: "signed-in", rule_scope: "a public" },
      { rule_path: "/x", rule_who: "signed-in", rule_scope: "a group=staff" },
      { rule_path: "/x", rule_who: "signed-in", rule_methods: "/y" },
    ]) {
      const refused = await sendTo(to, typed);
      assert.equal(refused.status, 400, JSON.stringify(typed));
    }
    assert.equal((await pathRules()).length, 4);
    const plain = await stage.service.addClient({ name: "Plain" });
    const elsewhere = await sendTo(`/admin/clients/${plain.id}/new-path-rule`, {
      rule_path: "/x",
      rule_who: "public",
    });
    assert.match(mainOf(elsewhere), /id="rule_path-wrong">Only an application that a proxy protects has/);
  });

  it("a provider's groups are pairs of fields, kept in a form that is refused", async () => {
    const to = "/admin/providers/acme/edit";
    const page = await stage.open(to);
    assert.match(
      mainOf(page),
      /<datalist id="group_map-all"><option value="board"><\/option><option value="staff">/,
    );
    const typed = {
      group_claim: "roles",
      "group_map-0-left": "cn=Staff,dc=acme",
      "group_map-0-right": "staff",
      "group_map-1-left": "Directors",
      "group_map-1-right": "bord",
    };
    const refused = await stage.send(page, "/edit", typed);
    assert.match(mainOf(refused), /id="group_map-wrong">There is no group bord[^<]*Did you mean board\?/);
    const shown = formIn(refused, "/edit").fields;
    for (const [name, value] of Object.entries(typed)) assert.equal(shown.get(name), value, name);
    await stage.send(refused, "/edit", { "group_map-1-right": "board" });
    const [upstream] = await stage.service.ports.upstreams.list();
    assert.deepEqual(upstream?.groupMapping?.groups, { "cn=Staff,dc=acme": "staff", Directors: "board" });
    await sendTo(to, { "group_map-0-left": "", "group_map-0-right": "" });
    const [left] = await stage.service.ports.upstreams.list();
    assert.deepEqual(left?.groupMapping?.groups, { Directors: "board" });
  });
});

describe("with more than forty groups fields suggest them", () => {
  before(() => addGroups(Array.from({ length: 40 }, (_, index) => `team-${index}`)));

  it("those that are chosen are boxes, more are typed, and all others are suggested", async () => {
    const to = `${api}/scopes/read/edit`;
    await sendTo(to, { "groups-0": "staff", "groups-2": "team-7" });
    assert.deepEqual(await scopeGroups(), ["staff", "team-7"]);
    const page = mainOf(await stage.open(to));
    assert.match(page, /type="checkbox" id="groups-0" name="groups-0" value="staff" checked/);
    assert.match(page, /id="groups-2" name="groups-2" type="text" value=""[^>]* list="groups-all"/);
    assert.equal(page.split("<option value=").length - 1, 42, "each group once");
    assert.match(mainOf(await sendTo(to, {})), /Nothing was changed/);
    const wrong = mainOf(await sendTo(to, { "groups-2": "bord" }));
    assert.match(wrong, /id="groups-wrong">There is no group bord[^<]*Did you mean board\?/);
    assert.match(wrong, /value="staff" checked[\s\S]*value="team-7" checked[\s\S]*type="text" value="bord"/);
    await sendTo(to, { "groups-0": "", "groups-1": "" });
    assert.equal(await scopeGroups(), undefined);
  });

  it("for an application, an invitation and a rule too", async () => {
    const to = `${client}/edit`;
    await sendTo(to, { "only_groups-0": "team-1", "only_groups-1": "board" });
    const found = (await stage.service.ports.clients.list()).find(
      ({ metadata }) => metadata.onlyGroups.length > 0,
    );
    assert.deepEqual(found?.metadata.onlyGroups, ["team-1", "board"]);
    for (const path of ["/admin/invitations/new", `${client}/new-path-rule`, "/admin/clients/new"])
      assert.match(mainOf(await stage.open(path)), /<datalist id="\w+-all"><option value="board">/, path);
  });

  it("many chosen ones are lines, because a form sends few fields", async () => {
    const names = Array.from({ length: 25 }, (_, index) => `team-${index}`);
    const to = `${api}/scopes/read/edit`;
    await sendTo(to, { groups: names.join("\n") });
    assert.equal((await scopeGroups())?.length, 25);
    assert.match(mainOf(await stage.open(to)), /<textarea id="groups"[\s\S]*team-24\b[\s\S]*<\/textarea>/);
    await sendTo(to, { groups: "" });
  });

  it("an operator who may not see groups is told none, neither by a list nor by a question", async () => {
    const to = `${api}/scopes/read/edit`;
    const { browser, page } = await stage.enterWith("apis:read apis:write", to);
    assert.doesNotMatch(page.body, /team-|staff|board|datalist/);
    const wrong = await stage.send(page, "/edit", { groups: "boord" }, browser);
    assert.match(mainOf(wrong), /There is no group boord/);
    assert.doesNotMatch(wrong.body, /Did you mean|board/);
    const people = await stage.enterWith("users:read users:write groups:write", "/admin/people");
    const { id } = await stage.account("root");
    const person = await stage.open(`/admin/people/${id}`, people.browser);
    assert.equal(person.status, 200);
    assert.doesNotMatch(person.body, /team-|staff|board/);
  });
});
