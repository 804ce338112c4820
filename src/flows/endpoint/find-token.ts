import type { Account } from "../../identity/account.ts";
import type { Client } from "../../protocol/client/client.ts";
import type { PresentedToken } from "../../protocol/token/access-token.ts";
import { equalDigests } from "../../values/digest.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import type { Grant } from "../grant-ports.ts";
import type { Ports } from "../ports.ts";

/** The ports for looking a token up. */
export type TokenPorts = Pick<
  Ports,
  "clock" | "clients" | "accounts" | "sessions" | "grants" | "consents" | "tokenFamilies"
>;

/** A live access token: its grant, its client and its person. */
export interface LiveGrant {
  readonly grant: Grant;
  readonly client: Client;
  readonly account: Account;
}

/**
 * Finds the grant of an access token. The token lives until it expires or is revoked, and no longer than its client is enabled, the
 * account is enabled with the same epoch, and the person is signed in or offline access was granted.
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
  // Withdrawing a consent revokes its tokens, except for one whose code was redeemed in the same moment.
  const isAllowed =
    client.metadata.isThirdParty !== true ||
    (await ports.consents.find(grant.accountId, grant.clientId)) !== undefined;
  const account = isAllowed ? await holderOf(ports, grant, now) : undefined;
  const stands = account !== undefined && !account.isDisabled && account.epoch === grant.accountEpoch;
  return stands ? ok({ grant, client, account }) : refuse("token-revoked");
}

/** The person behind a token, while the session is live or offline access was granted. */
async function holderOf(ports: TokenPorts, grant: Grant, now: Instant): Promise<Account | undefined> {
  const facts = await ports.sessions.find(grant.sessionId);
  if (facts !== undefined && now < facts.session.expiresAt) return facts.account;
  const familyId = grant.details?.familyId;
  const family = familyId && (await ports.tokenFamilies.find(familyId));
  const isOffline = family !== undefined && family.sessionId === undefined;
  return isOffline ? ports.accounts.find(grant.accountId) : undefined;
}
