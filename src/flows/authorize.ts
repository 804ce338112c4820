import type { Account } from "../identity/account.ts";
import { decideSession, satisfiesMaxAge, sessionIdOfCookie, touchIsDue } from "../identity/session.ts";
import { encodeCodePayload, formatCode } from "../protocol/authorization-code.ts";
import {
  type AuthorizationRefusal,
  type AuthorizationRequest,
  decideAuthorizationRequest,
  readAuthorizationClient,
  refuseAuthorization,
  successRedirect,
} from "../protocol/authorization-request.ts";
import { exposesSecretOf } from "../protocol/client-authentication.ts";
import { parseParameters } from "../protocol/parameters.ts";
import { redirectUriDigest } from "../protocol/redirect-uri.ts";
import { equalIds, newGrantId, type SessionId } from "../values/ids.ts";
import { type Result, refuse } from "../values/result.ts";
import type { Instant } from "../values/time.ts";
import type { Origin } from "./events.ts";
import type { Ports, SessionFacts } from "./ports.ts";

type AuthorizePorts = Pick<
  Ports,
  "settings" | "clock" | "random" | "clients" | "sessions" | "sealer" | "events"
>;

/** A browser at the authorization endpoint, or coming back to it from a step. */
export interface AuthorizationVisit {
  /** The query of the authorization URL, exactly as sent: it is the whole transaction. */
  readonly query: string;
  readonly sessionCookie: string | undefined;
  readonly evidence?: StepEvidence;
}

/** What a step has just proved for this very request; only the flow of that step can say so. */
export type StepEvidence =
  /** The person proved who they are after the form was shown: satisfies prompt=login, select_account and max_age. */
  | { readonly step: "sign-in"; readonly sessionId: SessionId }
  /**
   * The person chose to continue with this session: satisfies prompt=select_account and consent. That page is shown only once
   * prompt=login (and max_age=0, its synonym) was satisfied, so it satisfies these too.
   */
  | { readonly step: "continue"; readonly sessionId: SessionId };

/** The request cannot go on: our own page where nothing trustworthy is known to redirect to, else back to the client. */
export interface Refused {
  readonly kind: "refused";
  readonly refusal: AuthorizationRefusal;
}

/** Where the browser goes next. */
export type NextStep =
  | Refused
  | { readonly kind: "sign-in"; readonly request: AuthorizationRequest; readonly signedInAs?: Account }
  | { readonly kind: "continue"; readonly request: AuthorizationRequest; readonly facts: SessionFacts }
  | {
      readonly kind: "issued";
      readonly location: string;
      readonly request: AuthorizationRequest;
      readonly facts: SessionFacts;
    };

/**
 * The one dispatcher. Validates the request from scratch, looks at the session and the evidence, and decides the next step.
 * Steps never call each other; each comes back here. Issuing a code writes nothing: the code is sealed, not stored.
 */
export async function authorize(
  ports: AuthorizePorts,
  visit: AuthorizationVisit,
  origin: Origin,
): Promise<NextStep> {
  const read = await readRequest(ports, visit.query);
  if (!read.ok) {
    if (read.reason.reason === "client-secret-in-query")
      await recordExposure(ports, visit.query, read.reason, origin);
    return { kind: "refused", refusal: read.reason };
  }
  const request = read.value;
  const now = ports.clock.now();
  const facts = await findLiveSession(ports, visit.sessionCookie, now);
  const next = decideNext(request, facts, visit.evidence, now);
  switch (next) {
    case "refuse":
      return { kind: "refused", refusal: refuseAuthorization(request, "login-required") };
    case "sign-in":
      return facts === undefined
        ? { kind: "sign-in", request }
        : { kind: "sign-in", request, signedInAs: facts.account };
    default:
      if (next.step === "continue") return { kind: "continue", request, facts: next.facts };
      return {
        kind: "issued",
        request,
        facts: next.facts,
        location: issueCode(ports, request, next.facts, { now, origin }),
      };
  }
}

/** Validates the query of an authorization request against the client as it is registered now. */
export async function readRequest(
  ports: Pick<Ports, "clients">,
  query: string,
): Promise<Result<AuthorizationRequest, AuthorizationRefusal>> {
  const parameters = parseParameters(query);
  if (!parameters.ok) return refuse({ surface: "page", reason: parameters.reason });
  const named = readAuthorizationClient(parameters.value);
  if (!named.ok) return named;
  const client = await ports.clients.find(named.value.clientId);
  return decideAuthorizationRequest({ client, named: named.value, parameters: parameters.value });
}

/** Writes only where the secret is the real one and no exposure is recorded yet: a stranger's URL stores nothing. */
async function recordExposure(
  ports: AuthorizePorts,
  query: string,
  { client }: AuthorizationRefusal,
  origin: Origin,
): Promise<void> {
  const parameters = parseParameters(query);
  if (client === undefined || !parameters.ok || !exposesSecretOf(client, parameters.value)) return;
  await ports.clients.recordExposedSecret(client.id, ports.clock.now());
  ports.events.record(
    { kind: "client-secret-exposed", clientId: client.id, where: "authorization-query" },
    origin,
  );
}

/** The session that a cookie proves, while it is live; a stale last-seen time is refreshed in passing. */
export async function findLiveSession(
  ports: Pick<Ports, "sessions" | "settings">,
  cookie: string | undefined,
  now: Instant,
): Promise<SessionFacts | undefined> {
  const presented = cookie === undefined ? undefined : sessionIdOfCookie(cookie);
  if (presented === undefined) return undefined;
  const facts = await ports.sessions.find(presented.id);
  const idleLimit = ports.settings.sessionIdle;
  if (
    facts === undefined ||
    decideSession({ facts, cookieDigest: presented.digest, now, idleLimit }) !== "live"
  )
    return undefined;
  // Nobody waits for this write: losing it only brings the idle limit forward.
  if (touchIsDue(facts.session, now, idleLimit)) ports.sessions.touch(facts.session.id, now).catch(() => {});
  return facts;
}

type Next = "refuse" | "sign-in" | { readonly step: "continue" | "issue"; readonly facts: SessionFacts };

/** OpenID Connect Core §3.1.2.1 and §3.1.2.3: which interaction `prompt` and `max_age` ask for. */
function decideNext(
  request: AuthorizationRequest,
  facts: SessionFacts | undefined,
  offered: StepEvidence | undefined,
  now: Instant,
): Next {
  const { prompts, maxAge, hasIdTokenHint } = request;
  if (facts === undefined) return prompts.has("none") ? "refuse" : "sign-in";
  const evidence =
    offered !== undefined && equalIds(offered.sessionId, facts.session.id) ? offered : undefined;
  const demandsFresh = prompts.has("login") || maxAge === 0 || hasIdTokenHint;
  const isTooOld = maxAge !== undefined && maxAge > 0 && !satisfiesMaxAge(facts.session, maxAge, now);
  const mustSignIn = evidence?.step !== "sign-in" && ((demandsFresh && evidence === undefined) || isTooOld);
  if (mustSignIn) return prompts.has("none") ? "refuse" : "sign-in";
  const mustChoose = prompts.has("select_account") && evidence === undefined;
  const mustConsent = prompts.has("consent") && evidence?.step !== "continue";
  return { step: mustChoose || mustConsent ? "continue" : "issue", facts };
}

function issueCode(
  ports: AuthorizePorts,
  request: AuthorizationRequest,
  facts: SessionFacts,
  { now, origin }: { readonly now: Instant; readonly origin: Origin },
): string {
  const payload = encodeCodePayload({
    grantId: newGrantId(now, ports.random.bytes(10)),
    clientId: request.client.id,
    accountId: facts.account.id,
    accountEpoch: facts.account.epoch,
    sessionId: facts.session.id,
    redirectUri: redirectUriDigest(request.redirectUri, request.client.profile),
    codeChallenge: request.codeChallenge,
    authenticatedAt: facts.session.authenticatedAt,
  });
  ports.events.record(
    { kind: "code-issued", clientId: request.client.id, accountId: facts.account.id },
    origin,
  );
  return successRedirect(request, formatCode(ports.sealer.seal("code", payload)), ports.settings.issuer);
}
