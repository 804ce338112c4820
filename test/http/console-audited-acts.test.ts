import assert from "node:assert/strict";
import { test } from "node:test";
import { screens } from "../../src/admin/console/screens.ts";
import { TestProvider } from "../support/upstream-provider.ts";
import { ConsoleStage, mainOf, root } from "./support/console-stage.ts";
import { addPersonWithEverything } from "./support/person-with-everything.ts";

/** A form, the acts that it must leave in the audit trail, and what is typed. `{noun.name}` stands for a thing of the stage. */
type Row = readonly [form: string, acts: readonly string[], typed?: Readonly<Record<string, string>>];

const api = "/apis/{apis.resource}";
const ada = "/people/{people.id}";

/** Every form of the console that changes something, in an order in which each finds what it changes. */
const rows: readonly Row[] = [
  [
    "/clients/new",
    ["client-created"],
    { kind: "web", name: "Shop", redirect_uris: "https://shop.example/cb" },
  ],
  ["/clients/{clients.id}/edit", ["client-changed"], { name: "Store" }],
  ["/clients/{clients.id}/rotate", ["client-secret-rotated"], { keeps_old: "on" }],
  ["/clients/{clients.id}/retire", ["client-secret-retired"]],
  ["/clients/{clients.id}/disable", ["client-disabled", "tokens-revoked"]],
  ["/clients/{clients.id}/enable", ["tokens-revoked", "client-enabled"]],
  ["/apis/new", ["api-created"], { resource: "https://api.example", name: "Orders", open_to: "any" }],
  [`${api}/edit`, ["api-changed"], { name: "Order" }],
  [`${api}/new-scope`, ["api-changed"], { scope: "read", sentence: "Read" }],
  [`${api}/scopes/{apis.scope}/edit`, ["api-changed"], { sentence: "See" }],
  [`${api}/scopes/{apis.scope}/remove`, ["api-changed"]],
  [`${api}/delete`, ["api-deleted"]],
  ["/people/new", ["user-created"], { username: "bob" }],
  [`${ada}/edit`, ["user-changed"], { name: "Ada" }],
  [`${ada}/passkeys/{people.passkey}/remove`, ["passkey-removed"]],
  [`${ada}/totp/remove`, ["totp-off"]],
  [`${ada}/recovery-codes/remove`, ["recovery-codes-removed"]],
  [`${ada}/consents/withdraw`, ["consent-withdrawn"], { client: "{clients.id}" }],
  [`${ada}/sessions/end`, ["session-revoked"], { session: "{people.session}" }],
  [`${ada}/sign-out`, ["sessions-revoked"]],
  [`${ada}/password`, ["password-set"], { password: "quiet amber lantern walks" }],
  [`${ada}/recover`, ["recovery-link-made"]],
  ["/new-group", ["group-created"], { name: "staff" }],
  [`${ada}/groups/add`, ["group-member-added"], { group: "staff" }],
  [`${ada}/groups/remove`, ["group-member-removed"], { group: "staff" }],
  ["/groups/{groups.name}/add", ["group-member-added"], { who: "ada" }],
  ["/groups/{groups.name}/remove", ["group-member-removed"], { who: "ada" }],
  ["/groups/{groups.name}/delete", ["group-deleted"]],
  [`${ada}/disable`, ["user-disabled"]],
  [`${ada}/enable`, ["user-enabled"]],
  [`${ada}/delete`, ["user-deleted"]],
  ["/invitations/new", ["invitation-created"], { email: "eve@example.org" }],
  ["/invitations/{invitations.id}/delete", ["invitation-deleted"]],
  [
    "/new-provider",
    ["upstream-added"],
    { name: "acme", issuer: "{providers.issuer}", client_id: "us", client_secret: "theirs" },
  ],
  ["/providers/{providers.name}/edit", ["upstream-changed"], { display_name: "Other" }],
  ["/providers/{providers.name}/disable", ["upstream-changed"]],
  ["/providers/{providers.name}/enable", ["upstream-changed"]],
  ["/providers/{providers.name}/remove", ["upstream-removed"]],
  [
    "/webhooks/new",
    ["webhook-created"],
    { url: "http://127.0.0.1:9/in", what: "some", acts: "user-deleted" },
  ],
  ["/webhooks/{webhooks.id}/disable", ["webhook-changed"]],
  ["/webhooks/{webhooks.id}/test", ["webhook-tested"]],
  ["/webhooks/{webhooks.id}/deliveries/{webhooks.number}", ["webhook-changed"]],
  ["/webhooks/{webhooks.id}/retry", ["webhook-changed"]],
  ["/webhooks/{webhooks.id}/rotate", ["webhook-secret-rotated"]],
  ["/webhooks/{webhooks.id}/enable", ["webhook-changed"]],
  ["/webhooks/{webhooks.id}/delete", ["webhook-deleted"]],
  ["/keys/rotate", ["key-rotated"], { purpose: "code" }],
  ["/mail/{mail.id}/retry", ["mail-retried"]],
  ["/mail/retry", ["mail-retried"]],
  ["/clients/{clients.id}/delete", ["client-deleted"]],
];

/** Forms that change nothing, and why. */
const unchanging: Readonly<Record<string, string>> = {
  "/audit/verify": "reads the trail",
  "/clients/{id}/try": "signs in as the application does, and ends the token",
  "/providers/{name}/check": "asks the provider",
};

/** The address of a screen, as the table of screens writes it. */
const screenOf = (form: string) => form.replaceAll(/\{\w+\.(\w+)\}/g, "{$1}");

test("every form of the console that changes something leaves its entry in the audit trail", async () => {
  await using provider = await TestProvider.start(() => Date.now());
  await using stage = await ConsoleStage.set();
  const things = await seed(stage, provider);
  const fill = (text: string, write = (value: string) => value) =>
    text.replaceAll(/\{([\w.]+)\}/g, (_, name: string) => write(things.get(name) ?? assert.fail(name)));
  await stage.enter();
  const { auditTrail } = stage.service.ports;
  const own = (await stage.account(root.username)).id;
  for (const [form, acts, typed = {}] of rows) {
    const before = (await auditTrail.head())?.last ?? 0;
    const path = fill(form, encodeURIComponent);
    const page = await stage.open(`/admin${path}`);
    const values = Object.entries(typed).map(([name, value]) => [name, fill(value)] as const);
    const action = `/${path.split("/").at(-1)}`;
    const answer = await stage.send(page, action, Object.fromEntries(values));
    const { items } = await auditTrail.list({ order: "oldest", after: before, limit: 9, actor: own });
    const done = items.filter(({ actor }) => actor.kind === "operator");
    assert.deepEqual(
      done.map(({ act }) => act),
      acts,
      `${form}: ${answer.status} ${mainOf(answer)}`,
    );
    for (const { requestId, network } of done) assert.ok(requestId && network, form);
    if (form === "/invitations/new") things.set("invitations.id", await invitationOf(stage));
  }
  const listed = new Set([...Object.keys(unchanging), ...rows.map(([form]) => screenOf(form))]);
  const forms = screens.filter(({ post }) => post !== undefined).map(({ path }) => path);
  assert.deepEqual(
    forms.filter((path) => !listed.has(path)),
    [],
    "say in this file what the form leaves in the audit trail",
  );
  assert.deepEqual(
    [...listed].filter((path) => !forms.includes(path)),
    [],
  );
});

async function invitationOf(stage: ConsoleStage): Promise<string> {
  const { body } = await stage.open("/admin/invitations");
  return /invitations\/([0-9a-f]{64})\/delete/.exec(body)?.[1] ?? assert.fail(body);
}

/** What the forms need to find, by the words of `rows`. */
async function seed({ service }: ConsoleStage, provider: TestProvider): Promise<Map<string, string>> {
  const { client, person, passkey, session, hook, message } = await addPersonWithEverything(
    service,
    root.password,
  );
  return new Map([
    ["clients.id", client.id],
    ["apis.resource", "https://api.example"],
    ["apis.scope", "read"],
    ["people.id", person.id],
    ["people.passkey", passkey],
    ["people.session", session],
    ["groups.name", "staff"],
    ["providers.name", "acme"],
    ["providers.issuer", provider.issuer],
    ["webhooks.id", hook],
    ["webhooks.number", "1"],
    ["mail.id", message],
  ]);
}
