import { clientAuthenticationReservation } from "../../identity/throttle.ts";
import {
  type AuthenticatedClient,
  authenticateByAssertion,
  authenticateClient,
  exposesSecretOf,
  isForAssertion,
  type PresentedCredentials,
  readClientCredentials,
} from "../../protocol/client/authentication.ts";
import type { Client, ClientMetadata } from "../../protocol/client/client.ts";
import type { TokenRefusalReason } from "../../protocol/errors.ts";
import type { Jwt, SingleUse } from "../../protocol/jwt.ts";
import { type Parameters, parseParameters } from "../../protocol/parameters.ts";
import { dpopErrors } from "../../protocol/token/dpop.ts";
import { type ClientId, parseClientId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Seconds, secondsUntil } from "../../values/time.ts";
import type { RequestContext } from "../events.ts";
import type { Ports } from "../ports.ts";

/** What every call of a client needs. */
export type ClientCallPorts = Pick<
  Ports,
  | "settings"
  | "clock"
  | "clients"
  | "secretUses"
  | "attempts"
  | "jwtVerifier"
  | "publishedKeys"
  | "replayCache"
  | "events"
>;

/** A request that a client's server makes: token, introspection, revocation, pushed request. */
export interface ClientCall {
  readonly authorization: string | undefined;
  /** The header DPoP. */
  readonly dpop: string | undefined;
  /** The form body as text. */
  readonly form: string;
  readonly query: string;
  /** The address of the endpoint as clients know it, without query. */
  readonly url: string;
  /** The origin of the browser page that made the request; undefined for a server, as it should be. */
  readonly browserOrigin: string | undefined;
  readonly context: RequestContext;
}

/** Why a call is refused, and how to say it. */
export interface CallRefusal {
  readonly reason: TokenRefusalReason;
  /** RFC 6749 §5.2: only a client that used the Authorization header is answered with 401. */
  readonly usedBasic: boolean;
  readonly retryAfter?: Seconds;
  /** The browser origin that may read the answer: one of a public client's own. */
  readonly readableBy: string | undefined;
}

/** A call in a shape that can be looked at; nobody is authenticated yet. */
export interface ReadCall {
  readonly parameters: Parameters;
  /** Undefined where the URL has no query, as it should be. */
  readonly query: Parameters | undefined;
  readonly readableBy: string | undefined;
}

/** A client that has proved who it is. */
export interface Caller {
  readonly client: AuthenticatedClient;
  readonly usedBasic: boolean;
  /** The use of the assertion that proved it: give it to `claimUses` before the request succeeds. */
  readonly assertionUse?: SingleUse | undefined;
}

/** Reads form and query. A real secret in the query is recorded as exposed. */
export async function readCall(
  ports: ClientCallPorts,
  call: ClientCall,
): Promise<Result<ReadCall, CallRefusal>> {
  const parsed = parseParameters(call.form);
  if (!parsed.ok) return refuse({ reason: parsed.reason, usedBasic: false, readableBy: undefined });
  const parameters = parsed.value;
  // Found first, so that the page of a public client can read every refusal.
  const readableBy = call.browserOrigin === undefined ? undefined : await findReader(ports, call, parameters);
  if (call.query === "") return ok({ parameters, query: undefined, readableBy });
  const query = parseParameters(call.query);
  if (!query.ok) return refuse({ reason: query.reason, usedBasic: false, readableBy });
  if (query.value.isSent("client_secret")) await recordExposure(ports, call, query.value, parameters);
  return ok({ parameters, query: query.value, readableBy });
}

/**
 * Finds out which client calls: by its secret, by a signed assertion, or by its word where it is public. A failure counts as
 * a try. Nothing is stored of an assertion: see `Caller`.
 */
export async function authenticateCaller(
  ports: ClientCallPorts,
  call: ClientCall,
  { parameters, readableBy }: ReadCall,
): Promise<Result<Caller, CallRefusal>> {
  const { browserOrigin, authorization } = call;
  const presented = readClientCredentials({ authorization, parameters });
  if (!presented.ok)
    return refuse({ reason: presented.reason, usedBasic: authorization !== undefined, readableBy });
  const { clientId, usedBasic } = presented.value;
  const client = clientId === undefined ? undefined : await ports.clients.find(clientId);
  if (browserOrigin !== undefined && readableBy === undefined)
    return refuse({ reason: "browser-origin", usedBasic, readableBy });
  const authenticated = isForAssertion(client, presented.value)
    ? await authenticateAsserted(ports, call, client, presented.value)
    : authenticateBySecret(ports, client, presented.value);
  if (authenticated.ok) return ok({ ...authenticated.value, usedBasic });
  return refuse(
    await countFailure(ports, call, { reason: authenticated.reason, usedBasic, readableBy }, client),
  );
}

/**
 * Counts a refusal as a failed try of client and network; answers what to say. A success never counts, so it always gets
 * through.
 */
async function countFailure(
  ports: Pick<Ports, "clock" | "attempts">,
  call: ClientCall,
  refusal: CallRefusal,
  client: Client | undefined,
): Promise<CallRefusal> {
  const now = ports.clock.now();
  const reservation = clientAuthenticationReservation({
    clientId: client?.id ?? "unknown",
    network: call.context.network(),
  });
  const counted = await ports.attempts.reserve([reservation], now);
  if (counted.ok) return refusal;
  const retryAfter = secondsUntil(now, counted.reason.retryAt);
  return { ...refusal, reason: "too-many-attempts", retryAfter };
}

/**
 * What an authenticated caller hears. A public client's id proves nothing, so a failure that any stranger can cause in its
 * name counts as a try. The failure of a code or refresh token that was really issued does not.
 */
export async function countedRefusal(
  ports: Pick<Ports, "clock" | "attempts">,
  call: ClientCall,
  refusal: CallRefusal,
  client: AuthenticatedClient,
): Promise<CallRefusal> {
  const { reason } = refusal;
  const isAnybodys = client.isPublic && (reason in dpopErrors || anybodysReasons.has(reason));
  const counts = isAnybodys || reason === "client-assertion-replayed";
  return counts ? countFailure(ports, call, refusal, client) : refusal;
}

/** Counts, records and answers the refusal of an authenticated caller. */
export async function refusedCaller(
  ports: Pick<Ports, "clock" | "clients" | "attempts" | "events">,
  call: ClientCall,
  refusal: CallRefusal,
  client: AuthenticatedClient,
): Promise<Result<never, CallRefusal>> {
  return refusedCall(ports, call, await countedRefusal(ports, call, refusal, client), client);
}

const anybodysReasons: ReadonlySet<TokenRefusalReason> = new Set([
  "code-unknown",
  "refresh-token-unknown",
  "introspection-by-public-client",
]);

/** Records the refusal, with the client that the call names where it is a registered one; answers it. */
export async function refusedCall(
  ports: Pick<Ports, "clients" | "events">,
  call: ClientCall,
  refusal: CallRefusal,
  client?: Client,
): Promise<Result<never, CallRefusal>> {
  const { reason } = refusal;
  const clientId = (client ?? (await findClaimed(ports, call)))?.id ?? "unknown";
  ports.events.record({ kind: "exchange-refused", reason, clientId }, call.context);
  return refuse(refusal);
}

/**
 * The registered client that a call claims to come from. Any other text is left out: it may be anything, a secret included.
 */
async function findClaimed(
  ports: Pick<Ports, "clients">,
  { authorization, form }: ClientCall,
): Promise<Client | undefined> {
  const parsed = parseParameters(form);
  if (!parsed.ok) return undefined;
  const clientId = claimedClientId(authorization, parsed.value);
  return clientId === undefined ? undefined : ports.clients.find(clientId);
}

function claimedClientId(authorization: string | undefined, parameters: Parameters): ClientId | undefined {
  const presented = readClientCredentials({ authorization, parameters });
  return presented.ok ? presented.value.clientId : parseClientId(parameters.get("client_id") ?? "");
}

/** Nobody waits for the note of a use: losing it costs an operator a minute of knowledge. */
function authenticateBySecret(
  ports: Pick<Ports, "clock" | "secretUses">,
  client: Client | undefined,
  presented: PresentedCredentials,
): Result<Omit<Caller, "usedBasic">, TokenRefusalReason> {
  const decided = authenticateClient(client, presented);
  if (!decided.ok) return decided;
  const { client: authenticated, secretDigest } = decided.value;
  if (secretDigest !== undefined) {
    const use = { clientId: authenticated.id, secretDigest, usedAt: ports.clock.now() };
    ports.secretUses.note(use).catch(() => {});
  }
  return ok({ client: authenticated });
}

async function authenticateAsserted(
  ports: ClientCallPorts,
  call: ClientCall,
  client: Client | undefined,
  presented: PresentedCredentials,
): Promise<Result<Omit<Caller, "usedBasic">, TokenRefusalReason>> {
  const { assertion } = presented;
  const verified = assertion
    ? await verifyAssertion(ports, assertion.reveal(), client?.metadata)
    : ok(undefined);
  if (!verified.ok) return verified;
  const decided = authenticateByAssertion({
    client,
    presented,
    verified: verified.value,
    issuer: ports.settings.issuer,
    endpoints: [call.url],
    now: ports.clock.now(),
  });
  return decided.ok ? ok({ client: decided.value.client, assertionUse: decided.value.use }) : decided;
}

/** Published keys are asked for again when none of them made the signature, because clients replace theirs. */
async function verifyAssertion(
  { jwtVerifier, publishedKeys }: Pick<Ports, "jwtVerifier" | "publishedKeys">,
  assertion: string,
  metadata: ClientMetadata | undefined,
): Promise<Result<Jwt | undefined, "client-keys-unreadable">> {
  const uri = metadata?.publicKeysUri;
  if (uri === undefined) return ok(await jwtVerifier.verify(assertion, metadata?.publicKeys ?? []));
  const known = await publishedKeys.find(uri);
  const verified = await jwtVerifier.verify(assertion, known);
  if (verified !== undefined) return ok(verified);
  const keys = (await publishedKeys.findAgain(uri)) ?? known;
  if (keys.length === 0) return refuse("client-keys-unreadable");
  return ok(keys === known ? undefined : await jwtVerifier.verify(assertion, keys));
}

/** The origin of the page that asks, where the request names a public client and comes from that client's own page. */
async function findReader(
  ports: Pick<Ports, "clients">,
  { authorization, browserOrigin }: ClientCall,
  parameters: Parameters,
): Promise<string | undefined> {
  const clientId = claimedClientId(authorization, parameters);
  const client = clientId === undefined ? undefined : await ports.clients.find(clientId);
  return browserOrigin !== undefined && mayReadAnswers(client, browserOrigin) ? browserOrigin : undefined;
}

/**
 * Only a public client may call from a browser page, and only from the origins it redirects to. "null" is what every
 * sandboxed page sends, and what the URL parser answers for an app's own scheme.
 */
function mayReadAnswers(client: Client | undefined, origin: string): boolean {
  if (client?.isPublic !== true || origin === "null") return false;
  return client.redirectUris.some((uri) => URL.parse(uri)?.origin === origin);
}

async function recordExposure(
  ports: ClientCallPorts,
  call: ClientCall,
  query: Parameters,
  parameters: Parameters,
): Promise<void> {
  const id = parseClientId(query.get("client_id") ?? parameters.get("client_id") ?? "");
  const client = id === undefined ? undefined : await ports.clients.find(id);
  if (client === undefined || !exposesSecretOf(client, query)) return;
  await ports.clients.recordExposedSecret(client.id, ports.clock.now());
  const event = { kind: "client-secret-exposed", clientId: client.id, where: "token-query" } as const;
  ports.events.record(event, call.context);
}
