import type { Account } from "../../identity/account.ts";
import { isRecoverable, needsLinkToEnrol } from "../../identity/credentials.ts";
import type { Language } from "../../protocol/language.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { activityEntry } from "../activity.ts";
import type { Auditor } from "../audit.ts";
import { ownerOf } from "../mail/create-message.ts";
import { createLink, createLinkMessage, type MailPorts, type NewLink } from "../person/mail-link.ts";
import type { Ports } from "../ports.ts";
import { openAccount } from "./account.ts";
import { type ClosedAccount, closedAccounts } from "./account-problem.ts";
import type { ProblemTable } from "./problem.ts";
import { accountClaims, everyRight, type Terms } from "./rights.ts";

/** The ports of recovering a person. */
export type RecoveryPorts = MailPorts & Pick<Ports, "links" | "accounts"> & { readonly audit: Auditor };

/** The ports of a link for a new administrator. */
export type NeededLinkPorts = RecoveryPorts & {
  readonly settings: Pick<Ports["settings"], "consoleRequire">;
};

/** How an operator recovers a person. */
export interface RecoveryWish {
  readonly who: string;
  /** True if the link goes to the person by mail too. */
  readonly isMailed: boolean;
  /** True if the link also takes away the second factor when it is used. */
  readonly dropsSecondFactor: boolean;
  /** The language of the mail, where the account names none. */
  readonly language: Language;
}

/** The link, and the person whom it is for. */
export interface NewRecovery extends NewLink {
  readonly account: Account;
}

/** Why no link was made. */
export type RecoveryProblem = ClosedAccount | { readonly kind: "account-disabled" | "no-address" };

/** The problems of recovering a person. */
export const recoveryProblems: ProblemTable<RecoveryProblem> = {
  ...closedAccounts,
  "account-disabled": {
    as: "conflict",
    say: "The account is disabled, so no link would work. Let the person in again first.",
  },
  "no-address": {
    as: "refused",
    say: "The account has no e-mail address. Make the link without a mail, and hand it over yourself.",
  },
};

/**
 * Makes a link by which the person sets a new password within a day. Until it is used, nothing changes. A second factor is asked for
 * afterwards, unless the operator says otherwise.
 */
export async function recoverAccount(
  ports: RecoveryPorts,
  { who, isMailed, dropsSecondFactor, language }: RecoveryWish,
  terms: Terms,
): Promise<Result<NewRecovery, RecoveryProblem>> {
  const found = await openAccount(ports.accounts, who, terms);
  if (!found.ok) return found;
  const account = found.value;
  if (!isRecoverable(account)) return refuse({ kind: "account-disabled" });
  const { email } = account;
  if (isMailed && email === undefined) return refuse({ kind: "no-address" });
  const made = createLink(ports, {
    kind: "operator-recover",
    account,
    ...(dropsSecondFactor && { dropsSecondFactor }),
  });
  const messages =
    isMailed && email !== undefined
      ? [await createLinkMessage(ports, made, ownerOf(account, { language }, email))]
      : [];
  const target = { kind: "user", id: account.id } as const;
  const isKept = await ports.links.create(made.link, {
    claims: accountClaims(terms, account),
    messages,
    activity: [activityEntry(ports, { accountId: account.id, kind: "recovery-link-made" })],
    audit: [ports.audit.entry("recovery-link-made", target, { isMailed, dropsSecondFactor })],
  });
  if (!isKept) return refuse({ kind: "changed-meanwhile" });
  return ok({ ...made, account });
}

/** Makes the link for an administrator who cannot enter the console without one (ADR 0061); undefined if none is needed. */
export async function createNeededLink(
  ports: NeededLinkPorts,
  account: Account,
): Promise<string | undefined> {
  if (!needsLinkToEnrol(account, { methods: [] }, ports.settings.consoleRequire)) return undefined;
  const wish = { who: account.id, isMailed: false, dropsSecondFactor: false, language: "en" } as const;
  const made = await recoverAccount(ports, wish, { by: everyRight });
  if (!made.ok) throw new Error(`The new administrator gets no link: ${made.reason.kind}.`);
  return made.value.href;
}
