import type { Language } from "../../protocol/language.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { ownerOf } from "../mail/create-message.ts";
import { createLink, createLinkMessage, type MailPorts, type NewLink } from "../person/mail-link.ts";
import type { Ports } from "../ports.ts";
import { findAccount } from "./account.ts";

/** The ports of recovering a person. */
export type RecoveryDesk = MailPorts & Pick<Ports, "links" | "accounts">;

/** How an operator recovers a person. */
export interface RecoveryWish {
  readonly who: string;
  /** True where the link goes to the person by mail too. */
  readonly isMailed: boolean;
  /** True where the link also takes away the second factor when it is used. */
  readonly dropsSecondFactor: boolean;
  /** The language of the mail, where the account names none. */
  readonly language: Language;
}

/** Why no link was made. */
export type RecoveryProblem = "unknown-account" | "account-disabled" | "no-address";

/**
 * Makes a link by which the person sets a new password within a day. Until it is used, nothing changes. A second factor is asked for
 * afterwards, unless the operator says otherwise.
 */
export async function recoverAccount(
  desk: RecoveryDesk,
  { who, isMailed, dropsSecondFactor, language }: RecoveryWish,
): Promise<Result<NewLink, RecoveryProblem>> {
  const account = await findAccount(desk.accounts, who);
  if (account === undefined) return refuse("unknown-account");
  if (account.isDisabled) return refuse("account-disabled");
  const { email } = account;
  if (isMailed && email === undefined) return refuse("no-address");
  const made = createLink(desk, {
    kind: "operator-recover",
    account,
    ...(dropsSecondFactor && { dropsSecondFactor }),
  });
  const messages =
    isMailed && email !== undefined
      ? [await createLinkMessage(desk, made, ownerOf(account, language, email))]
      : [];
  return (await desk.links.create(made.link, messages)) ? ok(made) : refuse("unknown-account");
}
