import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { formatSessionId } from "../../src/values/ids.ts";
import { plus } from "../../src/values/time.ts";
import {
  accountNamed,
  messageTo,
  passkeyOf,
  recoveryCodesOf,
  sessionOf,
  startOf,
  totpOf,
} from "../storage-contract/samples.ts";
import { openFolder } from "./command-line.ts";

const uri = "https://app.example/callback";
const api = "https://api.example";
const upstream = [
  "--kind",
  "oidc",
  "--name",
  "acme",
  "--issuer",
  "https://acme.example",
  "--client-id",
  "id",
].concat(["--client-secret-stdin", "--no-check"]);
const ada = accountNamed("ada");
const session = sessionOf(ada, "cookie");
const batch = resolve(import.meta.dirname, "command-batch.ts");

interface Changing {
  readonly path: string;
  readonly words: readonly string[];
  readonly as?: string;
  readonly acts: readonly string[];
}

/** Every command that changes something: how it is called, and the acts that it must leave in the audit trail. */
const changing: readonly Changing[] = [
  {
    path: "client create",
    words: ["--name", "Shop", "--redirect-uri", uri],
    as: "shop",
    acts: ["client-created"],
  },
  { path: "client update", words: ["{shop.client_id}", "--name", "Store"], acts: ["client-changed"] },
  { path: "client rotate-secret", words: ["{shop.client_id}", "--overlap"], acts: ["client-secret-rotated"] },
  { path: "client retire-secret", words: ["{shop.client_id}"], acts: ["client-secret-retired"] },
  { path: "client disable", words: ["{shop.client_id}"], acts: ["client-disabled", "tokens-revoked"] },
  { path: "client enable", words: ["{shop.client_id}"], acts: ["tokens-revoked", "client-enabled"] },
  { path: "user create", words: ["--username", "bob", "--password-random"], acts: ["user-created"] },
  { path: "user update", words: ["bob", "--name", "Bob"], acts: ["user-changed"] },
  { path: "user update", words: ["bob", "--admin"], acts: ["user-changed"] },
  { path: "user set-password", words: ["bob", "--password-random"], acts: ["password-set"] },
  { path: "user disable", words: ["bob"], acts: ["user-disabled"] },
  { path: "user enable", words: ["bob"], acts: ["user-enabled"] },
  { path: "user recover", words: ["bob"], acts: ["recovery-link-made"] },
  { path: "user totp", words: ["ada", "--remove"], acts: ["totp-off"] },
  { path: "user recovery-codes", words: ["ada", "--remove"], acts: ["recovery-codes-removed"] },
  {
    path: "user passkeys",
    words: ["ada", "--remove", passkeyOf(ada, "phone").id],
    acts: ["passkey-removed"],
  },
  { path: "session revoke", words: [formatSessionId(session.id)], acts: ["session-revoked"] },
  { path: "session revoke", words: ["--user", "ada"], acts: ["sessions-revoked"] },
  { path: "mail retry", words: [], acts: ["mail-retried"] },
  { path: "group create", words: ["staff"], acts: ["group-created"] },
  { path: "group add", words: ["staff", "bob"], acts: ["group-member-added"] },
  { path: "group remove", words: ["staff", "bob"], acts: ["group-member-removed"] },
  { path: "group delete", words: ["staff"], acts: ["group-deleted"] },
  {
    path: "invite create",
    words: ["--email", "new@example.org"],
    as: "invite",
    acts: ["invitation-created"],
  },
  { path: "invite delete", words: ["{invite.invitation_id}"], acts: ["invitation-deleted"] },
  { path: "upstream add", words: upstream, acts: ["upstream-added"] },
  { path: "upstream update", words: ["acme", "--display-name", "Acme"], acts: ["upstream-changed"] },
  { path: "upstream remove", words: ["acme", "--yes"], acts: ["upstream-removed"] },
  {
    path: "api create",
    words: ["--resource", api, "--name", "Orders", "--scope", "read=Read"],
    acts: ["api-created"],
  },
  { path: "api update", words: [api, "--name", "Order"], acts: ["api-changed"] },
  { path: "api scope add", words: [api, "write=Change"], acts: ["api-changed"] },
  { path: "api scope update", words: [api, "write=Alter"], acts: ["api-changed"] },
  { path: "api scope remove", words: [api, "write"], acts: ["api-changed"] },
  { path: "api delete", words: [api, "--yes"], acts: ["api-deleted"] },
  {
    path: "token create",
    words: ["--base-url", "http://localhost:1", "--scope", "users:read"],
    acts: ["admin-token-created"],
  },
  { path: "token revoke", words: ["--user", "bob"], acts: ["tokens-revoked"] },
  { path: "key rotate", words: ["--purpose", "code"], acts: ["key-rotated"] },
  { path: "key rotate", words: ["--purpose", "code", "--discard-old"], acts: ["key-replaced"] },
  { path: "key rotate-master", words: [], acts: ["master-key-replaced"] },
  { path: "db backup", words: ["backup.db"], acts: ["backup-made"] },
  { path: "export users", words: [], acts: ["users-exported"] },
  { path: "export clients", words: [], acts: ["clients-exported"] },
  {
    path: "webhook create",
    words: ["--url", "https://siem.example/in"],
    as: "hook",
    acts: ["webhook-created"],
  },
  { path: "webhook rotate-secret", words: ["{hook.webhook_id}"], acts: ["webhook-secret-rotated"] },
  { path: "webhook disable", words: ["{hook.webhook_id}"], acts: ["webhook-changed"] },
  { path: "webhook enable", words: ["{hook.webhook_id}"], acts: ["webhook-changed"] },
  { path: "webhook retry", words: ["{hook.webhook_id}"], acts: ["webhook-changed"] },
  { path: "webhook delete", words: ["{hook.webhook_id}", "--yes"], acts: ["webhook-deleted"] },
  { path: "user delete", words: ["bob", "--yes"], acts: ["user-deleted"] },
  { path: "client delete", words: ["{shop.client_id}", "--yes"], acts: ["client-deleted"] },
];

/** Commands that change nothing, and those that have tests of their own for their entries. */
const others: Readonly<Record<string, string>> = {
  "serve init doctor healthcheck config completion version help": "read, or run what audits by itself",
  "client list|show|try|check-document": "read",
  "api list|show": "read",
  "user list|show": "read",
  "group list|show": "read",
  "invite list": "read",
  "upstream list|show": "read",
  "session list": "read",
  "mail list": "read, and with --json mail.test.ts",
  "mail show|test": "mail.test.ts",
  "key list": "read",
  "token introspect": "read",
  "audit list|tail|export|verify": "read",
  "webhook list|show|deliveries": "read",
  "webhook test": "webhook.test.ts",
  "db status|check": "read",
  "db migrate": "changes the schema alone, as every start does",
  "db restore": "database.test.ts",
  "db copy|reopen": "db-copy.test.ts",
  demo: "calls the flows of `client create`, `api create` and `user create`",
  "import users": "export.test.ts",
  "import clients": "import-clients.test.ts",
};

test("every command that changes something leaves its entry in the audit trail", async () => {
  await using folder = await openFolder();
  await seed(folder.path);
  const lines = changing.map(({ path, words, as }) => ({ words: [...path.split(" "), ...words], as }));
  const child = spawn(process.execPath, [batch, JSON.stringify(lines)], {
    cwd: folder.path,
    // Nobody listens there, whatever runs on this machine.
    env: { PATH: process.env.PATH, LATCHKEY_DATA_DIR: join(folder.path, "data"), LATCHKEY_PORT: "1" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end("the client secret\n");
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  const failed = stdout.split("\n").filter((line) => line !== "" && !line.includes(`"exitCode":0`));
  assert.deepEqual(failed, [], stderr);
  const found = (await folder.json(["audit", "list", "--limit", "999"])).slice(1);
  assert.deepEqual(
    found.map(({ act }) => act),
    changing.flatMap(({ acts }) => acts),
  );
  for (const { actor } of found) assert.deepEqual(actor, { kind: "command-line", id: userInfo().username });
  const [verdict] = await folder.json(["audit", "verify"]);
  assert.equal(verdict?.sound, true);
});

test("every command is named here, as one that changes something or as one that does not", async () => {
  await using folder = await openFolder();
  const { stdout } = await folder.run(["completion", "bash"]);
  const known = new Set([...changing.map(({ path }) => path), ...Object.keys(others).flatMap(pathsOf)]);
  const all = [...stdout.matchAll(/^ {4}'([a-z -]+)'\) words='([^']*)'/gm)]
    .filter(([, , words = ""]) => words.split(" ").every((word) => word === "" || word.startsWith("--")))
    .map(([, path = ""]) => path);
  assert.ok(all.length > 50);
  assert.deepEqual(
    all.filter((path) => !known.has(path)),
    [],
    "say in this file what the command leaves in the audit trail",
  );
});

function pathsOf(written: string): string[] {
  if (!written.includes("|"))
    return written.startsWith("serve") ? written.split(" ").flatMap(withInner) : [written];
  const [noun = "", verbs = ""] = written.split(" ");
  return verbs.split("|").map((verb) => `${noun} ${verb}`);
}

function withInner(noun: string): string[] {
  return noun === "config" ? ["config print", "config validate"] : [noun];
}

/** A person with everything that an operator can take away, and a message that was given up. */
async function seed(folder: string): Promise<void> {
  const path = join(folder, "data", "latchkey.db");
  const store = await openSqliteStore({ path, clock: systemClock });
  await store.accounts.create(ada);
  await store.totps.keep(totpOf(ada), { accountEpoch: 1 });
  await store.recoveryCodes.replace(recoveryCodesOf(ada, ["a"]), { accountEpoch: 1 });
  await store.passkeys.add({ passkey: passkeyOf(ada, "phone"), accountEpoch: 1, max: 9 });
  for (const each of [session, sessionOf(ada, "other")]) await store.sessions.start(startOf(each));
  const now = systemClock.now();
  const message = { ...messageTo("ada"), createdAt: now, expiresAt: plus(now, 3_600) };
  await store.outbox.add(message);
  await store.outbox.lease(now, now, 1);
  await store.outbox.settle({ id: message.id, tries: 1 }, { kind: "failed", error: "refused" });
  await store.close();
}
