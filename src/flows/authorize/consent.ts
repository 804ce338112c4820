import { type Client, isFromDocument } from "../../protocol/client/client.ts";
import { clientToKeep, consentsCountSince, shownOf } from "../../protocol/client/described-client.ts";
import type { Instant } from "../../values/time.ts";
import { activityEntry } from "../activity.ts";
import type { Browser } from "../browser.ts";
import type { Consent } from "../consent-ports.ts";
import { verifyCsrfToken } from "../csrf-token.ts";
import type { RequestContext } from "../events.ts";
import type { Ports } from "../ports.ts";
import { findLiveSession } from "../session/find-session.ts";
import type { SideEffects } from "../side-effect-ports.ts";
import { dispatch, dispatchUnproved, type NextStep } from "./dispatch.ts";
import { inTime, readRequest } from "./read-request.ts";

interface ConsentAttempt {
  readonly query: string;
  readonly decision: "allow" | "deny";
  /** What the form listed, in the words of `allowancesOf`, separated by spaces; empty if it listed nothing. */
  readonly scope: string;
  readonly step: string | undefined;
  readonly browser: Browser;
  readonly context: RequestContext;
}

/** How much one form allows. What is left over is asked next. */
const allowancesMax = 500;

/** The request in the CSRF token of a consent form: the query, the scope that the page listed, and what it showed of a document. */
export function consentRequest(query: string, scope: string, client: Client | undefined): string {
  const shown = client === undefined || !isFromDocument(client) ? [] : [shownOf(client)];
  return [query, scope, ...shown].join("\n");
}

/**
 * Takes the person's answer to the consent page. It allows exactly the listed scope; if the client wants more by now, that is asked
 * next. A form for another session, browser, request or scope, or that showed another document of the client, proves nothing, so the
 * dispatcher asks again.
 */
export async function answerConsent(ports: Ports, attempt: ConsentAttempt): Promise<NextStep> {
  const { query, scope, browser, context } = attempt;
  const visit = { target: { kind: "request", query }, browser } as const;
  const now = ports.clock.now();
  const facts = await findLiveSession(ports, browser.sessionCookie, now);
  if (facts === undefined) return dispatch(ports, visit, context);
  const sessionId = facts.session.id;
  const { sessionCookie } = browser;
  const read = await readRequest(ports, { query, arrivedAt: inTime, sessionCookie, context });
  const shown = verifyCsrfToken(ports.sealer, attempt.step, {
    step: "consent",
    browser: browser.browserCookie,
    request: consentRequest(query, scope, read.ok ? read.value.request.client : undefined),
    sessionId,
  });
  if (!shown.ok) return dispatchUnproved(ports, visit, context);
  if (attempt.decision === "deny")
    return dispatch(ports, { ...visit, choice: "cancel", isFromForm: true }, context);
  if (!read.ok) return dispatch(ports, { ...visit, isFromForm: true }, context);
  const { request } = read.value;
  const allowed = {
    accountId: facts.account.id,
    clientId: request.client.id,
    scope: scope.split(" ", allowancesMax).filter(Boolean),
  };
  // A form that was open while the person withdrew, in another tab or on another day, allows nothing.
  const { accountId, clientId } = allowed;
  const entry = activityEntry(ports, { accountId, kind: "consent-given", browser, clientId });
  const consent = { ...allowed, grantedAt: now };
  const outcome = await allow(ports, request.client, consent, shown.value, { activity: [entry] });
  if (outcome === "withdrawn") return dispatch(ports, visit, context);
  if (outcome === "full")
    return { kind: "refused", refusal: { errorFormat: "page", reason: "document-clients-full" } };
  ports.events.record(
    { kind: "consent-allowed", clientId: request.client.id, accountId: facts.account.id },
    context,
  );
  const evidence = { step: "consent", sessionId } as const;
  return dispatch(ports, { ...visit, evidence, isFromForm: true }, context);
}

/** How many clients by document are kept: far more than people of one installation use, and few enough to list. */
const describedClientsMax = 10_000;

/** Stores the consent, and in the same step what a document says of its client, if that is new. */
async function allow(
  { clients, consents }: Pick<Ports, "clients" | "consents">,
  client: Client,
  consent: Consent,
  shownAt: Instant,
  sideEffects: SideEffects,
): Promise<"allowed" | "withdrawn" | "full"> {
  if (!isFromDocument(client))
    return (await consents.allow(consent, shownAt, sideEffects)) ? "allowed" : "withdrawn";
  const kept = clientToKeep(await clients.find(client.id), client, consent.grantedAt);
  // What the person allowed under another name or other hosts is not on the page, so it does not come back with the answer.
  const current = { ...consent, forgetsBefore: consentsCountSince(kept ?? client) };
  if (kept === undefined)
    return (await consents.allow(current, shownAt, sideEffects)) ? "allowed" : "withdrawn";
  return consents.allowDescribed(kept, current, { shownAt, clientsMax: describedClientsMax }, sideEffects);
}
