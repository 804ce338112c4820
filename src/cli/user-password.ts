/** Where `latchkey user create` and `user set-password` take a password from. */
import type { Command } from "commander";
import { systemRandom } from "../adapters/system/random.ts";
import { randomPassword } from "../flows/operator/account.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import type { Secret } from "../values/secret.ts";
import { exitCodes, type Problem } from "./outcome.ts";
import { readPassword } from "./password-input.ts";

/** The options that select its source; without one, a prompt asks for it. */
export interface PasswordOptions {
  readonly passwordStdin?: true;
  readonly passwordRandom?: true;
}

/** Adds them. */
export function addPasswordOptions(command: Command): Command {
  return command
    .option("--password-stdin", "the first line of stdin is the password")
    .option("--password-random", "generate a password and print it, only this once");
}

/** A password. A generated one is not known to anybody yet, so it is printed once. */
export interface ChosenPassword {
  readonly secret: Secret;
  readonly isMade: boolean;
}

/** Generates, reads or asks for a password. */
export async function choosePassword(options: PasswordOptions): Promise<Result<ChosenPassword, Problem>> {
  const { passwordStdin = false, passwordRandom = false } = options;
  if (passwordStdin && passwordRandom)
    return refuse({
      exitCode: exitCodes.usage,
      cause: "--password-stdin and --password-random cannot be used together.",
    });
  if (!passwordRandom) {
    const read = await readPassword({ fromStdin: passwordStdin });
    return read.ok ? ok({ secret: read.value, isMade: false }) : read;
  }
  return ok({ secret: randomPassword(systemRandom), isMade: true });
}
