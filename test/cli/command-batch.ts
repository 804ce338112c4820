/**
 * Runs command lines one after the other in one process, which is faster than a process each. The first argument is a JSON list of
 * `{ words, as? }`. A word like `{shop.client_id}` stands for a member that the command named `shop` printed. Prints one JSON object a
 * command.
 */
import { runCommandLine } from "../../src/cli/program.ts";

interface Line {
  readonly words: readonly string[];
  readonly as?: string;
}

const write = process.stdout.write.bind(process.stdout);
const printed = new Map<string, Record<string, unknown>>();

for (const { words, as } of JSON.parse(process.argv[2] ?? "[]") as readonly Line[]) {
  const filled = words.map((word) =>
    word.replace(/\{(\w+)\.(\w+)\}/g, (_, name, member) => String(printed.get(name)?.[member])),
  );
  let output = "";
  process.stdout.write = (text: string | Uint8Array) => {
    output += text;
    return true;
  };
  const exitCode = await runCommandLine([...filled, "--json"]);
  process.stdout.write = write;
  if (as !== undefined) printed.set(as, JSON.parse(output.split("\n")[0] ?? "{}"));
  write(`${JSON.stringify({ words: filled, exitCode })}\n`);
}
