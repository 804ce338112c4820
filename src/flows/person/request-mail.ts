import { mailRequestReservations, requestedMailReservation } from "../../identity/try-limits.ts";
import type { Language } from "../../protocol/language.ts";
import type { AccountId, SessionId } from "../../values/ids.ts";
import { type Seconds, secondsUntil } from "../../values/time.ts";
import { type Step, verifyCsrfToken } from "../csrf-token.ts";
import type { RequestContext } from "../events.ts";
import type { Ports } from "../ports.ts";

/** A posted form that asks for a mail, with the rest of the browser's request. */
export interface MailRequest {
  readonly step: string | undefined;
  readonly browserCookie: string | undefined;
  /** The language of the page, and so of the mail. */
  readonly language: Language;
  readonly context: RequestContext;
}

/** The form was not made for this browser, request and session. */
export type FormRefusal = { readonly kind: "stale" } | { readonly kind: "no-cookie" };

/** Why a form that asks for a mail is shown again. */
export type MailRequestRefusal = FormRefusal | { readonly kind: "throttled"; readonly wait: Seconds };

/** The claim of the form's CSRF token besides browser and time. */
interface FormClaim {
  readonly step: Step;
  readonly request: string;
  readonly sessionId?: SessionId;
}

/** Undefined where the form was made for this browser, request and session. */
export function refuseForm(
  { sealer }: Pick<Ports, "sealer">,
  { step, browserCookie }: Pick<MailRequest, "step" | "browserCookie">,
  claim: FormClaim,
): FormRefusal | undefined {
  const shown = verifyCsrfToken(sealer, step, { ...claim, browser: browserCookie });
  if (shown.ok) return undefined;
  return { kind: shown.reason === "no-cookie" ? "no-cookie" : "stale" };
}

/** Counts the request for its network, before anything is looked up. Undefined where there was room. */
export async function countMailRequest(
  { attempts, clock }: Pick<Ports, "attempts" | "clock">,
  { context }: Pick<MailRequest, "context">,
): Promise<MailRequestRefusal | undefined> {
  const now = clock.now();
  const reserved = await attempts.reserve(mailRequestReservations(context.network()), now);
  return reserved.ok ? undefined : { kind: "throttled", wait: secondsUntil(now, reserved.reason.retryAt) };
}

/** Counts a mail of this kind for its recipient. False where there were too many: then none is sent, and nobody is told. */
export async function countMail(
  { attempts, clock }: Pick<Ports, "attempts" | "clock">,
  kind: string,
  recipient: AccountId | string,
): Promise<boolean> {
  return (await attempts.reserve([requestedMailReservation(kind, recipient)], clock.now())).ok;
}
