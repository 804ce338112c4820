import type { Invocation } from "./invocation.ts";

/**
 * A result for programs, with the commands that come next. They run as they are: names in them are quoted for a shell. Like the other
 * members of a result, `next_commands` stays.
 */
export function withNext<Result extends object>(
  { runLatchkey }: Pick<Invocation, "runLatchkey">,
  result: Result,
  commands: readonly string[],
): Result & { readonly next_commands: readonly string[] } {
  return { ...result, next_commands: commands.map((command) => `${runLatchkey} ${command}`) };
}
