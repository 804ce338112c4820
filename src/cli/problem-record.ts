import { type ExitCode, exitCodes, type Problem } from "./outcome.ts";

/** A problem for programs. Its members are an interface: they may become more. */
export function problemRecord({ exitCode, cause, hint, reason }: Problem, runLatchkey: string) {
  return {
    code: codeOf(exitCode, reason),
    ...(reason !== undefined && { reason }),
    cause,
    repair: hint ?? null,
    docs: "docs/reference.md#exit-codes",
    next_commands: commandsIn(`${cause} ${hint ?? ""}`, runLatchkey),
  };
}

/** The exit code in words. Of two that have one number, the reason says which is meant. */
function codeOf(exitCode: ExitCode, reason: string | undefined): string {
  const names = Object.entries(exitCodes).flatMap(([name, code]) => (code === exitCode ? [name] : []));
  const name = names.find((each) => each === reason) ?? names[0] ?? "failed";
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The commands of a text that run as they stand. Words in capitals and `…` stand for something that nobody has said. */
function commandsIn(text: string, runLatchkey: string): readonly string[] {
  const quoted = [...text.matchAll(/`([^`]+)`/g)].map(([, command = ""]) => command);
  const isWhole = (command: string) => !/…|\.\.\.|(?:^| )[A-Z][A-Z_]+(?: |$)/.test(command);
  return quoted.filter((command) => command.startsWith(`${runLatchkey} `) && isWhole(command));
}
