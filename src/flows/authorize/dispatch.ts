import { createCode } from "../../protocol/authorization/code.ts";
import {
  decideNextStep,
  type Refused,
  type NextStep as Step,
} from "../../protocol/authorization/next-step.ts";
import type { Relation } from "../../protocol/authorization/next-step-facts.ts";
import type {
  AuthorizationRefusal,
  AuthorizationRequest,
  SignInFirst,
} from "../../protocol/authorization/request.ts";
import type { ReturnTarget } from "../../protocol/authorization/return-target.ts";
import { type Client, isFromDocument } from "../../protocol/client/client.ts";
import { clientToKeep, isConsentCurrent } from "../../protocol/client/described-client.ts";
import { type Eventual, whenThere } from "../../values/eventual.ts";
import type { JsonObject } from "../../values/json-object.ts";
import { ok, type Result } from "../../values/result.ts";
import type { RequestContext } from "../events.ts";
import { findSubject } from "../find-subject.ts";
import type { HintPorts } from "../verify-hint.ts";
import { usePushedRequest } from "./open-pushed-request.ts";
import { inTime, type ReadRequest, readRequest } from "./read-request.ts";
import { recordMistakes } from "./record-mistakes.ts";
import type { selectAccount } from "./select-account.ts";
import { type DispatchPorts, type Facts, findFacts, type Person, type Visit } from "./visit.ts";

type RelationPorts = Pick<DispatchPorts, "clients" | "consents" | "sealer"> & HintPorts;

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

/**
 * The next step after a form that proves nothing: it was shown for another session, browser or request. In a browser with several
 * accounts the page with the accounts comes next, so that a form of one account never goes on with another.
 */
export function dispatchUnproved(
  ports: DispatchPorts,
  visit: Visit,
  context: RequestContext,
): Eventual<NextStep> {
  const hasSeveral = visit.browser.accountsCookie !== undefined;
  return dispatch(ports, hasSeveral ? { ...visit, choice: "choose-account" } : visit, context);
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
  const selected = (facts.person === undefined || isChoosing(visit)) && mayHaveSeveral(visit);
  const selection = selected ? await select(ports, visit, { client, request: undefined, active: facts }) : {};
  const step = decideNextStep({ ...facts, ...selection, target, relation: undefined });
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
  return whenThere(findFacts(ports, visit, request?.client), (active) =>
    request !== undefined && mayHaveSeveral(visit)
      ? select(ports, visit, { client: request.client, request, active }).then((selected) =>
          dispatchAs(ports, visit, read, { context, facts: { ...active, ...selected } }),
        )
      : dispatchAs(ports, visit, read, { context, facts: active }),
  );
}

function isChoosing({ choice }: Visit): boolean {
  return choice === "choose-account";
}

/** False in a browser with one account, and once a step has made an account the active one for this very request. */
function mayHaveSeveral(visit: Visit): boolean {
  if (isChoosing(visit)) return true;
  const { browser, evidence, choice } = visit;
  return browser.accountsCookie !== undefined && evidence === undefined && choice === undefined;
}

async function select(...given: Parameters<typeof selectAccount>): ReturnType<typeof selectAccount> {
  return (await import("./select-account.ts")).selectAccount(...given);
}

interface Dispatching {
  readonly context: RequestContext;
  readonly facts: Facts;
}

function dispatchAs(
  ports: DispatchPorts,
  visit: Visit,
  read: Result<ReadRequest, AuthorizationRefusal | SignInFirst>,
  { context, facts }: Dispatching,
): Eventual<NextStep> {
  const request = read.ok ? read.value.request : undefined;
  const { person } = facts;
  const isGoingOn = request !== undefined && person !== undefined && visit.choice === undefined;
  return whenThere(isGoingOn ? findRelation(ports, request, person) : undefined, (relation) => {
    const target = { kind: "request", read: read.ok ? ok(read.value.request) : read } as const;
    const pushed = read.ok ? read.value.pushed : undefined;
    return obey(ports, decideNextStep({ ...facts, target, relation }), { context, pushed, visit });
  });
}

/** The relation of a session's person to the client of a request. */
export function findRelation(
  ports: RelationPorts,
  request: AuthorizationRequest,
  person: Person,
): Eventual<Relation> {
  const { client, idTokenHint } = request;
  if (client.metadata.isThirdParty || idTokenHint !== undefined)
    return findKnownRelation(ports, request, person);
  const subject = findSubject(ports, client, person.account);
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
    subject: findSubject(ports, client, account),
    hint: idTokenHint === undefined ? undefined : await findHint(ports, idTokenHint),
    allowedScope: isCurrent ? consent?.scope : undefined,
  };
}

/** Most requests bring no hint. */
async function findHint(ports: HintPorts, idTokenHint: string): Promise<JsonObject | undefined> {
  const { verifyHint } = await import("../verify-hint.ts");
  return verifyHint(ports, idTokenHint);
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
