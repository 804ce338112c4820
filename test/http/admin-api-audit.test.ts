import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { it } from "node:test";
import { operations } from "../../src/operations/operations.ts";
import { AdminStage } from "./support/admin-api.ts";
import { addPersonWithEverything } from "./support/person-with-everything.ts";

/** Operations that change nothing, though they are no GET. */
const unchanging = new Set(["introspectToken"]);

/** A call of an operation, and the acts that it must leave in the audit trail. `{name}` stands for an id of the seed. */
type Row = readonly [operation: string, path: string, acts: readonly string[], body?: object];

const api = "/apis/https%3A%2F%2Fapi.example";

const rows: readonly Row[] = [
  [
    "createClient",
    "/clients",
    ["client-created"],
    { name: "Shop", redirect_uris: ["https://shop.example/"] },
  ],
  ["updateClient", "/clients/{client}", ["client-changed"], { name: "Store" }],
  ["rotateClientSecret", "/clients/{client}/rotate-secret", ["client-secret-rotated"], { overlap: true }],
  ["retireClientSecret", "/clients/{client}/retire-secret", ["client-secret-retired"]],
  ["disableClient", "/clients/{client}/disable", ["client-disabled", "tokens-revoked"]],
  ["enableClient", "/clients/{client}/enable", ["tokens-revoked", "client-enabled"]],
  ["createApi", "/apis", ["api-created"], { resource: "https://api.example", name: "Orders" }],
  ["updateApi", api, ["api-changed"], { name: "Order" }],
  ["addApiScope", `${api}/scopes`, ["api-changed"], { name: "read", sentence: "Read" }],
  ["updateApiScope", `${api}/scopes/read`, ["api-changed"], { sentence: "See" }],
  ["removeApiScope", `${api}/scopes/read`, ["api-changed"]],
  ["deleteApi", api, ["api-deleted"]],
  ["createUser", "/users", ["user-created"], { username: "bob" }],
  ["updateUser", "/users/bob", ["user-changed"], { admin: true }],
  ["setPassword", "/users/bob/set-password", ["password-set"], {}],
  ["recoverUser", "/users/bob/recover", ["recovery-link-made"], {}],
  ["disableUser", "/users/bob/disable", ["user-disabled"]],
  ["enableUser", "/users/bob/enable", ["user-enabled"]],
  ["removePasskey", "/users/ada/passkeys/{passkey}", ["passkey-removed"]],
  ["removeTotp", "/users/ada/totp", ["totp-off"]],
  ["removeRecoveryCodes", "/users/ada/recovery-codes", ["recovery-codes-removed"]],
  ["withdrawConsent", "/users/ada/consents/{client}", ["consent-withdrawn"]],
  ["createGroup", "/groups", ["group-created"], { group: "staff" }],
  ["addMember", "/groups/staff/members/bob", ["group-member-added"]],
  ["removeMember", "/groups/staff/members/bob", ["group-member-removed"]],
  ["deleteGroup", "/groups/staff", ["group-deleted"]],
  ["createInvitation", "/invitations", ["invitation-created"], { email: "eve@example.org" }],
  ["deleteInvitation", "/invitations/{invitation}", ["invitation-deleted"]],
  [
    "addUpstream",
    "/upstreams",
    ["upstream-added"],
    {
      kind: "oidc",
      upstream: "acme",
      issuer: "https://acme.example",
      client_id: "a",
      secret: "b",
      check: false,
    },
  ],
  ["updateUpstream", "/upstreams/acme", ["upstream-changed"], { secret: "c" }],
  ["removeUpstream", "/upstreams/acme", ["upstream-removed"]],
  ["revokeSession", "/sessions/{session}", ["session-revoked"]],
  ["revokeSessionsOfUser", "/users/ada/sessions", ["sessions-revoked"]],
  ["revokeTokens", "/tokens/revoke", ["tokens-revoked"], { user: "ada" }],
  ["retryMail", "/mail/{message}/retry", ["mail-retried"]],
  ["retryDeadMail", "/mail/retry", ["mail-retried"]],
  [
    "createWebhook",
    "/webhooks",
    ["webhook-created"],
    { url: "http://127.0.0.1:9/in", acts: ["user-deleted"] },
  ],
  ["disableWebhook", "/webhooks/{hook}/disable", ["webhook-changed"]],
  ["retryDelivery", "/webhooks/{hook}/deliveries/1/retry", ["webhook-changed"]],
  ["retryWebhook", "/webhooks/{hook}/retry", ["webhook-changed"]],
  ["testWebhook", "/webhooks/{hook}/test", ["webhook-tested"]],
  ["rotateWebhookSecret", "/webhooks/{hook}/rotate-secret", ["webhook-secret-rotated"]],
  ["enableWebhook", "/webhooks/{hook}/enable", ["webhook-changed"]],
  ["deleteWebhook", "/webhooks/{hook}", ["webhook-deleted"]],
  ["rotateKeys", "/keys/rotate", ["key-rotated"], { purpose: "code" }],
  ["deleteUser", "/users/bob", ["user-deleted"]],
  ["deleteClient", "/clients/{client}", ["client-deleted"]],
];

it("every operation that changes something leaves its entry in the audit trail", async () => {
  await using stage = await AdminStage.set();
  const ids = await seed(stage);
  const trail = stage.service.ports.auditTrail;
  for (const [id, path, acts, body] of rows) {
    const operation = operations.find((each) => each.id === id);
    const before = (await trail.head())?.last ?? 0;
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name) => ids.get(name) ?? "");
    const answer = await stage.send(operation?.method.toUpperCase() ?? "", target, { body });
    assert.ok(answer.status < 300, `${id}: ${answer.body}`);
    if (id === "createInvitation") ids.set("invitation", answer.json.invitation_id);
    const { items } = await trail.list({ order: "oldest", after: before, limit: 9 });
    const found = items.map(({ act }) => act);
    assert.deepEqual(found, acts, id);
    if (id === "updateApi") assert.deepEqual(items[0]?.details, { changed: "name" });
    if (id === "updateUser") assert.deepEqual(items[0]?.details, { changed: "isAdmin", isAdmin: true });
  }
  const listed = new Set([...unchanging, ...rows.map(([id]) => id)]);
  const missing = operations.filter(({ id, method }) => method !== "get" && !listed.has(id));
  assert.deepEqual(missing, [], "say in this file what the operation leaves in the audit trail");
});

it("I16: whatever takes an Idempotency-Key says what it did where its answer is lost, and does it no second time", async () => {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-keys-"));
  {
    await using stage = await AdminStage.set({ LATCHKEY_DATA_DIR: folder });
    const ids = await seed(stage);
    const send = ([id, path, , body]: Row) => {
      const method = operations.find((each) => each.id === id)?.method.toUpperCase() ?? "";
      const target = path.replaceAll(/\{(\w+)\}/g, (_, name) => ids.get(name) ?? "");
      return stage.send(method, target, { body, headers: { "idempotency-key": id } });
    };
    const repeatable = new Set(operations.flatMap(({ id, isRepeatable }) => (isRepeatable ? [id] : [])));
    for (const row of rows) {
      const answer = await send(row);
      assert.ok(answer.status < 300, `${row[0]}: ${answer.body}`);
      if (row[0] === "createInvitation") ids.set("invitation", answer.json.invitation_id);
    }
    const last = (await stage.service.ports.auditTrail.head())?.last;
    const database = new DatabaseSync(join(folder, "latchkey.db"), { timeout: 5_000 });
    database.exec("UPDATE idempotency_keys SET sealed_answer = NULL");
    database.close();
    stage.service.clock.advance(60);
    const again = rows.filter(([id]) => repeatable.has(id));
    assert.equal(again.length, repeatable.size);
    for (const row of again) {
      const { status, json } = await send(row);
      assert.deepEqual([status, json.type.split("#")[1]], [409, "response-lost"], row[0]);
      assert.match(json.detail, new RegExp(`carried out \\(${row[2]}, \\w+ \\S+\\), but`));
    }
    assert.equal((await stage.service.ports.auditTrail.head())?.last, last);
  }
  await rm(folder, { recursive: true, force: true });
});

it("verifying over the API finds a trail that was taken away and begun anew", async () => {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-audit-"));
  {
    await using stage = await AdminStage.set({ LATCHKEY_DATA_DIR: folder });
    stage.service.clock.advance(601);
    const database = new DatabaseSync(join(folder, "latchkey.db"), { timeout: 5_000 });
    database.exec("DELETE FROM audit; DELETE FROM audit_head");
    database.close();
    assert.equal((await stage.send("POST", "/groups", { body: { group: "staff" } })).status, 201);
    const { json } = await stage.send("GET", "/audit/verify");
    assert.deepEqual(
      [json.sound, json.problems.map(({ kind }: { kind: string }) => kind)],
      [false, ["begun-anew"]],
    );
  }
  await rm(folder, { recursive: true, force: true });
});

/** The ids that `rows` name. */
async function seed({ service }: AdminStage): Promise<Map<string, string>> {
  const {
    client,
    person: _,
    ...ids
  } = await addPersonWithEverything(service, "correct horse battery staple");
  return new Map(Object.entries({ client: client.id, ...ids }));
}
