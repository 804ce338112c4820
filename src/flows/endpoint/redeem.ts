import { type Client, hearsOfLogout } from "../../protocol/client/client.ts";
import { claimsByRule, withHookClaimsForApi } from "../../protocol/openid/claims-by-rule.ts";
import type { AccessToken } from "../../protocol/token/access-token.ts";
import type { GrantedExchange } from "../../protocol/token/code-exchange.ts";
import type { JwtAccessTokenRefusalReason } from "../../protocol/token/jwt-access-token.ts";
import { type Eventual, isPending } from "../../values/eventual.ts";
import type { JsonObject } from "../../values/json-object.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Instant, secondsUntil } from "../../values/time.ts";
import type { RequestContext } from "../events.ts";
import { findSubject } from "../find-subject.ts";
import type { Grant } from "../grant-ports.ts";
import type { Ports, SessionFacts } from "../ports.ts";
import { claimUses, type SingleUses, type UsesClaimed } from "./claim-uses.ts";
import type { Handled } from "./client-endpoint.ts";
import { type CodeRows, codeRows } from "./code-rows.ts";
import {
  type AccessTokenGiven,
  createAccessToken,
  createOpaqueAccessToken,
  readyForAccessToken,
} from "./create-access-token.ts";
import { isStillAllowed } from "./find-holder.ts";
import { signIdToken } from "./id-token.ts";
import type { IssuedTokens } from "./issued-tokens.ts";
import { sealRefreshToken } from "./refresh.ts";

export type RedeemPorts = Pick<
  Ports,
  | "settings"
  | "clock"
  | "codeClock"
  | "random"
  | "apis"
  | "clients"
  | "sessions"
  | "grants"
  | "consents"
  | "tokenFamilies"
  | "sealer"
  | "claimsHook"
  | "signer"
  | "replayCache"
  | "events"
>;

type RedeemRefusalReason =
  | "code-spent"
  | "client-assertion-replayed"
  | "dpop-proof-replayed"
  | "consent-withdrawn"
  | JwtAccessTokenRefusalReason;

/**
 * Makes the first tokens of an authorization whose exchange is granted: one atomic claim, which exactly one call wins, and then the ID
 * token. A JWT access token is signed before the claim, because its row keeps the digest. "code-spent" is the answer to all others.
 */
export async function redeem(
  ports: RedeemPorts,
  granted: GrantedExchange,
  given: {
    readonly facts: SessionFacts | undefined;
    readonly provenKey: string | undefined;
    readonly uses: SingleUses;
    readonly context: RequestContext;
  },
): Promise<Result<Handled<IssuedTokens>, RedeemRefusalReason>> {
  const { payload, client } = granted;
  const { facts, provenKey, uses, context } = given;
  const now = ports.clock.now();
  const { accessTokenLifetime } = ports.settings;
  let hookClaims: JsonObject | undefined;
  if (client.metadata.asksClaimsHook && facts !== undefined) {
    // A redeemed code that is sent again and again must not ask the hook each time.
    if ((await ports.grants.find(payload.grantId)) !== undefined) return refuse("code-spent");
    const { askClaimsHook } = await import("./ask-claims-hook.ts");
    const scope = payload.extras?.scope ?? [];
    hookClaims = await askClaimsHook(ports, client, facts.account, { scope, reason: "token", context });
  }
  const rows = codeRows(granted, { facts, provenKey, hookClaims, now, accessTokenLifetime });
  // Before the claim: a key that cannot be made must not cost the person the sign-in.
  const ready = isOpenid(rows) ? readySigner(ports, client) : undefined;
  if (ready !== undefined) await ready;
  if (granted.target.api !== undefined) await readyForAccessToken(ports, granted.target.api);
  const claimed = await claim(ports, granted, { rows, facts, uses });
  if (!claimed.ok) return claimed;
  // Consent that was withdrawn during the claim could not revoke these tokens yet.
  const allowed = isStillAllowed(ports, client, payload);
  if (!(isPending(allowed) ? await allowed : allowed)) {
    await revokeIssued(ports, await ports.grants.find(payload.grantId), now);
    return refuse("consent-withdrawn");
  }
  const { accountId } = payload;
  ports.events.record({ kind: "token-issued", clientId: client.id, accountId }, context);
  const { accessToken, usesClaimed } = claimed.value;
  const signing = idTokenOf(ports, granted, { rows, facts, accessToken });
  const idToken = isPending(signing) ? await signing : signing;
  return ok({ answer: tokensOf(ports, rows, { accessToken, idToken }), claimed: usesClaimed });
}

function isOpenid({ grant }: CodeRows): boolean {
  return grant.details?.scope.includes("openid") === true;
}

function readySigner({ signer }: Pick<Ports, "signer">, client: Client): Promise<void> | undefined {
  const { idTokenAlgorithm } = client.metadata;
  signer.requireRoom(idTokenAlgorithm);
  return signer.ready(idTokenAlgorithm);
}

/**
 * Redeems the code, the one write of a sign-in. A proof or an assertion is claimed before it, and a first use recorded. With either
 * of those two a redeemed code is looked for first, so that repeating it with ever new ones stores none of them.
 */
async function claim(
  ports: RedeemPorts,
  granted: GrantedExchange,
  given: {
    readonly rows: CodeRows;
    readonly facts: SessionFacts | undefined;
    readonly uses: SingleUses;
  },
): Promise<
  Result<
    { readonly accessToken: AccessToken; readonly usesClaimed: UsesClaimed },
    Exclude<RedeemRefusalReason, "consent-withdrawn">
  >
> {
  const { payload, client } = granted;
  const { rows, facts, uses } = given;
  const isUsedOnce = uses.assertion !== undefined || uses.proof !== undefined;
  if (isUsedOnce && (await ports.grants.find(payload.grantId)) !== undefined) return refuse("code-spent");
  const claiming = claimUses(ports, uses);
  const claimed = isPending(claiming) ? await claiming : claiming;
  if (!claimed.ok) return claimed;
  // Before the code is redeemed: a store that fails here must not cost the person the sign-in.
  if (client.unusedUntil !== undefined) await ports.clients.recordFirstUse(client.id);
  const { api } = granted.target;
  const made =
    api === undefined
      ? ok(createOpaqueAccessToken(ports, payload.grantId))
      : await createAccessToken(ports, { ...tokenFacts(ports, granted, rows, facts), api });
  if (!made.ok) return made;
  const { token: accessToken, digest: tokenDigest } = made.value;
  const outcome = await ports.grants.redeem({ ...rows.grant, tokenDigest }, rows.family, {
    notedIn: hearsOfLogout(client) ? payload.sessionId : undefined,
  });
  return outcome === "redeemed" ? ok({ accessToken, usesClaimed: claimed.value }) : refuse("code-spent");
}

/** What an access token for an API says. */
function tokenFacts(
  ports: Pick<Ports, "sealer">,
  { payload, client, target }: GrantedExchange,
  { grant }: CodeRows,
  facts: SessionFacts | undefined,
): Omit<AccessTokenGiven, "api"> {
  return {
    grantId: grant.id,
    clientId: client.id,
    subject: findSubject(ports, client, facts?.account ?? { id: payload.accountId }),
    scope: target.scope,
    issuedAt: grant.redeemedAt,
    expiresAt: grant.tokenExpiresAt,
    dpopThumbprint: grant.details?.dpopThumbprint,
    authentication: { authenticatedAt: payload.authenticatedAt, methods: facts?.session.methods ?? [] },
    groups: facts?.account.groups ?? [],
    byRule: withHookClaimsForApi(
      facts && claimsByRule(client.metadata.claimRules, facts.account, "access_token"),
      grant.details?.hookClaims,
    ),
  };
}

/** Undefined unless the client asked for an ID token. */
function idTokenOf(
  ports: RedeemPorts,
  { payload, client }: GrantedExchange,
  given: {
    readonly rows: CodeRows;
    readonly facts: SessionFacts | undefined;
    readonly accessToken: AccessToken;
  },
): Eventual<string | undefined> {
  const { rows, facts, accessToken } = given;
  if (facts === undefined || !isOpenid(rows)) return undefined;
  const { extras } = payload;
  return signIdToken(ports, client, facts.account, {
    accessToken,
    sessionId: payload.sessionId,
    authenticatedAt: payload.authenticatedAt,
    methods: facts.session.methods,
    nonce: extras?.nonce,
    scope: extras?.scope ?? [],
    requested: extras?.idTokenClaims,
    hookClaims: rows.grant.details?.hookClaims,
  });
}

/** An interface client gets the access token alone. */
function tokensOf(
  { sealer }: Pick<Ports, "sealer">,
  { grant, family }: CodeRows,
  { accessToken, idToken }: { readonly accessToken: AccessToken; readonly idToken: string | undefined },
): IssuedTokens {
  const { details } = grant;
  const expiresIn = secondsUntil(grant.redeemedAt, grant.tokenExpiresAt);
  if (details === undefined) return { accessToken, tokenType: "Bearer", expiresIn };
  return {
    accessToken,
    tokenType: details.dpopThumbprint === undefined ? "Bearer" : "DPoP",
    expiresIn,
    scope: details.scope,
    ...(family !== undefined && { refreshToken: sealRefreshToken(sealer, family.id, 1) }),
    ...(idToken !== undefined && { idToken }),
  };
}

/** Revokes the tokens that a code was exchanged for. True when the access token was live until then. */
export async function revokeIssued(
  ports: RedeemPorts,
  grant: Grant | undefined,
  now: Instant,
): Promise<boolean> {
  if (grant === undefined) return false;
  const revoked = grant.revokedAt === undefined && (await ports.grants.revoke(grant.id, now));
  // The tokens that were refreshed since rest on the same code.
  if (grant.details?.familyId !== undefined) await ports.tokenFamilies.revoke(grant.details.familyId, now);
  return revoked;
}
