import { clientAuthenticationReservation } from "../../identity/try-limits.ts";
import {
  type AuthenticatedClient,
  type CredentialsRefusalReason,
  exposesSecretOf,
  type PresentedCredentials,
  readClientCredentials,
} from "../../protocol/client/authentication.ts";
import { type Client, registersForMore } from "../../protocol/client/client.ts";
import { countsAsGuess } from "../../protocol/client/guessing.ts";
import { isWaiting } from "../../protocol/device/device-exchange.ts";
import type { TokenRefusalReason } from "../../protocol/errors.ts";
import { type Parameters, parseParameters } from "../../protocol/parameters.ts";
import type { DpopRefusalReason, ProvenKey } from "../../protocol/token/dpop.ts";
import { type Eventual, isPending, whenThere } from "../../values/eventual.ts";
import { type ClientId, parseClientId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Seconds, secondsUntil } from "../../values/time.ts";
import type { RequestContext } from "../events.ts";
import type { Ports } from "../ports.ts";
import { type Authenticated, authenticate } from "./authenticate-client.ts";
import type { SingleUses, UsesClaimed } from "./claim-uses.ts";
import { proveKey } from "./dpop.ts";

/** What the phases of a call need, besides what its endpoint needs. */
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

/** The parameters of a call. The client is not authenticated yet. */
interface SentParameters {
  readonly parameters: Parameters;
  /** The text that `parameters` were read from. */
  readonly form: string;
  /** Undefined if the URL has no query, as it should be. */
  readonly query: Parameters | undefined;
}

/** A call whose client has proved its identity. `answerClientCall` alone makes one. */
export interface AuthenticatedCall<Request> {
  readonly client: AuthenticatedClient;
  readonly request: Request;
  /** The thumbprint of the key that a DPoP proof proves; undefined if there is none, or the endpoint uses none. */
  readonly provenKey: string | undefined;
  /** What `claimUses` must claim before the call succeeds. */
  readonly uses: SingleUses;
  readonly context: RequestContext;
}

/** What an endpoint makes of a call. It can only be made with the evidence that its single uses were claimed. */
export interface Handled<Answer> {
  readonly answer: Answer;
  readonly claimed: UsesClaimed;
}

/** What an endpoint, or a grant of the token endpoint, does with an authenticated call. */
export type HandleCall<Needs, Request, Answer> = (
  ports: Needs,
  call: AuthenticatedCall<Request>,
) => Promise<Result<Handled<Answer>, TokenRefusalReason>>;

/** An endpoint that a client's server calls. It says only what is its own; `answerClientCall` leads a call through all phases. */
export interface ClientEndpoint<Needs, Request, Answer> {
  readonly read: (sent: SentParameters) => Result<Request, TokenRefusalReason>;
  /** What this client may ask for, decided before its proof is looked at; absent if every client may ask for everything. */
  readonly admit?: (request: Request, client: AuthenticatedClient) => Result<Request, TokenRefusalReason>;
  /** When a DPoP proof is verified: always when sent, and demanded of clients that are registered for it; when sent; never. */
  readonly proof: "as-registered" | "if-sent" | "unused";
  readonly handle: HandleCall<Needs, Request, Answer>;
}

/** An answer, and the browser origin that may read it: one of a public client's own. */
interface CallAnswer<Answer> {
  readonly answer: Answer;
  readonly readableBy: string | undefined;
}

/** Why a call is refused, and how to say it. */
interface CallRefusal {
  readonly reason: TokenRefusalReason;
  /** RFC 6749 §5.2: only a client that used the Authorization header is answered with 401. */
  readonly usedBasic: boolean;
  readonly retryAfter?: Seconds;
  /** The browser origin that may read the answer: one of a public client's own. */
  readonly readableBy: string | undefined;
}

/**
 * Leads a call through its phases: read the parameters, authenticate the client, verify the proof of its key, handle. A refusal in
 * any of them is recorded, and counted if it may be a guess. A success never counts, so it always gets through.
 */
export async function answerClientCall<Needs extends ClientCallPorts, Request, Answer>(
  ports: Needs,
  endpoint: ClientEndpoint<Needs, Request, Answer>,
  call: ClientCall,
): Promise<Result<CallAnswer<Answer>, CallRefusal>> {
  const reading = readCall(ports, call);
  const known = isPending(reading) ? await reading : reading;
  if (!known.read.ok) return refuseCall(ports, call, known, { reason: known.read.reason });
  const request = endpoint.read(known.read.value);
  if (!request.ok) return refuseCall(ports, call, known, request);
  const authenticating = authenticateCall(ports, call, known, known.read.value);
  const authenticated = isPending(authenticating) ? await authenticating : authenticating;
  if (!authenticated.ok) return refuseCall(ports, call, known, authenticated.reason);
  const handled = await handleCall(ports, endpoint, call, authenticated.value, request.value);
  if (handled.ok) return ok({ answer: handled.value.answer, readableBy: known.readableBy });
  const { reason } = handled;
  const isGuess = countsAsGuess(reason, authenticated.value.client);
  return refuseCall(ports, call, known, { reason, isGuess });
}

/** What a call says about itself, before anything is proved. */
interface KnownCall {
  /** The registered client that the call names, whether or not it comes from that client. */
  readonly named: Client | undefined;
  readonly readableBy: string | undefined;
  readonly read: Result<ReadCall, TokenRefusalReason>;
}

interface ReadCall extends SentParameters {
  readonly credentials: Result<PresentedCredentials, CredentialsRefusalReason>;
}

/**
 * Reads form and query. A real secret in the query is recorded as exposed. The client is looked up first, so that the page of a
 * public client can read every refusal.
 */
function readCall(ports: ClientCallPorts, call: ClientCall): Eventual<KnownCall> {
  const { form, authorization } = call;
  const parsed = parseParameters(form);
  if (!parsed.ok) return { named: undefined, readableBy: undefined, read: parsed };
  const parameters = parsed.value;
  const credentials = readClientCredentials({ authorization, parameters });
  const id = credentials.ok ? credentials.value.clientId : parseClientId(parameters.get("client_id") ?? "");
  const sent = { parameters, form, credentials };
  return whenThere(id === undefined ? undefined : ports.clients.find(id), (named) =>
    readCallOf(ports, call, named, sent),
  );
}

function readCallOf(
  ports: ClientCallPorts,
  call: ClientCall,
  named: Client | undefined,
  sent: Omit<ReadCall, "query">,
): Eventual<KnownCall> {
  const { browserOrigin } = call;
  const mayRead = browserOrigin !== undefined && mayReadAnswers(named, browserOrigin);
  const readableBy = mayRead ? browserOrigin : undefined;
  if (call.query === "") return { named, readableBy, read: ok({ ...sent, query: undefined }) };
  const query = parseParameters(call.query);
  if (!query.ok) return { named, readableBy, read: query };
  const read = { named, readableBy, read: ok({ ...sent, query: query.value }) };
  if (!query.value.isSent("client_secret")) return read;
  return recordExposure(ports, call, query.value, sent.parameters).then(() => read);
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

/** A refusal that is not counted and recorded yet. */
interface Refused {
  readonly reason: TokenRefusalReason;
  /** It counts as a failed try of client and network. */
  readonly isGuess?: boolean;
}

function authenticateCall(
  ports: ClientCallPorts,
  { browserOrigin, url }: ClientCall,
  { named, readableBy }: KnownCall,
  { credentials }: ReadCall,
): Eventual<Result<Authenticated, Refused>> {
  if (!credentials.ok) return refuse({ reason: credentials.reason });
  if (browserOrigin !== undefined && readableBy === undefined) return refuse({ reason: "browser-origin" });
  return whenThere(
    authenticate(ports, { client: named, presented: credentials.value, url }),
    (authenticated) =>
      authenticated.ok ? authenticated : refuse({ reason: authenticated.reason, isGuess: true }),
  );
}

function handleCall<Needs extends ClientCallPorts, Request, Answer>(
  ports: Needs,
  { admit, proof, handle }: ClientEndpoint<Needs, Request, Answer>,
  call: ClientCall,
  { client, assertionUse }: Authenticated,
  request: Request,
): Eventual<Result<Handled<Answer>, TokenRefusalReason>> {
  const admitted = admit === undefined ? ok(request) : admit(request, client);
  if (!admitted.ok) return admitted;
  return whenThere(keyOf(ports, proof, call, client), (proven) => {
    if (!proven.ok) return proven;
    return handle(ports, {
      client,
      request: admitted.value,
      provenKey: proven.value?.thumbprint,
      uses: { assertion: assertionUse, proof: proven.value?.use },
      context: call.context,
    });
  });
}

/** The key that the client proves. Interface clients know nothing of DPoP, so a stray header changes nothing. */
function keyOf(
  ports: ClientCallPorts,
  proof: ClientEndpoint<never, never, never>["proof"],
  { dpop, url }: ClientCall,
  client: Client,
): Eventual<Result<ProvenKey | undefined, DpopRefusalReason>> {
  if (proof === "unused" || !registersForMore(client)) return ok(undefined);
  const isDemanded = proof === "as-registered" && client.metadata.requiresDpop;
  if (dpop === undefined && !isDemanded) return ok(undefined);
  return proveKey(ports, { proof: dpop, method: "POST", url });
}

/** Counts a guess and records the refusal under the client that the call names. Any other text it sent may be a secret. */
async function refuseCall(
  ports: ClientCallPorts,
  { authorization, context }: ClientCall,
  { named, readableBy }: KnownCall,
  { reason, isGuess = false }: Refused,
): Promise<Result<never, CallRefusal>> {
  const clientId = named?.id ?? "unknown";
  const retryAfter = isGuess ? await countGuess(ports, clientId, context) : undefined;
  const said = retryAfter === undefined ? reason : "too-many-attempts";
  // A device that waits for its person is refused every few seconds, as it should be.
  if (!isWaiting(said)) ports.events.record({ kind: "exchange-refused", reason: said, clientId }, context);
  const usedBasic = authorization !== undefined;
  return refuse({ reason: said, usedBasic, readableBy, ...(retryAfter !== undefined && { retryAfter }) });
}

/** How long client and network must wait because of too many failures; undefined while they need not. */
async function countGuess(
  { attempts, clock }: Pick<Ports, "clock" | "attempts">,
  clientId: ClientId | "unknown",
  context: RequestContext,
): Promise<Seconds | undefined> {
  const now = clock.now();
  const reservation = clientAuthenticationReservation({ clientId, network: context.network() });
  const counted = await attempts.reserve([reservation], now);
  return counted.ok ? undefined : secondsUntil(now, counted.reason.retryAt);
}
