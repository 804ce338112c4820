import { type ExitCode, exitCodes, type Problem } from "./outcome.ts";

/** A problem for programs. Its members are an interface: they stay, and new ones may come. */
export function problemRecord({ exitCode, cause, hint, reason }: Problem, runLatchkey: string) {
  return {
    code: codeOf(exitCode, reason),
    ...(reason !== undefined && { reason }),
    cause,
    repair: hint ?? null,
    docs: "docs/reference.md#exit-codes",
    next_commands: commandsIn(hint ?? "", runLatchkey),
  };
}

/** The exit code in words. If two share a number, the reason tells which is meant. */
function codeOf(exitCode: ExitCode, reason: string | undefined): string {
  const names = Object.entries(exitCodes).flatMap(([name, code]) => (code === exitCode ? [name] : []));
  const name = names.find((each) => each === reason) ?? names[0] ?? "failed";
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * The commands in a repair that run as they are. Words in capitals and `…` are placeholders. NOTE: not those of a cause, which may quote
 * a name or a file that somebody else wrote.
 */
function commandsIn(text: string, runLatchkey: string): readonly string[] {
  const quoted = [...text.matchAll(/`([^`]+)`/g)].map(([, command = ""]) => command);
  const isWhole = (command: string) => !/…|\.\.\.|(?:^| )[A-Z][A-Z_]+(?: |$)/.test(command);
  return quoted.filter((command) => command.startsWith(`${runLatchkey} `) && isWhole(command));
}
