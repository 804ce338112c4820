import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createProgram } from "../../src/cli/program.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import { operations } from "../../src/operations/operations.ts";
import { ok } from "../../src/values/result.ts";
import { AdminStage, apiBase } from "../http/support/admin-api.ts";
import { FormClient } from "../support/form-client.ts";
import { FakeClock } from "../support/in-process.ts";

let folder: string;
let stage: AdminStage;
const ids = new Map<string, string>();

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "latchkey-records-"));
  // The command line has the clock of the machine, and the two judge what has expired.
  const clock = new FakeClock();
  clock.advance((Date.now() - clock.now()) / 1_000);
  stage = await AdminStage.set({ LATCHKEY_DATA_DIR: folder }, { clock });
  await oneOfEach();
});
after(async () => {
  await stage[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Makes one of each thing, with as many of its members as can be set. */
async function oneOfEach(): Promise<void> {
  const create = async (path: string, body: object) => {
    const made = await stage.send("POST", path, { body });
    assert.equal(made.status, 201, made.body);
    return made.json;
  };
  const resource = "https://api.example/orders";
  await create("/groups", { group: "staff" });
  await create("/apis", {
    resource,
    name: "Orders",
    scopes: [{ name: "orders:read", sentence: "See them" }],
  });
  const redirect_uris = ["https://notes.example/cb"];
  const notes = { name: "Notes", redirect_uris, resources: [resource], only_groups: ["staff"], openid: true };
  ids.set("client", (await create("/clients", notes)).client_id);
  const ada = await create("/users", { username: "ada", email: "ada@example.org", name: "Ada" });
  assert.equal((await stage.send("PUT", "/groups/staff/members/ada")).status, 200);
  await create("/invitations", { email: "new@example.org", groups: ["staff"] });
  await create("/upstreams", {
    kind: "oidc",
    upstream: "acme",
    issuer: "http://127.0.0.1:9/acme",
    client_id: "us",
    secret: "secret there",
    domains: ["example.org"],
    group_claim: "roles",
    group_map: { Employees: "staff" },
    check: false,
  });
  ids.set("mail", (await stage.send("GET", "/mail")).json.items[0].id);
  const browser = new FormClient(stage.service.url);
  const app = await stage.service.addClient();
  const query = new URLSearchParams({ client_id: app.id, redirect_uri: app.redirectUri });
  assert.equal((await browser.signIn(`/v1/Oauth/authorization?${query}`, ada)).status, 303);
  browser.close();
}

/** What the command line prints for programs, on the database of the service. It runs in this process, which is faster. */
async function printed(words: readonly string[]): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  const unheard = () => {};
  const terminal: Terminal = {
    isInteractive: false,
    hasColour: false,
    print: unheard,
    printJson: (value) => lines.push(JSON.parse(JSON.stringify(value))),
    note: unheard,
    aside: unheard,
    complain: unheard,
    printStrong: unheard,
  };
  const { port } = new URL(stage.service.url);
  const env = { LATCHKEY_DATA_DIR: folder, LATCHKEY_PORT: port };
  const invocation = { terminal, env, cwd: folder, runLatchkey: "latchkey", outcome: ok(undefined) };
  const program = await createProgram(invocation, words);
  await program.parseAsync([...words, "--json"], { from: "user" });
  assert.deepEqual(invocation.outcome.ok, true, words.join(" "));
  return lines;
}

const lists: readonly (readonly [command: string, path: string])[] = [
  ["client list", "/clients"],
  ["api list", "/apis"],
  ["user list", "/users"],
  ["group list", "/groups"],
  ["invite list", "/invitations"],
  ["upstream list", "/upstreams"],
  ["session list", "/sessions"],
  ["mail list", "/mail"],
  ["key list", "/keys"],
  ["audit list", "/audit"],
  ["user passkeys ada", "/users/ada/passkeys"],
];

/** `apart` is a member that the API answers page by page, at an address of its own. */
const singles: readonly (readonly [command: string, path: string, apart?: string])[] = [
  ["client show {client}", "/clients/{client}"],
  ["api show https://api.example/orders", "/apis/https%3A%2F%2Fapi.example%2Forders"],
  ["user show ada", "/users/ada"],
  ["user totp ada", "/users/ada/totp"],
  ["user recovery-codes ada", "/users/ada/recovery-codes"],
  ["group show staff", "/groups/staff", "members"],
  ["upstream show acme", "/upstreams/acme"],
  ["mail show {mail}", "/mail/{mail}"],
  ["", "/status"],
];

const filled = (text: string) => text.replace(/\{(\w+)\}/, (_, name) => ids.get(name) ?? assert.fail(name));
const wordsOf = (command: string) => filled(command).split(" ").filter(Boolean);

for (const [command, path] of lists)
  test(`${command} prints the items of GET ${path}`, async () => {
    const lines = await printed(wordsOf(command));
    const { json } = await stage.send("GET", path);
    // The audit trail is printed as it is read aloud: the oldest first.
    assert.deepEqual(command === "audit list" ? lines.toReversed() : lines, json.items);
    if (command !== "user passkeys ada") assert.ok(lines.length > 0);
    assertDescribed(path, json);
  });

for (const [command, path, apart = ""] of singles)
  test(`${command || "latchkey"} prints what GET ${path} answers`, async () => {
    const [line = {}] = await printed(wordsOf(command));
    const { [apart]: _, ...rest } = line;
    const { json } = await stage.send("GET", filled(path));
    assert.deepEqual(rest, json);
    assertDescribed(path, json);
  });

/** The description has every member of the answer, and no other one. */
function assertDescribed(path: string, answered: unknown): void {
  const shape = path.split("/");
  const found = operations.find(
    (each) =>
      each.method === "get" &&
      each.path.split("/").length === shape.length &&
      each.path.split("/").every((part, index) => part === shape[index] || part.startsWith("{")),
  );
  const read = found?.answer?.safeParse(answered);
  assert.deepEqual(read?.error?.issues, undefined, `${apiBase}${path}`);
  assert.equal(read?.success, true);
}
