import type { UserHandle } from "../../identity/passkey.ts";
import { freshProofSeconds, readReturnTarget } from "../../protocol/authorization/return-target.ts";
import { plus } from "../../values/time.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import { addPasskey } from "../person/passkeys.ts";
import type { Ports } from "../ports.ts";
import { readShownForm } from "../session/shown-form.ts";
import { dispatch, dispatchUnproved, type NextStep } from "./dispatch.ts";

/** The answered offer of a passkey. */
interface OfferAttempt {
  /** The query of the interrupted request, or the one that names a page of the service. */
  readonly query: string;
  readonly step: string | undefined;
  readonly userHandle: UserHandle | undefined;
  /** What the browser made; undefined if the person said "not now". */
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
 * the sign-in, so it proves as much as other steps do. If it could not be added, the offer is made once more.
 */
export async function answerOffer(ports: Ports, attempt: OfferAttempt): Promise<NextStep> {
  const { query, step: token, userHandle, answer, browser, context } = attempt;
  const visit = { target: readReturnTarget(query), browser } as const;
  if (token === undefined || userHandle === undefined) return dispatch(ports, visit, context);
  const request = offerRequest(query, userHandle);
  const shown = readShownForm(ports, token, { step: "passkey-offer", browser, request });
  if (shown === undefined) return dispatchUnproved(ports, visit, context);
  const evidence = { step: "offer", sessionId: shown.sessionId } as const;
  const goingOn = { ...visit, evidence, isFromForm: true };
  // Other pages have this form too, and things may have changed since: it adds only what would be offered or demanded now.
  const next = await dispatch(ports, { ...goingOn, offersPasskey: answer !== undefined }, context);
  if (answer === undefined || (next.kind !== "offer-passkey" && next.kind !== "enrol")) return next;
  const { person } = next;
  if (ports.clock.now() >= plus(person.authenticatedAt, freshProofSeconds))
    return dispatch(ports, goingOn, context);
  const challenge = { token, shownAt: shown.shownAt };
  const mayBeByItself = next.kind === "offer-passkey";
  const creation = { ...attempt, answer, challenge, userHandle, mayBeByItself };
  const added = await addPasskey(ports, person, creation);
  return dispatch(ports, { ...goingOn, offersPasskey: !added.ok }, context);
}
