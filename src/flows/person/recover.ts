import { canonicalAccountName } from "../../identity/account-name.ts";
import type { Ports } from "../ports.ts";
import { keepMailRequest, type MailRequest, type MailRequestRefusal, refuseForm } from "./request-mail.ts";

/** A posted form for a forgotten password. */
interface RecoveryRequest extends MailRequest {
  /** The username or e-mail address as it was typed. */
  readonly name: string | undefined;
  /** The query of the sign-in that was interrupted; empty if there was none. */
  readonly query: string;
}

/** "sent" is the answer even if nobody has the name. */
type RecoveryRequestOutcome = MailRequestRefusal | { readonly kind: "missing" } | { readonly kind: "sent" };

/**
 * Takes the request for a link that sets a new password. The answer is the same whether or not anybody has this name, which is looked up
 * after it.
 */
export async function requestRecovery(
  ports: Ports,
  request: RecoveryRequest,
): Promise<RecoveryRequestOutcome> {
  const { query } = request;
  const refused = refuseForm(ports, request, { step: "recover", request: query });
  if (refused !== undefined) return refused;
  const typed = request.name?.trim() ?? "";
  if (typed === "") return { kind: "missing" };
  const name = canonicalAccountName(typed) ?? "";
  return (await keepMailRequest(ports, request, { kind: "recover", name, query })) ?? { kind: "sent" };
}
