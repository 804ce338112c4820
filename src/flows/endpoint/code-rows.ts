import { tokenLifetimeOf } from "../../protocol/api/api.ts";
import { registersForMore } from "../../protocol/client/client.ts";
import { recordKeptSeconds } from "../../protocol/token/access-token.ts";
import type { GrantedExchange } from "../../protocol/token/code-exchange.ts";
import { refreshLifetimeSeconds } from "../../protocol/token/refresh.ts";
import type { JsonObject } from "../../values/json-object.ts";
import { type Instant, plus, type Seconds } from "../../values/time.ts";
import type { GrantDetails, PersonGrant, TokenFamily } from "../grant-ports.ts";
import type { SessionFacts } from "../ports.ts";

/** The rows that redeeming a code writes, except for the digest of the access token. */
export interface CodeRows {
  readonly grant: Omit<PersonGrant, "tokenDigest">;
  /** The token family that begins with the exchange, if the client is registered for refresh tokens. */
  readonly family: TokenFamily | undefined;
}

/** Makes the rows for a code that may be exchanged. */
export function codeRows(
  granted: GrantedExchange,
  given: {
    readonly facts: SessionFacts | undefined;
    readonly provenKey: string | undefined;
    readonly hookClaims: JsonObject | undefined;
    readonly now: Instant;
    readonly accessTokenLifetime: Seconds;
  },
): CodeRows {
  const { payload, client, codeDeadAt } = granted;
  const { now, facts, provenKey, hookClaims } = given;
  const family = facts && createFamily(granted, facts, provenKey, now);
  const details = detailsOf(granted, { family, facts, provenKey, hookClaims });
  const { api } = granted.target;
  const lifetime =
    api === undefined ? given.accessTokenLifetime : tokenLifetimeOf(api, given.accessTokenLifetime);
  const tokenExpiresAt = plus(now, lifetime);
  const grant = {
    id: payload.grantId,
    clientId: client.id,
    accountId: payload.accountId,
    accountEpoch: payload.accountEpoch,
    sessionId: payload.sessionId,
    ...(details !== undefined && { details }),
    redeemedAt: now,
    tokenExpiresAt,
    keepUntil: plus(codeDeadAt > tokenExpiresAt ? codeDeadAt : tokenExpiresAt, recordKeptSeconds),
  };
  return { grant, family };
}

function createFamily(
  { payload, client, target }: GrantedExchange,
  { session }: SessionFacts,
  provenKey: string | undefined,
  now: Instant,
): TokenFamily | undefined {
  const { extras } = payload;
  if (!client.metadata.mayRefresh) return undefined;
  // The family keeps what was granted, so that a refresh gets the token of another API (RFC 8707 §2.2).
  const audience = extras?.audience ?? target.audience;
  return {
    id: payload.grantId,
    clientId: client.id,
    accountId: payload.accountId,
    accountEpoch: payload.accountEpoch,
    ...(extras?.isOffline === true ? { beganIn: payload.sessionId } : { sessionId: payload.sessionId }),
    scope: extras?.scope ?? [],
    ...(extras?.userinfoClaims !== undefined && { userinfoClaims: extras.userinfoClaims }),
    ...(provenKey !== undefined && { dpopThumbprint: provenKey }),
    ...(audience.length > 0 && { audience }),
    authenticatedAt: payload.authenticatedAt,
    methods: session.methods,
    ...(extras?.nonce !== undefined && { nonce: extras.nonce }),
    generation: 1,
    expiresAt: plus(now, refreshLifetimeSeconds),
    lastUsedAt: now,
  };
}

/** Undefined for an interface client, whose row stays as small as it can be. */
function detailsOf(
  { payload, client, target }: GrantedExchange,
  given: {
    readonly family: TokenFamily | undefined;
    readonly facts: SessionFacts | undefined;
    readonly provenKey: string | undefined;
    readonly hookClaims: JsonObject | undefined;
  },
): GrantDetails | undefined {
  const { family, facts, provenKey, hookClaims } = given;
  if (!registersForMore(client)) return undefined;
  const { extras } = payload;
  const { audience, scope } = target;
  return {
    scope,
    ...(family !== undefined && { familyId: family.id }),
    ...(extras?.userinfoClaims !== undefined && { userinfoClaims: extras.userinfoClaims }),
    ...(hookClaims !== undefined && { hookClaims }),
    ...(provenKey !== undefined && { dpopThumbprint: provenKey }),
    ...(audience.length > 0 && { audience }),
    ...(target.api !== undefined && {
      authenticatedAt: payload.authenticatedAt,
      methods: facts?.session.methods ?? [],
    }),
  };
}
