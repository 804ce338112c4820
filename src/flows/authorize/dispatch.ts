import { needsLinkToEnrol, provableWith } from "../../identity/credentials.ts";
import { createCode } from "../../protocol/authorization/code.ts";
import {
  type Choice,
  decideNextStep,
  type Evidence,
  type Refused,
  type Relation,
  type SignedIn,
  type NextStep as Step,
} from "../../protocol/authorization/next-step.ts";
import type {
  AuthorizationRefusal,
  AuthorizationRequest,
  SignInFirst,
} from "../../protocol/authorization/request.ts";
import type { ReturnTarget } from "../../protocol/authorization/return-target.ts";
import { type Client, isFromDocument } from "../../protocol/client/client.ts";
import { clientToKeep, isConsentCurrent } from "../../protocol/client/described-client.ts";
import { idTokenType } from "../../protocol/openid/id-token.ts";
import { type Eventual, whenThere } from "../../values/eventual.ts";
import { ok, type Result } from "../../values/result.ts";
import { type Strength, strengthOf } from "../../values/strength.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import { findSubject } from "../find-subject.ts";
import type { Ports, SessionFacts } from "../ports.ts";
import { findLiveSession } from "../session/find-session.ts";
import { findTrust } from "../session/trust-browser.ts";
import { usePushedRequest } from "./open-pushed-request.ts";
import { inTime, type ReadRequest, readRequest } from "./read-request.ts";
import { recordMistakes } from "./record-mistakes.ts";
import { requiredStrength } from "./required-strength.ts";

type DispatchPorts = Pick<
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
  | "trustedBrowsers"
  | "events"
>;

type RelationPorts = Pick<Ports, "clients" | "consents" | "sealer" | "signer">;

/** A browser on its way to the target of a sign-in, or coming back to it from a step. */
export interface Visit {
  readonly target: ReturnTarget;
  readonly browser: Pick<Browser, "sessionCookie" | "trustCookie">;
  /** The evidence of a step for this very request. Only the flow of that step passes it. */
  readonly evidence?: Evidence;
  readonly choice?: Choice;
  /** True if the browser can keep a passkey, and has not been told "not now". */
  readonly offersPasskey?: boolean | undefined;
  /** True if a mailed link has just set a new password, and the person can get in by something else too. */
  readonly reviewsWaysIn?: boolean | undefined;
  /** True if a form of the service, shown for this very request, brings the request back. */
  readonly isFromForm?: boolean;
}

/** The person of the live session, with everything that pages and codes show of them. */
export interface Person extends SignedIn, SessionFacts {}

/** The part of a visit that the page of the next step needs again when the browser asks for it. */
export type Progress = Pick<Visit, "evidence" | "offersPasskey" | "reviewsWaysIn" | "isFromForm">;

/** Where the browser goes next. */
export type NextStep =
  | (Exclude<Step<Person>, { kind: "issue" | "refused" }> & { readonly progress: Progress })
  | Refused
  | {
      readonly kind: "issued";
      readonly code: string;
      readonly request: AuthorizationRequest;
      readonly person: Person;
    };

/**
 * The dispatcher: reads the facts anew, lets `decideNextStep` decide and obeys. Every step of a sign-in ends by asking it again,
 * with evidence of what the step has proved.
 */
export function dispatch(ports: DispatchPorts, visit: Visit, context: RequestContext): Eventual<NextStep> {
  return visit.target.kind === "own-page"
    ? dispatchToPage(ports, visit, visit.target, context)
    : dispatchRequest(ports, visit, visit.target.query, context);
}

async function dispatchToPage(
  ports: DispatchPorts,
  visit: Visit,
  target: Extract<ReturnTarget, { kind: "own-page" }>,
  context: RequestContext,
): Promise<NextStep> {
  const { clientId } = target;
  const client = clientId === undefined ? undefined : await ports.clients.find(clientId);
  const facts = await findFacts(ports, visit, client);
  const step = decideNextStep({ ...facts, target, relation: undefined });
  return obey(ports, step, { context, pushed: undefined, visit });
}

function dispatchRequest(
  ports: DispatchPorts,
  visit: Visit,
  query: string,
  context: RequestContext,
): Eventual<NextStep> {
  const arrivedAt = visit.isFromForm ? inTime : ports.codeClock.now();
  const { sessionCookie } = visit.browser;
  return whenThere(readRequest(ports, { query, arrivedAt, sessionCookie, context }), (read) => {
    // A choice is made on a page whose request went through here before.
    const recording = visit.choice === undefined ? recordMistakes(ports, query, read, context) : undefined;
    return whenThere(recording, () => dispatchRead(ports, visit, read, context));
  });
}

function dispatchRead(
  ports: DispatchPorts,
  visit: Visit,
  read: Result<ReadRequest, AuthorizationRefusal | SignInFirst>,
  context: RequestContext,
): Eventual<NextStep> {
  const request = read.ok ? read.value.request : undefined;
  return whenThere(findFacts(ports, visit, request?.client), (facts) => {
    const { person } = facts;
    const isGoingOn = request !== undefined && person !== undefined && visit.choice === undefined;
    return whenThere(isGoingOn ? findRelation(ports, request, person) : undefined, (relation) => {
      const target = { kind: "request", read: read.ok ? ok(read.value.request) : read } as const;
      const pushed = read.ok ? read.value.pushed : undefined;
      return obey(ports, decideNextStep({ ...facts, target, relation }), { context, pushed, visit });
    });
  });
}

function findFacts(ports: DispatchPorts, visit: Visit, client: Client | undefined) {
  const { browser, evidence, choice, offersPasskey = false, reviewsWaysIn = false } = visit;
  const { issuer, passkeys } = ports.settings;
  const now = ports.clock.now();
  return whenThere(findLiveSession(ports, browser.sessionCookie, now), (found) => {
    const required = found === undefined ? "one" : requiredStrength(ports, found.account, client);
    return whenThere(found && personOf(ports, found, browser, required), (person) => {
      const hasNone = passkeys !== undefined && person?.account.hasPasskey !== true;
      const offers = offersPasskey && hasNone;
      return { person, evidence, choice, offersPasskey: offers, reviewsWaysIn, required, issuer, now };
    });
  });
}

/** The person of a session, as far as the next step depends on them. */
export function personOf(
  ports: Pick<Ports, "settings" | "trustedBrowsers" | "sealer" | "clock">,
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

/** How the person of a session stands to the client of a request. */
export function findRelation(
  ports: RelationPorts,
  request: AuthorizationRequest,
  person: Person,
): Eventual<Relation> {
  const { client, idTokenHint } = request;
  if (client.metadata.isThirdParty || idTokenHint !== undefined)
    return findKnownRelation(ports, request, person);
  const subject = findSubject(ports, client, person.account.id);
  return { subject, hint: undefined, allowedScope: undefined };
}

async function findKnownRelation(
  ports: RelationPorts,
  { client, idTokenHint }: AuthorizationRequest,
  { account }: Person,
): Promise<Relation> {
  const { isThirdParty } = client.metadata;
  const consent = isThirdParty ? await ports.consents.find(account.id, client.id) : undefined;
  // A person allows a client by document under a name and hosts, so the consent is only for these.
  const isCurrent =
    consent === undefined ||
    !isFromDocument(client) ||
    isConsentCurrent(await ports.clients.find(client.id), client, consent.grantedAt);
  return {
    subject: findSubject(ports, client, account.id),
    hint: idTokenHint === undefined ? undefined : await ports.signer.verifyOwn(idTokenHint, idTokenType),
    allowedScope: isCurrent ? consent?.scope : undefined,
  };
}

interface Obeying extends Pick<ReadRequest, "pushed"> {
  readonly context: RequestContext;
  readonly visit: Visit;
}

function progressOf({ evidence, offersPasskey, reviewsWaysIn, isFromForm }: Visit): Progress {
  return {
    offersPasskey,
    reviewsWaysIn,
    ...(evidence && { evidence }),
    ...(isFromForm && { isFromForm }),
  };
}

/** Carries the decision out. A pushed request is used up with its code, so that of several browsers one gets it. */
function obey(
  ports: DispatchPorts,
  step: Step<Person>,
  { context, pushed, visit }: Obeying,
): Eventual<NextStep> {
  if (step.kind === "refused") return step;
  if (step.kind !== "issue") return { ...step, progress: progressOf(visit) };
  const { client } = step.request;
  return pushed === undefined && !isFromDocument(client)
    ? issue(ports, step, context)
    : issueWhatIsKept(ports, step, { context, pushed });
}

async function issueWhatIsKept(
  ports: DispatchPorts,
  step: Extract<Step<Person>, { kind: "issue" }>,
  { context, pushed }: Pick<Obeying, "context" | "pushed">,
): Promise<NextStep> {
  const { client } = step.request;
  if (pushed !== undefined && !(await usePushedRequest(ports, pushed, ports.clock.now())))
    return { kind: "refused", refusal: { errorFormat: "page", reason: "pushed-request-used", client } };
  if (isFromDocument(client)) await keepDescription(ports, client);
  return issue(ports, step, context);
}

function issue(
  ports: DispatchPorts,
  { request, person }: Extract<Step<Person>, { kind: "issue" }>,
  context: RequestContext,
): NextStep {
  const { client, scope } = request;
  const { account, sessionId, authenticatedAt } = person;
  ports.events.record(
    {
      kind: "code-issued",
      clientId: client.id,
      accountId: account.id,
      hasState: request.state !== undefined,
      hasChallenge: request.codeChallenge !== undefined,
      scope,
    },
    context,
  );
  const grantId = ports.codeClock.createGrantId();
  const holder = { grantId, accountId: account.id, accountEpoch: account.epoch, sessionId, authenticatedAt };
  const code = createCode(request, holder, (payload) => ports.sealer.seal("code", payload));
  return { kind: "issued", code, request, person };
}

/** Stores changes in the document of an allowed client that no page shows, such as its keys. A concurrent change of the row wins. */
async function keepDescription({ clients, clock }: DispatchPorts, client: Client): Promise<void> {
  const changed = clientToKeep(await clients.find(client.id), client, clock.now());
  if (changed !== undefined) await clients.update(changed);
}
