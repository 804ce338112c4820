import type { Account } from "../identity/account.ts";
import { readAccessToken } from "../protocol/access-token.ts";
import { type BearerRefusalReason, readBearerToken } from "../protocol/bearer.ts";
import type { Parameters } from "../protocol/parameters.ts";
import { equalDigests } from "../values/digest.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import type { Grant, Ports } from "./ports.ts";

type TokenPorts = Pick<Ports, "clock" | "clients" | "sessions" | "grants">;

/** A live access token: what it was granted for, and whose it is. */
export interface LiveToken {
  readonly grant: Grant;
  readonly account: Account;
}

/** Finds out whose token it is (RFC 6750 §2). */
export async function readUserinfo(
  ports: TokenPorts,
  request: {
    readonly authorization: string | undefined;
    readonly query: Parameters | undefined;
    readonly body?: Parameters | undefined;
  },
): Promise<Result<LiveToken, BearerRefusalReason>> {
  const presented = readBearerToken(request);
  return presented.ok ? findLiveToken(ports, presented.value) : presented;
}

/**
 * A token lives until it expires or is revoked, and no longer than what it rests on: the client is enabled, the person did not
 * sign out, the account was not disabled and its epoch not raised since.
 */
async function findLiveToken(
  ports: TokenPorts,
  text: string,
): Promise<Result<LiveToken, BearerRefusalReason>> {
  const token = readAccessToken(text);
  const grant = token && (await ports.grants.find(token.grantId));
  if (token === undefined || grant === undefined || !equalDigests(token.digest, grant.tokenDigest))
    return refuse("token-unknown");
  const now = ports.clock.now();
  if (now >= grant.tokenExpiresAt) return refuse("token-expired");
  const client = await ports.clients.find(grant.clientId);
  const facts = await ports.sessions.find(grant.sessionId);
  const isRevoked =
    grant.revokedAt !== undefined ||
    client === undefined ||
    client.isDisabled ||
    facts === undefined ||
    now >= facts.session.expiresAt ||
    facts.account.isDisabled ||
    facts.account.epoch !== grant.accountEpoch;
  return isRevoked ? refuse("token-revoked") : ok({ grant, account: facts.account });
}
