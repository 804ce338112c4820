import { Option } from "commander";
import { findAccount } from "../flows/operator/account.ts";
import { needsLinkToEnrol } from "../identity/credentials.ts";
import type { AnswerOf } from "../operations/operation.ts";
import type { recoveryLinkSchema } from "../operations/user-schema.ts";
import { shellWord } from "../values/words.ts";
import { languageOption } from "./invite.ts";
import { type Details, shortTimeOf } from "./layout.ts";
import type { Beside } from "./operation-view.ts";

type RecoveryLink = AnswerOf<typeof recoveryLinkSchema>;

/** How `latchkey user recover` presents a link for a person who cannot sign in any more. */
export const recoveryView = {
  help: "print a link by which the person sets a new password; it works once within a day",
  options: {
    mail: new Option("--mail", "mail the link to the person too"),
    drop_second_factor: new Option(
      "--drop-second-factor",
      "the link also takes away authenticator app and recovery codes",
    ),
    language: languageOption(),
  },
  details: ({ username, expires_at, link }: RecoveryLink): Details => [
    ["Username", username],
    ["Ends", shortTimeOf(expires_at)],
    ["Link", link],
  ],
  notes: recoveryNotes,
};

async function recoveryNotes(
  { user_id, mailed, drops_second_factor }: RecoveryLink,
  { registry, latchkey, names }: Beside,
): Promise<readonly string[]> {
  const account = await findAccount(registry.accounts, user_id);
  const notes = [
    mailed
      ? "The link is in a mail to the person too."
      : "Hand the link to the person over a way that you trust: it lets anybody who has it set the password.",
  ];
  if (drops_second_factor)
    notes.push(
      "When it is used, authenticator app and recovery codes go. Make sure that it is really this person.",
    );
  else if (account?.hasTotp)
    notes.push("The second factor is still asked for; --drop-second-factor takes it away.");
  if (account?.hasPasskey)
    notes.push(
      `Passkeys stay, and credentials are changed only with one of them or a second factor. A lost one is removed by \`${latchkey} user passkeys ${shellWord(names.user ?? "")}\`.`,
    );
  return notes;
}

/** Says how an administrator who has a password alone gets into the console (ADR 0061). Empty if nothing needs saying. */
export async function linkNotes(userId: string, beside: Beside): Promise<readonly string[]> {
  return (await linkCommands(userId, beside)).map(
    (command) =>
      `The console requires a second factor, which a password alone cannot add. This prints a link that sets one up: ${beside.latchkey} ${command}`,
  );
}

/** The command that does so; none if nothing needs doing. */
export async function linkCommands(
  userId: string,
  { registry }: Pick<Beside, "registry">,
): Promise<readonly string[]> {
  const { accounts, settings } = registry;
  const account = await findAccount(accounts, userId);
  const isNeeded =
    account !== undefined && needsLinkToEnrol(account, { methods: [] }, settings.consoleRequire);
  return isNeeded ? [recoverCommand(account.username)] : [];
}

/** The command that prints a link by which a person sets a password. */
export function recoverCommand(username: string): string {
  return `user recover ${shellWord(username)}`;
}
