import type { Command } from "commander";
import { readVersion } from "../ops/version.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { done, type Outcome } from "./outcome.ts";

/** `latchkey version`. */
export function addVersionCommand(program: Command, invocation: Invocation): void {
  program
    .command("version")
    .action(action(invocation, (_: object, command: Command) => showVersion(invocation, command)));
}

/** Prints the versions of Latchkey and of Node. */
export async function showVersion({ terminal }: Invocation, command: Command): Promise<Outcome> {
  const facts = {
    version: readVersion(),
    node: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
  };
  if (wantsJson(command)) terminal.printJson(facts);
  else terminal.print(`latchkey ${facts.version} (Node ${facts.node}, ${facts.platform})`);
  return done;
}
