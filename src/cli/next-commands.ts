import type { Invocation } from "./invocation.ts";

/**
 * A result for programs, with the commands that come next. Names in them are quoted for a shell. `next_commands` is a stable
 * member, like the others of a result.
 */
export function withNext<Result extends object>(
  { runLatchkey }: Pick<Invocation, "runLatchkey">,
  result: Result,
  commands: readonly string[],
): Result & { readonly next_commands: readonly string[] } {
  return { ...result, next_commands: commands.map((command) => `${runLatchkey} ${command}`) };
}
