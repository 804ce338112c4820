import type { Account } from "../../identity/account.ts";
import type { Client } from "../../protocol/client/client.ts";
import type { Subject } from "../../protocol/openid/subject.ts";
import { type PresentedToken, readAccessToken } from "../../protocol/token/access-token.ts";
import {
  type RefreshRefusalReason,
  refreshTokenExpiresAt,
  whyTokenFamilyIsDead,
} from "../../protocol/token/refresh.ts";
import { equalDigests } from "../../values/digest.ts";
import type { AccountId, ClientId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import type { AuditEntry, Auditor } from "../audit.ts";
import { findGrantState, type TokenEnd } from "../endpoint/find-token.ts";
import { type FoundFamily, findFamilyHolder, findTokenFamily } from "../endpoint/find-token-family.ts";
import { verifyJwtAccessToken } from "../endpoint/verify-access-token.ts";
import { findSubject } from "../find-subject.ts";
import type { Grant } from "../grant-ports.ts";
import type { FlowSettings, Ports } from "../ports.ts";
import { openAccount } from "./account.ts";
import { openClient } from "./client.ts";
import type { ProblemTable } from "./problem.ts";
import { accountClaims, clientClaims, type Terms } from "./rights.ts";

/** The ports of managing tokens. */
export type TokenRegistry = Pick<
  Ports,
  | "clock"
  | "clients"
  | "accounts"
  | "sessions"
  | "grants"
  | "consents"
  | "tokenFamilies"
  | "sealer"
  | "signer"
>;

type RevocationRegistry = TokenRegistry & {
  readonly audit: Auditor;
  readonly settings: Pick<FlowSettings, "issuer">;
};

/**
 * The state of a token. "revoked" stands for every early end: a revocation, or a change of the session, account or client that it rests
 * on. "replaced": a refresh token whose successor was used.
 */
export type TokenState = "live" | "expired" | "revoked" | "replaced";

/** What ended a refresh token. "client-refused": the client is gone, disabled, or may not refresh any more. */
export type RefreshEnd = RefreshRefusalReason | "client-refused" | "refresh-token-replaced";

/** The facts about a token for an operator. */
export interface TokenReport {
  readonly kind: "access-token" | "refresh-token";
  readonly state: TokenState;
  readonly clientId: ClientId;
  /** What ended it; absent while it is live. */
  readonly end?: TokenEnd | RefreshEnd;
  /** Absent unless the token itself was revoked. */
  readonly revokedAt?: Instant;
  /** Absent if the client is gone. */
  readonly client?: Client;
  /** Absent if the client asked for itself. */
  readonly accountId?: AccountId;
  /** The `sub` under which the client knows the person; the account id where the client is gone. Its own id without a person. */
  readonly subject: Subject | AccountId | ClientId;
  /** Absent if the account is gone. */
  readonly account?: Account;
  /** Empty for a grant of the interface. */
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  readonly dpopThumbprint?: string;
  /** Where the token was issued in exchange for another one: the clients that act for the person, the latest first. */
  readonly actors?: readonly ClientId[];
  /** For a refresh token, the time at which the newest of its family was issued. */
  readonly issuedAt: Instant;
  /** The time at which it expires. */
  readonly expiresAt: Instant;
}

/** The numbers of revoked tokens. A refresh token takes its access tokens along. */
export interface RevokedTokens {
  readonly client?: Client;
  readonly account?: Account;
  readonly refreshTokens: number;
  /** Access tokens without a refresh token behind them. */
  readonly accessTokens: number;
}

/** Why no tokens were revoked. */
export type RevocationProblem = {
  readonly kind:
    | "nobody-named"
    | "unknown-account"
    | "unknown-client"
    | "right-missing"
    | "changed-meanwhile";
};

/** The problems of revoking tokens. */
export const revocationProblems: ProblemTable<RevocationProblem> = {
  "nobody-named": { as: "invalid", at: "user", say: "Name a person, a client, or both together." },
  "unknown-account": { as: "not-found", at: "user", say: "There is no such account." },
  "unknown-client": { as: "not-found", at: "client_id", say: "There is no such client." },
  "right-missing": {
    as: "lacking",
    right: "admins:write",
    say: "Revoking the tokens of an administrator, or of a client with rights of operators, needs the right admins:write, which you do not have.",
  },
  "changed-meanwhile": {
    as: "changed",
    say: "Somebody else changed the account or the client at the same moment, so not every token was revoked.",
  },
};

/** Finds the facts about a token, dead ones included. Undefined for any other text, and for a token that is long gone. */
export async function inspectToken(registry: TokenRegistry, text: string): Promise<TokenReport | undefined> {
  const accessToken = readAccessToken(text) ?? (await verifyJwtAccessToken(registry, text));
  if (accessToken !== undefined) return inspectAccessToken(registry, accessToken);
  const found = await findTokenFamily(registry, text);
  return found === undefined ? undefined : inspectRefreshToken(registry, found);
}

/**
 * Revokes all tokens of a person, of a client, or of that person at that client. Sessions and codes under way stay: a person
 * who is signed in gets new tokens without being asked.
 */
export async function revokeTokens(
  registry: RevocationRegistry,
  of: NamedOwners,
  { by }: Pick<Terms, "by">,
): Promise<Result<RevokedTokens, RevocationProblem>> {
  const opened = await openOwners(registry, of, { by });
  if (!opened.ok) return opened;
  const { account, client } = opened.value;
  const claims = [
    ...(account === undefined ? [] : accountClaims({ by }, account)),
    ...(client === undefined ? [] : clientClaims({ by }, client)),
  ];
  const owner = {
    ...(account !== undefined && { accountId: account.id }),
    ...(client !== undefined && { clientId: client.id }),
  };
  const now = registry.clock.now();
  const audit = [entryOf(registry.audit, account, client)];
  // Families first: revoking the grants reaches their tokens too, and would leave none of them to be counted. The entry goes with them,
  // because counting takes its time, and nothing is revoked without it even where the rest fails.
  const refreshTokens = await registry.tokenFamilies.revokeAll(owner, now, { claims, audit });
  if (refreshTokens === "claim-lost") return refuse({ kind: "changed-meanwhile" });
  const accessTokens = await registry.grants.revokeAll(owner, now, { claims });
  if (accessTokens === "claim-lost") return refuse({ kind: "changed-meanwhile" });
  return ok({ ...opened.value, refreshTokens, accessTokens });
}

interface NamedOwners {
  readonly who?: string | undefined;
  readonly clientId?: string | undefined;
}

async function openOwners(
  registry: RevocationRegistry,
  { who, clientId }: NamedOwners,
  terms: Pick<Terms, "by">,
): Promise<Result<Pick<RevokedTokens, "account" | "client">, RevocationProblem>> {
  if (who === undefined && clientId === undefined) return refuse({ kind: "nobody-named" });
  const account = who === undefined ? undefined : await openAccount(registry.accounts, who, terms);
  if (account?.ok === false) return refuse({ kind: account.reason.kind });
  const client = clientId === undefined ? undefined : await openClient(registry, clientId, terms);
  if (client?.ok === false) return refuse({ kind: client.reason.kind });
  return ok({ ...(account && { account: account.value }), ...(client && { client: client.value }) });
}

function entryOf(audit: Auditor, account: Account | undefined, client: Client | undefined): AuditEntry {
  if (account !== undefined)
    return audit.entry("tokens-revoked", { kind: "user", id: account.id }, client && { client: client.id });
  return audit.entry("tokens-revoked", client && { kind: "client", id: client.id });
}

async function inspectAccessToken(
  registry: TokenRegistry,
  presented: PresentedToken,
): Promise<TokenReport | undefined> {
  const grant = await registry.grants.find(presented.grantId);
  if (grant === undefined || !equalDigests(presented.digest, grant.tokenDigest)) return undefined;
  const live = await findGrantState(registry, presented);
  const {
    scope = [],
    audience = [],
    dpopThumbprint,
    exchange,
  }: Partial<NonNullable<Grant["details"]>> = grant.details ?? {};
  return {
    kind: "access-token",
    state: live.ok ? "live" : live.reason === "token-expired" ? "expired" : "revoked",
    ...(!live.ok && { end: live.reason }),
    ...(grant.revokedAt !== undefined && { revokedAt: grant.revokedAt }),
    ...(await ownersOf(registry, grant)),
    scope,
    audience,
    ...(dpopThumbprint !== undefined && { dpopThumbprint }),
    ...(exchange !== undefined && { actors: exchange.actors }),
    issuedAt: grant.redeemedAt,
    expiresAt: grant.tokenExpiresAt,
  };
}

async function inspectRefreshToken(
  registry: TokenRegistry,
  found: FoundFamily,
): Promise<TokenReport | undefined> {
  const { payload, family } = found;
  // A number that was never handed out is not a token of this family.
  if (payload.generation < 1 || payload.generation > family.generation) return undefined;
  const owners = await ownersOf(registry, family);
  const { scope, audience = [], dpopThumbprint } = family;
  const end = await endOfRefreshToken(registry, found, owners.client);
  return {
    kind: "refresh-token",
    state: end === undefined ? "live" : (stateByEnd[end] ?? "revoked"),
    ...(end !== undefined && { end }),
    ...(family.revokedAt !== undefined && { revokedAt: family.revokedAt }),
    ...owners,
    scope,
    audience,
    ...(dpopThumbprint !== undefined && { dpopThumbprint }),
    issuedAt: family.lastUsedAt,
    expiresAt: refreshTokenExpiresAt(family),
  };
}

/** The state of an ended refresh token, if it is not "revoked". */
const stateByEnd: Readonly<Partial<Record<RefreshEnd, TokenState>>> = {
  "refresh-token-expired": "expired",
  "refresh-token-idle": "expired",
  "refresh-token-replaced": "replaced",
};

async function endOfRefreshToken(
  registry: TokenRegistry,
  { payload, family }: FoundFamily,
  client: Client | undefined,
): Promise<RefreshEnd | undefined> {
  const now = registry.clock.now();
  const holder = await findFamilyHolder(registry, family, now);
  const dead = whyTokenFamilyIsDead({ family, holder, now });
  if (dead !== undefined) return dead;
  if (client?.metadata.mayRefresh !== true || client.isDisabled) return "client-refused";
  // The one before the newest still works: the answer that brought its successor may have been lost.
  return payload.generation < family.generation - 1 ? "refresh-token-replaced" : undefined;
}

async function ownersOf(
  registry: TokenRegistry,
  { clientId, accountId }: { readonly clientId: ClientId; readonly accountId?: AccountId | undefined },
): Promise<Pick<TokenReport, "clientId" | "client" | "accountId" | "subject" | "account">> {
  const client = await registry.clients.find(clientId);
  if (accountId === undefined) return { clientId, ...(client && { client }), subject: clientId };
  const account = await registry.accounts.find(accountId);
  const named = account ?? { id: accountId };
  const subject = client === undefined ? accountId : findSubject(registry, client, named);
  return { clientId, ...(client && { client }), accountId, subject, ...(account && { account }) };
}
