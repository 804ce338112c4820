import type { Account } from "../../identity/account.ts";
import { type CodePayload, decodeCodePayload, sealedPartOfCode } from "../../protocol/authorization/code.ts";
import { admits, type Client, hearsOfLogout, registersForMore } from "../../protocol/client/client.ts";
import {
  type AccessToken,
  digestOfAccessToken,
  formatAccessToken,
  recordKeptSeconds,
} from "../../protocol/token/access-token.ts";
import { type CodeHolder, decideExchange, type GrantedExchange } from "../../protocol/token/code-exchange.ts";
import { refreshLifetimeSeconds } from "../../protocol/token/refresh.ts";
import type { CodeExchangeRequest } from "../../protocol/token/request.ts";
import { instantOfGrantId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Instant, plus } from "../../values/time.ts";
import type { RequestContext } from "../events.ts";
import type { Grant, GrantDetails, Ports, SessionFacts, TokenFamily } from "../ports.ts";
import { claimUses, type SingleUses } from "./claim-uses.ts";
import type { Caller, CallRefusal } from "./client-endpoint.ts";
import { signIdToken } from "./id-token.ts";
import { sealRefreshToken } from "./refresh.ts";
import type { IssuedTokens } from "./token.ts";

type ExchangePorts = Pick<
  Ports,
  | "settings"
  | "clock"
  | "codeClock"
  | "random"
  | "clients"
  | "sessions"
  | "grants"
  | "consents"
  | "tokenFamilies"
  | "sealer"
  | "signer"
  | "replayCache"
  | "events"
>;

/** An authenticated client presents a code. */
export interface CodePresented extends Caller {
  readonly request: CodeExchangeRequest;
  /** The key that the DPoP proof of this request proves, if its use can be claimed. */
  readonly provenKey: string | undefined;
  readonly uses: SingleUses;
  readonly context: RequestContext;
}

/**
 * Exchanges an authorization code for an access token. Everything is read and decided before one atomic claim, `grants.redeem`,
 * which alone spends the code; a refused exchange spends nothing. An owner who sends a spent code again loses the tokens of the
 * first exchange (RFC 6749 §4.1.2); anybody else's attempt changes nothing.
 */
export async function exchangeCode(
  ports: ExchangePorts,
  { client, usedBasic, request, provenKey, uses, context }: CodePresented,
): Promise<Result<IssuedTokens, Omit<CallRefusal, "readableBy">>> {
  const now = ports.clock.now();
  const payload = openCode(ports, request.code);
  const facts = payload && (await ports.sessions.find(payload.sessionId));
  const isConsentLive = payload === undefined || (await isStillAllowed(ports, client, payload));
  const holder = payload && holderOf(payload, facts, { client, isConsentLive, now });
  const { codeLifetime } = ports.settings;
  const decided = decideExchange({
    payload,
    client,
    request,
    holder,
    dpopThumbprint: provenKey,
    now: ports.codeClock.now(),
    codeLifetime,
    ...(payload !== undefined && { madeAt: ports.codeClock.madeAt(payload.grantId) }),
    isOwnCode: payload !== undefined && ports.codeClock.isOwn(payload.grantId),
  });
  if (!decided.ok) {
    if (decided.reason.isOwnerReplayCandidate && payload !== undefined)
      await revokeIfSpent(ports, context, payload, now);
    return refuse({ reason: decided.reason.reason, usedBasic });
  }
  const granted = decided.value;
  const family = createFamily(granted, facts, provenKey, now);
  const details = detailsOf(granted, family, provenKey);
  // Made before the code is spent: a key that cannot be made must not cost the person the sign-in.
  const algorithm = client.metadata.idTokenAlgorithm;
  if (details?.scope.includes("openid")) {
    ports.signer.requireRoom(algorithm);
    await ports.signer.ready(algorithm);
  }
  const claimed = await claim(ports, granted, { details, family, uses, now });
  if (!claimed.ok) {
    if (claimed.reason === "code-spent") await revokeIfSpent(ports, context, granted.payload, now);
    return refuse({ reason: claimed.reason, usedBasic });
  }
  const accessToken = claimed.value;
  // Withdrawn while the code was being claimed: what withdrawing could not see yet goes here.
  if (!(await isStillAllowed(ports, client, granted.payload))) {
    await revokeIssued(ports, await ports.grants.find(granted.payload.grantId), now);
    return refuse({ reason: "consent-withdrawn", usedBasic });
  }
  const { accountId } = granted.payload;
  ports.events.record({ kind: "token-issued", clientId: client.id, accountId }, context);
  if (details === undefined || facts === undefined)
    return ok({ accessToken, tokenType: "Bearer", expiresIn: ports.settings.accessTokenLifetime });
  return ok({
    accessToken,
    tokenType: provenKey === undefined ? "Bearer" : "DPoP",
    expiresIn: ports.settings.accessTokenLifetime,
    scope: details.scope,
    ...(family !== undefined && { refreshToken: sealRefreshToken(ports.sealer, family.id, 1) }),
    ...(details.scope.includes("openid") && {
      idToken: await idTokenOf(ports, granted, facts, accessToken),
    }),
  });
}

/** A code dies with the consent that it was issued under, also where the person has allowed the client again since. */
async function isStillAllowed(
  ports: Pick<Ports, "consents">,
  client: Client,
  { accountId, clientId, grantId }: CodePayload,
): Promise<boolean> {
  if (client.metadata.isThirdParty !== true || clientId !== client.id) return true;
  const consent = await ports.consents.find(accountId, clientId);
  return consent !== undefined && consent.grantedAt <= instantOfGrantId(grantId);
}

function openCode(ports: Pick<Ports, "sealer">, code: string): CodePayload | undefined {
  const sealed = sealedPartOfCode(code);
  const opened = sealed === undefined ? undefined : ports.sealer.open("code", sealed);
  return opened === undefined ? undefined : decodeCodePayload(opened);
}

function holderOf(
  payload: CodePayload,
  facts: SessionFacts | undefined,
  given: { readonly client: Client; readonly isConsentLive: boolean; readonly now: Instant },
): CodeHolder | undefined {
  if (facts === undefined || facts.account.id !== payload.accountId) return undefined;
  return {
    accountEpoch: facts.account.epoch,
    isAccountDisabled: facts.account.isDisabled,
    isSessionLive: given.now < facts.session.expiresAt,
    isConsentLive: given.isConsentLive,
    isAdmitted: admits(given.client, facts.account.groups),
  };
}

/** The token family that begins with this exchange, where the client is registered for one. */
function createFamily(
  { payload, client, audience }: GrantedExchange,
  facts: SessionFacts | undefined,
  provenKey: string | undefined,
  now: Instant,
): TokenFamily | undefined {
  const { extras } = payload;
  if (client.metadata.mayRefresh !== true || facts === undefined) return undefined;
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
    methods: facts.session.methods,
    ...(extras?.nonce !== undefined && { nonce: extras.nonce }),
    generation: 1,
    expiresAt: plus(now, refreshLifetimeSeconds),
    lastUsedAt: now,
  };
}

/** Undefined for a client of the interface: its row stays as small as it can be. */
function detailsOf(
  { payload, client, audience }: GrantedExchange,
  family: TokenFamily | undefined,
  provenKey: string | undefined,
): GrantDetails | undefined {
  if (!registersForMore(client)) return undefined;
  const { extras } = payload;
  return {
    scope: extras?.scope ?? [],
    ...(family !== undefined && { familyId: family.id }),
    ...(extras?.userinfoClaims !== undefined && { userinfoClaims: extras.userinfoClaims }),
    ...(provenKey !== undefined && { dpopThumbprint: provenKey }),
    ...(audience.length > 0 && { audience }),
  };
}

/**
 * The one write of a sign-in, after the one that uses up proof and assertion where there are any, and the note of a first use.
 * With a proof or assertion a spent code is looked for first, so that sending it again and again with new ones stores none.
 */
async function claim(
  ports: ExchangePorts,
  { payload, client, codeDeadAt }: GrantedExchange,
  extra: {
    readonly details: GrantDetails | undefined;
    readonly family: TokenFamily | undefined;
    readonly uses: SingleUses;
    readonly now: Instant;
  },
): Promise<Result<AccessToken, "code-spent" | "client-assertion-replayed" | "dpop-proof-replayed">> {
  const { details, family, uses, now } = extra;
  const isUsedOnce = uses.assertion !== undefined || uses.proof !== undefined;
  if (isUsedOnce && (await ports.grants.find(payload.grantId)) !== undefined) return refuse("code-spent");
  const claimed = await claimUses(ports, uses);
  if (!claimed.ok) return claimed;
  // Before the code is spent: a store that fails here must not cost the person the sign-in.
  if (client.unusedUntil !== undefined) await ports.clients.recordFirstUse(client.id);
  const token = formatAccessToken(payload.grantId, ports.random.bytes(32));
  const tokenExpiresAt = plus(now, ports.settings.accessTokenLifetime);
  const grant = {
    id: payload.grantId,
    tokenDigest: digestOfAccessToken(token),
    clientId: client.id,
    accountId: payload.accountId,
    accountEpoch: payload.accountEpoch,
    sessionId: payload.sessionId,
    redeemedAt: now,
    tokenExpiresAt,
    keepUntil: plus(codeDeadAt > tokenExpiresAt ? codeDeadAt : tokenExpiresAt, recordKeptSeconds),
  };
  const note = { notedIn: hearsOfLogout(client) ? payload.sessionId : undefined };
  const outcome = await ports.grants.redeem(
    details === undefined ? grant : { ...grant, details },
    family,
    note,
  );
  return outcome === "redeemed" ? ok(token) : refuse("code-spent");
}

function idTokenOf(
  ports: ExchangePorts,
  { client, payload }: GrantedExchange,
  facts: { readonly account: Account; readonly session: SessionFacts["session"] },
  accessToken: AccessToken,
): Promise<string> {
  return signIdToken(ports, client, facts.account, {
    accessToken,
    sessionId: payload.sessionId,
    authenticatedAt: payload.authenticatedAt,
    methods: facts.session.methods,
    nonce: payload.extras?.nonce,
    scope: payload.extras?.scope ?? [],
    requested: payload.extras?.idTokenClaims,
  });
}

async function revokeIfSpent(
  ports: ExchangePorts,
  context: RequestContext,
  payload: CodePayload,
  now: Instant,
): Promise<void> {
  const grant = await ports.grants.find(payload.grantId);
  if (grant === undefined) return;
  const revoked = await revokeIssued(ports, grant, now);
  const { clientId, accountId } = grant;
  ports.events.record({ kind: "code-replayed", clientId, accountId, revoked }, context);
}

/** Revokes what a code was exchanged for. True when the access token was live until then. */
async function revokeIssued(ports: ExchangePorts, grant: Grant | undefined, now: Instant): Promise<boolean> {
  if (grant === undefined) return false;
  const revoked = grant.revokedAt === undefined && (await ports.grants.revoke(grant.id, now));
  // Every token that was refreshed since rests on the same code.
  if (grant.details?.familyId !== undefined) await ports.tokenFamilies.revoke(grant.details.familyId, now);
  return revoked;
}
