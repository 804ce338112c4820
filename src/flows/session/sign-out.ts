import type { Client } from "../../protocol/client/client.ts";
import {
  clientOfSignOut,
  decideSignOut,
  type IdTokenHint,
  type PostLogoutLocation,
  readIdTokenHint,
  readSignOutRequest,
  type ServerLogoutRefusalReason,
  type SignOutOutcome,
  type SignOutRefusalReason,
  type SignOutRequest,
} from "../../protocol/openid/sign-out.ts";
import { parseParameters } from "../../protocol/parameters.ts";
import { type ClientId, formatSessionId, parseSessionId } from "../../values/ids.ts";
import { type Result, refuse } from "../../values/result.ts";
import { verifyCsrfToken } from "../csrf-token.ts";
import type { RequestContext } from "../events.ts";
import { findSubject } from "../find-subject.ts";
import type { Ports, SessionFacts } from "../ports.ts";
import { type HintPorts, verifyHint } from "../verify-hint.ts";
import { type EndedBy, endSession } from "./end-session.ts";
import type { SignOutProblemDetail } from "./explain-sign-out.ts";
import { findLiveSession } from "./find-session.ts";
import { accountsCookieWith, choosableSessions, findListedSessions } from "./other-accounts.ts";

type SignOutPorts = Parameters<typeof endSession>[0] & Pick<Ports, "sealer"> & HintPorts;

/** A browser at the logout endpoint, or coming back to it with an answer. */
export interface SignOutVisit {
  /** The query of the logout URL, exactly as sent: it is the whole request, and empty if the person came alone. */
  readonly query: string;
  readonly sessionCookie: string | undefined;
  /** See `Browser`. */
  readonly accountsCookie?: string | undefined;
  readonly deviceCookie?: string | undefined;
  readonly userAgent: string;
  /** The posted form of the service's page; absent if the person was not asked yet. */
  readonly answer?: {
    readonly step: string | undefined;
    readonly browserCookie: string | undefined;
    /** True to sign out of every account of the browser. */
    readonly isForAll?: boolean;
  };
  /** False for a request that must change nothing: HEAD. */
  readonly mayChange?: boolean;
  readonly context: RequestContext;
}

/** The address after signing out, and its client. */
export interface WayBack {
  readonly client: Client;
  readonly location: PostLogoutLocation;
}

/** The next page or redirect. */
export type SignOutStep =
  | { readonly kind: "refused"; readonly reason: SignOutRefusalReason | "too-many-parameters" }
  /** Nothing has happened yet. */
  | {
      readonly kind: "ask";
      readonly uiLocales: readonly string[];
      readonly facts: SessionFacts;
      /** True if the browser has other accounts as well. */
      readonly hasOthers: boolean;
      /** The address after signing out. */
      readonly wayBack: WayBack | undefined;
      readonly problem: SignOutProblemDetail | undefined;
    }
  /** This account is not signed in here any more. Without a location, a page of the service says so. */
  | {
      readonly kind: "signed-out";
      readonly uiLocales: readonly string[];
      readonly location: PostLogoutLocation | undefined;
      /** The address of a link on that page. */
      readonly offered: WayBack | undefined;
      readonly problem: SignOutProblemDetail | undefined;
      /** Of the client that asks, if one is known. */
      readonly clientId: ClientId | undefined;
      /** For a server that calls without a browser: the reason why no session ended. */
      readonly notEnded: ServerLogoutRefusalReason | undefined;
      /** What is still signed in. */
      readonly left: { readonly hasActive: boolean; readonly accountsCookie: string | undefined };
    };

/**
 * Answers a request to sign out, of the person or of a client (OpenID Connect RP-Initiated Logout §2). The session ends if
 * an ID token of its own came along, or once the person answered the page; without a session nothing is left to end. In a browser with
 * several accounts it is the session of the account that the ID token names, and else of the active one; no other account becomes active.
 * A client that may end sessions does so without the browser, too.
 */
export async function signOut(ports: SignOutPorts, visit: SignOutVisit): Promise<SignOutStep> {
  const read = readRequest(visit.query);
  if (!read.ok) return { kind: "refused", reason: read.reason };
  const request = read.value;
  const hint = await findHint(ports, request);
  const clientId = clientOfSignOut(request, hint);
  const client = clientId && (await ports.clients.find(clientId));
  const now = ports.clock.now();
  const active = await findLiveSession(ports, visit.sessionCookie, now);
  const listed = visit.accountsCookie === undefined ? [] : await findListedSessions(ports, visit, now);
  const others = choosableSessions(ports, visit, { listed, active });
  const all: readonly SessionFacts[] = active === undefined ? others : [active, ...others];
  // The session of a person who still owes a second factor cannot be chosen, but it can be ended.
  const everything: readonly SessionFacts[] = active === undefined ? listed : [active, ...listed];
  // Without a client's request, the person signs out of one account at a time.
  const first = active ?? (visit.query === "" ? others[0] : undefined);
  const facts = findNamed(ports, all, hint, client) ?? first;
  const isConfirmed = facts !== undefined && isAnswered(ports, visit, facts);

  const { uiLocales } = request;
  const given = { request, hint, client, sessionId: facts?.session.id };
  const decided = decideSignOut({ ...given, isConfirmed });
  const { kind, location } = decided;
  const problem = decided.problem && { reason: decided.problem, request, client };
  if (facts !== undefined && kind === "confirm") {
    const afterwards = decideSignOut({ ...given, isConfirmed: true });
    const hasOthers = everything.length > 1;
    return { kind: "ask", uiLocales, facts, hasOthers, wayBack: wayBackOf(client, afterwards), problem };
  }
  const { requestId } = visit.context;
  const caller = { userAgent: visit.userAgent, network: visit.context.network(), requestId };
  const ended = facts === undefined ? [] : isConfirmed && visit.answer?.isForAll ? everything : [facts];
  for (const one of ended) await endSession(ports, one, visit.context, { browser: caller });
  const notEnded =
    facts === undefined && problem === undefined && visit.mayChange !== false
      ? await endNamedSession(ports, hint, client, { browser: caller, context: visit.context })
      : undefined;
  const offered = wayBackOf(client, { location: decided.offered });
  const kept = others.filter((held) => !ended.includes(held));
  const left = {
    hasActive: active !== undefined && !ended.includes(active),
    accountsCookie: accountsCookieWith(visit, kept),
  };
  return { kind: "signed-out", uiLocales, location, offered, problem, clientId: client?.id, notEnded, left };
}

/** The session that an ID token of the client names, by itself or by its person. */
function findNamed<Held extends SessionFacts>(
  ports: SignOutPorts,
  all: readonly Held[],
  hint: IdTokenHint | undefined,
  client: Client | undefined,
): Held | undefined {
  if (hint === undefined || client === undefined) return undefined;
  return (
    all.find(({ session }) => formatSessionId(session.id) === hint.sid) ??
    all.find(({ account }) => findSubject(ports, client, account) === hint.sub)
  );
}

function wayBackOf(
  client: Client | undefined,
  { location }: { readonly location?: SignOutOutcome["location"] },
): WayBack | undefined {
  return client === undefined || location === undefined ? undefined : { client, location };
}

/** Ends the session that an ID token names at the request of a client's server, without the browser's cookie. */
async function endNamedSession(
  ports: SignOutPorts,
  hint: IdTokenHint | undefined,
  client: Client | undefined,
  { browser, context }: Pick<EndedBy, "browser"> & { readonly context: RequestContext },
): Promise<ServerLogoutRefusalReason | undefined> {
  if (hint === undefined || client === undefined || client.isDisabled) return undefined;
  if (hint.sid === undefined) return "id-token-hint-without-session";
  const sessionId = parseSessionId(hint.sid);
  const facts = sessionId && (await ports.sessions.find(sessionId));
  if (facts === undefined || findSubject(ports, client, facts.account) !== hint.sub) return undefined;
  if (client.metadata.mayEndSessions !== true) return "session-not-of-this-browser";
  await endSession(ports, facts, context, { browser, clientId: client.id });
  return undefined;
}

function readRequest(query: string): Result<SignOutRequest, SignOutRefusalReason | "too-many-parameters"> {
  const parameters = parseParameters(query);
  return parameters.ok ? readSignOutRequest(parameters.value) : refuse(parameters.reason);
}

async function findHint(ports: HintPorts, { idTokenHint }: SignOutRequest): Promise<IdTokenHint | undefined> {
  const claims = idTokenHint === undefined ? undefined : await verifyHint(ports, idTokenHint);
  return readIdTokenHint(claims, ports.settings.issuer);
}

/** True for the form that this browser was shown for this very request and session. */
function isAnswered(
  ports: Pick<Ports, "sealer">,
  { query, answer }: SignOutVisit,
  { session }: SessionFacts,
): boolean {
  if (answer === undefined) return false;
  const expected = {
    step: "sign-out",
    browser: answer.browserCookie,
    request: query,
    sessionId: session.id,
  } as const;
  return verifyCsrfToken(ports.sealer, answer.step, expected).ok;
}
