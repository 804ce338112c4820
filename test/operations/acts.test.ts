import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, it } from "node:test";
import type { Command } from "commander";
import { screens } from "../../src/admin/console/screens.ts";
import { createProgram } from "../../src/cli/program.ts";
import { openTerminal } from "../../src/cli/terminal.ts";
import { operations } from "../../src/operations/operations.ts";
import { type AdminScope, adminScopesOf, allAdminScopes } from "../../src/protocol/api/admin-scopes.ts";
import { administrationResource } from "../../src/protocol/api/administration.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { toHex } from "../../src/values/hex.ts";
import type { Issuer } from "../../src/values/issuer.ts";
import { ok } from "../../src/values/result.ts";
import { root } from "../http/support/console-stage.ts";
import { addPersonWithEverything } from "../http/support/person-with-everything.ts";
import type { InProcessService } from "../support/in-process.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";
import {
  type Act,
  localCommands,
  table,
  unchanging,
  unchangingForms,
  type Verdict,
  withoutOperation,
} from "./acts.ts";
import {
  type Attempt,
  apiCaller,
  type Caller,
  commandCaller,
  consoleCaller,
  operationNamed,
  type Things,
} from "./callers.ts";

let receiver: WebhookReceiver;
before(async () => {
  receiver = await startWebhookReceiver();
});
after(() => receiver[Symbol.asyncDispose]());

/** One of each thing that the table names, but for those that it makes itself. */
async function addThings(service: InProcessService): Promise<Things> {
  const seeded = await addPersonWithEverything(service, root.password, receiver.url);
  const { accounts } = service.ports;
  const boss = await accounts.find(await service.addAccount("boss", root.password));
  assert.ok(boss && (await accounts.update({ ...boss, isAdmin: true }, service.clock.now())).ok);
  const metadata = { ...interfaceMetadata, isMachine: true, adminScope: ["status:read"] };
  return {
    client_id: seeded.client.id,
    robot_id: (await service.addClient({ redirectUris: [], metadata })).id,
    user: "ada",
    user_id: seeded.person.id,
    boss_id: boss.id,
    passkey_id: seeded.passkey,
    app_password_id: seeded.appPassword,
    session_id: seeded.session,
    message_id: seeded.message,
    webhook_id: seeded.hook,
    number: "1",
    request_id: "none",
    resource: "https://api.example",
    proxy: "nginx",
    scope: "read",
    group: "staff",
    upstream: "acme",
    application: "grafana",
    administration: administrationResource(service.service.issuer as Issuer),
  };
}

/** The same with the oldest invitation, whose id is made at random. */
async function withInvitation({ ports, clock }: InProcessService, things: Things): Promise<Things> {
  const { items } = await ports.links.list("invite", { limit: 1, now: clock.now() });
  return { ...things, ...(items[0] && { invitation_id: toHex(items[0].digest) }) };
}

/** What is not there. */
const nothing: Things = {
  client_id: "lkcNobody",
  user: "nobody",
  user_id: "lkuNobody",
  passkey_id: "none",
  app_password_id: "none",
  session_id: "lks_none",
  message_id: "none",
  webhook_id: "lkwNone",
  number: "999",
  resource: "https://nowhere.example",
  scope: "none",
  group: "nobodies",
  upstream: "nowhere",
  invitation_id: "0".repeat(64),
};

interface Expected extends Attempt {
  readonly verdict: Verdict;
}

/** Every right that does not include this one: a right to write includes the one to read. */
function everyRightBut(lacking: AdminScope): readonly AdminScope[] {
  return allAdminScopes.filter((right) => !adminScopesOf([right]).has(lacking));
}

/** What an act comes to, and before that, what callers are told who name what is not there, lack a right, or come too late. */
function* attemptsAt(act: Act, things: Things, { actor }: Caller): Generator<Expected> {
  const { rights, isRefused } = act;
  const operation = operationNamed(act.operation);
  const { path } = operation;
  const attempt = { act, operation, rights, things };
  if (!isRefused && path.includes("{"))
    yield { ...attempt, things: { ...things, ...nothing }, verdict: "not found" };
  // The command line has every right.
  const needed = actor.kind === "command-line" ? [] : rights;
  for (const lacking of needed)
    yield { ...attempt, rights: everyRightBut(lacking), lacking, verdict: "lacks a right" };
  if (needed.length > 0 && !rights.includes("admins:write")) {
    const [boss, robot] = [things.boss_id ?? "", things.robot_id ?? ""];
    const lacking = "admins:write";
    const beyond = { ...attempt, rights: everyRightBut(lacking), lacking, verdict: "lacks a right" } as const;
    if (path.includes("{user}")) yield { ...beyond, things: { ...things, user: "boss", user_id: boss } };
    if (path.startsWith("/clients/{client_id}")) yield { ...beyond, things: { ...things, client_id: robot } };
  }
  if (!isRefused) yield { ...attempt, isLate: true, verdict: "changed meanwhile" };
  yield { ...attempt, verdict: isRefused ? "refused" : "done" };
}

const callers = { "command line": commandCaller, "admin API": apiCaller, console: consoleCaller };

for (const [name, open] of Object.entries(callers))
  describe(`I3: each act by the ${name} needs its rights, and leaves its entries in the audit trail`, () => {
    let caller: Caller;
    let things: Things;
    before(async () => {
      caller = await open();
      things = await addThings(caller.service);
    });
    after(() => caller[Symbol.asyncDispose]());

    for (const act of table)
      it(`${act.operation}: ${act.isRefused ? "refused" : act.entries}, with ${act.rights}`, async () => {
        for (const expected of attemptsAt(act, await withInvitation(caller.service, things), caller))
          await assertVerdict(caller, expected);
      });
  });

async function assertVerdict(caller: Caller, { verdict, ...attempt }: Expected): Promise<void> {
  const { act, rights, lacking } = attempt;
  const { auditTrail } = caller.service.ports;
  const after = (await auditTrail.head())?.last ?? 0;
  const found = await caller.attempt(attempt);
  // Not every caller has a way to every act, nor a version of every thing.
  if (found === undefined) return;
  assert.equal(found, verdict, `${JSON.stringify(act)} with ${rights}, and without ${lacking ?? "none"}`);
  const { items } = await auditTrail.list({ order: "oldest", after, limit: 99 });
  const left = items.filter(({ actor }) => actor.kind === caller.actor.kind);
  const entries = left.map((entry) => entry.act);
  assert.deepEqual(entries, verdict === "done" ? act.entries : []);
  for (const { actor, requestId, network } of left) {
    assert.partialDeepStrictEqual(actor, caller.actor);
    assert.equal(Boolean(requestId && network), caller.actor.kind !== "command-line");
  }
}

/** What an operation shows besides the things of its own right. */
const alsoNeeded: Readonly<Record<string, readonly AdminScope[]>> = {
  previewClientClaims: ["clients:read"],
  showPathAccess: ["clients:read"],
};

it("I3: each operation that changes nothing needs its right, and every other right together does not open it", async () => {
  await using caller = await apiCaller();
  const things = await withInvitation(caller.service, await addThings(caller.service));
  const changing = new Set(table.map(({ operation }) => operation));
  for (const operation of operations.filter(({ id }) => !changing.has(id))) {
    const { id, scope } = operation;
    const send = (rights: readonly AdminScope[]) =>
      caller.send({ operation, rights, things, act: { content: unchanging[id] } });
    const refused = await send(everyRightBut(scope));
    assert.equal(refused.status, 403, id);
    assert.match(refused.headers["www-authenticate"] ?? "", new RegExp(`scope="${scope}"`), id);
    const also = alsoNeeded[id] ?? [];
    for (const right of also)
      assert.equal((await send(everyRightBut(right))).status, 403, `${id} without ${right}`);
    // Some of the things that the table names were never made.
    assert.ok([200, 404].includes((await send([scope, ...also])).status), id);
  }
});

it("commands of this machine leave their entries too, and the trail is sound", async () => {
  await using caller = await commandCaller();
  const trail = caller.service.ports.auditTrail;
  for (const [words, act] of localCommands) {
    const { exitCode, said } = await caller.run(words.split(" "));
    assert.equal(exitCode, 0, said);
    assert.equal((await trail.list({ limit: 1 })).items[0]?.act, act);
  }
  assert.equal((await caller.run(["audit", "verify"])).lines[0]?.sound, true);
});

it("I16: whatever takes an Idempotency-Key says what it did where its answer is lost, and does it no second time", async () => {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-keys-"));
  {
    await using caller = await apiCaller({ LATCHKEY_DATA_DIR: folder });
    const { service } = caller;
    const things = await addThings(service);
    const rows = table.filter(({ isRefused }) => !isRefused);
    const send = async (act: Act, index: number) => {
      const here = await withInvitation(service, things);
      const attempt = { act, operation: operationNamed(act.operation), rights: allAdminScopes, things: here };
      return caller.send(attempt, { "idempotency-key": `${index}` });
    };
    const answers = [];
    for (const [index, act] of rows.entries()) answers.push(await send(act, index));
    for (const { status, body } of answers) assert.ok(status < 300, body);
    const last = (await service.ports.auditTrail.head())?.last;
    const database = new DatabaseSync(join(folder, "latchkey.db"), { timeout: 5_000 });
    database.exec("UPDATE idempotency_keys SET sealed_answer = NULL");
    database.close();
    service.clock.advance(60);
    for (const [index, act] of rows.entries()) {
      if (!operationNamed(act.operation).isRepeatable) continue;
      const { status, json } = await send(act, index);
      assert.deepEqual([status, json.type.split("#")[1]], [409, "response-lost"], act.operation);
      assert.match(json.detail, new RegExp(`carried out \\(${act.entries}, \\w+ \\S+\\), but`));
    }
    assert.equal((await service.ports.auditTrail.head())?.last, last);
  }
  await rm(folder, { recursive: true, force: true });
});

describe("the table names everything that an operator may do", () => {
  const inTable = new Set(table.map(({ operation }) => operation));

  it("every operation that changes something", () => {
    const changing = operations.filter(
      ({ id, method }) => method !== "get" && !Object.hasOwn(unchanging, id),
    );
    assert.deepEqual(
      changing.map(({ id }) => id).filter((id) => !inTable.has(id)),
      [],
      "add it to acts.ts",
    );
    for (const { operation, rights } of table) assert.equal(rights[0], operationNamed(operation).scope);
  });

  it("every command, or the reason why it has no operation", async () => {
    const commands = await allCommands();
    assert.ok(commands.includes("client create") && commands.includes("api scope add"), commands.join("\n"));
    const named = new Set(operations.map(({ command }) => command));
    const reasonFor = (command: string) =>
      Object.keys(withoutOperation).filter((name) => command === name || command.startsWith(`${name} `));
    assert.deepEqual(
      commands.filter((command) => !named.has(command) && reasonFor(command).length === 0),
      [],
    );
    const unknown = operations.filter(({ command }) => command !== undefined && !commands.includes(command));
    assert.deepEqual(unknown, []);
    const used = new Set(commands.flatMap(reasonFor));
    assert.deepEqual(
      Object.keys(withoutOperation).filter((name) => !used.has(name)),
      [],
    );
    const wordless = operations.filter(
      ({ id, command }) =>
        inTable.has(id) &&
        (command === undefined) !== table.every(({ operation, words }) => operation !== id || !words),
    );
    assert.deepEqual(wordless, []);
  });

  it("every form of the console, or the reason why it changes nothing", () => {
    const shape = (path: string) => path.replace(/\?.*/, "").replaceAll(/\{\w+\}/g, "{}");
    const forms = screens.filter(({ post }) => post !== undefined).map(({ path }) => shape(path));
    const named = [...table.flatMap(({ form }) => form ?? []), ...Object.keys(unchangingForms)].map(shape);
    assert.deepEqual([...new Set(forms)].sort(), [...new Set(named)].sort());
  });

  it("every right of operators opens an operation, but for the one that widens the others", () => {
    const opening = new Set(operations.map(({ scope }) => scope));
    assert.deepEqual(
      allAdminScopes.filter((scope) => !opening.has(scope)),
      ["admins:write"],
    );
  });
});

function leavesOf(command: Command, words: readonly string[] = []): readonly string[] {
  return command.commands.flatMap((child) => {
    const here = [...words, child.name()];
    return child.commands.length === 0 ? [here.join(" ")] : leavesOf(child, here);
  });
}

async function allCommands(): Promise<readonly string[]> {
  const invocation = {
    terminal: openTerminal({}),
    env: {},
    cwd: ".",
    runLatchkey: "latchkey",
    words: [],
    outcome: ok(undefined),
  };
  const program = await createProgram(invocation, ["help"]);
  return [program.name(), ...leavesOf(program)];
}
