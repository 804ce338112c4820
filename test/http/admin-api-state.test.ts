import assert from "node:assert/strict";
import { afterEach, beforeEach, it } from "node:test";
import type { Account } from "../../src/identity/account.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import { accountIdOf, parseKeptSubject } from "../../src/values/ids.ts";
import { AdminStage } from "./support/admin-api.ts";

let stage: AdminStage;
beforeEach(async () => {
  stage = await AdminStage.set();
});
afterEach(() => stage[Symbol.asyncDispose]());

const secret = "quiet-amber-lantern-walks-north";
const client = { client_id: "notes", name: "Notes", redirect_uris: ["https://notes.example/cb"], secret };
const state = { groups: [{ group: "staff" }], clients: [{ ...client, only_groups: ["staff"] }] };

it("a plan changes nothing, an apply does what the plan says, and neither returns a declared secret", async () => {
  const planned = await stage.send("POST", "/plan", { body: { state } });
  assert.equal(planned.status, 200, planned.body);
  assert.deepEqual(
    planned.json.items.map(({ act, section, name, secret }: Record<string, unknown>) => [
      act,
      section,
      name,
      secret,
    ]),
    [
      ["create", "groups", "staff", false],
      ["create", "clients", "notes", true],
    ],
  );
  assert.equal((await stage.send("GET", "/groups")).json.total, 0);
  const headers = { "if-match": planned.headers.etag ?? "" };
  const applied = await stage.send("POST", "/apply", { body: { state, reason: "commit 1" }, headers });
  assert.deepEqual([applied.status, applied.json], [200, planned.json]);
  const again = await stage.send("POST", "/apply", { body: { state } });
  assert.deepEqual(again.json, { items: [] });
  const exported = await stage.send("GET", "/state");
  const { secret: _, ...public_ } = state.clients[0] ?? assert.fail();
  assert.partialDeepStrictEqual(exported.json, { groups: state.groups, clients: [public_] });
  for (const { body } of [planned, applied, exported]) assert.ok(!body.includes(secret));
  const audit = await stage.send("GET", "/audit?act=client-created");
  assert.ok(
    audit.json.items.some(({ details }: { details: { reason?: string } }) => details.reason === "commit 1"),
  );
  assert.ok(!audit.body.includes(secret));
});

it("a client cannot have the id by which applications know a person", async () => {
  const { accounts } = stage.service.ports;
  const now = stage.service.clock.now();
  const subject = parseKeptSubject(client.client_id);
  const username = "ada" as AccountName;
  await accounts.create({
    id: accountIdOf("2".repeat(20)),
    subject,
    username,
    isAdmin: false,
    isDisabled: false,
    epoch: 0,
    createdAt: now,
    updatedAt: now,
  } as Account);
  const refused = await stage.send("POST", "/plan", { body: { state } });
  assert.equal(refused.status, 409, refused.body);
  assert.match(refused.body, /A person has this id as `sub`/);
});

it("an apply by an outdated plan is refused and removes nothing", async () => {
  await stage.send("POST", "/groups", { body: { group: "old" } });
  const pruning = { state: { groups: [] }, prune: true };
  const planned = await stage.send("POST", "/plan", { body: pruning });
  assert.equal(planned.json.items.length, 1);
  await stage.send("POST", "/groups", { body: { group: "new" } });
  const headers = { "if-match": planned.headers.etag ?? "" };
  assert.equal((await stage.send("POST", "/apply", { body: pruning, headers })).status, 412);
  assert.equal((await stage.send("GET", "/groups")).json.total, 2);
});

it("K9: a reference to a secret is refused, because it would become the secret, and the server's files are not the caller's", async () => {
  for (const reference of ["env:A_VARIABLE_WITH_A_LONG_NAME", "file:/run/secrets/some/long/enough"]) {
    const body = { state: { clients: [{ ...client, secret: reference }] } };
    const { status, json } = await stage.send("POST", "/apply", { body });
    assert.deepEqual([status, json.errors[0].pointer], [422, "/state/clients/0/secret"]);
  }
});

it("a plan counts what it would make, and is refused before the first of too many is made", async () => {
  const upstreams = Array.from({ length: 21 }, (_, index) => ({
    upstream: `acme${index}`,
    kind: "oidc",
    issuer: "https://acme.example",
    client_id: "us",
    secret,
  }));
  const answer = await stage.send("POST", "/apply", { body: { state: { upstreams } } });
  assert.equal(answer.status, 409, answer.body);
  assert.deepEqual((await stage.send("GET", "/upstreams")).json.items, []);
});

it("a client with rights of operators is out of reach without admins:write, in a plan as in an apply", async () => {
  const robot = { client_id: "robot", name: "Robot", machine: true, admin_scope: ["users:write"] };
  const token = await stage.token(["settings:read", "clients:write"]);
  for (const path of ["/plan", "/apply"]) {
    const answer = await stage.send("POST", path, { token, body: { state: { clients: [robot] } } });
    assert.equal(answer.status, 403, answer.body);
  }
});

it("K8: an export has the parts that the caller may read, and no part is applied without the right to write it", async () => {
  const token = await stage.token(["settings:read", "groups:read"]);
  const exported = await stage.send("GET", "/state", { token });
  assert.deepEqual(Object.keys(exported.json), ["groups"]);
  for (const path of ["/plan", "/apply"])
    assert.equal((await stage.send("POST", path, { token, body: { state: { groups: [] } } })).status, 403);
});
