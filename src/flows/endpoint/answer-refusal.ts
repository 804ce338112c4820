import {
  type AuthorizationRefusal,
  type PageRefusal,
  type RedirectRefusal,
  type RedirectRefusalReason,
  refuseAuthorization,
  type ShownRequest,
} from "../../protocol/authorization/request.ts";
import { isSelfRegistered } from "../../protocol/client/client.ts";
import { type BroughtRequest, readRequest } from "../authorize/read-request.ts";
import type { Ports } from "../ports.ts";
import { findLiveSession } from "../session/find-session.ts";

type AnswerPorts = Pick<Ports, "settings" | "clock" | "codeClock" | "clients" | "sessions" | "sealer">;

declare const brand: unique symbol;

/** A refusal that the client may hear now. Only `answerRefusal` makes one. */
export type ReleasedRefusal = RedirectRefusal & { readonly [brand]: "ReleasedRefusal" };

/** The request cannot go on: our own page where nothing trustworthy is known to redirect to, else back to the client. */
export interface Refused {
  readonly kind: "refused";
  readonly refusal: PageRefusal | ReleasedRefusal;
}

/** The person signs in before the client hears `withheld`. */
export interface HeldBack {
  readonly kind: "sign-in";
  readonly request: ShownRequest;
  readonly withheld: RedirectRefusalReason;
}

/**
 * The one place that lets an error leave for a client (RFC 9700 §4.11.2). A client that registered itself could use us to send
 * strangers anywhere, with a request that is wrong on purpose or one that allows no page. So it hears of an error only from a
 * browser in which somebody is signed in; anybody else gets the sign-in page first.
 */
export async function answerRefusal(
  ports: AnswerPorts,
  refusal: AuthorizationRefusal,
  sessionCookie: string | undefined,
): Promise<Refused | HeldBack> {
  if (refusal.errorFormat === "page") return { kind: "refused", refusal };
  const { client, reason: withheld } = refusal;
  const mayHear =
    !isSelfRegistered(client) ||
    (await findLiveSession(ports, sessionCookie, ports.clock.now())) !== undefined;
  if (mayHear) return { kind: "refused", refusal: refusal as ReleasedRefusal };
  // The form would repeat the secret in its address, in front of more eyes than it has met already.
  if (withheld === "client-secret-in-query")
    return { kind: "refused", refusal: { errorFormat: "page", reason: "error-held-back", withheld, client } };
  return { kind: "sign-in", request: refusal, withheld };
}

/** The person says no, by the link that pages have where it cannot be the redirect URI itself. */
export async function cancelRequest(
  ports: AnswerPorts,
  { sessionCookie, ...brought }: BroughtRequest & { readonly sessionCookie: string | undefined },
): Promise<Refused | HeldBack> {
  const read = await readRequest(ports, brought);
  const refusal = read.ok ? refuseAuthorization(read.value.request, "access-denied") : read.reason;
  return answerRefusal(ports, refusal, sessionCookie);
}
