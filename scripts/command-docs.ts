import type { Command } from "commander";
import { done } from "../src/cli/outcome.ts";
import { createProgram } from "../src/cli/program.ts";
import { openTerminal } from "../src/cli/terminal.ts";

const program = await createProgram(
  {
    terminal: openTerminal({}),
    env: {},
    cwd: process.cwd(),
    runLatchkey: "latchkey",
    words: [],
    outcome: done,
  },
  ["help"],
);

/** The table of commands in docs/reference.md: each with its arguments and the sentence of its help. */
export function commandsTable(): string {
  return ["| Command | What it does |", "|---|---|", ...rowsOf(program, [])].join("\n");
}

function rowsOf(command: Command, path: readonly string[]): readonly string[] {
  return command.commands.flatMap((inner) => {
    const names = [...path, inner.name()];
    if (inner.commands.length > 0) return rowsOf(inner, names);
    const words = [...names, ...inner.registeredArguments.map(argumentOf)].join(" ");
    return [`| \`${words.replaceAll("|", "\\|")}\` | ${inner.description().replaceAll("|", "\\|")} |`];
  });
}

function argumentOf(argument: Command["registeredArguments"][number]): string {
  const name = argument.argChoices?.join("|") ?? argument.name();
  const more = argument.variadic ? " …" : "";
  return argument.required ? `<${name}>${more}` : `[${name}]${more}`;
}
