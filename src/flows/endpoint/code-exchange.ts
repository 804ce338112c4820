import { type CodePayload, openCode } from "../../protocol/authorization/code.ts";
import { admits, type Client, hearsOfLogout } from "../../protocol/client/client.ts";
import {
  type AccessToken,
  digestOfAccessToken,
  formatAccessToken,
} from "../../protocol/token/access-token.ts";
import { type CodeHolder, decideExchange, type GrantedExchange } from "../../protocol/token/code-exchange.ts";
import type { CodeExchangeRequest } from "../../protocol/token/request.ts";
import { instantOfGrantId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import type { RequestContext } from "../events.ts";
import type { Grant, Ports, SessionFacts } from "../ports.ts";
import { claimUses, type SingleUses, type UsesClaimed } from "./claim-uses.ts";
import { type CodeRows, codeRows } from "./code-rows.ts";
import { signIdToken } from "./id-token.ts";
import type { IssuedTokens, IssueTokens } from "./issued-tokens.ts";
import { sealRefreshToken } from "./refresh.ts";

/** What exchanging a code needs. */
export type ExchangePorts = Pick<
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

/**
 * Exchanges an authorization code for an access token. Everything is read and decided before one atomic claim, `grants.redeem`,
 * which alone uses the code up; after a refusal it still works. When its owner sends a redeemed code again, the tokens of the first
 * exchange are revoked (RFC 6749 §4.1.2). The attempt of another client changes nothing.
 */
export const exchangeCode: IssueTokens<ExchangePorts, CodeExchangeRequest> = async (ports, call) => {
  const { client, request, provenKey, uses, context } = call;
  const now = ports.clock.now();
  const found = await findCode(ports, request.code, client, now);
  const decided = decideExchange({
    payload: found?.payload,
    client,
    request,
    holder: found?.holder,
    dpopThumbprint: provenKey,
    now: ports.codeClock.now(),
    codeLifetime: ports.settings.codeLifetime,
    ...(found !== undefined && { madeAt: ports.codeClock.madeAt(found.payload.grantId) }),
    isOwnCode: found !== undefined && ports.codeClock.isOwn(found.payload.grantId),
  });
  if (!decided.ok) {
    const { reason, isOwnerReplayCandidate } = decided.reason;
    if (isOwnerReplayCandidate && found !== undefined)
      await revokeIfSpent(ports, context, found.payload, now);
    return refuse(reason);
  }
  const granted = decided.value;
  const { payload } = granted;
  const { accessTokenLifetime } = ports.settings;
  const rows = codeRows(granted, { facts: found?.facts, provenKey, now, accessTokenLifetime });
  // Before the claim: a key that cannot be made must not cost the person the sign-in.
  if (isOpenid(rows)) await readySigner(ports, client);
  const claimed = await claim(ports, granted, rows, uses);
  if (!claimed.ok) {
    if (claimed.reason === "code-spent") await revokeIfSpent(ports, context, payload, now);
    return claimed;
  }
  // Consent that was withdrawn during the claim could not revoke these tokens yet.
  if (!(await isStillAllowed(ports, client, payload))) {
    await revokeIssued(ports, await ports.grants.find(payload.grantId), now);
    return refuse("consent-withdrawn");
  }
  const { accountId } = payload;
  ports.events.record({ kind: "token-issued", clientId: client.id, accountId }, context);
  const { accessToken, usesClaimed } = claimed.value;
  const answer = await tokensOf(ports, granted, { rows, facts: found?.facts, accessToken });
  return ok({ answer, claimed: usesClaimed });
};

/** A code that opens, and the current state of its person. */
interface FoundCode {
  readonly payload: CodePayload;
  readonly facts: SessionFacts | undefined;
  /** Undefined where the session or the account is gone. */
  readonly holder: CodeHolder | undefined;
}

async function findCode(
  ports: ExchangePorts,
  code: string,
  client: Client,
  now: Instant,
): Promise<FoundCode | undefined> {
  const payload = openCode(code, (sealed) => ports.sealer.open("code", sealed));
  if (payload === undefined) return undefined;
  const facts = await ports.sessions.find(payload.sessionId);
  const isConsentLive = await isStillAllowed(ports, client, payload);
  if (facts === undefined || facts.account.id !== payload.accountId)
    return { payload, facts, holder: undefined };
  const holder = {
    accountEpoch: facts.account.epoch,
    isAccountDisabled: facts.account.isDisabled,
    isSessionLive: now < facts.session.expiresAt,
    isConsentLive,
    isAdmitted: admits(client, facts.account.groups),
  };
  return { payload, facts, holder };
}

/** A code dies with the consent that it was issued under, even if the person has consented again since. */
async function isStillAllowed(
  ports: Pick<Ports, "consents">,
  client: Client,
  { accountId, clientId, grantId }: CodePayload,
): Promise<boolean> {
  if (!client.metadata.isThirdParty || clientId !== client.id) return true;
  const consent = await ports.consents.find(accountId, clientId);
  return consent !== undefined && consent.grantedAt <= instantOfGrantId(grantId);
}

function isOpenid({ grant }: CodeRows): boolean {
  return grant.details?.scope.includes("openid") === true;
}

async function readySigner({ signer }: Pick<Ports, "signer">, client: Client): Promise<void> {
  const { idTokenAlgorithm } = client.metadata;
  signer.requireRoom(idTokenAlgorithm);
  await signer.ready(idTokenAlgorithm);
}

/**
 * Redeems the code, the one write of a sign-in. A proof or an assertion is claimed before it, and a first use recorded. With either
 * of those two a redeemed code is looked for first, so that repeating it with ever new ones stores none of them.
 */
async function claim(
  ports: ExchangePorts,
  { payload, client }: GrantedExchange,
  { grant, family }: CodeRows,
  uses: SingleUses,
): Promise<
  Result<
    { readonly accessToken: AccessToken; readonly usesClaimed: UsesClaimed },
    "code-spent" | "client-assertion-replayed" | "dpop-proof-replayed"
  >
> {
  const isUsedOnce = uses.assertion !== undefined || uses.proof !== undefined;
  if (isUsedOnce && (await ports.grants.find(payload.grantId)) !== undefined) return refuse("code-spent");
  const claimed = await claimUses(ports, uses);
  if (!claimed.ok) return claimed;
  // Before the code is redeemed: a store that fails here must not cost the person the sign-in.
  if (client.unusedUntil !== undefined) await ports.clients.recordFirstUse(client.id);
  const accessToken = formatAccessToken(payload.grantId, ports.random.bytes(32));
  const outcome = await ports.grants.redeem(
    { ...grant, tokenDigest: digestOfAccessToken(accessToken) },
    family,
    { notedIn: hearsOfLogout(client) ? payload.sessionId : undefined },
  );
  return outcome === "redeemed" ? ok({ accessToken, usesClaimed: claimed.value }) : refuse("code-spent");
}

/** An interface client gets the access token alone. */
async function tokensOf(
  ports: ExchangePorts,
  { payload, client }: GrantedExchange,
  given: {
    readonly rows: CodeRows;
    readonly facts: SessionFacts | undefined;
    readonly accessToken: AccessToken;
  },
): Promise<IssuedTokens> {
  const { rows, facts, accessToken } = given;
  const { family, grant } = rows;
  const { details } = grant;
  const expiresIn = ports.settings.accessTokenLifetime;
  if (details === undefined || facts === undefined) return { accessToken, tokenType: "Bearer", expiresIn };
  const { extras } = payload;
  return {
    accessToken,
    tokenType: details.dpopThumbprint === undefined ? "Bearer" : "DPoP",
    expiresIn,
    scope: details.scope,
    ...(family !== undefined && { refreshToken: sealRefreshToken(ports.sealer, family.id, 1) }),
    ...(isOpenid(rows) && {
      idToken: await signIdToken(ports, client, facts.account, {
        accessToken,
        sessionId: payload.sessionId,
        authenticatedAt: payload.authenticatedAt,
        methods: facts.session.methods,
        nonce: extras?.nonce,
        scope: extras?.scope ?? [],
        requested: extras?.idTokenClaims,
      }),
    }),
  };
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

/** Revokes the tokens that a code was exchanged for. True when the access token was live until then. */
async function revokeIssued(ports: ExchangePorts, grant: Grant | undefined, now: Instant): Promise<boolean> {
  if (grant === undefined) return false;
  const revoked = grant.revokedAt === undefined && (await ports.grants.revoke(grant.id, now));
  // The tokens that were refreshed since rest on the same code.
  if (grant.details?.familyId !== undefined) await ports.tokenFamilies.revoke(grant.details.familyId, now);
  return revoked;
}
