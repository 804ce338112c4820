import type { Account } from "../../identity/account.ts";
import { hasScope, tokenLifetimeOf } from "../../protocol/api/api.ts";
import { resourcesOfGrant } from "../../protocol/api/targets.ts";
import { admits, type Client, hearsOfLogout, keepsItsRefreshToken } from "../../protocol/client/client.ts";
import type { TokenRefusalReason } from "../../protocol/errors.ts";
import { claimsByRule, withHookClaimsForApi } from "../../protocol/openid/claims-by-rule.ts";
import { isKnownScope } from "../../protocol/scope.ts";
import { type AccessToken, recordKeptSeconds } from "../../protocol/token/access-token.ts";
import { decideRefresh, type GrantedRefresh, type RefreshingHolder } from "../../protocol/token/refresh.ts";
import { createRefreshToken } from "../../protocol/token/refresh-token.ts";
import type { RefreshRequest } from "../../protocol/token/request.ts";
import { createGrantId, type GrantId, type SessionId, sessionIdOf } from "../../values/ids.ts";
import type { JsonObject } from "../../values/json-object.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Instant, plus, type Seconds, secondsUntil } from "../../values/time.ts";
import type { RequestContext } from "../events.ts";
import { findApis } from "../find-apis.ts";
import { findSubject } from "../find-subject.ts";
import type { GrantDetails, PersonGrant, TokenFamily } from "../grant-ports.ts";
import type { Sealer } from "../key-ports.ts";
import type { Ports } from "../ports.ts";
import { claimUses, type UsesClaimed } from "./claim-uses.ts";
import type { AuthenticatedCall } from "./client-endpoint.ts";
import { createAccessToken, readyForAccessToken } from "./create-access-token.ts";
import { type FoundFamily, findFamilyHolder, openTokenFamily } from "./find-token-family.ts";
import { signIdToken } from "./id-token.ts";
import type { IssuedTokens, IssueTokens } from "./issued-tokens.ts";
import { rotateFamily } from "./rotate-family.ts";

export type RefreshPorts = Pick<
  Ports,
  | "settings"
  | "clock"
  | "random"
  | "apis"
  | "accounts"
  | "sessions"
  | "consents"
  | "tokenFamilies"
  | "sealer"
  | "claimsHook"
  | "signer"
  | "replayCache"
  | "events"
>;

/**
 * Exchanges a refresh token for a new access token and the next refresh token (RFC 6749 §6, RFC 9700 §4.14.2). A token that was
 * replaced and then used again revokes the whole family, except the last one before the newest, whose answer may have been lost.
 */
export const refreshTokens: IssueTokens<RefreshPorts, RefreshRequest> = async (ports, call) => {
  const { client, context } = call;
  const now = ports.clock.now();
  const facts = await readFacts(ports, call, now);
  const decided = decide(facts);
  if (!decided.ok) {
    if (decided.reason === "refresh-token-reused" && facts.family !== undefined)
      await revokeReused(ports, facts.family, now, context);
    return decided;
  }
  const refresh = decided.value;
  const { scope, target } = refresh.granted;
  // Before the family moves on: a signature that cannot be made must not cost the refresh token.
  if (scope.includes("openid")) ports.signer.requireRoom(client.metadata.idTokenAlgorithm);
  await readyForAccessToken(ports, target.api);
  let hookClaims: JsonObject | undefined;
  if (client.metadata.asksClaimsHook) {
    const { askClaimsHook } = await import("./ask-claims-hook.ts");
    const { account } = refresh.holder;
    hookClaims = await askClaimsHook(ports, client, account, { scope, reason: "refresh", context });
  }
  const claimed = await claim(ports, call, { ...refresh, hookClaims });
  if (!claimed.ok) return claimed;
  const { clientId, accountId } = refresh.family;
  ports.events.record({ kind: "token-issued", clientId, accountId }, context);
  const answer = await tokensOf(ports, call, { ...refresh, ...claimed.value, hookClaims });
  return ok({ answer, claimed: claimed.value.uses });
};

type RefreshCall = AuthenticatedCall<RefreshRequest>;

/** Reads everything that decides about a refresh. */
async function readFacts(ports: RefreshPorts, { client, request, provenKey }: RefreshCall, now: Instant) {
  const { resources } = request;
  const { payload, family } = await openTokenFamily(ports, request.refreshToken);
  const holder = family && (await findHolder(ports, family, client, now));
  const apis = await findApis(ports, resourcesOfGrant(client, family?.audience, resources));
  // Unknown values are ignored here as in the authorization request.
  const scope = request.scope?.filter(
    (value) => isKnownScope(value) || apis.some((api) => hasScope(api, value)),
  );
  return { payload, family, client, scope, apis, resources, holder, proven: provenKey, now };
}

/** A refresh that may go ahead, with what was found for it. */
interface Refresh extends FoundFamily {
  readonly granted: GrantedRefresh;
  readonly holder: FoundHolder;
  readonly now: Instant;
}

function decide(facts: Awaited<ReturnType<typeof readFacts>>): Result<Refresh, TokenRefusalReason> {
  const { payload, family, holder, now } = facts;
  const decided = decideRefresh(facts);
  if (!decided.ok) return decided;
  if (payload === undefined || family === undefined || holder === undefined)
    throw new Error("A refresh was granted to nobody.");
  return ok({ granted: decided.value, payload, family, holder, now });
}

/** What the claims hook said for it; undefined if it is not asked, or said nothing. */
interface Hooked {
  readonly hookClaims: JsonObject | undefined;
}

/** A family that has moved on. */
interface ClaimedRefresh {
  readonly uses: UsesClaimed;
  readonly accessToken: AccessToken;
  readonly expiresIn: Seconds;
  /** The session that the family began in, while it lives. */
  readonly sessionId: SessionId | undefined;
  /** The number of the refresh token to hand out. */
  readonly generation: number;
}

/** Makes the access token and moves the family on, if no other call was quicker. */
async function claim(
  ports: RefreshPorts,
  { client, uses, context }: RefreshCall,
  { granted, payload, family, holder, now, hookClaims }: Refresh & Hooked,
): Promise<Result<ClaimedRefresh, TokenRefusalReason>> {
  const claimed = await claimUses(ports, uses);
  if (!claimed.ok) return claimed;
  const { clientId, accountId } = family;
  const grant = grantOf(ports, family, granted, { now, hookClaims });
  const made = await createAccessToken(ports, {
    ...grant.details,
    grantId: grant.id,
    clientId: client.id,
    subject: findSubject(ports, client, holder.account),
    issuedAt: now,
    expiresAt: grant.tokenExpiresAt,
    authentication: family,
    groups: holder.account.groups ?? [],
    byRule: withHookClaimsForApi(
      claimsByRule(client.metadata.claimRules, holder.account, "access_token"),
      hookClaims,
    ),
    api: granted.target.api,
  });
  if (!made.ok) return made;
  const { token: accessToken, digest: tokenDigest } = made.value;
  const sessionId = await liveSessionOf(ports, family, now);
  const rotated = await rotateFamily(ports, {
    family,
    presented: payload.generation,
    keepsToken: keepsItsRefreshToken(client.metadata),
    grant: { ...grant, tokenDigest },
    now,
    notedIn: hearsOfLogout(client) ? sessionId : undefined,
  });
  if (rotated.ok) {
    const expiresIn = secondsUntil(now, grant.tokenExpiresAt);
    return ok({ uses: claimed.value, accessToken, expiresIn, sessionId, generation: rotated.value });
  }
  if (rotated.reason === "gone") return refuse("refresh-family-gone");
  ports.events.record({ kind: "refresh-token-reused", clientId, accountId }, context);
  return refuse("refresh-token-reused");
}

/** The person behind a family, with the account. */
type FoundHolder = RefreshingHolder & { readonly account: Account };

/** Finds the person behind a family, with the facts that a refresh decides by. */
async function findHolder(
  ports: Pick<Ports, "accounts" | "sessions" | "consents">,
  family: TokenFamily,
  client: Client,
  now: Instant,
): Promise<FoundHolder | undefined> {
  const holder = await findFamilyHolder(ports, family, now);
  if (holder === undefined) return undefined;
  const needsConsent = client.metadata.isThirdParty;
  const consent = needsConsent ? await ports.consents.find(family.accountId, client.id) : undefined;
  return {
    ...holder,
    isConsentLive: !needsConsent || consent !== undefined,
    allowed: consent?.scope,
    isAdmitted: admits(client, holder.account.groups),
    groups: holder.account.groups,
  };
}

/** OpenID Connect Core §12.2: the ID token is about the old sign-in, and so is its auth_time. */
async function tokensOf(
  ports: RefreshPorts,
  { client, request }: RefreshCall,
  refreshed: Refresh & ClaimedRefresh & Hooked,
): Promise<IssuedTokens> {
  const { granted, payload, family, holder, accessToken, expiresIn, sessionId, generation } = refreshed;
  const { hookClaims } = refreshed;
  const { scope, target, dpopThumbprint } = granted;
  const { authenticatedAt, methods, nonce } = family;
  const content = { accessToken, sessionId, authenticatedAt, methods, nonce, scope, hookClaims };
  const isSameToken = generation === payload.generation;
  return {
    accessToken,
    tokenType: dpopThumbprint === undefined ? "Bearer" : "DPoP",
    expiresIn,
    scope: target.scope,
    refreshToken: isSameToken ? request.refreshToken : sealRefreshToken(ports.sealer, family.id, generation),
    ...(scope.includes("openid") && { idToken: await signIdToken(ports, client, holder.account, content) }),
  };
}

/** The session that the family began in, while that session lives. For a family without offline access it was found live before. */
async function liveSessionOf(
  ports: Pick<Ports, "sessions">,
  { sessionId, beganIn, accountId }: TokenFamily,
  now: Instant,
): Promise<SessionId | undefined> {
  if (beganIn === undefined) return sessionId;
  const facts = await ports.sessions.find(beganIn);
  return facts?.account.id === accountId && now < facts.session.expiresAt ? beganIn : undefined;
}

async function revokeReused(
  ports: Pick<RefreshPorts, "tokenFamilies" | "events">,
  { id, clientId, accountId }: TokenFamily,
  now: Instant,
  context: RequestContext,
): Promise<void> {
  await ports.tokenFamilies.revoke(id, now);
  ports.events.record({ kind: "refresh-token-reused", clientId, accountId }, context);
}

/** Makes the refresh token with this number of a family. */
export function sealRefreshToken(sealer: Sealer, familyId: GrantId, generation: number): string {
  return createRefreshToken({ familyId, generation }, (packed) => sealer.seal("refresh", packed));
}

function grantOf(
  ports: Pick<Ports, "settings" | "random">,
  family: TokenFamily,
  { target, dpopThumbprint }: GrantedRefresh,
  { now, hookClaims }: Hooked & { readonly now: Instant },
): Omit<PersonGrant, "tokenDigest"> & { readonly details: GrantDetails } {
  const { audience, api, scope } = target;
  const { accessTokenLifetime } = ports.settings;
  const lifetime = api === undefined ? accessTokenLifetime : tokenLifetimeOf(api, accessTokenLifetime);
  const tokenExpiresAt = plus(now, lifetime);
  return {
    id: createGrantId(now, ports.random.bytes(10)),
    clientId: family.clientId,
    accountId: family.accountId,
    accountEpoch: family.accountEpoch,
    // Offline access rests on no session, and no session has this id.
    sessionId: family.sessionId ?? sessionIdOf(family.id),
    details: {
      scope,
      familyId: family.id,
      ...(family.userinfoClaims !== undefined && { userinfoClaims: family.userinfoClaims }),
      ...(hookClaims !== undefined && { hookClaims }),
      ...(dpopThumbprint !== undefined && { dpopThumbprint }),
      ...(audience.length > 0 && { audience }),
      ...(api !== undefined && { authenticatedAt: family.authenticatedAt, methods: family.methods }),
    },
    redeemedAt: now,
    tokenExpiresAt,
    keepUntil: plus(tokenExpiresAt, recordKeptSeconds),
  };
}
