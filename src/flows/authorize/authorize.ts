import type { Account } from "../../identity/account.ts";
import { isFreshlyAuthenticated, satisfiesMaxAge } from "../../identity/session.ts";
import { createCode } from "../../protocol/authorization/code.ts";
import type { PushedRequest } from "../../protocol/authorization/pushed-request.ts";
import {
  type AuthorizationRefusal,
  type AuthorizationRequest,
  refuseAuthorization,
  type ShownRequest,
} from "../../protocol/authorization/request.ts";
import { exposesSecretOf, secretInPlaceOfId } from "../../protocol/client/authentication.ts";
import { admits, type Client } from "../../protocol/client/client.ts";
import { scopeOfClaims } from "../../protocol/openid/claims.ts";
import { parseParameters } from "../../protocol/parameters.ts";
import { readScope } from "../../protocol/scope.ts";
import { equalIds, type SessionId } from "../../values/ids.ts";
import type { Instant } from "../../values/time.ts";
import { answerRefusal, type HeldBack, type Refused } from "../endpoint/answer-refusal.ts";
import { findSubject } from "../endpoint/find-subject.ts";
import type { RequestContext } from "../events.ts";
import type { Ports, SessionFacts } from "../ports.ts";
import { findLiveSession } from "../session/find-session.ts";
import { usePushedRequest } from "./open-pushed-request.ts";
import { type OwnPageStep, openOwnPage, ownPageIn } from "./own-page.ts";
import { inTime, readRequest } from "./read-request.ts";

type AuthorizePorts = Pick<
  Ports,
  | "settings"
  | "clock"
  | "codeClock"
  | "clients"
  | "sessions"
  | "consents"
  | "replayCache"
  | "sealer"
  | "signer"
  | "events"
>;

/** A browser at the authorization endpoint, or coming back to it from a step. */
export interface AuthorizationVisit {
  /** The query of the authorization URL, exactly as sent: it is the whole transaction. */
  readonly query: string;
  readonly sessionCookie: string | undefined;
  readonly evidence?: StepEvidence;
  /** A form of the service, shown for this very request, brings it back. */
  readonly isFromForm?: boolean;
}

/** What a step has just proved for this very request; only the flow of that step can say so. */
export type StepEvidence =
  /** The person proved who they are after the form was shown: satisfies prompt=login, select_account and max_age. */
  | { readonly step: "sign-in"; readonly sessionId: SessionId }
  /**
   * The person chose to continue with this session: satisfies prompt=select_account, and consent where no third party asks. That
   * page is shown only once prompt=login (and max_age=0, its synonym) was satisfied, so it satisfies these too while that sign-in
   * is fresh.
   */
  | { readonly step: "continue"; readonly sessionId: SessionId }
  /** The person allowed what the consent page listed, on top of all that "continue" says. */
  | { readonly step: "consent"; readonly sessionId: SessionId };

/** Where the browser goes next. */
export type NextStep =
  | Refused
  | HeldBack
  | OwnPageStep
  | {
      readonly kind: "sign-in";
      readonly request: ShownRequest;
      readonly signedInAs?: Account;
      readonly withheld?: never;
    }
  | { readonly kind: "continue"; readonly request: AuthorizationRequest; readonly facts: SessionFacts }
  /** The person must allow what `scope` names: values that were not allowed before. */
  | {
      readonly kind: "consent";
      readonly request: AuthorizationRequest;
      readonly facts: SessionFacts;
      readonly scope: readonly string[];
    }
  /** The client is open to groups alone, and the person is in none of them. */
  | { readonly kind: "not-admitted"; readonly request: AuthorizationRequest; readonly facts: SessionFacts }
  | {
      readonly kind: "issued";
      readonly code: string;
      readonly request: AuthorizationRequest;
      readonly facts: SessionFacts;
    };

/** The dispatcher for everything that a sign-in can be for: an authorization request, or a page of the service. */
export async function decideNextStep(
  ports: AuthorizePorts,
  visit: AuthorizationVisit,
  context: RequestContext,
): Promise<NextStep> {
  const page = ownPageIn(visit.query);
  return page === undefined
    ? authorize(ports, visit, context)
    : openOwnPage(ports, page, visit.sessionCookie);
}

/**
 * The dispatcher for authorization requests. Validates the request from scratch, looks at the session and the evidence, and
 * decides the next step.
 */
export async function authorize(
  ports: AuthorizePorts,
  visit: AuthorizationVisit,
  context: RequestContext,
): Promise<NextStep> {
  const now = ports.clock.now();
  const { query, sessionCookie } = visit;
  const arrivedAt = visit.isFromForm ? inTime : ports.codeClock.now();
  const read = await readRequest(ports, { query, arrivedAt });
  if (!read.ok) {
    const exposed = await findExposed(ports, query, read.reason);
    if (exposed !== undefined) await recordExposure(ports, exposed, context);
    return answerRefusal(ports, read.reason, sessionCookie);
  }
  const { request, pushed } = read.value;
  if (asksForOpenidInVain(request.client, pushed?.form ?? query))
    ports.events.record({ kind: "openid-not-registered", clientId: request.client.id }, context);
  const facts = await findLiveSession(ports, sessionCookie, now);
  const isWrongPerson = facts !== undefined && !(await isWhomClientMeans(ports, request, facts));
  const next = decideNext(request, isWrongPerson ? undefined : facts, visit.evidence, now);
  switch (next) {
    case "login-required":
    case "interaction-required":
      return answerRefusal(ports, refuseAuthorization(request, next), sessionCookie);
    case "sign-in":
      return facts === undefined
        ? { kind: "sign-in", request }
        : { kind: "sign-in", request, signedInAs: facts.account };
    default:
      if (!admits(request.client, next.facts.account.groups))
        return request.prompts.has("none")
          ? answerRefusal(ports, refuseAuthorization(request, "account-not-admitted"), sessionCookie)
          : { kind: "not-admitted", request, facts: next.facts };
      if (next.step === "continue") return { kind: "continue", request, facts: next.facts };
      return issueOrAsk(ports, request, next.facts, {
        now,
        context,
        pushed,
        evidence: visit.evidence,
        sessionCookie,
      });
  }
}

/** True where the client asks for the scope openid, which is ignored because it is not registered for it. */
function asksForOpenidInVain({ metadata }: Client, query: string): boolean {
  if (metadata?.isOpenid === true || !query.includes("openid")) return false;
  const parameters = parseParameters(query);
  return parameters.ok && readScope(parameters.value.get("scope") ?? "").includes("openid");
}

/** The person may go on, if they allowed what a third party asks for, and a pushed request if nobody used it before. */
async function issueOrAsk(
  ports: AuthorizePorts,
  request: AuthorizationRequest,
  facts: SessionFacts,
  issue: {
    readonly now: Instant;
    readonly context: RequestContext;
    readonly pushed: PushedRequest | undefined;
    readonly evidence: StepEvidence | undefined;
    readonly sessionCookie: string | undefined;
  },
): Promise<NextStep> {
  const asksAgain = request.prompts.has("consent") && issue.evidence?.step !== "consent";
  const scope = await scopeToAllow(ports, request, facts, asksAgain);
  if (scope !== undefined)
    return request.prompts.has("none")
      ? answerRefusal(ports, refuseAuthorization(request, "consent-required"), issue.sessionCookie)
      : { kind: "consent", request, facts, scope };
  if (issue.pushed !== undefined && !(await usePushedRequest(ports, issue.pushed, issue.now)))
    return {
      kind: "refused",
      refusal: { errorFormat: "page", reason: "pushed-request-used", client: request.client },
    };
  return { kind: "issued", request, facts, code: issueCode(ports, request, facts, issue) };
}

/**
 * Of a third party's scope what this person did not allow before; undefined where there is nothing to ask. Claims that it asks
 * for by name count as their scope. Somebody who never allowed the client anything is asked even for an empty scope.
 */
async function scopeToAllow(
  ports: Pick<Ports, "consents">,
  { client, scope, claims }: AuthorizationRequest,
  { account }: SessionFacts,
  asksAgain: boolean,
): Promise<readonly string[] | undefined> {
  if (client.metadata.isThirdParty !== true) return undefined;
  const wanted = [...new Set([...scope, ...scopeOfClaims(claims)])];
  const consent = await ports.consents.find(account.id, client.id);
  if (consent === undefined || asksAgain) return wanted;
  const added = wanted.filter((value) => !consent.scope.includes(value));
  return added.length === 0 ? undefined : added;
}

/** False where the client named somebody else, by an ID token or by the `sub` of the claims parameter (OpenID Connect Core §3.1.2.1, §5.5.1). */
async function isWhomClientMeans(
  ports: Pick<Ports, "sealer" | "signer" | "settings">,
  { idTokenHint, claims, client }: AuthorizationRequest,
  { account }: SessionFacts,
): Promise<boolean> {
  if (claims.subjects === undefined && idTokenHint === undefined) return true;
  const subject = findSubject(ports, client, account.id);
  if (claims.subjects !== undefined && !claims.subjects.includes(subject)) return false;
  if (idTokenHint === undefined) return true;
  const hint = await ports.signer.verifyOwn(idTokenHint);
  return hint?.iss === ports.settings.issuer && hint.aud === client.id && hint.sub === subject;
}

/** Whose real secret stands in the URL: as client_secret, or in the place of the client_id. */
async function findExposed(
  ports: Pick<Ports, "clients">,
  query: string,
  refusal: AuthorizationRefusal,
): Promise<Client | undefined> {
  const { reason, client } = refusal;
  if (reason === "client-unknown" && refusal.errorFormat === "page") {
    const digest = secretInPlaceOfId(refusal.received);
    return digest && ports.clients.findBySecret(digest);
  }
  if (reason !== "client-secret-in-query" || client === undefined) return undefined;
  const parameters = parseParameters(query);
  return parameters.ok && exposesSecretOf(client, parameters.value) ? client : undefined;
}

/** Writes only where no exposure is recorded yet, and a stranger's URL has no real secret: it stores nothing. */
async function recordExposure(ports: AuthorizePorts, client: Client, context: RequestContext): Promise<void> {
  await ports.clients.recordExposedSecret(client.id, ports.clock.now());
  ports.events.record(
    { kind: "client-secret-exposed", clientId: client.id, where: "authorization-query" },
    context,
  );
}

type Next =
  | "login-required"
  | "interaction-required"
  | "sign-in"
  | { readonly step: "continue" | "issue"; readonly facts: SessionFacts };

/** OpenID Connect Core §3.1.2.1 and §3.1.2.3: which interaction `prompt` and `max_age` ask for. */
function decideNext(
  request: AuthorizationRequest,
  facts: SessionFacts | undefined,
  offered: StepEvidence | undefined,
  now: Instant,
): Next {
  const { prompts, maxAge, hasIdTokenHint } = request;
  if (facts === undefined) return prompts.has("none") ? "login-required" : "sign-in";
  const evidence =
    offered !== undefined && equalIds(offered.sessionId, facts.session.id) ? offered : undefined;
  // The page was shown only to hold the error back: the client asked for none, so that is what it hears.
  if (prompts.has("none") && evidence?.step === "sign-in") return "login-required";
  const demandsFresh = prompts.has("login") || maxAge === 0 || hasIdTokenHint;
  const isTooOld = maxAge !== undefined && maxAge > 0 && !satisfiesMaxAge(facts.session, maxAge, now);
  const isFresh = evidence !== undefined && isFreshlyAuthenticated(facts.session, now);
  const mustSignIn = evidence?.step !== "sign-in" && ((demandsFresh && !isFresh) || isTooOld);
  if (mustSignIn) return prompts.has("none") ? "login-required" : "sign-in";
  const mustChoose = (prompts.has("select_account") || !provesItsApp(request)) && evidence === undefined;
  if (mustChoose && prompts.has("none")) return "interaction-required";
  // A third party's request gets the consent page instead, which says more.
  const isThirdParty = request.client.metadata.isThirdParty === true;
  const mustConsent = prompts.has("consent") && evidence?.step !== "continue" && !isThirdParty;
  return { step: mustChoose || mustConsent ? "continue" : "issue", facts };
}

/**
 * Any program on the person's machine can pose as a public client that comes back to a loopback port or an app's own scheme,
 * so a code goes there only after the person chose to continue (RFC 8252 §8.6).
 */
function provesItsApp({ client, redirectUri }: AuthorizationRequest): boolean {
  return !client.isPublic || redirectUri.startsWith("https:");
}

function issueCode(
  ports: AuthorizePorts,
  request: AuthorizationRequest,
  facts: SessionFacts,
  { context }: { readonly context: RequestContext },
): string {
  ports.events.record(
    { kind: "code-issued", clientId: request.client.id, accountId: facts.account.id },
    context,
  );
  const holder = {
    grantId: ports.codeClock.createGrantId(),
    accountId: facts.account.id,
    accountEpoch: facts.account.epoch,
    sessionId: facts.session.id,
    authenticatedAt: facts.session.authenticatedAt,
  };
  return createCode(request, holder, (payload) => ports.sealer.seal("code", payload));
}
