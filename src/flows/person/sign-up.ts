import { type AccountName, readEmail } from "../../identity/account-name.ts";
import type { Ports } from "../ports.ts";
import { mailLink, mailTaken } from "./mail-link.ts";
import {
  countMail,
  countMailRequest,
  type MailRequest,
  type MailRequestRefusal,
  refuseForm,
} from "./request-mail.ts";

/** A posted form that begins a sign-up. */
export interface SignUpRequest extends MailRequest {
  readonly email: string | undefined;
  /** The query of the sign-in that was interrupted; empty where there was none. */
  readonly query: string;
}

/** "sent" is said in any case, also where the address has an account. "closed": nobody signs up here by themselves. */
export type SignUpRequestOutcome =
  | MailRequestRefusal
  | { readonly kind: "closed" | "not-an-email" }
  | { readonly kind: "sent"; readonly address: AccountName };

/**
 * Mails a link that leads on to an address without an account, and a note to the owner of one with an account. The answer is the same,
 * and all that depends on it is done after the answer.
 */
export async function requestSignUp(ports: Ports, request: SignUpRequest): Promise<SignUpRequestOutcome> {
  if (ports.settings.signUp !== "open") return { kind: "closed" };
  const refused = refuseForm(ports, request, { step: "sign-up", request: request.query });
  if (refused !== undefined) return refused;
  const address = readEmail(request.email ?? "");
  if (!address.ok) return { kind: "not-an-email" };
  const throttled = await countMailRequest(ports, request);
  if (throttled !== undefined) return throttled;
  ports.afterwards.run(() => sendSignUp(ports, request, address.value));
  return { kind: "sent", address: address.value };
}

async function sendSignUp(ports: Ports, request: SignUpRequest, address: AccountName): Promise<void> {
  const { query, language, context } = request;
  if (!(await countMail(ports, "sign-up", address))) return;
  const owner = await ports.accounts.findByName(address);
  if (owner === undefined) {
    await mailLink(ports, { kind: "sign-up", address, query }, { to: address, language });
    ports.events.record({ kind: "link-mailed", link: "sign-up" }, context);
  } else if (owner.email === address && !owner.isDisabled)
    await mailTaken(ports, owner, { to: address, language });
}
