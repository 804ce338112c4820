import type { Command } from "commander";
import type { Administration } from "../administration.ts";
import { describeAccountProblem } from "../flows/operator/account-problem.ts";
import { type RecoveryPorts, type RecoveryProblem, recoverAccount } from "../flows/operator/recover.ts";
import { recoveryRecord } from "../flows/operator/recovery-record.ts";
import { everyRight } from "../flows/operator/rights.ts";
import type { Account } from "../identity/account.ts";
import { needsLinkToEnrol } from "../identity/credentials.ts";
import { type Config, resolveIssuer } from "../ops/config.ts";
import type { Language } from "../protocol/language.ts";
import { refuse } from "../values/result.ts";
import { shellWord, shortTime } from "../values/words.ts";
import { withAdministration } from "./administration.ts";
import { languageOption } from "./invite.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { detailLines } from "./layout.ts";
import { done, exitCodes, type Outcome, type Problem } from "./outcome.ts";

interface RecoverOptions {
  readonly mail?: boolean;
  readonly dropSecondFactor?: boolean;
  readonly language: Language;
}

/** `latchkey user recover`: a link for a person who cannot sign in any more. */
export function addUserRecoverCommand(user: Command, invocation: Invocation): void {
  user
    .command("recover <user>")
    .description("print a link by which the person sets a new password; it works once within a day")
    .option("--mail", "mail the link to the person too")
    .option("--drop-second-factor", "the link also takes away authenticator app and recovery codes")
    .addOption(languageOption())
    .action(
      action(invocation, (who: string, options: RecoverOptions, command: Command) =>
        recover(invocation, command, who, options),
      ),
    );
}

function recover(
  invocation: Invocation,
  command: Command,
  who: string,
  { mail = false, dropSecondFactor = false, language }: RecoverOptions,
): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  return withAdministration(
    invocation,
    command,
    { createsDatabase: false },
    async (administration, config) => {
      const wish = { who, isMailed: mail, dropsSecondFactor: dropSecondFactor, language };
      const made = await recoverAccount(deskOf(administration, config), wish, {
        by: everyRight,
      });
      if (!made.ok) return refuse(problemOf(invocation, who, made.reason));
      const { account, link, href } = made.value;
      if (wantsJson(command)) terminal.printJson(recoveryRecord(made.value, wish));
      else
        detailLines([
          ["Username", account.username],
          ["Ends", shortTime(link.expiresAt)],
          ["Link", href],
        ]).forEach(terminal.print);
      terminal.note(
        mail
          ? "The link is in a mail to the person too."
          : "Hand the link to the person over a way that you trust: it lets anybody who has it set the password.",
      );
      if (dropSecondFactor)
        terminal.note(
          "When it is used, authenticator app and recovery codes go. Make sure that it is really this person.",
        );
      else if (account.hasTotp)
        terminal.note("The second factor is still asked for; --drop-second-factor takes it away.");
      if (account.hasPasskey)
        terminal.note(
          `Passkeys stay, and credentials are changed only with one of them or a second factor. A lost one is removed by \`${runLatchkey} user passkeys ${shellWord(who)}\`.`,
        );
      return done;
    },
  );
}

/** Says how an administrator who has a password alone gets into the console (ADR 0061). False if nothing needed saying. */
export function noteLinkNeeded(
  { terminal, runLatchkey }: Invocation,
  account: Account,
  config: Config,
): boolean {
  if (!needsLinkToEnrol(account, { methods: [] }, config.consoleRequire)) return false;
  terminal.note(
    `The console requires a second factor, which a password alone cannot add. This prints a link that sets one up: ${runLatchkey} user recover ${shellWord(account.username)}`,
  );
  return true;
}

function deskOf({ store, keyring, ...others }: Administration, config: Config): RecoveryPorts {
  const { links, accounts } = store;
  const settings = { issuer: resolveIssuer(config, config.port), brandName: config.brandName };
  return { ...others, links, accounts, sealer: keyring, settings };
}

function problemOf({ runLatchkey }: Invocation, who: string, problem: RecoveryProblem): Problem {
  switch (problem) {
    case "unknown-account":
      return {
        exitCode: exitCodes.notFound,
        cause: "There is no such account.",
        hint: `\`${runLatchkey} user list\` shows the accounts there are.`,
      };
    case "right-missing":
      return {
        exitCode: exitCodes.refused,
        cause: describeAccountProblem({ kind: "right-missing", scope: "admins:write" }),
      };
    case "account-disabled":
      return {
        exitCode: exitCodes.conflict,
        cause: "The account is disabled, so no link would work.",
        hint: `Let the person in again first: ${runLatchkey} user enable ${shellWord(who)}`,
      };
    case "no-address":
      return {
        exitCode: exitCodes.refused,
        cause: "The account has no e-mail address.",
        hint: "Without --mail the link is only printed.",
      };
  }
}
