import type { Account } from "../../identity/account.ts";
import { canonicalAccountName } from "../../identity/account-name.ts";
import type { Ports } from "../ports.ts";
import { mailLink, mailNobody } from "./mail-link.ts";
import {
  countMail,
  countMailRequest,
  type MailRequest,
  type MailRequestRefusal,
  refuseForm,
} from "./request-mail.ts";

/** A posted form for a forgotten password. */
export interface RecoveryRequest extends MailRequest {
  /** The username or e-mail address as it was typed. */
  readonly name: string | undefined;
  /** The query of the sign-in that was interrupted; empty where there was none. */
  readonly query: string;
}

/** "sent" is said in any case, also where nobody has the name. */
export type RecoveryRequestOutcome = MailRequestRefusal | { readonly kind: "missing" | "sent" };

/**
 * Mails a link for a new password to the person with this name. The answer is the same whether or not there is such a person, and all
 * that depends on it is done after the answer.
 */
export async function requestRecovery(
  ports: Ports,
  request: RecoveryRequest,
): Promise<RecoveryRequestOutcome> {
  const refused = refuseForm(ports, request, { step: "recover", request: request.query });
  if (refused !== undefined) return refused;
  const name = request.name?.trim() ?? "";
  if (name === "") return { kind: "missing" };
  const throttled = await countMailRequest(ports, request);
  if (throttled !== undefined) return throttled;
  ports.afterwards.run(() => sendRecovery(ports, request, name));
  return { kind: "sent" };
}

async function sendRecovery(ports: Ports, request: RecoveryRequest, name: string): Promise<void> {
  const account = await findRecoverable(ports, name);
  if (!(await countMail(ports, "recover", account?.id ?? name))) return;
  const { query, language, context } = request;
  if (account === undefined) return mailNobody(ports, language);
  const isMade = await mailLink(ports, { kind: "recover", account, query }, { to: account.email, language });
  if (isMade) ports.events.record({ kind: "link-mailed", link: "recover", accountId: account.id }, context);
}

/** An account that can get mail. A disabled one gets none: its link would not work. */
async function findRecoverable(
  { accounts }: Pick<Ports, "accounts">,
  text: string,
): Promise<(Account & Required<Pick<Account, "email">>) | undefined> {
  const name = canonicalAccountName(text);
  const account = name === undefined ? undefined : await accounts.findByName(name);
  if (account?.email === undefined || account.isDisabled) return undefined;
  return { ...account, email: account.email };
}
