import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import type { Command } from "commander";
import { done } from "../../src/cli/outcome.ts";
import { createProgram } from "../../src/cli/program.ts";
import { openTerminal } from "../../src/cli/terminal.ts";

const root = resolve(import.meta.dirname, "../..");

/** The rule of docs/reference.md: why a command that changes something cannot be tried first. */
const without: Readonly<Record<string, string>> = {
  "it makes one thing, and its answer says how to undo that": `
    init | client create | api create | api scope add | user create | invite create | group create | upstream add
    webhook create | token create | db backup`,
  "it changes the one thing that its words name": `
    client update | client claim add | client claim remove | client rotate-secret | client retire-secret
    client disable | client enable | api update | api scope update | user update | user set-password | user recover
    user disable | user enable | group add | group remove | group admin add | group admin remove | mail bounced | upstream update | webhook rotate-secret
    webhook disable | webhook enable`,
  "it removes the one part that its words name": `
    api scope remove | user passkeys | user app-passwords | user totp | user recovery-codes | invite delete`,
  "it ends what the next sign-in brings back": "session revoke | token revoke | key rotate",
  "it sends or writes what was asked for before": "mail test | mail retry | webhook test | webhook retry",
  "it moves the whole database, and the other of the two undoes that": "db copy | db reopen",
  "everything stays readable, and it goes on where it was cut off": "key rotate-master",
  "another command tries it": "db migrate",
  "it runs until it is stopped": "serve | demo",
  "it changes nothing, or leaves an entry in the audit trail": `
    doctor | healthcheck | client list | client show | client access | client claim list | client claim preview | client try
    client check-document | api list | api show | user list | user show | invite list | group list | group show
    upstream list | upstream show | session list | token introspect | db status | db check | export users
    export config | export clients | shadow | why | audit list | audit tail | audit export | audit verify
    webhook list | webhook show | webhook deliveries | mail list | mail show | key list | config print
    config validate | help | version | completion`,
};

/** The option that tries a command. */
const trial = /^--(?:dry-run|plan|rehearse|check)$/;

function leaves(command: Command, path: readonly string[] = []): readonly (readonly [string, Command])[] {
  return command.commands.flatMap((inner) =>
    inner.commands.length > 0
      ? leaves(inner, [...path, inner.name()])
      : [[[...path, inner.name()].join(" "), inner] as const],
  );
}

test("each command that changes something can be tried first, or has one of the documented reasons why not", async () => {
  const program = await createProgram(
    { terminal: openTerminal({}), env: {}, cwd: root, runLatchkey: "latchkey", words: [], outcome: done },
    ["help"],
  );
  const reasons = Object.values(without).flatMap((names) => names.trim().split(/\s*[|\n]\s*/));
  assert.equal(new Set(reasons).size, reasons.length, "a command has two reasons");
  const commands = new Map(leaves(program));
  const canBeTried = ({ options }: Command) => options.some(({ long }) => trial.test(long ?? ""));
  const undecided = [...commands].filter(([name, command]) => canBeTried(command) === reasons.includes(name));
  assert.deepEqual(
    undecided.map(([name]) => name),
    [],
    "has each a trial, or a reason?",
  );
  for (const name of reasons) assert.ok(commands.has(name), `there is no command ${name}`);
  const [, rule = ""] = readFileSync(join(root, "docs/reference.md"), "utf8").split("### Trying first\n");
  const [section = ""] = rule.split("\n#");
  for (const [name, { options }] of commands) {
    const option = options.find(({ long }) => trial.test(long ?? ""))?.long;
    const noun = name.split(" ").at(0) ?? "";
    const isNamed = section.includes(`\`${name}\``) || section.includes(`\`${noun}\``);
    if (option !== undefined) assert.ok(isNamed && section.includes(`\`${option}\``), `${name} ${option}`);
  }
});
