import { acrOf } from "../../protocol/authorization/acr.ts";
import { type CodePayload, openCode } from "../../protocol/authorization/code.ts";
import type { Client } from "../../protocol/client/client.ts";
import { type ForwardedRequest, returnTarget } from "../../protocol/forward-auth/forwarded-request.ts";
import { callbackOf } from "../../protocol/forward-auth/protected-origin.ts";
import { findRule } from "../../protocol/forward-auth/rules.ts";
import { packVisit } from "../../protocol/forward-auth/visit-cookie.ts";
import { parseParameters } from "../../protocol/parameters.ts";
import { toBase64Url } from "../../values/base64url.ts";
import { sha256 } from "../../values/digest.ts";
import { parseJsonBytes } from "../../values/json-object.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Strength } from "../../values/strength.ts";
import { type Instant, instantOf, plus, secondsUntil } from "../../values/time.ts";
import { requiredStrength } from "../authorize/required-strength.ts";
import { answerClientCall, type ClientCallPorts } from "../endpoint/client-endpoint.ts";
import { tokenEndpoint } from "../endpoint/token.ts";
import type { RequestContext } from "../events.ts";
import type { Ports } from "../ports.ts";

/** A sign-in to a protected application that is under way. It travels sealed in `state`. */
interface Transaction {
  readonly origin: string;
  readonly clientId: string;
  /** The cookie of the browser at this host when the sign-in began. */
  readonly browser: string;
  /** Random text from which the PKCE verifier is derived. */
  readonly seed: string;
  readonly startedAt: Instant;
  /** The path on this host to continue at. */
  readonly to: string;
}

/** How long a person may take to sign in. */
const waitSeconds = 3_600;

/** What a browser at a protected host asks for. */
interface SignInWish {
  readonly origin: string;
  readonly to: string | undefined;
  readonly browser: string;
  /** True to choose among the accounts of the browser. */
  readonly choosesAccount: boolean;
}

/** The parameters of the authorization request for a protected host; undefined if no application has it. */
export async function beginVisit(
  ports: Pick<Ports, "clients" | "clock" | "random" | "sealer">,
  { origin, to: wanted, browser, choosesAccount }: SignInWish,
): Promise<URLSearchParams | undefined> {
  const client = await ports.clients.findByOrigin(origin);
  if (client === undefined) return undefined;
  const to = returnTarget(wanted);
  const seed = toBase64Url(ports.random.bytes(32));
  const startedAt = ports.clock.now();
  const transaction: Transaction = { origin, clientId: client.id, browser, seed, startedAt, to };
  const strength = strengthAt(client, origin, to);
  return new URLSearchParams({
    response_type: "code",
    client_id: client.id,
    redirect_uri: callbackOf(origin),
    state: ports.sealer.seal("forward-auth", Buffer.from(JSON.stringify(transaction))),
    code_challenge: toBase64Url(sha256(codeVerifierOf(seed))),
    code_challenge_method: "S256",
    ...(strength !== undefined && { acr_values: acrOf(strength) }),
    ...(choosesAccount && { prompt: "select_account" }),
  });
}

/** The strength that the rule of the place asks for, so that the sign-in leads to it in one go. */
function strengthAt({ metadata }: Client, origin: string, target: string): Strength | undefined {
  const [path = "/"] = target.split("?", 1);
  const request: ForwardedRequest = { method: "GET", origin, path, target };
  const found = findRule(metadata.pathRules, request);
  return found.kind === "rule" ? found.rule.strength : undefined;
}

/** The browser of a request that comes back from a sign-in, and the host that it comes to. */
interface Arrival {
  readonly origin: string;
  readonly query: string;
  readonly browser: string | undefined;
  /** The address of the token endpoint. */
  readonly tokenUrl: string;
  readonly context: RequestContext;
}

/** A visit that has begun: the value of its cookie, how long the browser keeps it, and the path to continue at. */
interface BegunVisit {
  readonly cookie: string;
  readonly maxAgeSeconds: number;
  readonly to: string;
}

/** Why no visit begins. "unknown": the answer belongs to no sign-in of this browser at this host, or came too late or twice. */
export type NoVisit = "unknown" | "cancelled";

export type VisitPorts = Pick<Ports, "clients" | "clock" | "codeClock" | "sealer" | "sessions" | "settings"> &
  ClientCallPorts &
  Parameters<typeof tokenEndpoint.handle>[0];

/**
 * Finishes a sign-in at the host where it began: the code is exchanged without a request, and nobody gets its access
 * token. The code and `state` of another host are refused, and so is a browser that did not begin the sign-in.
 */
export async function finishVisit(ports: VisitPorts, arrival: Arrival): Promise<Result<BegunVisit, NoVisit>> {
  const { origin, query, browser, tokenUrl, context } = arrival;
  const parameters = parseParameters(query);
  if (!parameters.ok || browser === undefined) return refuse("unknown");
  const transaction = openTransaction(ports, parameters.value.get("state"));
  if (transaction?.origin !== origin || transaction.browser !== browser) return refuse("unknown");
  if (ports.clock.now() >= plus(transaction.startedAt, waitSeconds)) return refuse("unknown");
  const code = parameters.value.get("code");
  if (code === undefined) return refuse("cancelled");
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: transaction.clientId,
    redirect_uri: callbackOf(origin),
    code,
    code_verifier: codeVerifierOf(transaction.seed),
  }).toString();
  const call = { authorization: undefined, dpop: undefined, form, query: "", browserOrigin: undefined };
  const exchanged = await answerClientCall(ports, tokenEndpoint, { ...call, url: tokenUrl, context });
  if (!exchanged.ok) return refuse("unknown");
  const payload = openCode(code, (sealed) => ports.sealer.open("code", sealed));
  return payload === undefined ? refuse("unknown") : beginIn(ports, transaction, payload);
}

/** No visit begins if the session or the client is gone by now; every other change since is judged by the first check. */
async function beginIn(
  ports: VisitPorts,
  { origin, to }: Transaction,
  { grantId, clientId, accountId, sessionId }: CodePayload,
): Promise<Result<BegunVisit, NoVisit>> {
  const facts = await ports.sessions.find(sessionId);
  const client = await ports.clients.find(clientId);
  if (facts === undefined || client === undefined) return refuse("unknown");
  const beganAt = ports.clock.now();
  // The sign-in met what was required when the code was issued, perhaps by a trusted browser. What was raised since may not be met.
  const issuedAt = ports.codeClock.madeAt(grantId);
  const isChanged = [client, facts.account].some(({ updatedAt }) => updatedAt >= issuedAt);
  const strength = isChanged ? "one" : requiredStrength(ports, facts.account, client);
  const visit = packVisit({ origin, clientId, accountId, sessionId, beganAt, strength });
  const cookie = ports.sealer.seal("forward-auth", visit);
  return ok({ cookie, maxAgeSeconds: secondsUntil(beganAt, facts.session.expiresAt), to });
}

function openTransaction(
  { sealer }: Pick<Ports, "sealer">,
  state: string | undefined,
): Transaction | undefined {
  const value = state === undefined ? undefined : parseJsonBytes(sealer.open("forward-auth", state));
  const { origin, clientId, browser, seed, startedAt, to } = value ?? {};
  const texts = [origin, clientId, browser, seed, to];
  if (!texts.every((text) => typeof text === "string") || typeof startedAt !== "number") return undefined;
  const [host = "", id = "", cookie = "", random = "", place = ""] = texts as string[];
  return {
    origin: host,
    clientId: id,
    browser: cookie,
    seed: random,
    startedAt: instantOf(startedAt),
    to: place,
  };
}

/** The browser only ever sees the sealed seed, never the verifier. */
function codeVerifierOf(seed: string): string {
  return toBase64Url(sha256(`forward auth verifier ${seed}`));
}
