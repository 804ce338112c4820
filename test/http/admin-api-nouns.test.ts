import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import type { AdminScope } from "../../src/protocol/api/admin-scopes.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { FormClient } from "../support/form-client.ts";
import { AdminStage } from "./support/admin-api.ts";
import { assertCleanLog } from "./support/ground-rules.ts";

let stage: AdminStage;

const ada = { username: "ada", password: "correct horse battery staple" };

before(async () => {
  stage = await AdminStage.set();
  await stage.service.addAccount(ada.username, ada.password, { email: "ada@example.org" });
});
after(async () => {
  assertCleanLog(stage.service.log, ["lkat_", "secretOfTheTestClient", ada.password, "planted-secret"]);
  await stage[Symbol.asyncDispose]();
});

type Row = readonly [method: string, path: string, body: object | undefined, status: number];

/** Sends one request after another, and expects each status. Returns the last answer. */
async function inTurn(...rows: readonly Row[]) {
  let last = await stage.send("GET", "/keys");
  for (const [method, path, body, status] of rows) {
    last = await stage.send(method, path, { body });
    assert.equal(last.status, status, `${method} ${path}: ${last.body}`);
  }
  return last;
}

const api = "/apis/https%3A%2F%2Fapi.example%2Forders";

it("an API is registered, changed and removed, with its scopes", async () => {
  const created = await inTurn(
    ["POST", "/apis", { resource: "https://api.example:443/orders", name: "Orders" }, 422],
    [
      "POST",
      "/apis",
      {
        resource: "https://api.example/orders",
        name: "Orders",
        scopes: [{ name: "orders:read", sentence: "See your orders", translations: { de: "Sehen" } }],
      },
      201,
    ],
  );
  assert.deepEqual(created.json.scopes[0].translations, { de: "Sehen" });
  const shown = await inTurn(
    ["POST", "/apis", { resource: "https://api.example/orders", name: "Again" }, 409],
    ["PATCH", api, { token_format: "jwt", token_lifetime_seconds: 1200 }, 200],
    ["PATCH", api, { token_lifetime_seconds: null }, 200],
    ["POST", `${api}/scopes`, { name: "orders:write", sentence: "Change your orders" }, 200],
    ["POST", `${api}/scopes`, { name: "orders:write", sentence: "Change your orders" }, 409],
    ["POST", `${api}/scopes`, { name: "openid", sentence: "No" }, 422],
    ["PUT", `${api}/scopes/orders%3Awrite`, { sentence: "Change them all" }, 200],
    ["PUT", `${api}/scopes/orders%3Anone`, { sentence: "Change them all" }, 404],
    ["DELETE", `${api}/scopes/orders%3Aread`, undefined, 200],
    ["GET", api, undefined, 200],
  );
  assert.deepEqual(
    [shown.json.token_format, shown.json.token_lifetime_seconds, shown.json.scopes, shown.json.clients],
    ["jwt", null, [{ name: "orders:write", sentence: "Change them all", translations: {} }], []],
  );
  await inTurn(["DELETE", api, undefined, 204], ["GET", api, undefined, 404]);
});

it("nobody changes the admin API by itself", async () => {
  const own = `/apis/${encodeURIComponent(`${stage.service.service.issuer}/admin/api`)}`;
  await inTurn(
    ["GET", own, undefined, 404],
    ["PATCH", own, { open_to: "any" }, 404],
    ["DELETE", own, undefined, 404],
    ["POST", "/apis", { resource: `${stage.service.service.issuer}/admin/api`, name: "Mine" }, 409],
  );
});

it("of many changes to one API at once with its tag, one wins", async () => {
  await inTurn(["POST", "/apis", { resource: "urn:example:raced", name: "Raced" }, 201]);
  const read = await stage.send("GET", "/apis/urn%3Aexample%3Araced");
  const headers = { "if-match": read.headers.etag ?? "" };
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      stage.send("PATCH", "/apis/urn%3Aexample%3Araced", { body: { name: `Name ${index}` }, headers }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(5).fill(412)]);
});

it("a conditional change can name other APIs, but none that does not exist", async () => {
  await inTurn(
    ["POST", "/apis", { resource: "urn:example:front", name: "Front" }, 201],
    ["POST", "/apis", { resource: "urn:example:behind", name: "Behind" }, 201],
  );
  const path = "/apis/urn%3Aexample%3Afront";
  const headers = { "if-match": (await stage.send("GET", path)).headers.etag ?? "" };
  const change = (other: string) =>
    stage.send("PATCH", path, { body: { may_exchange_for: [other] }, headers });
  assert.equal((await change("urn:example:none")).status, 422);
  const changed = await change("urn:example:behind");
  assert.deepEqual(changed.json.may_exchange_for, ["urn:example:behind"]);
});

it("groups have members, and one that a client is open to stays", async () => {
  await inTurn(
    ["POST", "/groups", { group: "staff" }, 201],
    ["POST", "/groups", { group: "staff" }, 409],
    ["PUT", "/groups/staff/members/ada", undefined, 200],
    ["PUT", "/groups/staff/members/nobody", undefined, 404],
    ["PUT", "/groups/none/members/ada", undefined, 404],
  );
  const members = await stage.send("GET", "/groups/staff/members?q=ADA");
  assert.deepEqual([members.json.total, members.json.items[0].username], [1, "ada"]);
  const client = await stage.send("POST", "/clients", {
    body: { name: "Staff only", redirect_uris: ["https://a.example/cb"], only_groups: ["staff"] },
  });
  const group = await stage.send("GET", "/groups/staff");
  assert.deepEqual(group.json.clients, [{ client_id: client.json.client_id, name: "Staff only" }]);
  await inTurn(
    ["DELETE", "/groups/staff", undefined, 409],
    ["PATCH", `/clients/${client.json.client_id}`, { only_groups: [] }, 200],
    ["DELETE", "/groups/staff/members/ada", undefined, 200],
    ["DELETE", "/groups/staff/members/ada", undefined, 404],
    ["DELETE", "/groups/staff", undefined, 204],
  );
});

it("a session is listed and revoked, alone and with all of its person", async () => {
  const signIn = async () => {
    const browser = new FormClient(stage.service.url);
    const client = await stage.service.addClient();
    const query = new URLSearchParams({ client_id: client.id, redirect_uri: client.redirectUri });
    assert.equal((await browser.signIn(`/v1/Oauth/authorization?${query}`, ada)).status, 303);
    browser.close();
  };
  await signIn();
  await signIn();
  const listed = await stage.send("GET", "/sessions?user=ada&limit=1");
  assert.deepEqual([listed.json.total, listed.json.items.length], [2, 1]);
  const rest = await stage.send("GET", `/sessions?user=ada&after=${listed.json.next}`);
  assert.deepEqual([rest.json.items.length, rest.json.next], [1, null]);
  const id = listed.json.items[0].session_id;
  await inTurn(
    ["DELETE", `/sessions/${id}`, undefined, 204],
    ["DELETE", `/sessions/${id}`, undefined, 404],
    ["DELETE", "/sessions/nonsense", undefined, 404],
    ["GET", "/sessions?user=nobody", undefined, 400],
  );
  const all = await stage.send("DELETE", "/users/ada/sessions");
  assert.deepEqual([all.json.username, all.json.revoked], ["ada", 1]);
});

it("a token is inspected, and the tokens of a client are revoked", async () => {
  const machine = await stage.machine(["status:read"]);
  const token = await stage.tokenOf(machine, ["status:read"]);
  const inspect = () => stage.send("POST", "/tokens/introspect", { body: { token } });
  const live = (await inspect()).json;
  assert.deepEqual([live.active, live.client_id, live.scope], [true, machine.id, "status:read"]);
  const revoked = await stage.send("POST", "/tokens/revoke", { body: { client_id: machine.id } });
  assert.deepEqual([revoked.json.access_tokens, revoked.json.client_id], [1, machine.id]);
  assert.deepEqual([(await inspect()).json.active, (await inspect()).json.state], [false, "revoked"]);
  await inTurn(
    ["POST", "/tokens/revoke", {}, 422],
    ["POST", "/tokens/revoke", { user: "nobody" }, 422],
    ["POST", "/tokens/introspect", { token: "nonsense" }, 200],
  );
});

it("an account is created in groups only by an operator who may change groups", async () => {
  const before = await stage.send("POST", "/groups", { body: { group: "crew" } });
  assert.equal(before.status, 201);
  const body = { username: "zoe", groups: ["crew", "crew"] };
  const token = await stage.token(["users:write"]);
  const refused = await stage.send("POST", "/users", { token, body });
  assert.equal(refused.status, 403);
  assert.match(String(refused.headers["www-authenticate"]), /scope="groups:write"/);
  const guessed = await stage.send("POST", "/users", { token, body: { ...body, groups: ["none"] } });
  assert.equal(guessed.status, 403, "nobody learns of a group without the right");
  const both = await stage.token(["users:write", "groups:write"]);
  const admin = await stage.send("POST", "/users", { token: both, body: { ...body, admin: true } });
  assert.equal(admin.status, 403, "an administrator needs admins:write besides");
  const unknown = await stage.send("POST", "/users", {
    token: both,
    body: { ...body, groups: ["crew", "none"] },
  });
  assert.deepEqual([unknown.status, unknown.json.errors?.[0].pointer], [422, "/groups"]);
  assert.equal((await stage.send("GET", "/users/zoe")).status, 404, "nothing was created");
  const made = await stage.send("POST", "/users", { token: both, body });
  assert.deepEqual([made.status, made.json.groups], [201, ["crew"]]);
  assert.deepEqual((await stage.send("GET", "/users/zoe")).json.groups, ["crew"]);
  const { items } = await stage.service.ports.auditTrail.list({ act: "user-created", limit: 1 });
  assert.equal(items[0]?.details?.groups, "crew");
});

it("an invitation is answered with its link once; messages show their text to administrators alone", async () => {
  const made = await stage.send("POST", "/invitations", { body: { email: "new@example.org" } });
  assert.equal(made.status, 201);
  assert.match(made.json.link, /^http/);
  const listed = await stage.send("GET", "/invitations");
  assert.deepEqual([listed.json.items[0].email, listed.json.items[0].link], ["new@example.org", undefined]);
  const mail = (await stage.send("GET", "/mail?q=new@example.org")).json.items[0];
  assert.equal((await stage.send("GET", "/mail?q=new@example.org&state=dead")).json.total, 0);
  assert.equal((await stage.send("GET", "/mail?q=new@example.org&state=queued")).json.total, 1);
  assert.ok(mail.text.includes(made.json.link));
  const read = async () =>
    (await stage.service.ports.auditTrail.list({ act: "mail-read", limit: 100 })).items;
  assert.ok(
    (await read()).some(({ target }) => target?.id === mail.id),
    "who read the text is in the trail",
  );
  const before = (await read()).length;
  const token = await stage.token(["mail:read"]);
  for (const path of ["/mail?q=new@example.org", `/mail/${mail.id}`]) {
    const answer = await stage.send("GET", path, { token });
    assert.equal(answer.status, 200);
    assert.ok(!answer.body.includes(made.json.link), path);
  }
  assert.equal((await read()).length, before, "a message without its text is no secret");
  assert.ok((await stage.send("GET", `/mail/${mail.id}`)).json.html.includes("</html>"));
  assert.equal((await read()).length, before + 1);
  await inTurn(
    ["POST", `/mail/${mail.id}/retry`, undefined, 204],
    ["POST", "/mail/lkmAAAAAAAAAAAAAAAAAAAA/retry", undefined, 404],
    ["POST", "/mail/retry", undefined, 200],
    ["POST", "/invitations", { email: "ada@example.org" }, 409],
    ["POST", "/invitations", { email: "x@example.org", groups: ["none"] }, 422],
    ["DELETE", `/invitations/${made.json.invitation_id}`, undefined, 204],
    ["DELETE", `/invitations/${made.json.invitation_id}`, undefined, 404],
  );
});

it("a provider is added, changed and removed by administrators alone, and its secret is never answered", async () => {
  const body = {
    kind: "oidc",
    upstream: "acme",
    issuer: "http://127.0.0.1:9/acme",
    client_id: "us",
    secret: "planted-secret",
  };
  const token = await stage.token(["upstreams:write"]);
  assert.equal((await stage.send("POST", "/upstreams", { token, body })).status, 403);
  const unchecked = await stage.send("POST", "/upstreams", { body });
  assert.deepEqual([unchecked.status, unchecked.json.errors?.[0].pointer], [422, "/issuer"]);
  const made = await stage.send("POST", "/upstreams", { body: { ...body, check: false } });
  assert.deepEqual([made.status, made.json.kind], [201, "oidc"]);
  const shown = await stage.send("GET", "/upstreams/acme");
  assert.match(shown.json.problem, /does not answer/);
  for (const answer of [made, shown, await stage.send("GET", "/upstreams")])
    assert.ok(!answer.body.includes("planted-secret"));
  assert.equal((await stage.send("PATCH", "/upstreams/acme", { token, body: {} })).status, 403);
  await inTurn(
    ["PATCH", "/upstreams/acme", { group_map: { "CN=Employees": "none" } }, 422],
    ["PATCH", "/upstreams/acme", { group_map: { "CN=Employees": "employees" } }, 422],
    ["POST", "/groups", { group: "employees" }, 201],
    ["PATCH", "/upstreams/acme", { group_map: { "CN=Employees": "employees" } }, 422],
    ["PATCH", "/upstreams/acme", { group_claim: "a b" }, 422],
  );
  const mapped = await inTurn([
    "PATCH",
    "/upstreams/acme",
    { group_claim: "roles", group_map: { "CN=Employees": "employees" } },
    200,
  ]);
  assert.deepEqual(
    [mapped.json.group_claim, mapped.json.group_map],
    ["roles", { "CN=Employees": "employees" }],
  );
  const kept = await inTurn(["PATCH", "/upstreams/acme", { group_claim: "groups" }, 200]);
  assert.deepEqual([kept.json.group_claim, kept.json.group_map], ["groups", mapped.json.group_map]);
  const unmapped = await inTurn(["PATCH", "/upstreams/acme", { group_claim: null }, 200]);
  assert.deepEqual([unmapped.json.group_claim, unmapped.json.group_map], [null, {}]);
  await inTurn(
    ["PATCH", "/upstreams/acme", { display_name: "Acme", disabled: true }, 200],
    ["DELETE", "/upstreams/acme", undefined, 204],
    ["GET", "/upstreams/acme", undefined, 404],
  );
});

it("keys are listed and rotated, and no secret part leaves the service", async () => {
  const before = (await stage.send("GET", "/keys")).json.items.length;
  const rotated = await stage.send("POST", "/keys/rotate", { body: { purpose: "code" } });
  assert.deepEqual(
    rotated.json.items.map(({ purpose, state }: Record<string, string>) => [purpose, state]),
    [["code", "seals"]],
  );
  const after = await stage.send("GET", "/keys");
  assert.equal(after.json.items.length, before + 1);
  assert.deepEqual(Object.keys(after.json.items[0]).sort(), [
    "created_at",
    "key_id",
    "purpose",
    "retired_at",
    "state",
  ]);
  await inTurn(["POST", "/keys/rotate", { purpose: "subject" }, 422]);
});

it("what a person allowed is listed and withdrawn, and credentials that are not there are not found", async () => {
  const { service } = stage;
  const app = await service.addClient({ metadata: { ...interfaceMetadata, isThirdParty: true } });
  const { json } = await stage.send("GET", "/users/ada");
  const consent = {
    accountId: json.user_id,
    clientId: app.client.id,
    scope: ["openid"],
    grantedAt: service.clock.now(),
  };
  assert.ok(await service.ports.consents.allow(consent, service.clock.now()));
  const listed = await stage.send("GET", "/users/ada/consents");
  assert.deepEqual([listed.json.items[0].client_id, listed.json.items[0].scope], [app.id, ["openid"]]);
  const none = await inTurn(
    ["DELETE", `/users/ada/consents/${app.id}`, undefined, 204],
    ["DELETE", `/users/ada/consents/${app.id}`, undefined, 404],
    ["GET", "/users/ada/passkeys", undefined, 200],
    ["DELETE", "/users/ada/passkeys/AAAA", undefined, 404],
    ["DELETE", "/users/ada/totp", undefined, 404],
    ["DELETE", "/users/ada/recovery-codes", undefined, 404],
    ["GET", "/users/ada/totp", undefined, 200],
    ["GET", "/users/ada/recovery-codes", undefined, 200],
  );
  assert.deepEqual([none.json.left, none.json.made_at], [0, null]);
});

it("who is in a group is nothing that the right to invite decides", async () => {
  await inTurn(["POST", "/groups", { group: "payroll" }, 201]);
  const invite = async (scopes: readonly AdminScope[], groups: readonly string[]) =>
    stage.send("POST", "/invitations", {
      token: await stage.token(scopes),
      body: { email: "eve@example.org", groups },
    });
  const refused = await invite(["invitations:write"], ["payroll"]);
  assert.deepEqual([refused.status, refused.json.type.split("#")[1]], [403, "insufficient-scope"]);
  assert.match(refused.headers["www-authenticate"] ?? "", /scope="groups:write"/);
  assert.equal((await invite(["invitations:write"], [])).status, 201);
  assert.equal((await invite(["invitations:write", "groups:write"], ["payroll"])).status, 201);
});
