import type { Command } from "commander";
import type { Administration } from "../administration.ts";
import { recoveryCodesRecord, totpRecord } from "../flows/operator/credential-record.ts";
import {
  type FactorRegistry,
  type FactorsOfPerson,
  listFactorsOf,
  removeRecoveryCodesOf,
  removeTotpOf,
} from "../flows/operator/second-factor.ts";
import type { Account } from "../identity/account.ts";
import { type Config, resolveIssuer } from "../ops/config.ts";
import { flowSettings } from "../ops/flow-settings.ts";
import { type Result, refuse } from "../values/result.ts";
import { shortTime } from "../values/words.ts";
import { accountProblem } from "./account-problem.ts";
import { withAdministration } from "./administration.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";
import { noteLinkNeeded } from "./user-recover.ts";

interface FactorOptions {
  readonly remove?: true;
}

/** How a command speaks of one kind of second factor. */
interface Factor {
  readonly name: "totp" | "recovery-codes";
  readonly description: string;
  /** One line for a terminal; undefined where the person has none. */
  readonly describe: (person: FactorsOfPerson) => string | undefined;
  readonly none: string;
  readonly record: (person: FactorsOfPerson) => object;
  readonly remove: (registry: FactorRegistry, person: FactorsOfPerson) => Promise<Result<void, "none">>;
  readonly removed: string;
  /** The account without the factor. */
  readonly without: (account: Account) => Account;
  /** What the person does next, unless an operator's link has to lead there. */
  readonly next: string;
}

const factors: readonly Factor[] = [
  {
    name: "totp",
    description:
      "the person's authenticator app; --remove takes it away, for instance after a phone was lost",
    describe: ({ totpSince }) =>
      totpSince === undefined ? undefined : `An authenticator app, set up ${shortTime(totpSince)}.`,
    none: "no authenticator app",
    record: totpRecord,
    remove: removeTotpOf,
    removed: "Removed. No browser is trusted any longer.",
    without: (account) => ({ ...account, hasTotp: false }),
    next: "Where two factors are required, the next sign-in sets up another app. Else the password stands alone, and may be as short as 8 characters: `user recover` makes a link for a new one.",
  },
  {
    name: "recovery-codes",
    description: "how many recovery codes the person has left; --remove takes them away",
    describe: ({ codes }) =>
      codes === undefined ? undefined : `${codes.left} left, made ${shortTime(codes.createdAt)}.`,
    none: "no recovery codes",
    record: recoveryCodesRecord,
    remove: removeRecoveryCodesOf,
    removed: "Removed.",
    without: (account) => account,
    next: "The person makes new ones at /account/recovery-codes.",
  },
];

/** `latchkey user totp U` and `latchkey user recovery-codes U`. */
export function addUserFactorCommands(user: Command, invocation: Invocation): void {
  for (const factor of factors)
    user
      .command(`${factor.name} <user>`)
      .description(factor.description)
      .option("--remove", "take away what the person has")
      .action(
        action(invocation, (who: string, { remove }: FactorOptions, command: Command) =>
          withAdministration(
            invocation,
            command,
            { createsDatabase: false },
            async (administration, config) => {
              const registry = registryOf(administration, config);
              const found = await listFactorsOf(registry, who);
              if (!found.ok) return accountProblem(invocation, { kind: "unknown-account" });
              return remove === true
                ? removeFactor(invocation, command, config, registry, factor, found.value)
                : showFactor(invocation, command, factor, found.value);
            },
          ),
        ),
      );
}

function showFactor(
  invocation: Invocation,
  command: Command,
  factor: Factor,
  person: FactorsOfPerson,
): Outcome {
  const { terminal } = invocation;
  const { account } = person;
  const line = factor.describe(person);
  if (wantsJson(command)) terminal.printJson(factor.record(person));
  else if (line === undefined) terminal.note(`${account.username} has ${factor.none}.`);
  else terminal.print(line);
  return done;
}

async function removeFactor(
  invocation: Invocation,
  command: Command,
  config: Config,
  registry: FactorRegistry,
  factor: Factor,
  person: FactorsOfPerson,
): Promise<Outcome> {
  const { terminal } = invocation;
  const { account } = person;
  const removed = await factor.remove(registry, person);
  if (!removed.ok)
    return refuse({ exitCode: exitCodes.notFound, cause: `${account.username} has ${factor.none}.` });
  if (wantsJson(command)) terminal.printJson({ user_id: account.id, removed: true });
  terminal.note(factor.removed);
  if (!noteLinkNeeded(invocation, factor.without(account), config)) terminal.note(factor.next);
  return done;
}

function registryOf({ store, keyring, ...tools }: Administration, config: Config): FactorRegistry {
  const settings = flowSettings(config, resolveIssuer(config, config.port));
  const { accounts, totps, recoveryCodes } = store;
  return { ...tools, accounts, totps, recoveryCodes, sealer: keyring, settings };
}
