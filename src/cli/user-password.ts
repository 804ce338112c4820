import { Option } from "commander";
import { ok, refuse } from "../values/result.ts";
import type { OptionGroup } from "./operation-input.ts";
import { exitCodes } from "./outcome.ts";
import { readPassword } from "./password-input.ts";

/** Where commands take a new password from; without an option, a prompt asks for it. Without a value, the operation generates one. */
export function passwordOptions(): OptionGroup {
  return {
    options: [
      new Option("--password-stdin", "the first line of stdin is the password"),
      new Option("--password-random", "generate a password and print it, only this once"),
    ],
    read: async ({ passwordStdin, passwordRandom }) => {
      if (passwordStdin && passwordRandom)
        return refuse({
          exitCode: exitCodes.usage,
          cause: "--password-stdin and --password-random cannot be used together.",
        });
      if (passwordRandom) return ok(undefined);
      const read = await readPassword({ fromStdin: passwordStdin === true });
      return read.ok ? ok(read.value.reveal()) : read;
    },
  };
}

/** Says that a generated password is shown only now. */
export function passwordNotes({ password }: { readonly password?: string | undefined }): readonly string[] {
  return password === undefined
    ? []
    : ["Copy the password now: only its hash is stored, so it cannot be shown again."];
}
