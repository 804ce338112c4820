import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { GroupName } from "../../src/identity/group.ts";
import type { TestClient } from "../support/in-process.ts";
import { ConsoleStage, mainOf } from "./support/console-stage.ts";
import { openid } from "./support/openid.ts";
import { addProtected } from "./support/protected-host.ts";

const staff = "staff" as GroupName;
let stage: ConsoleStage;
let client: TestClient;
let path: string;

before(async () => {
  stage = await ConsoleStage.set();
  await stage.enter();
  const { groups } = stage.service.ports;
  await groups.create({ name: staff, createdAt: stage.service.clock.now() }, 10);
  const ada = await stage.service.addAccount("ada", "violet anchor puzzles 83", { name: "Ada <i>" });
  await groups.add(staff, ada, 10);
  client = await stage.service.addClient({ name: "Wiki <b>", metadata: openid() });
  path = `/admin/clients/${client.id}/claims`;
});
after(() => stage[Symbol.asyncDispose]());

const adding = (values: Readonly<Record<string, string>>) =>
  stage.open(`${path}/add?${new URLSearchParams({ id_token: "on", userinfo: "on", ...values })}`);

async function rules() {
  return (await stage.service.ports.clients.findStored(client.client.id))?.metadata.claimRules;
}

const role = { name: "role", source: "groups", map: "staff=Editor\n\nboard = Admin", single: "on" };

test("a claim is described, tried on a person, saved, shown and removed", async () => {
  assert.match(mainOf(await stage.open(path)), /None yet: Wiki &lt;b&gt; learns what its scopes open/);
  await stage.service.ports.groups.create(
    { name: "board" as GroupName, createdAt: stage.service.clock.now() },
    10,
  );
  const fields = mainOf(await stage.open(path));
  assert.match(fields, /<option value="">everybody<\/option><option value="board">/);
  assert.doesNotMatch(fields, /<details class="more" open/, "most rules need two fields");
  const question = await adding({ ...role, user: "ada" });
  assert.equal(question.status, 200);
  assert.match(mainOf(question), /role: groups \(staff → Editor, board → Admin; the first alone\)/);
  assert.match(
    mainOf(question),
    /Ada &lt;i&gt; would get:[\s\S]*ID token[\s\S]*role: &quot;Editor&quot;[\s\S]*JWT access token[\s\S]*nothing/,
  );
  assert.deepEqual(await rules(), [], "nothing is saved by looking");
  await stage.send(question, "/claims/add", {});
  const saved = { name: "role", from: "groups", map: { staff: "Editor", board: "Admin" }, single: true };
  assert.deepEqual(await rules(), [saved]);
  const page = mainOf(await stage.open(`/admin/clients/${client.id}`));
  assert.match(page, /Claims by rule[\s\S]*role: groups \(staff → Editor/);
  const [, href = ""] = /href="([^"]*claims\/remove[^"]*)"/.exec(mainOf(await stage.open(path))) ?? [];
  await stage.send(await stage.open(href.replaceAll("&amp;", "&")), "/claims/remove", {});
  assert.deepEqual(await rules(), []);
});

test("a claim that cannot be given is refused with the reason, and what was typed stays", async () => {
  const cases: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
    [{ ...role, name: "email" }, /vouches for/],
    [{ ...role, map: "staff" }, /needs a map/],
    [{ name: "x", source: "claim", what: "Not a name" }, /no usable source/],
    [{ name: "x", source: "value", what: "" }, /neither a text/],
  ];
  for (const [values, why] of cases) {
    const page = await adding(values);
    assert.equal(page.status, 422, JSON.stringify(values));
    assert.match(mainOf(page), why);
    assert.equal(/<details class="more" open/.test(page.body), "map" in values);
    assert.ok(mainOf(page).includes(`value="${values.name}"`));
  }
  const unknown = await adding({ ...role, map: "nobody=Editor" });
  assert.match(mainOf(await stage.send(unknown, "/claims/add", {})), /There is no group nobody/);
  assert.match(mainOf(await adding({ ...role, user: "<none>" })), /There is no account &lt;none&gt;/);
});

test("an application of somebody else has none, and says why", async () => {
  const other = await stage.service.addClient({ metadata: openid({ isThirdParty: true }) });
  assert.match(mainOf(await stage.open(`/admin/clients/${other.id}/claims`)), /people are asked for scopes/);
});

test("an application behind a proxy gets headers, tried on a person as it would read them", async () => {
  const { client: wiki } = await addProtected(stage.service, ["https://wiki.example.org"]);
  const claims = `/admin/clients/${wiki.id}/claims`;
  const form = mainOf(await stage.open(claims));
  assert.match(form, /Name of the header/);
  assert.doesNotMatch(form, /Userinfo|ID token/);
  const values = { source: "value", what: "Räte", header: "on", user: "ada" };
  const ask = (name: string) => stage.open(`${claims}/add?${new URLSearchParams({ ...values, name })}`);
  for (const name of ["Remote-User", "X-Forwarded-For", "role", "X_Role"])
    assert.equal((await ask(name)).status, 422, name);
  const question = await ask("Remote-Role");
  assert.match(mainOf(question), /would get:[\s\S]*Header[\s\S]*remote-role: &quot;R%C3%A4te&quot;/);
  await stage.send(question, "/claims/add", {});
  const stored = await stage.service.ports.clients.findStored(wiki.id);
  assert.deepEqual(stored?.metadata.claimRules, [{ name: "Remote-Role", value: "Räte", in: ["header"] }]);
  assert.match(mainOf(await stage.open(`/admin/clients/${wiki.id}`)), /Claims by rule[\s\S]*Remote-Role/);
});
