import {
  clientOfEndSession,
  decideEndSession,
  type EndSessionProblem,
  type EndSessionRefusalReason,
  type EndSessionRequest,
  type IdTokenHint,
  type PostLogoutLocation,
  readEndSessionRequest,
  readIdTokenHint,
} from "../protocol/end-session.ts";
import { parseParameters } from "../protocol/parameters.ts";
import { type Result, refuse } from "../values/result.ts";
import type { Origin } from "./events.ts";
import { findLiveSession } from "./find-session.ts";
import type { Ports, SessionFacts } from "./ports.ts";
import { signOut } from "./sign-out.ts";
import { verifyStepToken } from "./step-token.ts";

type EndSessionPorts = Parameters<typeof signOut>[0] & Pick<Ports, "sealer">;

/** A browser at the logout endpoint, or coming back to it with an answer. */
export interface EndSessionVisit {
  /** The query of the logout URL, exactly as sent: it is the whole request, and empty where the person came alone. */
  readonly query: string;
  readonly sessionCookie: string | undefined;
  /** What the form of our page says; absent where nobody was asked yet. */
  readonly answer?: { readonly step: string | undefined; readonly browserCookie: string | undefined };
  readonly origin: Origin;
}

/** What the browser gets to see next. */
export type EndSessionStep =
  | { readonly kind: "refused"; readonly reason: EndSessionRefusalReason | "too-many-parameters" }
  /** Nothing has happened yet. */
  | {
      readonly kind: "ask";
      readonly uiLocales: readonly string[];
      readonly facts: SessionFacts;
      /** The answer came from an old form, or one made for another browser or session. */
      readonly isStale: boolean;
      /** Where signing out will lead. */
      readonly location: PostLogoutLocation | undefined;
      readonly problem: EndSessionProblem | undefined;
    }
  /** Nobody is signed in here any more. Without a location our own page says so. */
  | {
      readonly kind: "signed-out";
      readonly uiLocales: readonly string[];
      readonly location: PostLogoutLocation | undefined;
      readonly problem: EndSessionProblem | undefined;
    };

/**
 * Answers a request to sign out, of the person or of a client (OpenID Connect RP-Initiated Logout §2). The session ends where an
 * ID token of its own came along, or once the person answered our page; whoever is not signed in is signed out already.
 */
export async function endSession(ports: EndSessionPorts, visit: EndSessionVisit): Promise<EndSessionStep> {
  const read = readRequest(visit.query);
  if (!read.ok) return { kind: "refused", reason: read.reason };
  const request = read.value;
  const hint = await findHint(ports, request);
  const clientId = clientOfEndSession(request, hint);
  const client = clientId && (await ports.clients.find(clientId));
  const facts = await findLiveSession(ports, visit.sessionCookie, ports.clock.now());
  const isConfirmed = facts !== undefined && isAnswered(ports, visit, facts);

  const { uiLocales } = request;
  const given = { request, hint, client, sessionId: facts?.session.id };
  const { kind, location, problem } = decideEndSession({ ...given, isConfirmed });
  if (problem !== undefined)
    ports.events.record(
      { kind: "post-logout-redirect-refused", reason: problem, ...(client && { clientId: client.id }) },
      visit.origin,
    );
  if (facts === undefined) return { kind: "signed-out", uiLocales, location, problem };
  if (kind === "confirm") {
    const afterwards = decideEndSession({ ...given, isConfirmed: true });
    const isStale = visit.answer !== undefined;
    return { kind: "ask", uiLocales, facts, isStale, location: afterwards.location, problem };
  }
  await signOut(ports, facts, visit.origin);
  return { kind: "signed-out", uiLocales, location, problem };
}

function readRequest(
  query: string,
): Result<EndSessionRequest, EndSessionRefusalReason | "too-many-parameters"> {
  const parameters = parseParameters(query);
  return parameters.ok ? readEndSessionRequest(parameters.value) : refuse(parameters.reason);
}

async function findHint(
  ports: Pick<Ports, "signer" | "settings">,
  { idTokenHint }: EndSessionRequest,
): Promise<IdTokenHint | undefined> {
  const claims = idTokenHint === undefined ? undefined : await ports.signer.verifyOwn(idTokenHint);
  return readIdTokenHint(claims, ports.settings.issuer);
}

/** True for the form that this browser was shown for this very request and session. */
function isAnswered(
  ports: Pick<Ports, "sealer">,
  { query, answer }: EndSessionVisit,
  { session }: SessionFacts,
): boolean {
  if (answer === undefined) return false;
  const expected = {
    step: "sign-out",
    browser: answer.browserCookie,
    request: query,
    sessionId: session.id,
  } as const;
  return verifyStepToken(ports.sealer, answer.step, expected).ok;
}
