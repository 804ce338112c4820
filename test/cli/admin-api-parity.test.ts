import assert from "node:assert/strict";
import { test } from "node:test";
import type { Command } from "commander";
import { createProgram } from "../../src/cli/program.ts";
import { openTerminal } from "../../src/cli/terminal.ts";
import { operations } from "../../src/operations/operations.ts";
import { allAdminScopes } from "../../src/protocol/api/admin-scopes.ts";
import { ok } from "../../src/values/result.ts";

/** Commands without an operation, and why (ADR 0063). */
const withoutOperation: Readonly<Record<string, string>> = {
  demo: "starts processes on this machine",
  serve: "starts the service",
  init: "makes what the first start makes",
  healthcheck: "asks a service whether it is ready; /readyz does",
  help: "about the command line",
  version: "about the command line",
  completion: "about the command line",
  "client try": "opens a browser and listens on this machine",
  "client check-document": "reads a document as this machine would; changes nothing",
  "token create": "would let a token make longer-lived ones; a program has its own client",
  "key rotate-master": "the master key lies in a file or the environment of this machine",
  "mail test": "waits for the mail server's answer on this machine; what it finds, GET /findings says too",
  "audit tail": "the list, asked again and again",
  "audit export": "the list, page by page",
  import: "reads files of this machine",
  export: "writes everybody with their hashes, for another installation",
  db: "the database below the service: migration, backup, restore, move",
  "config validate": "looks at settings before a process starts",
};

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
    outcome: ok(undefined),
  };
  const program = await createProgram(invocation, []);
  return [program.name(), ...leavesOf(program)];
}

const isExcused = (command: string) =>
  Object.keys(withoutOperation).some((name) => command === name || command.startsWith(`${name} `));

test("every command has an operation of the admin API, or a reason to have none", async () => {
  const commands = await allCommands();
  assert.ok(commands.includes("client create") && commands.includes("api scope add"), commands.join("\n"));
  const named = new Set(operations.map(({ command }) => command));
  assert.deepEqual(
    commands.filter((command) => !named.has(command) && !isExcused(command)),
    [],
  );
});

test("every operation that names a command names one that exists, and no excuse is left over", async () => {
  const commands = await allCommands();
  const unknown = operations.filter(({ command }) => command !== undefined && !commands.includes(command));
  assert.deepEqual(unknown, []);
  const unused = Object.keys(withoutOperation).filter(
    (name) => !commands.some((command) => command === name || command.startsWith(`${name} `)),
  );
  assert.deepEqual(unused, []);
});

test("every right of operators opens an operation, but for the one that widens the others", () => {
  const opening = new Set(operations.map(({ scope }) => scope));
  assert.deepEqual(
    allAdminScopes.filter((scope) => !opening.has(scope)),
    ["admins:write"],
  );
});
