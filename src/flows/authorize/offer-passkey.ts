import type { UserHandle } from "../../identity/passkey.ts";
import { freshProofSeconds, readReturnTarget } from "../../protocol/authorization/return-target.ts";
import { plus } from "../../values/time.ts";
import type { Browser } from "../browser.ts";
import { verifyCsrfToken } from "../csrf-token.ts";
import type { RequestContext } from "../events.ts";
import { addPasskey } from "../person/passkeys.ts";
import type { Ports } from "../ports.ts";
import { findLiveSession } from "../session/find-session.ts";
import { dispatch, type NextStep } from "./dispatch.ts";

/** The answered offer of a passkey. */
export interface OfferAttempt {
  /** The query of the interrupted request, or the one that names a page of the service. */
  readonly query: string;
  readonly step: string | undefined;
  readonly userHandle: UserHandle | undefined;
  /** What the browser made; undefined where the person said "not now". */
  readonly answer: string | undefined;
  /** See `PasskeyCreation`. */
  readonly unnamed: string;
  readonly browser: Browser;
  readonly context: RequestContext;
}

/** What the form of the offer is for, as page and flow must both say it. */
export function offerRequest(query: string, userHandle: string): string {
  return `${query}\0${userHandle}`;
}

/**
 * Adds the passkey that was offered after a sign-in, or none, and goes on with the interrupted request. The form was shown right after
 * the sign-in, so it proves as much as other steps do. Where no passkey came of it, the offer is made once more.
 */
export async function answerOffer(ports: Ports, attempt: OfferAttempt): Promise<NextStep> {
  const { query, step: token, userHandle, answer, browser, context } = attempt;
  const visit = { target: readReturnTarget(query), browser } as const;
  const now = ports.clock.now();
  const facts = await findLiveSession(ports, browser.sessionCookie, now);
  if (facts === undefined || token === undefined || userHandle === undefined)
    return dispatch(ports, visit, context);
  const { session } = facts;
  const shown = verifyCsrfToken(ports.sealer, token, {
    step: "passkey-offer",
    browser: browser.browserCookie,
    request: offerRequest(query, userHandle),
    sessionId: session.id,
  });
  if (!shown.ok) return dispatch(ports, visit, context);
  const evidence = { step: "offer", sessionId: session.id } as const;
  const goingOn = { ...visit, evidence, isFromForm: true };
  const isFresh = now < plus(session.authenticatedAt, freshProofSeconds);
  const offersPasskey = answer !== undefined && isFresh;
  // Other pages have this form too, and things may have changed since: it adds only what would be offered or demanded now.
  const next = await dispatch(ports, { ...goingOn, offersPasskey }, context);
  const isWanted = next.kind === "offer-passkey" || next.kind === "enrol";
  if (answer === undefined || !isFresh || !isWanted) return next;
  const challenge = { token, shownAt: shown.value };
  const added = await addPasskey(ports, facts, { ...attempt, answer, challenge, userHandle });
  return dispatch(ports, { ...goingOn, offersPasskey: !added.ok }, context);
}
