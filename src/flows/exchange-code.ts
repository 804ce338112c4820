import { clientAuthenticationReservation } from "../identity/throttle.ts";
import { type AccessToken, digestOfAccessToken, formatAccessToken } from "../protocol/access-token.ts";
import { type CodePayload, decodeCodePayload, sealedPartOfCode } from "../protocol/authorization-code.ts";
import type { Client } from "../protocol/client.ts";
import {
  type AuthenticatedClient,
  authenticateClient,
  exposesSecretOf,
  readClientCredentials,
} from "../protocol/client-authentication.ts";
import { type CodeHolder, decideExchange, type GrantedExchange } from "../protocol/code-exchange.ts";
import type { TokenRefusalReason } from "../protocol/errors.ts";
import { type Parameters, parseParameters } from "../protocol/parameters.ts";
import { readTokenRequest } from "../protocol/token-request.ts";
import { parseClientId } from "../values/ids.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { type Instant, plus, type Seconds, secondsUntil } from "../values/time.ts";
import type { Origin } from "./events.ts";
import type { Ports, SessionFacts } from "./ports.ts";

/** A POST to the token endpoint. */
export interface ExchangeAttempt {
  readonly authorization: string | undefined;
  /** The form body as text. */
  readonly form: string;
  readonly query: string;
  /** The origin of the browser page that made the request; undefined for a server, as it should be. */
  readonly browserOrigin: string | undefined;
  readonly origin: Origin;
}

export interface IssuedToken {
  readonly accessToken: AccessToken;
  readonly expiresIn: Seconds;
  /** The browser origin that may read the answer: a redirect origin of a public client. */
  readonly readableBy: string | undefined;
}

export interface TokenRefusal {
  readonly reason: TokenRefusalReason;
  /** RFC 6749 §5.2: only who used the Authorization header is answered with 401. */
  readonly usedBasic: boolean;
  readonly retryAfter?: Seconds;
  readonly readableBy?: string | undefined;
}

type ExchangePorts = Pick<
  Ports,
  "settings" | "clock" | "random" | "clients" | "sessions" | "grants" | "attempts" | "sealer" | "events"
>;

/** A spent code stays recognisable this long after no clock accepts it any more. */
const keepAfterDeathSeconds = 120;

/**
 * Exchanges an authorization code for an access token. Everything is read and decided before one atomic claim, `grants.redeem`,
 * which alone spends the code; a refused exchange spends nothing. An owner who sends a spent code again loses the tokens of the
 * first exchange (RFC 6749 §4.1.2); anybody else's attempt changes nothing.
 */
export async function exchangeCode(
  ports: ExchangePorts,
  attempt: ExchangeAttempt,
): Promise<Result<IssuedToken, TokenRefusal>> {
  const parsed = parseParameters(attempt.form);
  if (!parsed.ok) return refused(ports, attempt, { reason: parsed.reason, usedBasic: false });
  const parsedQuery = readQuery(attempt.query);
  if (!parsedQuery.ok) return refused(ports, attempt, { reason: parsedQuery.reason, usedBasic: false });
  const parameters = parsed.value;
  const query = parsedQuery.value;
  if (query?.isSent("client_secret")) await recordExposure(ports, attempt, query, parameters);

  const request = readTokenRequest({ parameters, query });
  if (!request.ok) return refused(ports, attempt, { reason: request.reason, usedBasic: false });
  const authenticated = await authenticate(ports, attempt, parameters);
  if (!authenticated.ok) return refused(ports, attempt, authenticated.reason);
  const { client, usedBasic, readableBy } = authenticated.value;

  const now = ports.clock.now();
  const payload = openCode(ports, request.value.code);
  const holder = payload && holderOf(payload, await ports.sessions.find(payload.sessionId), now);
  const { codeLifetime } = ports.settings;
  const decided = decideExchange({ payload, client, request: request.value, holder, now, codeLifetime });
  if (!decided.ok) {
    if (decided.reason.isOwnerReplayCandidate && payload !== undefined)
      await revokeIfSpent(ports, attempt, payload, now);
    return refused(ports, attempt, { reason: decided.reason.reason, usedBasic, readableBy }, client);
  }
  const token = await claim(ports, decided.value, now);
  if (token === undefined) {
    await revokeIfSpent(ports, attempt, decided.value.payload, now);
    return refused(ports, attempt, { reason: "code-spent", usedBasic, readableBy }, client);
  }
  const { accountId } = decided.value.payload;
  ports.events.record({ kind: "token-issued", clientId: client.id, accountId }, attempt.origin);
  return ok({ accessToken: token, expiresIn: ports.settings.accessTokenLifetime, readableBy });
}

interface Authenticated {
  readonly client: AuthenticatedClient;
  readonly usedBasic: boolean;
  readonly readableBy: string | undefined;
}

async function authenticate(
  ports: ExchangePorts,
  attempt: ExchangeAttempt,
  parameters: Parameters,
): Promise<Result<Authenticated, TokenRefusal>> {
  const { browserOrigin, authorization } = attempt;
  const presented = readClientCredentials({ authorization, parameters });
  if (!presented.ok) return refuse({ reason: presented.reason, usedBasic: authorization !== undefined });
  const { clientId, usedBasic } = presented.value;
  const client = clientId === undefined ? undefined : await ports.clients.find(clientId);
  if (browserOrigin !== undefined && !mayReadTokens(client, browserOrigin))
    return refuse({ reason: "browser-origin", usedBasic });
  const authenticated = authenticateClient(client, presented.value);
  if (authenticated.ok) return ok({ client: authenticated.value, usedBasic, readableBy: browserOrigin });

  // Only failures count, so a right secret always gets through.
  const now = ports.clock.now();
  const reservation = clientAuthenticationReservation({
    clientId: client?.id ?? "unknown",
    network: attempt.origin.network(),
  });
  const counted = await ports.attempts.reserve([reservation], now);
  if (counted.ok) return refuse({ reason: authenticated.reason, usedBasic });
  return refuse({
    reason: "too-many-attempts",
    usedBasic,
    retryAfter: secondsUntil(now, counted.reason.retryAt),
  });
}

/**
 * Only a public client may be redeemed from a browser page, and only from the origins it redirects to. "null" is what every
 * sandboxed page sends, and what the URL parser answers for an app's own scheme.
 */
function mayReadTokens(client: Client | undefined, origin: string): boolean {
  if (client?.isPublic !== true || origin === "null") return false;
  return client.redirectUris.some((uri) => URL.parse(uri)?.origin === origin);
}

function openCode(ports: Pick<Ports, "sealer">, code: string): CodePayload | undefined {
  const sealed = sealedPartOfCode(code);
  const opened = sealed === undefined ? undefined : ports.sealer.open("code", sealed);
  return opened === undefined ? undefined : decodeCodePayload(opened);
}

function holderOf(
  payload: CodePayload,
  facts: SessionFacts | undefined,
  now: Instant,
): CodeHolder | undefined {
  if (facts === undefined || facts.account.id !== payload.accountId) return undefined;
  return {
    accountEpoch: facts.account.epoch,
    isAccountDisabled: facts.account.isDisabled,
    isSessionLive: now < facts.session.expiresAt,
  };
}

/** The one write of a sign-in. Undefined when somebody else spent the code first. */
async function claim(
  ports: ExchangePorts,
  granted: GrantedExchange,
  now: Instant,
): Promise<AccessToken | undefined> {
  const { payload, client, codeDeadAt } = granted;
  const token = formatAccessToken(payload.grantId, ports.random.bytes(32));
  const tokenExpiresAt = plus(now, ports.settings.accessTokenLifetime);
  const outcome = await ports.grants.redeem({
    id: payload.grantId,
    tokenDigest: digestOfAccessToken(token),
    clientId: client.id,
    accountId: payload.accountId,
    accountEpoch: payload.accountEpoch,
    sessionId: payload.sessionId,
    redeemedAt: now,
    tokenExpiresAt,
    keepUntil:
      codeDeadAt > tokenExpiresAt
        ? plus(codeDeadAt, keepAfterDeathSeconds)
        : plus(tokenExpiresAt, keepAfterDeathSeconds),
  });
  return outcome === "redeemed" ? token : undefined;
}

async function revokeIfSpent(
  ports: ExchangePorts,
  attempt: ExchangeAttempt,
  payload: CodePayload,
  now: Instant,
): Promise<void> {
  const grant = await ports.grants.find(payload.grantId);
  if (grant === undefined) return;
  const revoked = grant.revokedAt === undefined && (await ports.grants.revoke(grant.id, now));
  const { clientId, accountId } = grant;
  ports.events.record({ kind: "code-replayed", clientId, accountId, revoked }, attempt.origin);
}

function refused(
  ports: Pick<Ports, "events">,
  attempt: ExchangeAttempt,
  refusal: TokenRefusal,
  client?: Client,
): Result<never, TokenRefusal> {
  const { reason } = refusal;
  ports.events.record(
    client === undefined
      ? { kind: "exchange-refused", reason }
      : { kind: "exchange-refused", reason, clientId: client.id },
    attempt.origin,
  );
  return refuse(refusal);
}

function readQuery(query: string): Result<Parameters | undefined, "too-many-parameters"> {
  return query === "" ? ok(undefined) : parseParameters(query);
}

async function recordExposure(
  ports: ExchangePorts,
  attempt: ExchangeAttempt,
  query: Parameters,
  parameters: Parameters,
): Promise<void> {
  const id = parseClientId(query.get("client_id") ?? parameters.get("client_id") ?? "");
  const client = id === undefined ? undefined : await ports.clients.find(id);
  if (client === undefined || !exposesSecretOf(client, query)) return;
  await ports.clients.recordExposedSecret(client.id, ports.clock.now());
  const event = { kind: "client-secret-exposed", clientId: client.id, where: "token-query" } as const;
  ports.events.record(event, attempt.origin);
}
