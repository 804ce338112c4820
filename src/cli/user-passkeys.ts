import type { Command } from "commander";
import type { Administration } from "../administration.ts";
import { passkeyRecord } from "../flows/operator/credential-record.ts";
import { listPasskeysOf, type PasskeyRegistry, removePasskeyOf } from "../flows/operator/passkey.ts";
import type { Passkey } from "../identity/passkey.ts";
import { type Config, resolveIssuer } from "../ops/config.ts";
import { flowSettings } from "../ops/flow-settings.ts";
import { refuse } from "../values/result.ts";
import { shellWord, shortTime } from "../values/words.ts";
import { accountProblem } from "./account-problem.ts";
import { withAdministration } from "./administration.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { printTable } from "./layout.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";
import { noteLinkNeeded } from "./user-recover.ts";

interface PasskeysOptions {
  readonly remove?: string;
}

/** `latchkey user passkeys U`: the passkeys of a person. */
export function addUserPasskeysCommand(user: Command, invocation: Invocation): void {
  user
    .command("passkeys <user>")
    .description("the person's passkeys; --remove takes one away, for instance after a device was lost")
    .option("--remove <id>", "remove the passkey with this id")
    .action(
      action(invocation, (who: string, { remove: id }: PasskeysOptions, command: Command) =>
        withAdministration(invocation, command, { createsDatabase: false }, (administration, config) => {
          const registry = registryOf(administration, config);
          return id === undefined
            ? list(invocation, command, registry, who)
            : remove(invocation, command, config, registry, { who, id });
        }),
      ),
    );
}

async function list(
  invocation: Invocation,
  command: Command,
  registry: PasskeyRegistry,
  who: string,
): Promise<Outcome> {
  const { terminal } = invocation;
  const found = await listPasskeysOf(registry, who);
  if (!found.ok) return accountProblem(invocation, { kind: "unknown-account" });
  const { account, passkeys } = found.value;
  if (wantsJson(command)) for (const passkey of passkeys) terminal.printJson(passkeyRecord(passkey));
  else if (passkeys.length === 0) terminal.note(`${account.username} has no passkey.`);
  else
    printTable(
      terminal,
      ["NAME", "ADDED", "LAST USED", "COUNTER WENT BACK", "PASSKEY ID"],
      passkeys.map(rowOf),
    );
  return done;
}

async function remove(
  invocation: Invocation,
  command: Command,
  config: Config,
  registry: PasskeyRegistry,
  { who, id }: { readonly who: string; readonly id: string },
): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  const removed = await removePasskeyOf(registry, who, id);
  if (!removed.ok && removed.reason === "unknown-account")
    return accountProblem(invocation, { kind: "unknown-account" });
  if (!removed.ok)
    return refuse({
      exitCode: exitCodes.notFound,
      cause: "The person has no such passkey.",
      hint: `\`${runLatchkey} user passkeys ${shellWord(who)}\` shows their ids.`,
    });
  const { account, passkeys } = removed.value;
  if (wantsJson(command)) terminal.printJson({ passkey_id: id, user_id: account.id, removed: true });
  terminal.note("Removed. Sessions that began with it go on until they end or are revoked.");
  if (passkeys.length === 0 && account.passwordHash === undefined)
    terminal.note(`${account.username} has no password either and cannot sign in now.`);
  noteLinkNeeded(invocation, { ...account, hasPasskey: passkeys.length > 0 }, config);
  return done;
}

function registryOf({ store, keyring, ...tools }: Administration, config: Config): PasskeyRegistry {
  const settings = flowSettings(config, resolveIssuer(config, config.port));
  const { accounts, passkeys } = store;
  return { ...tools, accounts, passkeys, sealer: keyring, settings };
}

function rowOf({ name, createdAt, lastUsedAt, counterWentBackAt, id }: Passkey): string[] {
  const time = (at: typeof lastUsedAt) => (at === undefined ? "never" : shortTime(at));
  return [name, shortTime(createdAt), time(lastUsedAt), time(counterWentBackAt), id];
}
