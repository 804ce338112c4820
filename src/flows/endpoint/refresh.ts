import { admits, type Client, hearsOfLogout, keepsItsRefreshToken } from "../../protocol/client/client.ts";
import { isKnownScope } from "../../protocol/scope.ts";
import {
  type AccessToken,
  digestOfAccessToken,
  formatAccessToken,
  recordKeptSeconds,
} from "../../protocol/token/access-token.ts";
import { decideRefresh } from "../../protocol/token/refresh.ts";
import { createRefreshToken } from "../../protocol/token/refresh-token.ts";
import type { RefreshRequest } from "../../protocol/token/request.ts";
import { createGrantId, type GrantId, type SessionId, sessionIdOf } from "../../values/ids.ts";
import { ok, refuse } from "../../values/result.ts";
import { type Instant, plus } from "../../values/time.ts";
import type { RequestContext } from "../events.ts";
import type { Sealer } from "../key-ports.ts";
import type { Grant, Ports, TokenFamily } from "../ports.ts";
import { claimUses } from "./claim-uses.ts";
import { findFamilyHolder, findTokenFamily } from "./find-token-family.ts";
import { signIdToken } from "./id-token.ts";
import type { IssuedTokens, IssueTokens } from "./issued-tokens.ts";
import { rotateFamily } from "./rotate-family.ts";

/** What refreshing needs. */
export type RefreshPorts = Pick<
  Ports,
  | "settings"
  | "clock"
  | "random"
  | "accounts"
  | "sessions"
  | "consents"
  | "tokenFamilies"
  | "sealer"
  | "signer"
  | "replayCache"
  | "events"
>;

/**
 * Exchanges a refresh token for a new access token and the next refresh token (RFC 6749 §6, RFC 9700 §4.14.2). A token that was
 * replaced and then used again revokes the whole family, except the last one before the newest, whose answer may have been lost.
 */
export const refreshTokens: IssueTokens<RefreshPorts, RefreshRequest> = async (ports, call) => {
  const { client, request, provenKey, uses, context } = call;
  const now = ports.clock.now();
  const found = await findTokenFamily(ports, request.refreshToken);
  const holder = found && (await findFamilyHolder(ports, found.family, now));
  const decided = decideRefresh({
    payload: found?.payload,
    family: found?.family,
    client,
    // What was ignored in the authorization request is ignored here too.
    scope: request.scope?.filter(isKnownScope),
    holder,
    proven: provenKey,
    now,
  });
  if (!decided.ok) {
    if (decided.reason === "refresh-token-reused" && found !== undefined)
      await revokeReused(ports, found.family, now, context);
    return refuse(decided.reason);
  }
  if (found === undefined || holder === undefined) throw new Error("A refresh was granted to nobody.");
  const { payload, family } = found;
  // Where the client became a third party after the family began, too.
  if (client.metadata.isThirdParty && !(await ports.consents.find(family.accountId, client.id)))
    return refuse("consent-withdrawn");
  if (!admits(client, holder.account.groups)) return refuse("account-not-admitted");
  const { scope, dpopThumbprint } = decided.value;
  const audience = audienceOf(family, client, request);
  if (audience === undefined) return refuse("target-not-granted");

  // Asked before the family moves on: a signature that cannot be made must not cost the refresh token.
  if (scope.includes("openid")) ports.signer.requireRoom(client.metadata.idTokenAlgorithm);
  const claimed = await claimUses(ports, uses);
  if (!claimed.ok) return refuse(claimed.reason);
  const id = createGrantId(now, ports.random.bytes(10));
  const accessToken = formatAccessToken(id, ports.random.bytes(32));
  const grant = grantOf(ports, family, { id, accessToken, scope, audience, dpopThumbprint, now });
  const sessionId = await liveSessionOf(ports, family, now);
  const rotated = await rotateFamily(ports, {
    family,
    presented: payload.generation,
    keepsToken: keepsItsRefreshToken(client.metadata),
    grant,
    now,
    notedIn: hearsOfLogout(client) ? sessionId : undefined,
  });
  const { clientId, accountId } = family;
  if (!rotated.ok) {
    if (rotated.reason === "gone") return refuse("refresh-family-gone");
    ports.events.record({ kind: "refresh-token-reused", clientId, accountId }, context);
    return refuse("refresh-token-reused");
  }
  ports.events.record({ kind: "token-issued", clientId, accountId }, context);
  const tokens: IssuedTokens = {
    accessToken,
    tokenType: dpopThumbprint === undefined ? "Bearer" : "DPoP",
    expiresIn: ports.settings.accessTokenLifetime,
    scope,
    refreshToken:
      rotated.value === payload.generation
        ? request.refreshToken
        : sealRefreshToken(ports.sealer, family.id, rotated.value),
    ...(scope.includes("openid") && {
      // OpenID Connect Core §12.2: the sign-in is the old one, and so is auth_time.
      idToken: await signIdToken(ports, client, holder.account, {
        accessToken,
        sessionId,
        authenticatedAt: family.authenticatedAt,
        methods: family.methods,
        nonce: family.nonce,
        scope,
      }),
    }),
  };
  return ok({ answer: tokens, claimed: claimed.value });
};

/** The session that the family began in, while it lives; one that rests on it has been found live. */
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

/** The refresh token with this number of a family. */
export function sealRefreshToken(sealer: Sealer, familyId: GrantId, generation: number): string {
  return createRefreshToken({ familyId, generation }, (packed) => sealer.seal("refresh", packed));
}

/** RFC 8707 §2.2: the resources of the family, or those of them that the request names; undefined for any other. */
function audienceOf(
  { audience }: TokenFamily,
  client: Client,
  { resources }: RefreshRequest,
): readonly string[] | undefined {
  if (resources.length === 0) return audience ?? [];
  const allowed = audience ?? client.metadata.resources;
  return resources.every((uri) => allowed.includes(uri)) ? resources : undefined;
}

function grantOf(
  ports: Pick<Ports, "settings">,
  family: TokenFamily,
  made: {
    readonly id: GrantId;
    readonly accessToken: AccessToken;
    readonly scope: readonly string[];
    readonly audience: readonly string[];
    readonly dpopThumbprint: string | undefined;
    readonly now: Instant;
  },
): Grant {
  const { id, accessToken, scope, audience, dpopThumbprint, now } = made;
  const tokenExpiresAt = plus(now, ports.settings.accessTokenLifetime);
  return {
    id,
    tokenDigest: digestOfAccessToken(accessToken),
    clientId: family.clientId,
    accountId: family.accountId,
    accountEpoch: family.accountEpoch,
    // Offline access rests on no session; this names none.
    sessionId: family.sessionId ?? sessionIdOf(family.id),
    details: {
      scope,
      familyId: family.id,
      ...(family.userinfoClaims !== undefined && { userinfoClaims: family.userinfoClaims }),
      ...(dpopThumbprint !== undefined && { dpopThumbprint }),
      ...(audience.length > 0 && { audience }),
    },
    redeemedAt: now,
    tokenExpiresAt,
    keepUntil: plus(tokenExpiresAt, recordKeptSeconds),
  };
}
