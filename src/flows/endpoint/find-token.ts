import type { Account } from "../../identity/account.ts";
import type { Client } from "../../protocol/client/client.ts";
import type { PresentedToken } from "../../protocol/token/access-token.ts";
import { equalDigests } from "../../values/digest.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import type { Grant, Ports } from "../ports.ts";

/** What looking a token up needs. */
export type TokenPorts = Pick<
  Ports,
  "clock" | "clients" | "accounts" | "sessions" | "grants" | "consents" | "tokenFamilies"
>;

/** A live access token: what it was granted for, to which client, and whose it is. */
export interface LiveGrant {
  readonly grant: Grant;
  readonly client: Client;
  readonly account: Account;
}

/**
 * A token lives until it expires or is revoked, and no longer than what it rests on: the client is enabled, the account was
 * not disabled and its epoch not raised since, and the person did not sign out, unless offline access was granted.
 */
export async function findLiveGrant(
  ports: TokenPorts,
  presented: PresentedToken,
): Promise<Result<LiveGrant, "token-unknown" | "token-expired" | "token-revoked">> {
  const grant = await ports.grants.find(presented.grantId);
  if (grant === undefined || !equalDigests(presented.digest, grant.tokenDigest))
    return refuse("token-unknown");
  const now = ports.clock.now();
  if (now >= grant.tokenExpiresAt) return refuse("token-expired");
  if (grant.revokedAt !== undefined) return refuse("token-revoked");
  const client = await ports.clients.find(grant.clientId);
  if (client === undefined || client.isDisabled) return refuse("token-revoked");
  // Withdrawing revokes; this is for a code that was redeemed in the same moment.
  const isAllowed =
    client.metadata.isThirdParty !== true ||
    (await ports.consents.find(grant.accountId, grant.clientId)) !== undefined;
  const account = isAllowed ? await holderOf(ports, grant, now) : undefined;
  const stands = account !== undefined && !account.isDisabled && account.epoch === grant.accountEpoch;
  return stands ? ok({ grant, client, account }) : refuse("token-revoked");
}

/** Whose token it is, while the session or the offline access that it rests on stands. */
async function holderOf(ports: TokenPorts, grant: Grant, now: Instant): Promise<Account | undefined> {
  const facts = await ports.sessions.find(grant.sessionId);
  if (facts !== undefined && now < facts.session.expiresAt) return facts.account;
  const familyId = grant.details?.familyId;
  const family = familyId && (await ports.tokenFamilies.find(familyId));
  const isOffline = family !== undefined && family.sessionId === undefined;
  return isOffline ? ports.accounts.find(grant.accountId) : undefined;
}
