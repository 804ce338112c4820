import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { ok, type Result, refuse } from "../values/result.ts";
import { Secret } from "../values/secret.ts";
import { exitCodes, type Problem } from "./outcome.ts";
import { readStdinLine } from "./stdin-line.ts";

/**
 * Reads a password from the first line of stdin, or asks for it twice on a terminal without showing it. It never comes from an
 * argument, which other users of the machine can read.
 */
export async function readPassword(options: {
  readonly fromStdin: boolean;
}): Promise<Result<Secret, Problem>> {
  if (options.fromStdin) return readLine();
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true)
    return refuse({
      exitCode: exitCodes.usage,
      cause: "There is no terminal to ask for the password.",
      hint: "Pipe it in with --password-stdin, or let one be made with --password-random.",
    });
  return askTwice(["Password: ", "Again: "], "passwords");
}

async function readLine(): Promise<Result<Secret, Problem>> {
  const line = await readStdinLine();
  if (line !== "") return ok(new Secret(line));
  return refuse({
    exitCode: exitCodes.usage,
    cause: "Standard input is empty.",
    hint: "With --password-stdin the first line of stdin is the password.",
  });
}

/** Asks on a terminal for a new secret twice, without showing it. `what` is the plural of its name. */
export async function askTwice(
  questions: readonly [string, string],
  what: string,
): Promise<Result<Secret, Problem>> {
  const answers = await askUnseen(questions);
  if (!answers.ok) return answers;
  const [first = "", second] = answers.value;
  if (first === second) return ok(new Secret(first));
  return refuse({ exitCode: exitCodes.refused, cause: `The two ${what} differ; nothing was changed.` });
}

/** Asks on a terminal for a secret without showing it. */
export async function askHidden(question: string): Promise<Result<Secret, Problem>> {
  const answers = await askUnseen([question]);
  return answers.ok ? ok(new Secret(answers.value[0] ?? "")) : answers;
}

// The terminal stops echoing before the first question is asked, and starts again after the last answer.
async function askUnseen(questions: readonly string[]): Promise<Result<readonly string[], Problem>> {
  const unseen = new Writable({ write: (_chunk, _encoding, written) => written() });
  const reader = createInterface({ input: process.stdin, output: unseen, terminal: true });
  reader.once("SIGINT", () => reader.close());
  const lines = reader[Symbol.asyncIterator]();
  const answers: string[] = [];
  for (const question of questions) {
    process.stderr.write(question);
    const { value, done } = await lines.next();
    process.stderr.write("\n");
    if (done) return refuse({ exitCode: exitCodes.interrupted, cause: "Interrupted; nothing was changed." });
    answers.push(value);
  }
  reader.close();
  return ok(answers);
}
