/** Where `latchkey user create` and `user set-password` take a password from. */
import type { Command } from "commander";
import { systemRandom } from "../adapters/system/random.ts";
import { randomPassword } from "../flows/operator/account.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import type { Secret } from "../values/secret.ts";
import { exitCodes, type Problem } from "./outcome.ts";
import { readPassword } from "./password-input.ts";

/** The options that say where it comes from; without one it is asked for. */
export interface PasswordOptions {
  readonly passwordStdin?: true;
  readonly passwordRandom?: true;
}

/** Adds them. */
export function addPasswordOptions(command: Command): Command {
  return command
    .option("--password-stdin", "the first line of stdin is the password")
    .option("--password-random", "make a password and print it, this once");
}

/** A password. A generated one is known to nobody yet, so it is printed once. */
export interface ChosenPassword {
  readonly secret: Secret;
  readonly isMade: boolean;
}

/** Makes, reads or asks for a password. */
export async function choosePassword(options: PasswordOptions): Promise<Result<ChosenPassword, Problem>> {
  const { passwordStdin = false, passwordRandom = false } = options;
  if (passwordStdin && passwordRandom)
    return refuse({
      exitCode: exitCodes.usage,
      cause: "--password-stdin and --password-random exclude each other.",
    });
  if (!passwordRandom) {
    const read = await readPassword({ fromStdin: passwordStdin });
    return read.ok ? ok({ secret: read.value, isMade: false }) : read;
  }
  return ok({ secret: randomPassword(systemRandom), isMade: true });
}
