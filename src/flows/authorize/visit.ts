import { needsLinkToEnrol, provableWith } from "../../identity/credentials.ts";
import type {
  Choice,
  Evidence,
  NextStepFacts,
  SignedIn,
  WaysInReview,
} from "../../protocol/authorization/next-step-facts.ts";
import type { ReturnTarget } from "../../protocol/authorization/return-target.ts";
import type { Client } from "../../protocol/client/client.ts";
import { type Eventual, whenThere } from "../../values/eventual.ts";
import { type Strength, strengthOf } from "../../values/strength.ts";
import type { Browser } from "../browser.ts";
import type { Ports, SessionFacts } from "../ports.ts";
import { findLiveSession } from "../session/find-session.ts";
import { findTrust } from "../session/trust-browser.ts";
import { requiredStrength } from "./required-strength.ts";

export type DispatchPorts = Pick<
  Ports,
  | "settings"
  | "clock"
  | "codeClock"
  | "apis"
  | "clients"
  | "clientDocuments"
  | "attempts"
  | "sessions"
  | "consents"
  | "replayCache"
  | "sealer"
  | "signer"
  | "oldKeys"
  | "trustedBrowsers"
  | "events"
>;

/** A browser on its way to the target of a sign-in, or coming back to it from a step. */
export interface Visit {
  readonly target: ReturnTarget;
  readonly browser: Pick<Browser, "sessionCookie" | "accountsCookie" | "trustCookie"> &
    Partial<Pick<Browser, "deviceCookie">>;
  /** The evidence of a step for this very request. Only the flow of that step passes it. */
  readonly evidence?: Evidence;
  readonly choice?: Choice;
  /** True if the browser can keep a passkey, and has not been told "not now". */
  readonly offersPasskey?: boolean | undefined;
  readonly reviewsWaysIn?: WaysInReview | undefined;
  /** True if a form that the service showed for this very request brings the request back. */
  readonly isFromForm?: boolean;
}

/** The person of the live session, with everything that pages show and codes carry about them. */
export interface Person extends SignedIn, SessionFacts {}

/** The facts of a browser, before those of its target. */
export type Facts = Omit<NextStepFacts<Person>, "target" | "relation">;

/** Finds the facts of a browser, with the session of its cookie. */
export function findFacts(ports: DispatchPorts, visit: Visit, client: Client | undefined): Eventual<Facts> {
  const now = ports.clock.now();
  return whenThere(findLiveSession(ports, visit.browser.sessionCookie, now), (found) =>
    factsOf(ports, visit, client, found),
  );
}

/** The facts of a browser as if this session were its active one. */
export function factsOf(
  ports: DispatchPorts,
  visit: Visit,
  client: Client | undefined,
  found: SessionFacts | undefined,
): Eventual<Facts> {
  const { browser, evidence, choice, offersPasskey = false, reviewsWaysIn = false } = visit;
  const { issuer, passkeys } = ports.settings;
  const now = ports.clock.now();
  const required = found === undefined ? "one" : requiredStrength(ports, found.account, client);
  return whenThere(found && personOf(ports, found, browser, required), (person) => {
    const hasNone = passkeys !== undefined && person?.account.hasPasskey !== true;
    const offers = offersPasskey && hasNone;
    return { person, evidence, choice, offersPasskey: offers, reviewsWaysIn, required, issuer, now };
  });
}

/** The person of a session, as far as the next step depends on them. */
export function personOf(
  ports: Pick<DispatchPorts, "settings" | "trustedBrowsers" | "sealer" | "clock">,
  { session, account }: SessionFacts,
  browser: Visit["browser"],
  required: Strength,
): Eventual<Person> {
  const { id: sessionId, authenticatedAt, methods } = session;
  const isShort = required === "two" && strengthOf(methods) === "one";
  const trust = isShort ? findTrust(ports, account, browser.trustCookie) : undefined;
  return whenThere(trust, (trusted) => ({
    session,
    account,
    sessionId,
    authenticatedAt,
    methods,
    provable: provableWith(account),
    isBrowserTrusted: trusted !== undefined,
    groups: account.groups ?? [],
    isLeaving: account.deleteAfter !== undefined,
    needsLinkToEnrol: needsLinkToEnrol(account, session, ports.settings.consoleRequire),
  }));
}
