import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, before, it } from "node:test";
import { type AdminScope, allAdminScopes } from "../../src/protocol/api/admin-scopes.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { TestProvider } from "../support/upstream-provider.ts";
import { AdminStage, apiBase } from "./support/admin-api.ts";
import { assertCleanLog } from "./support/ground-rules.ts";

let stage: AdminStage;

before(async () => {
  stage = await AdminStage.set();
});
after(async () => {
  assertCleanLog(stage.service.log, ["lkat_", "secretOfTheTestClient", "correct horse"]);
  await stage[Symbol.asyncDispose]();
});

const app = { name: "Notes", redirect_uris: ["https://notes.example/cb"] };

async function newClient(more: object = {}) {
  const { status, json } = await stage.send("POST", "/clients", { body: { ...app, ...more } });
  assert.equal(status, 201, JSON.stringify(json));
  return json;
}

it("a client is registered with its secret, read without it, changed, and removed", async () => {
  const made = await stage.send("POST", "/clients", { body: { ...app, openid: true, refresh: true } });
  assert.equal(made.status, 201);
  assert.match(made.json.client_secret, /^lks[A-Za-z0-9]{40}$/);
  assert.equal(made.headers["cache-control"], "no-store");
  const path = `/clients/${made.json.client_id}`;
  assert.ok(made.headers.location?.endsWith(`/admin/api/v1${path}`));
  const read = await stage.send("GET", path);
  const { client_secret: _, ...rest } = made.json;
  assert.deepEqual([read.status, read.json, read.headers.etag], [200, rest, made.headers.etag]);
  const changed = await stage.send("PATCH", path, {
    body: { name: "Better notes", openid: false, add_redirect_uris: ["https://notes.example/cb2"] },
  });
  assert.deepEqual(
    [changed.status, changed.json.name, changed.json.openid, changed.json.redirect_uris.length],
    [200, "Better notes", false, 2],
  );
  assert.notEqual(changed.headers.etag, read.headers.etag);
  const removed = await stage.send("DELETE", path);
  assert.deepEqual([removed.status, removed.body, removed.headers["content-type"]], [204, "", undefined]);
  const gone = await stage.send("GET", path);
  assert.deepEqual([gone.status, gone.json.type.split("#")[1]], [404, "not-found"]);
});

it("secrets are rotated with an overlap and retired, and a disabled client loses its tokens", async () => {
  const { client_id } = await newClient();
  const path = `/clients/${client_id}`;
  const rotated = await stage.send("POST", `${path}/rotate-secret`, { body: { overlap: true } });
  assert.deepEqual([rotated.status, rotated.json.secrets], [200, 2]);
  assert.match(rotated.json.client_secret, /^lks/);
  const third = await stage.send("POST", `${path}/rotate-secret`, { body: { overlap: true } });
  assert.deepEqual([third.status, third.json.type.split("#")[1]], [409, "conflict"]);
  const retired = await stage.send("POST", `${path}/retire-secret`);
  assert.deepEqual([retired.status, retired.json.secrets], [200, 1]);
  const machine = await stage.machine(["status:read"]);
  const token = await stage.tokenOf(machine, ["status:read"]);
  assert.equal((await stage.send("GET", "/clients", { token })).status, 403);
  assert.equal((await stage.send("POST", `/clients/${machine.id}/disable`)).json.disabled, true);
  assert.equal((await stage.send("GET", "/clients", { token })).status, 401);
  assert.equal((await stage.send("POST", `/clients/${machine.id}/enable`)).json.disabled, false);
  assert.equal((await stage.send("GET", "/clients", { token })).status, 401);
});

it("a person is created with a password that is made, found by any name, changed, disabled and removed", async () => {
  const made = await stage.send("POST", "/users", {
    body: { username: "grace", email: "grace@example.org" },
  });
  assert.equal(made.status, 201);
  assert.match(made.json.password, /^[A-Za-z0-9]{5}(-[A-Za-z0-9]{5}){3}$/);
  const id = made.json.user_id;
  for (const name of [id, "grace", "grace%40example.org"])
    assert.equal((await stage.send("GET", `/users/${name}`)).json.user_id, id);
  const changed = await stage.send("PATCH", "/users/grace", {
    body: { name: "Grace Hopper", claims: { given_name: "Grace", family_name: "Hopper" } },
  });
  assert.deepEqual(changed.json.claims, { given_name: "Grace", family_name: "Hopper" });
  const fewer = await stage.send("PATCH", "/users/grace", {
    body: { email: null, claims: { given_name: null } },
  });
  assert.deepEqual([fewer.json.email, fewer.json.claims], [null, { family_name: "Hopper" }]);
  const own = await stage.send("POST", "/users/grace/set-password", {
    body: { password: "a long enough passphrase of mine" },
  });
  assert.deepEqual([own.status, own.json.password], [200, undefined]);
  const link = await stage.send("POST", "/users/grace/recover", { body: {} });
  assert.match(link.json.link, /^http:\/\/localhost/);
  assert.equal((await stage.send("POST", "/users/grace/disable")).json.disabled, true);
  assert.equal((await stage.send("POST", "/users/grace/recover", { body: {} })).status, 409);
  assert.equal((await stage.send("POST", "/users/grace/enable")).json.disabled, false);
  assert.equal((await stage.send("DELETE", "/users/grace")).status, 204);
  assert.equal((await stage.send("GET", `/users/${id}`)).status, 404);
});

it("I15: without admins:write, logout tokens go to public addresses alone, until somebody who has it names the address", async () => {
  const token = await stage.token(["clients:write"]);
  const backchannel_logout_uri = "https://notes.example/logout";
  const guards: unknown[] = [];
  const send = async (method: string, path: string, body: object, own: object = { token }) => {
    const { status, json } = await stage.send(method, path, { body, ...own });
    assert.ok(status < 300, JSON.stringify(json));
    guards.push(json.backchannel_logout_guarded);
    return json;
  };
  const { client_id } = await send("POST", "/clients", { ...app, openid: true, backchannel_logout_uri });
  const path = `/clients/${client_id}`;
  await send("PATCH", path, { name: "Still guarded" }, {});
  await send("PATCH", path, { backchannel_logout_uri }, {});
  await send("PATCH", path, { backchannel_logout_uri });
  await send("PATCH", path, { backchannel_logout_uri: `${backchannel_logout_uri}2` });
  await send("PATCH", path, { backchannel_logout_uri: null });
  await send("PATCH", path, { backchannel_logout_uri });
  await send("PATCH", path, { openid: false });
  assert.deepEqual(guards, [true, true, undefined, undefined, true, undefined, true, undefined]);
});

it("I8: If-Match lets a change through only on what was read; of many at once one wins", async () => {
  const { client_id } = await newClient();
  const path = `/clients/${client_id}`;
  const read = await stage.send("GET", path);
  const etag = read.headers.etag ?? "";
  const change = (name: string, tag: string) =>
    stage.send("PATCH", path, { body: { name }, headers: { "if-match": tag } });
  assert.equal((await change("x", '"other"')).status, 412);
  assert.equal((await change("x", `W/${etag}`)).status, 412);
  assert.equal((await change("x", "no tag")).json.errors[0].parameter, "If-Match");
  const many = await Promise.all(Array.from({ length: 8 }, (_, index) => change(`Name ${index}`, etag)));
  assert.deepEqual(many.map(({ status }) => status).sort(), [200, ...Array(7).fill(412)]);
  assert.equal(
    (await change("y", `"other", ${many.find(({ status }) => status === 200)?.headers.etag}`)).status,
    200,
  );
  assert.equal((await change("z", "*")).status, 200);
  const deletion = (tag: string) => stage.send("DELETE", path, { headers: { "if-match": tag } });
  assert.equal((await deletion(etag)).status, 412);
  assert.equal((await deletion("*")).status, 204);
});

it("I7: a list goes on at the cursor, and every item is on exactly one page", async () => {
  for (let index = 0; index < 5; index += 1) await newClient({ name: `Paged ${index}` });
  const seen: string[] = [];
  let after: string | null = "";
  while (after !== null) {
    const more: string = after === "" ? "" : `&after=${after}`;
    const page = await stage.send("GET", `/clients?limit=2&q=paged${more}`);
    assert.deepEqual([page.status, page.json.total], [200, 5]);
    seen.push(...page.json.items.map(({ name }: { name: string }) => name));
    after = page.json.next;
  }
  assert.deepEqual(
    seen.sort(),
    [0, 1, 2, 3, 4].map((index) => `Paged ${index}`),
  );
  for (const query of [
    "after=bm9uc2Vuc2U",
    "after=%00",
    "limit=0",
    "limit=201",
    "limit=1&limit=2",
    "qq=a",
    "q=%00",
  ]) {
    const answer = await stage.send("GET", `/clients?${query}`);
    assert.deepEqual([answer.status, answer.json.type.split("#")[1]], [400, "invalid-parameters"], query);
  }
});

it("I5: what cannot be read is refused with a pointer to each member", async () => {
  const post = (body: unknown, headers = {}) => stage.send("POST", "/clients", { body, headers });
  const rows: readonly (readonly [unknown, number, string, (string | undefined)?])[] = [
    ["{", 400, "malformed-request"],
    ["[]", 422, "invalid-content", ""],
    ["null", 422, "invalid-content", ""],
    [{}, 422, "invalid-content", "/name"],
    [{ ...app, name: 5 }, 422, "invalid-content", "/name"],
    [{ ...app, "a/b~c": 5 }, 422, "invalid-content", "/a~1b~0c"],
    [{ ...app, name: "a\0b" }, 422, "invalid-content", "/name"],
    ['{"name":"\\ud800","redirect_uris":[]}', 422, "invalid-content", "/name"],
    [{ ...app, name: " " }, 422, "invalid-content", "/name"],
    [{ ...app, redirect_uris: ["javascript:alert(1)"] }, 422, "invalid-content", "/redirect_uris"],
    [{ ...app, redirect_uris: ["https://a.example/", 7] }, 422, "invalid-content", "/redirect_uris/1"],
    [{ ...app, only_groups: ["nobody"] }, 422, "invalid-content", "/only_groups"],
    [{ ...app, lean_id_token: true }, 422, "invalid-content", "/lean_id_token"],
    [{ ...app, machine: true }, 422, "invalid-content", "/machine"],
    [{ ...app, jwks: { keys: [] } }, 422, "invalid-content", "/jwks"],
    ['{"__proto__":{"name":"x"},"name":"x"}', 422, "invalid-content", "/__proto__"],
  ];
  for (const [body, status, kind, pointer] of rows) {
    const answer = await post(body);
    const shown = JSON.stringify(body);
    assert.deepEqual([answer.status, answer.json.type.split("#")[1]], [status, kind], shown + answer.body);
    assert.equal(answer.headers["content-type"], "application/problem+json");
    if (pointer !== undefined) assert.equal(answer.json.errors[0].pointer, pointer, shown);
    assert.doesNotMatch(answer.json.detail, /--[a-z]/, "an option of the command line");
  }
  const large = await post({ ...app, name: "x".repeat(70_000) });
  assert.deepEqual([large.status, large.json.type.split("#")[1]], [413, "content-too-large"]);
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1"])
    assert.equal((await post(app, { "content-type": type })).status, 415, type);
  assert.equal((await post(app, { "content-encoding": "gzip" })).status, 415);
  const halved = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]).toString("latin1");
  assert.ok([400, 422].includes((await post(halved)).status));
});

it("I6: addresses and methods that the API does not have are refused, whatever they look like", async () => {
  const rows: readonly (readonly [string, string, number])[] = [
    ["GET", "", 404],
    ["GET", "/", 404],
    ["GET", "/nothing", 404],
    ["GET", "/clients/", 404],
    ["GET", "/clients/a/b", 404],
    ["GET", "/clients/%ff", 404],
    ["GET", "/clients/..%2f..%2f", 404],
    ["GET", "/../v1/clients", 404],
    ["GET", "/Clients", 404],
    ["PUT", "/clients", 405],
    ["TRACE", "/clients", 405],
    ["OPTIONS", "/clients", 405],
    ["PROPFIND", "/clients", 405],
    ["HEAD", "/clients", 200],
    ["GET", "/mail/retry", 405],
  ];
  for (const [method, path, status] of rows) {
    const answer = await stage.send(method, path);
    assert.equal(answer.status, status, `${method} ${path}`);
    const allow = path === "/mail/retry" ? "POST" : "GET, POST, HEAD";
    if (status === 405) assert.equal(answer.headers.allow, allow);
  }
});

it("I4: a path that a URL parser reads as another one opens no operation beside the one whose right was checked", async () => {
  const token = await stage.token(["users:write"]);
  const { client_id } = await newClient();
  const key = (await stage.send("GET", "/keys")).json;
  const rows: readonly (readonly [string, string, object?])[] = [
    ["GET", "/users/x\\..\\..\\mail"],
    ["GET", "/users/x\\..\\..\\clients#/consents"],
    ["POST", `/users/x\\..\\..\\clients\\${client_id}/disable`],
    ["POST", "/users/x\\..\\..\\clients#/set-password", app],
    ["POST", "/users/x\\..\\..\\keys\\rotate#/set-password", { discard_old: true }],
    ["DELETE", `/users/%2e%2e\\clients\\${client_id}`],
    ["DELETE", "/users/ada\\sessions"],
  ];
  for (const [method, path, body] of rows) {
    const answer = await stage.send(method, path, { token, body });
    assert.deepEqual([answer.status, answer.json?.type.split("#")[1]], [404, "not-found"], path);
  }
  assert.equal((await stage.send("GET", `/clients/${client_id}`)).json.disabled, false);
  assert.deepEqual((await stage.send("GET", "/keys")).json, key);
});

it("I1: a request without a token that opens the API is told what is missing, by RFC 6750", async () => {
  const missing = await stage.send("GET", "/clients", { token: "" });
  assert.deepEqual([missing.status, missing.json.type.split("#")[1]], [401, "token-missing"]);
  const challenge = missing.headers["www-authenticate"] ?? "";
  assert.match(
    challenge,
    /^Bearer realm="latchkey", resource_metadata="http.*\/\.well-known\/oauth-protected-resource/,
  );
  const rows: readonly (readonly [string, Record<string, string>])[] = [
    ["/clients", { authorization: "Bearer nonsense" }],
    ["/clients", { authorization: "Bearer lkat_AAAA" }],
    ["/clients", { authorization: "Basic YTpi" }],
    ["/clients?access_token=lkat_AAAA", {}],
    ["/nothing", { authorization: "Bearer nonsense" }],
  ];
  for (const [path, headers] of rows) {
    const answer = await stage.send("GET", path, { token: "", headers });
    assert.equal(answer.status, 401, path);
    assert.match(answer.headers["www-authenticate"] ?? "", /error="invalid_token"/);
    assert.doesNotMatch(answer.body, /lkat_|nonsense/);
  }
});

it("I1: a token of another resource opens nothing", async () => {
  const { service } = stage;
  const { resource } = await service.addApi({ resource: "https://other.example", scopes: ["read"] });
  const metadata = {
    ...interfaceMetadata,
    isMachine: true,
    resources: [resource],
    machineScope: ["read"],
    adminScope: ["clients:read"] as const,
  };
  const machine = await service.addClient({ redirectUris: [], metadata });
  const token = await stage.tokenOf(machine, [], resource);
  const refused = await stage.send("GET", "/clients", { token });
  assert.deepEqual([refused.status, refused.json.type.split("#")[1]], [401, "token-refused"]);
});

it("I2: a right that was taken away is gone with the next request", async () => {
  const machine = await stage.machine(["clients:read"]);
  const token = await stage.tokenOf(machine, ["clients:read"]);
  assert.equal((await stage.send("GET", "/clients", { token })).status, 200);
  const taken = await stage.send("PATCH", `/clients/${machine.id}`, {
    body: { admin_scope: ["users:read"] },
  });
  assert.equal(taken.status, 200, taken.body);
  assert.equal((await stage.send("GET", "/clients", { token })).status, 403);
});

it("I11: 3,000 requests at once are answered, and the ones after them have to wait", async () => {
  const token = await stage.token(["status:read"]);
  const statuses = new Map<number, number>();
  let waits = "";
  for (let round = 0; round < 31; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => stage.send("GET", "/nothing", { token })),
    );
    for (const { status, headers } of answers) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      waits ||= headers["retry-after"] ?? "";
    }
  }
  assert.deepEqual([statuses.get(404), statuses.get(429), waits], [3000, 100, "1"]);
});

it("every change is audited in the name of the client that made it, with what was changed", async () => {
  const machine = await stage.machine(["users:write", "admins:write"]);
  const token = await stage.tokenOf(machine, ["users:write", "admins:write"]);
  const made = await stage.send("POST", "/users", { token, body: { username: "audited" } });
  await stage.send("PATCH", "/users/audited", { token, body: { name: "Ada", admin: true } });
  const trail = await stage.service.ports.auditTrail.list({ limit: 10, target: made.json.user_id });
  const actor = { kind: "client", id: machine.id };
  assert.deepEqual(
    trail.items.map((entry) => [entry.act, entry.actor, entry.details]),
    [
      ["user-changed", actor, { changed: "name isAdmin", isAdmin: true }],
      ["user-created", actor, { isAdmin: false }],
    ],
  );
  assert.ok(trail.items[0]?.requestId);
  const page = await stage.send("GET", `/audit?limit=1&actor=${machine.id}`);
  assert.deepEqual(
    [page.json.items[0].act, page.json.items[0].target.id],
    ["user-changed", made.json.user_id],
  );
  assert.equal((await stage.send("GET", "/audit?limit=1&from=2031-01-01T00:00:00Z")).json.next, null);
  const { json: verdict } = await stage.send("GET", "/audit/verify");
  assert.deepEqual([verdict.sound, verdict.problems], [true, []]);
});

it("I9: a creation with a key happens once: the same answer comes again, to the same caller, for a day", async () => {
  const body = { ...app, name: "Created once" };
  const headers = { "idempotency-key": "key-1" };
  const machine = await stage.machine(["clients:write"]);
  const token = await stage.tokenOf(machine, ["clients:write"]);
  const create = (more: object = {}, by = token) =>
    stage.send("POST", "/clients", { token: by, body: { ...body, ...more }, headers });
  const first = await create();
  assert.equal(first.status, 201);
  const again = await create();
  const visible = ({ status, headers: { etag, location }, body: text }: typeof first) => [
    status,
    etag,
    location,
    text,
  ];
  assert.deepEqual(visible(again), visible(first));
  assert.match(again.json.client_secret, /^lks/);
  const reused = await create({ name: "Another" });
  assert.deepEqual([reused.status, reused.json.type.split("#")[1]], [422, "idempotency-key-reused"]);
  const stranger = await create({}, await stage.token(["clients:write", "clients:read"]));
  assert.equal(stranger.status, 201);
  assert.notEqual(stranger.json.client_id, first.json.client_id);
  assert.equal((await stage.send("GET", "/clients?q=created%20once")).json.total, 2);
  stage.service.clock.advance(86_399);
  const later = await stage.tokenOf(machine, ["clients:write"]);
  assert.equal((await create({}, later)).json.client_id, first.json.client_id);
  stage.service.clock.advance(2);
  assert.notEqual((await create({}, later)).json.client_id, first.json.client_id);
});

it("I9: of many creations with one key at once one happens, and a refused one leaves its key free", async () => {
  const token = await stage.tokenOf(await stage.machine(["users:write"]), ["users:write"]);
  const create = (body: object, key: string) =>
    stage.send("POST", "/users", { token, body, headers: { "idempotency-key": key } });
  const many = await Promise.all(Array.from({ length: 8 }, () => create({ username: "raced" }, "race")));
  const won = many.filter(({ status }) => status === 201);
  assert.ok(won.length >= 1);
  assert.equal(new Set(won.map(({ body }) => body)).size, 1);
  for (const { status, json } of many)
    if (status !== 201) assert.deepEqual([status, json.type.split("#")[1]], [409, "request-under-way"]);
  assert.equal((await create({ username: "x y" }, "repaired")).status, 422);
  assert.equal((await create({ username: "repaired" }, "repaired")).status, 201);
  for (const key of ["", " ", "a b", "x".repeat(256), "é"])
    assert.equal((await create({ username: "never" }, key)).json.errors[0].parameter, "Idempotency-Key", key);
});

it("I16: an attempt that outlives its lease creates nothing once another one has its key", async () => {
  await using provider = await TestProvider.start(() => stage.service.clock.now());
  const metadata = await (await fetch(`${provider.issuer}/.well-known/openid-configuration`)).text();
  let asked = Promise.withResolvers<ServerResponse>();
  provider.twist = {
    respond: (path, response) => {
      if (path === "/jwks") return false;
      asked.resolve(response);
      return true;
    },
  };
  const token = await stage.tokenOf(await stage.machine(), allAdminScopes);
  const body = JSON.stringify({
    kind: "oidc",
    upstream: "slow",
    issuer: provider.issuer,
    client_id: "a",
    secret: "b",
  });
  /** On a connection of its own: the stage sends one request after the other. */
  const create = async () => {
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": "slow",
    };
    const url = `${stage.service.url}${apiBase}/upstreams`;
    const answer = await fetch(url, { method: "POST", headers, body });
    return { status: answer.status, json: await answer.json(), wait: answer.headers.get("retry-after") };
  };
  const assertUnderWay = ({ status, json, wait }: Awaited<ReturnType<typeof create>>, seconds: string) =>
    assert.deepEqual([status, json.type?.split("#")[1], wait], [409, "request-under-way", seconds]);
  const proceed = (response: ServerResponse) =>
    response.writeHead(200, { "content-type": "application/json" }).end(metadata);
  const first = create();
  const toFirst = await asked.promise;
  stage.service.clock.advance(45);
  assertUnderWay(await create(), "15");
  stage.service.clock.advance(15);
  asked = Promise.withResolvers();
  const second = create();
  const toSecond = await asked.promise;
  proceed(toFirst);
  assertUnderWay(await first, "60");
  assert.equal((await stage.send("GET", "/upstreams/slow", { token })).status, 404);
  proceed(toSecond);
  const made = await second;
  assert.equal(made.status, 201);
  assert.deepEqual(await create(), made);
});

it("I10: an answer that was kept for its key is not told to a token with fewer rights", async () => {
  const machine = await stage.machine(["users:write", "admins:write"]);
  const create = async (scopes: readonly AdminScope[]) =>
    stage.send("POST", "/users", {
      token: await stage.tokenOf(machine, scopes),
      body: { username: "chief", admin: true },
      headers: { "idempotency-key": "chief" },
    });
  const made = await create(["users:write", "admins:write"]);
  assert.equal(made.status, 201);
  assert.equal((await create(["admins:write", "users:write"])).json.password, made.json.password);
  const fewer = await create(["users:write"]);
  assert.deepEqual([fewer.status, fewer.json.type.split("#")[1]], [422, "idempotency-key-reused"]);
});
