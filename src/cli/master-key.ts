import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { masterKeyFile, masterKeyFromSecret } from "../adapters/keys/master-key.ts";
import { type ReplacedMasterKey, replaceMasterKey } from "../adapters/keys/replace-master-key.ts";
import type { Config } from "../ops/config.ts";
import { errorCodeOf } from "../values/error-code.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { Secret } from "../values/secret.ts";
import { counted } from "../values/words.ts";
import { withExisting } from "./administration.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { done, exitCodes, type Outcome, type Problem } from "./outcome.ts";

interface RotateMasterOptions {
  readonly newSecretFile?: string;
}

/** `latchkey key rotate-master`: puts another master key in the place of the one in use. */
export function addMasterKeyCommand(key: Command, invocation: Invocation): void {
  key
    .command("rotate-master")
    .description("replace the master key, while services run")
    .option("--new-secret-file <file>", "use the content of this file as the new key instead of a random one")
    .action(
      action(invocation, (options: RotateMasterOptions, command: Command) =>
        rotateMaster(invocation, command, options),
      ),
    );
}

function rotateMaster(
  invocation: Invocation,
  command: Command,
  { newSecretFile }: RotateMasterOptions,
): Promise<Outcome> {
  return withExisting(invocation, command, async ({ administration: { store, random, audit }, config }) => {
    if (newSecretFile !== undefined && config.secret !== undefined)
      return refuse({
        exitCode: exitCodes.usage,
        cause:
          "The master key is LATCHKEY_SECRET, so the new one comes from LATCHKEY_SECRET_NEXT, on every node.",
      });
    const content = newSecretFile === undefined ? undefined : readContent(invocation, newSecretFile);
    if (content?.ok === false) return content;
    const replaced = await replaceMasterKey({
      source: config,
      records: store.keyRecords,
      random,
      content: content?.value,
      sideEffects: { audit: [audit.entry("master-key-replaced")] },
    });
    tell(invocation, command, replaced, config);
    return done;
  });
}

function readContent({ cwd }: Invocation, file: string): Result<Secret, Problem> {
  try {
    const content = new Secret(readFileSync(resolve(cwd, file), "utf8").trim());
    masterKeyFromSecret(content, file);
    return ok(content);
  } catch (error) {
    if (Error.isError(error) && "exitCode" in error)
      return refuse({ exitCode: exitCodes.refused, cause: error.message });
    return refuse({ exitCode: exitCodes.notFound, cause: `${file} cannot be read (${errorCodeOf(error)}).` });
  }
}

function tell(
  { terminal }: Invocation,
  command: Command,
  { id, keys, retired }: ReplacedMasterKey,
  config: Config,
): void {
  if (wantsJson(command))
    terminal.printJson({
      master_key_id: id,
      keys,
      retired_file: retired === undefined ? null : resolve(retired),
    });
  else terminal.print(`${id}  seals ${counted(keys, "key")}`);
  if (config.secret === undefined) {
    terminal.note(
      keys === 0
        ? `It was in use before: ${resolve(masterKeyFile(config))}`
        : `The new master key is ${resolve(masterKeyFile(config))}; running services go on. Keep a copy of it.`,
    );
    if (retired !== undefined)
      terminal.note(
        `Older backups need the old one, ${resolve(retired)}. Remove it when the last of them is gone.`,
      );
    return;
  }
  terminal.note("Everything is sealed with LATCHKEY_SECRET_NEXT now; nodes that have both keep running.");
  terminal.note(
    "Next: on every node, set LATCHKEY_SECRET to the new one, remove LATCHKEY_SECRET_NEXT, and restart it. Older backups need the old one.",
  );
}
