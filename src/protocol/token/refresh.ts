import type { ClientId, SessionId } from "../../values/ids.ts";
import { refreshIdleSecondsMax } from "../../values/refresh-idle.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Instant, plus } from "../../values/time.ts";
import type { Api } from "../api/api.ts";
import type { AuthenticatedClient } from "../client/authentication.ts";
import { invalidGrant, type WireError, wireError } from "../wire-error.ts";
import { decideTarget, stillAllowed, type TargetRefusalReason, type TokenTarget } from "./audience.ts";
import type { ExchangeRefusalReason } from "./code-exchange.ts";
import { type DpopRefusalReason, decideKeyBinding } from "./dpop.ts";
import type { RefreshPayload } from "./refresh-token.ts";

/** How long a family lives at most, in seconds, however often it is used (RFC 9700 §4.14.2). */
export const refreshLifetimeSeconds = 365 * 86_400;

/**
 * How long, in seconds, a public client may repeat the token before the newest, because the answer may have been lost. Without a
 * limit a thief could take turns with the owner, and neither would ever notice (RFC 9700 §4.14.2).
 */
const repeatSecondsMax = 120;

/**
 * Why a refresh token is not exchanged. "refresh-token-reused" revokes the family. "refresh-family-gone": the family was removed before,
 * because it works no longer, or was revoked or removed during the refresh.
 */
export type RefreshRefusalReason =
  | "refresh-token-unknown"
  | "refresh-token-of-another-client"
  | "refresh-not-registered"
  | "refresh-token-revoked"
  | "refresh-token-expired"
  | "refresh-token-idle"
  | "refresh-session-ended"
  | "refresh-account-disabled"
  | "refresh-account-changed"
  | "refresh-scope-wider"
  | "refresh-token-reused"
  | "refresh-family-gone";

const foreignToken =
  "The refresh_token is unknown, incomplete, altered, or was issued to another client. Send it exactly as it was issued, with the credentials of the client that got it.";
const deadToken =
  "The refresh_token has expired or was revoked, the person signed out, or the account changed. Send the person through the authorization endpoint again.";
const reusedToken =
  "The refresh_token was replaced by a newer one and then used again, so the whole family is revoked now. Keep the newest token only, and send the person through the authorization endpoint again.";

/** The wire errors of these reasons (RFC 6749 §5.2). */
export const refreshErrors: Readonly<Record<RefreshRefusalReason, WireError>> = {
  "refresh-token-unknown": invalidGrant(foreignToken),
  "refresh-token-of-another-client": invalidGrant(foreignToken),
  "refresh-not-registered": wireError(
    "unauthorized_client",
    "This client is not registered for refresh tokens. Register it for them, or send the person through the authorization endpoint again.",
  ),
  "refresh-token-revoked": invalidGrant(deadToken),
  "refresh-token-expired": invalidGrant(deadToken),
  "refresh-token-idle": invalidGrant(deadToken),
  "refresh-session-ended": invalidGrant(deadToken),
  "refresh-account-disabled": invalidGrant(deadToken),
  "refresh-account-changed": invalidGrant(deadToken),
  "refresh-scope-wider": wireError(
    "invalid_scope",
    "The scope asks for more than the person allowed. Send the scope that was granted, a part of it, or none at all.",
  ),
  "refresh-token-reused": invalidGrant(reusedToken),
  "refresh-family-gone": invalidGrant(deadToken),
};

/** What decides whether a token family still works. */
export interface TokenFamilyFacts {
  readonly clientId: ClientId;
  readonly accountEpoch: number;
  /** Absent for offline access: then it outlives the session. */
  readonly sessionId?: SessionId;
  readonly scope: readonly string[];
  readonly dpopThumbprint?: string;
  /** The APIs that its tokens are meant for; absent if none was named. */
  readonly audience?: readonly string[];
  /** The number of the newest token. */
  readonly generation: number;
  readonly expiresAt: Instant;
  readonly lastUsedAt: Instant;
  readonly revokedAt?: Instant;
}

/** The current state of the person behind a family. */
export interface RefreshHolder {
  readonly accountEpoch: number;
  readonly isAccountDisabled: boolean;
  /** Ignored for offline access. */
  readonly isSessionLive: boolean;
}

/** The same, with what matters to a refresh alone. */
export interface RefreshingHolder extends RefreshHolder {
  /** False if the client is a third party and the person has not consented, even if it became one after the family began. */
  readonly isConsentLive: boolean;
  /** What that consent allows, in the words of `allowancesOf`; absent if nobody is asked. */
  readonly allowed?: readonly string[] | undefined;
  /** False if the client is open to groups alone, and the person is in none of them. */
  readonly isAdmitted: boolean;
  /** The groups of the person now. */
  readonly groups?: readonly string[] | undefined;
}

/** When the newest token of a family stops working if nobody uses it. */
export function refreshTokenExpiresAt(family: TokenFamilyFacts): Instant {
  const idle = plus(family.lastUsedAt, refreshIdleSecondsMax);
  return idle < family.expiresAt ? idle : family.expiresAt;
}

/** Why a family works no longer; undefined while it works. `holder` is undefined when the account is gone. */
export function whyTokenFamilyIsDead(given: {
  readonly family: TokenFamilyFacts;
  readonly holder: RefreshHolder | undefined;
  readonly now: Instant;
}): RefreshRefusalReason | undefined {
  const { family, holder, now } = given;
  if (family.revokedAt !== undefined) return "refresh-token-revoked";
  if (now >= family.expiresAt) return "refresh-token-expired";
  if (now >= refreshTokenExpiresAt(family)) return "refresh-token-idle";
  if (holder === undefined) return "refresh-account-changed";
  if (holder.isAccountDisabled) return "refresh-account-disabled";
  if (holder.accountEpoch !== family.accountEpoch) return "refresh-account-changed";
  return family.sessionId === undefined || holder.isSessionLive ? undefined : "refresh-session-ended";
}

/** Reasons that a refresh shares with a code exchange. */
type GrantRefusalReason = Extract<
  ExchangeRefusalReason,
  "consent-withdrawn" | "account-not-admitted" | TargetRefusalReason
>;

/** A refresh that may go ahead if the rotation of the family succeeds. */
export interface GrantedRefresh {
  /** The scope of the request, in the order of the family. The family keeps its whole scope. */
  readonly scope: readonly string[];
  /** The key that the new access token is bound to. */
  readonly dpopThumbprint: string | undefined;
  /** What the new access token is meant for (RFC 8707), and the part of the scope that it has there. */
  readonly target: TokenTarget;
}

/**
 * Decides a refresh (RFC 6749 §6). `payload` is undefined when the token did not open, `family` when it was removed. `scope`
 * is what the request asks for, read as the authorization endpoint reads it; undefined for all that was granted.
 * `decideRotation` then decides which of the family's tokens was presented.
 */
export function decideRefresh(given: {
  readonly payload: RefreshPayload | undefined;
  readonly family: TokenFamilyFacts | undefined;
  readonly client: AuthenticatedClient;
  readonly scope: readonly string[] | undefined;
  /** The APIs that the request names; empty for all that were granted. */
  readonly resources: readonly string[];
  /** The APIs that exist among the granted and requested resources. */
  readonly apis?: readonly Api[];
  readonly holder: RefreshingHolder | undefined;
  /** The thumbprint of the key that a DPoP proof proves. */
  readonly proven: string | undefined;
  readonly now: Instant;
}): Result<GrantedRefresh, RefreshRefusalReason | DpopRefusalReason | GrantRefusalReason> {
  const { payload, family, client, scope, holder } = given;
  if (!client.metadata.mayRefresh) return refuse("refresh-not-registered");
  if (payload === undefined) return refuse("refresh-token-unknown");
  if (family === undefined) return refuse("refresh-family-gone");
  // A number above the newest appears after the database was restored from a backup.
  if (payload.generation === 0 || payload.generation > family.generation)
    return refuse("refresh-token-unknown");
  if (family.clientId !== client.id) return refuse("refresh-token-of-another-client");
  const dead = whyTokenFamilyIsDead({ family, holder, now: given.now });
  if (dead !== undefined) return refuse(dead);
  const binding = decideRefreshBinding(family, client, given.proven);
  if (!binding.ok) return binding;
  if (isLateRepeat(payload, family, given)) return refuse("refresh-token-reused");
  if (scope?.some((value) => !family.scope.includes(value))) return refuse("refresh-scope-wider");
  if (holder?.isConsentLive !== true) return refuse("consent-withdrawn");
  if (!holder.isAdmitted) return refuse("account-not-admitted");
  const allowed = stillAllowed(family.scope, holder.allowed, undefined);
  const granted = scope === undefined ? allowed : allowed.filter((value) => scope.includes(value));
  const target = decideTarget({
    client,
    granted: family.audience,
    scope: granted,
    requested: given.resources,
    apis: given.apis ?? [],
    allowed: holder.allowed,
    groups: holder.groups ?? [],
  });
  if (!target.ok) return target;
  return ok({ scope: granted, dpopThumbprint: binding.value, target: target.value });
}

/** Only a client that proves nothing is limited: from any other, a stolen token alone is of no use. */
function isLateRepeat(
  payload: RefreshPayload,
  family: TokenFamilyFacts,
  { client, now }: { readonly client: AuthenticatedClient; readonly now: Instant },
): boolean {
  if (!client.isPublic || family.dpopThumbprint !== undefined) return false;
  return payload.generation < family.generation && now >= plus(family.lastUsedAt, repeatSecondsMax);
}

/**
 * RFC 9449 §5: the refresh token of a public client is bound to its key. A confidential client proves itself anyway and may
 * change its key, but a family that began with a bound token never ends in bearer tokens.
 */
function decideRefreshBinding(
  family: TokenFamilyFacts,
  client: AuthenticatedClient,
  proven: string | undefined,
): Result<string | undefined, DpopRefusalReason> {
  return decideKeyBinding({
    announced: client.isPublic ? family.dpopThumbprint : undefined,
    proven,
    isRequired: family.dpopThumbprint !== undefined || client.metadata.requiresDpop,
  });
}
