import { type AccountName, readEmail } from "../../identity/account-name.ts";
import type { Ports } from "../ports.ts";
import { keepMailRequest, type MailRequest, type MailRequestRefusal, refuseForm } from "./request-mail.ts";

/** A posted form that begins a sign-up. */
interface SignUpRequest extends MailRequest {
  readonly email: string | undefined;
  /** The query of the sign-in that was interrupted; empty if there was none. */
  readonly query: string;
}

/** "sent" is the answer even if the address has an account. "closed": people cannot sign up here by themselves. */
type SignUpRequestOutcome =
  | MailRequestRefusal
  | { readonly kind: "closed" }
  | { readonly kind: "not-an-email" }
  | { readonly kind: "sent"; readonly address: AccountName };

/**
 * Takes the request for a sign-up: an address without an account gets a link that leads on, and the owner of one with an account a note.
 * Both get the same answer, because the account is looked up after it.
 */
export async function requestSignUp(ports: Ports, request: SignUpRequest): Promise<SignUpRequestOutcome> {
  if (ports.settings.signUp !== "open") return { kind: "closed" };
  const { query } = request;
  const refused = refuseForm(ports, request, { step: "sign-up", request: query });
  if (refused !== undefined) return refused;
  const address = readEmail(request.email ?? "");
  if (!address.ok) return { kind: "not-an-email" };
  const kept = await keepMailRequest(ports, request, { kind: "sign-up", name: address.value, query });
  return kept ?? { kind: "sent", address: address.value };
}
