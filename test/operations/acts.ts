/**
 * THE table of what an operator may do: every operation that changes something, as a command, as a request and as a form, with the rights
 * that it takes and the entries that it leaves in the audit trail. `{name}` stands for a thing of the stage.
 */
import { type AdminScope, isAdminScope } from "../../src/protocol/api/admin-scopes.ts";

/** How a caller is answered. */
export type Verdict = "done" | "lacks a right" | "refused" | "not found" | "changed meanwhile";

type Fields = Readonly<Record<string, string>>;

type Row = readonly [
  operation: string,
  /** Every right that it takes. */
  rights: string,
  /** The entries that it leaves, or "refused": with all its rights, the state of the service does not allow it. */
  entries: string,
  /** What follows the words of its command. */
  command: string | undefined,
  /** The address of its form in the console. */
  form: string | undefined,
  content?: object,
  /** What is typed into the form, if that is not the content. */
  typed?: Fields,
];

const client = "/clients/{client_id}";
const api = "/apis/{resource}";
const person = "/people/{user_id}";
const provider = "/providers/{upstream}";
const webhook = "/webhooks/{webhook_id}";
const shop = "https://shop.example/cb";
const acme = "https://acme.example";
const hook = "http://127.0.0.1:9/in";
const none = undefined;

/** What an application learns besides its scopes. */
const rule = '{"name":"role","value":"Editor"}';

// biome-ignore format: an act is a line, so that this reads as a table.
const rows: readonly Row[] = [
  ["createClient", "clients:write", "client-created", `--name Shop --redirect-uri ${shop}`, "/clients/new", { name: "Shop", redirect_uris: [shop] }, { name: "Shop", redirect_uris: shop, kind: "web" }],
  ["createClient", "clients:write", "client-created", "--template grafana --host https://grafana.example", "/clients/new/apps/{application}", { name: "Grafana", redirect_uris: ["https://grafana.example/login/generic_oauth"] }, { name: "Grafana", host: "https://grafana.example" }],
  ["createClient", "clients:write", "refused", "--name Shop --redirect-uri nowhere", "/clients/new", { name: "Shop", redirect_uris: ["nowhere"] }, { kind: "web", name: "Shop", redirect_uris: "nowhere" }],
  ["createClient", "clients:write admins:write", "client-created", `--name Shop --redirect-uri ${shop} --resource {administration}`, "/clients/new", { name: "Shop", redirect_uris: [shop], resources: ["{administration}"] }, { name: "Shop", redirect_uris: shop, kind: "web", resources: "{administration}" }],
  ["createClient", "clients:write admins:write", "client-created", "--name Robot --machine --admin-scope users:read", none, { name: "Robot", machine: true, admin_scope: ["users:read"] }],
  ["updateClient", "clients:write", "client-changed", "{client_id} --name Store", `${client}/edit`, { name: "Store" }],
  ["updateClient", "clients:write admins:write", "client-changed", "{client_id} --resource {administration}", `${client}/edit`, { resources: ["{administration}"] }, { resources: "{administration}" }],
  ["updateClient", "clients:write admins:write", "client-changed", "{client_id} --no-resource", `${client}/edit`, { resources: [] }, { resources: "" }],
  ["updateClient", "clients:write admins:write", "client-changed", "{client_id} --audience {administration}", `${client}/edit`, { audience: "{administration}" }],
  ["updateClient", "clients:write admins:write", "client-changed", "{client_id} --no-audience", `${client}/edit`, { audience: null }, { audience: "" }],
  ["updateClient", "clients:write", "client-changed", "{client_id} --openid --no-third-party", `${client}/edit`, { openid: true, third_party: false }, { openid: "on", third_party: "" }],
  ["updateClient", "clients:write", "client-changed", `{client_id} --claim-rule ${rule}`, `${client}/claims/add?rule=${encodeURIComponent(rule)}`, { claim_rules: [JSON.parse(rule)] }, { rule }],
  ["updateClient", "clients:write", "client-changed", "{client_id} --no-claim-rule", `${client}/claims/remove?rule=${encodeURIComponent(rule)}`, { claim_rules: [] }, { rule }],
  ["updateClient", "clients:write", "refused", "{client_id} --add-path /feed", `${client}/new-path-rule`, { add_path_rules: ["/feed"] }, { rule_path: "/feed", rule_who: "signed-in" }],
  ["updateClient", "clients:write", "client-changed", "{client_id} --third-party", `${client}/edit`, { third_party: true }, { third_party: "on" }],
  ["rotateClientSecret", "clients:write", "client-secret-rotated", "{client_id} --overlap", `${client}/rotate`, { overlap: true }, { keeps_old: "on" }],
  ["rotateClientSecret", "clients:write", "refused", "{client_id} --overlap", `${client}/rotate`, { overlap: true }, { keeps_old: "on" }],
  ["retireClientSecret", "clients:write", "client-secret-retired", "{client_id}", `${client}/retire`],
  ["disableClient", "clients:write", "client-disabled tokens-revoked", "{client_id}", `${client}/disable`],
  ["enableClient", "clients:write", "tokens-revoked client-enabled", "{client_id}", `${client}/enable`],
  ["createApi", "apis:write", "api-created", "--resource {resource} --name Orders --scope read=Read", "/apis/new", { resource: "{resource}", name: "Orders", scopes: [{ name: "read", sentence: "Read" }] }, { resource: "{resource}", name: "Orders", scopes: "read = Read" }],
  ["createApi", "apis:write", "refused", "--resource {resource} --name Again", "/apis/new", { resource: "{resource}", name: "Again" }],
  ["updateApi", "apis:write", "api-changed", "{resource} --name Order", `${api}/edit`, { name: "Order" }],
  ["addApiScope", "apis:write", "api-changed", "{resource} write=Change", `${api}/new-scope`, { name: "write", sentence: "Change" }],
  ["updateApiScope", "apis:write", "api-changed", "{resource} {scope}=See", `${api}/scopes/{scope}/edit`, { sentence: "See" }],
  ["removeApiScope", "apis:write", "api-changed", "{resource} {scope}", `${api}/scopes/{scope}/remove`],
  ["deleteApi", "apis:write", "api-deleted", "{resource} --yes", `${api}/delete`],
  ["createUser", "users:write", "user-created", "--username bob --password-random", "/people/new", { username: "bob" }],
  ["createUser", "users:write", "refused", "--username bob --password-random", "/people/new", { username: "bob" }],
  ["createUser", "users:write admins:write", "user-created", "--username eve --password-random --admin", "/people/new", { username: "eve", admin: true }, { username: "eve", admin: "on" }],
  ["updateUser", "users:write", "user-changed", "{user} --name Ada", `${person}/edit`, { name: "Ada" }],
  ["removePasskey", "users:write", "passkey-removed", "{user} --remove {passkey_id}", `${person}/passkeys/{passkey_id}/remove`],
  ["revokeAppPassword", "users:write", "app-password-revoked", "{user} --revoke {app_password_id}", `${person}/app-passwords/{app_password_id}/revoke`],
  ["removeTotp", "users:write", "totp-off", "{user} --remove", `${person}/totp/remove`],
  ["removeRecoveryCodes", "users:write", "recovery-codes-removed", "{user} --remove", `${person}/recovery-codes/remove`],
  ["withdrawConsent", "users:write", "consent-withdrawn", none, `${person}/consents/withdraw`, {}, { client: "{client_id}" }],
  ["revokeSession", "sessions:write", "session-revoked", "{session_id}", `${person}/sessions/end`, {}, { session: "{session_id}" }],
  ["revokeSessionsOfUser", "sessions:write", "sessions-revoked", "--user {user}", `${person}/sign-out`],
  ["revokeTokens", "tokens:write", "tokens-revoked", "--user {user}", none, { user: "{user}" }],
  ["revokeTokens", "tokens:write admins:write", "tokens-revoked", "--user boss", none, { user: "boss" }],
  ["setPassword", "users:write", "password-set", "{user} --password-random", `${person}/password`, {}, { password: "quiet amber lantern walks" }],
  ["recoverUser", "users:write", "recovery-link-made", "{user}", `${person}/recover`, {}],
  ["createGroup", "groups:write", "group-created", "staff", "/new-group", { group: "staff" }],
  ["createGroup", "groups:write", "refused", "staff", "/new-group", { group: "staff" }],
  ["createUser", "users:write groups:write", "user-created", "--username member --password-random --group staff", none, { username: "member", groups: ["staff"] }],
  ["createInvitation", "invitations:write", "invitation-created", "--email zoe@example.org", "/invitations/new", { email: "zoe@example.org" }],
  ["createInvitation", "invitations:write groups:write", "invitation-created", "--email yan@example.org --group staff", "/invitations/new", { email: "yan@example.org", groups: ["staff"] }, { email: "yan@example.org", groups: "staff" }],
  ["deleteInvitation", "invitations:write", "invitation-deleted", "{invitation_id}", "/invitations/{invitation_id}/delete"],
  ["addMember", "groups:write", "group-member-added", "{group} {user}", "/groups/{group}/add", {}, { who: "{user}" }],
  ["removeMember", "groups:write", "group-member-removed", "{group} {user}", "/groups/{group}/remove", {}, { who: "{user}" }],
  ["addMember", "groups:write", "group-member-added", "{group} {user}", `${person}/groups/add`, {}, { group: "{group}" }],
  ["removeMember", "groups:write", "group-member-removed", "{group} {user}", `${person}/groups/remove`, {}, { group: "{group}" }],
  ["addGroupAdministrator", "groups:write", "group-administrator-added", "{group} {user}", "/groups/{group}/administrators/add", {}, { who: "{user}" }],
  ["removeGroupAdministrator", "groups:write", "group-administrator-removed", "{group} {user}", "/groups/{group}/administrators/remove", {}, { who: "{user}" }],
  ["deleteGroup", "groups:write", "group-deleted", "{group}", "/groups/{group}/delete"],
  ["createGroup", "groups:write", "group-created", "team", "/new-group", { group: "team" }],
  ["createUser", "users:write", "user-created", "--username zed --email zed@example.org --password-random", "/people/new", { username: "zed", email: "zed@example.org" }],
  ["requireOfUsers", "users:write", "user-changed", "two --user {user}", "/people/bulk/require?require=two&user={user_id}", { require: "two", users: ["{user}"] }, {}],
  ["addUsersToGroup", "groups:write users:read", "group-member-added", "team --user {user}", "/people/bulk/add-to-group?to_group=team&user={user_id}", { to_group: "team", users: ["{user}"] }, {}],
  ["removeUsersFromGroup", "groups:write users:read", "group-member-removed", "team --user {user}", "/people/bulk/remove-from-group?from_group=team&user={user_id}", { from_group: "team", users: ["{user}"] }, {}],
  ["signUsersOut", "sessions:write users:read", "sessions-revoked", "--user {user}", "/people/bulk/sign-out?user={user_id}", { users: ["{user}"] }, {}],
  ["inviteUsers", "users:write", "recovery-link-made", "--user zed", "/people/bulk/invite?language=en&user=zed", { users: ["zed"] }, {}],
  ["recoverUsers", "users:write", "recovery-link-made", "--user zed", "/people/bulk/recover?language=en&user=zed", { users: ["zed"] }, {}],
  ["disableUsers", "users:write", "user-disabled", "--user {user}", "/people/bulk/disable?user={user_id}", { users: ["{user}"] }, {}],
  ["enableUsers", "users:write", "user-enabled", "--user {user}", "/people/bulk/enable?user={user_id}", { users: ["{user}"] }, {}],
  ["disableUser", "users:write", "user-disabled", "{user}", `${person}/disable`],
  ["recoverUser", "users:write", "refused", "{user}", `${person}/recover`, {}],
  ["enableUser", "users:write", "user-enabled", "{user}", `${person}/enable`],
  ["updateUser", "users:write admins:write", "user-changed", "{user} --admin", `${person}/edit`, { admin: true }, { admin: "on" }],
  ["updateUser", "users:write admins:write", "user-changed", "{user} --no-admin", `${person}/edit`, { admin: false }, { admin: "" }],
  ["deleteUser", "users:write", "user-deleted", "{user} --yes", `${person}/delete`],
  ["addUpstream", "upstreams:write admins:write", "upstream-added", `--kind oidc --name acme --issuer ${acme} --client-id us --no-check --client-secret-stdin`, "/new-provider", { issuer: acme, client_id: "us", kind: "oidc", upstream: "acme", secret: "theirs", check: false }, { issuer: acme, client_id: "us", upstream: "acme", client_secret: "theirs", unchecked: "on" }],
  ["updateUpstream", "upstreams:write admins:write", "upstream-changed", "{upstream} --display-name Other", `${provider}/edit`, { display_name: "Other" }],
  ["updateUpstream", "upstreams:write admins:write", "upstream-changed", "{upstream} --disable", `${provider}/disable`, { disabled: true }],
  ["updateUpstream", "upstreams:write admins:write", "upstream-changed", "{upstream} --enable", `${provider}/enable`, { disabled: false }],
  ["removeUpstream", "upstreams:write admins:write", "upstream-removed", "{upstream} --yes", `${provider}/remove`],
  ["createWebhook", "webhooks:write audit:read", "webhook-created", `--url ${hook}`, "/webhooks/new", { url: hook }],
  ["createWebhook", "webhooks:write audit:read", "refused", "--url nowhere", "/webhooks/new", { url: "nowhere" }],
  ["disableWebhook", "webhooks:write", "webhook-changed", "{webhook_id}", `${webhook}/disable`],
  ["retryDelivery", "webhooks:write", "webhook-changed", "{webhook_id} {number}", `${webhook}/deliveries/{number}`],
  ["retryWebhook", "webhooks:write", "webhook-changed", "{webhook_id}", `${webhook}/retry`],
  ["rotateWebhookSecret", "webhooks:write", "webhook-secret-rotated", "{webhook_id}", `${webhook}/rotate`],
  ["testWebhook", "webhooks:write", "webhook-tested", "{webhook_id}", `${webhook}/test`],
  ["enableWebhook", "webhooks:write", "webhook-changed", "{webhook_id}", `${webhook}/enable`],
  ["deleteWebhook", "webhooks:write", "webhook-deleted", "{webhook_id} --yes", `${webhook}/delete`],
  ["rotateKeys", "keys:write", "key-rotated", "--purpose code", "/keys/rotate", { purpose: "code" }],
  ["rotateKeys", "keys:write", "key-replaced", "--purpose code --discard-old", "/keys/rotate", { purpose: "code", discard_old: true }, { purpose: "code", old: "discard" }],
  ["retryMail", "mail:write", "mail-retried", "{message_id}", "/mail/{message_id}/retry"],
  ["retryDeadMail", "mail:write", "mail-retried", "", "/mail/retry"],
  ["applyState", "settings:read groups:write clients:write", "group-created client-created", none, none, { state: { groups: [{ group: "declared" }], clients: [{ client_id: "declared", name: "Shop", redirect_uris: [shop] }] } }],
  ["applyState", "settings:read webhooks:write audit:read", "webhook-created", none, none, { state: { webhooks: [{ url: `${hook}/declared` }] } }],
  ["applyState", "settings:read upstreams:write admins:write", "upstream-added", none, none, { state: { upstreams: [{ upstream: "declared", kind: "oidc", issuer: acme, client_id: "us", secret: "theirs" }] } }],
  ["applyState", "settings:read users:write", "user-created", none, none, { state: { users: [{ username: "declared" }] } }],
  ["applyState", "settings:read users:write groups:write admins:write", "user-changed group-member-added", none, none, { state: { users: [{ username: "declared", groups: ["team"], admin: true }] } }],
  ["applyState", "settings:read apis:write", "refused", none, none, { state: { apis: [{ resource: "nowhere", name: "None" }] } }],
  ["deleteClient", "clients:write", "client-deleted", "{client_id} --yes", `${client}/delete`],
];

/** One act of the table. */
export interface Act {
  readonly operation: string;
  readonly rights: readonly AdminScope[];
  /** What it leaves in the audit trail. */
  readonly entries: readonly string[];
  readonly isRefused: boolean;
  readonly words: readonly string[] | undefined;
  readonly form: string | undefined;
  readonly content: object | undefined;
  readonly typed: Fields;
}

/** In an order in which each finds what it changes. */
export const table: readonly Act[] = rows.map(
  ([operation, rights, entries, command, form, content, typed = (content ?? {}) as Fields]) => ({
    operation,
    rights: rights.split(" ").filter(isAdminScope),
    entries: entries === "refused" ? [] : entries.split(" "),
    isRefused: entries === "refused",
    words: command?.split(" ").filter(Boolean),
    form,
    content,
    typed,
  }),
);

/** Operations that change nothing, though they are no GET, and what they take. */
export const unchanging: Readonly<Record<string, object>> = {
  introspectToken: { token: "none" },
  planState: { state: {} },
  explainToken: { token: "none" },
};

/** Forms that change nothing, and why. */
export const unchangingForms: Readonly<Record<string, string>> = {
  "/mail/test":
    "sends a fixed text to the operator's own verified address, as `mail test` does to any; console-keys-mail.test.ts",
  "/audit/verify": "reads the trail",
  "/clients/{id}/try": "signs in as the application does, and ends the token",
  "/providers/{name}/check": "asks the provider",
  "/why/token": "reads about a token",
};

/** Commands without an operation (ADR 0063): why, or the tests of what they leave in the audit trail. */
export const withoutOperation: Readonly<Record<string, string>> = {
  demo: "starts processes on this machine",
  serve: "starts the service",
  init: "makes what the first start makes",
  healthcheck: "asks a service whether it is ready; /readyz does",
  help: "about the command line",
  version: "about the command line",
  completion: "about the command line",
  "client claim list": "shows one member of getClient",
  "client claim add": "changes one row of a member of updateClient",
  "client claim remove": "changes one row of a member of updateClient",
  "client try": "opens a browser and listens on this machine",
  "client check-document": "reads a document as this machine would; changes nothing",
  "token create": "would let a token make longer-lived ones; a program has its own client",
  "key rotate-master": "the master key lies in a file or the environment of this machine",
  "mail test": "waits for the mail server's answer on this machine; what it finds, GET /findings says too",
  "mail bounced": "reads the report that a mail server on this machine pipes into it; mail.test.ts",
  apply: "reads files of this machine, then calls planState and applyState; apply.test.ts",
  "audit tail": "the list, asked again and again",
  "audit export": "the list, page by page",
  import: "reads files of this machine; import.test.ts",
  export: "writes everybody with their hashes, for another installation",
  db: "the database below the service: migration, backup, restore, move; database.test.ts",
  shadow: "signs in at another provider from this machine, or reads a file; changes nothing; shadow.test.ts",
  upgrade: "rehearses an upgrade on a copy of the database; upgrade.test.ts",
  "config validate": "looks at settings before a process starts",
};

/** The commands among them that leave an entry, each with its words. */
export const localCommands: readonly (readonly [words: string, entry: string])[] = [
  ["token create --scope users:read", "admin-token-created"],
  ["db backup backup.db", "backup-made"],
  ["export users", "users-exported"],
  ["export clients", "clients-exported"],
  ["key rotate-master", "master-key-replaced"],
];
