import type { Account } from "../../identity/account.ts";
import type { Client } from "../../protocol/client/client.ts";
import type { PresentedToken } from "../../protocol/token/access-token.ts";
import { equalDigests } from "../../values/digest.ts";
import type { GrantId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import type { Exchange, Grant, MachineGrant, PersonGrant } from "../grant-ports.ts";
import type { Ports } from "../ports.ts";

export type TokenPorts = Pick<
  Ports,
  "clock" | "clients" | "accounts" | "sessions" | "grants" | "consents" | "tokenFamilies"
>;

/** A live access token: its grant, its client and its person, unless the client asked for itself. */
export type LiveGrant = LivePersonGrant | LiveMachineGrant;

/** A live access token that a person granted. */
interface LivePersonGrant {
  readonly grant: PersonGrant;
  readonly client: Client;
  readonly account: Account;
}

interface LiveMachineGrant {
  readonly grant: MachineGrant;
  readonly client: Client;
  readonly account?: undefined;
}

/** Why an access token does not work. */
export type DeadTokenReason = "token-unknown" | "token-expired" | "token-revoked";

/** What ended an access token, in the order in which it is checked. Clients learn no more than the `DeadTokenReason`. */
export type TokenEnd =
  | "token-unknown"
  | "token-expired"
  | "token-revoked"
  | "client-gone"
  | "client-disabled"
  | "consent-withdrawn"
  | "session-ended"
  | "origin-ended"
  | "account-gone"
  | "account-disabled"
  | "account-changed";

/**
 * Finds the grant of an access token. The token lives until it expires or is revoked, and no longer than its client is enabled, the
 * account is enabled with the same epoch, and the person is signed in or offline access was granted. A token that was issued in exchange
 * for another one lives no longer than that one.
 */
export async function findLiveGrant(
  ports: TokenPorts,
  presented: PresentedToken,
): Promise<Result<LiveGrant, DeadTokenReason>> {
  const found = await findGrantState(ports, presented);
  if (found.ok) return found;
  const { reason } = found;
  return refuse(reason === "token-unknown" || reason === "token-expired" ? reason : "token-revoked");
}

/** Does the same for an operator, who may learn what ended the token. */
export async function findGrantState(
  ports: TokenPorts,
  presented: PresentedToken,
): Promise<Result<LiveGrant, TokenEnd>> {
  const grant = await ports.grants.find(presented.grantId);
  if (grant === undefined || !equalDigests(presented.digest, grant.tokenDigest))
    return refuse("token-unknown");
  return checkLive(ports, grant, ports.clock.now());
}

async function checkLive(
  ports: TokenPorts,
  grant: Grant,
  now: Instant,
): Promise<Result<LiveGrant, Exclude<TokenEnd, "token-unknown">>> {
  if (now >= grant.tokenExpiresAt) return refuse("token-expired");
  if (grant.revokedAt !== undefined) return refuse("token-revoked");
  const client = await ports.clients.find(grant.clientId);
  if (client === undefined) return refuse("client-gone");
  if (client.isDisabled) return refuse("client-disabled");
  if (grant.accountId === undefined) return ok({ grant, client });
  const { exchange } = grant.details ?? {};
  const holder =
    exchange === undefined
      ? await holderOf(ports, grant, client, now)
      : await holderOfExchanged(ports, exchange, now);
  if (!holder.ok) return holder;
  const account = holder.value;
  if (account.isDisabled) return refuse("account-disabled");
  return account.epoch === grant.accountEpoch ? ok({ grant, client, account }) : refuse("account-changed");
}

/** The person behind a token, while the session is live or offline access was granted, and while a third party has their consent. */
async function holderOf(
  ports: TokenPorts,
  grant: PersonGrant,
  client: Client,
  now: Instant,
): Promise<Result<Account, "consent-withdrawn" | "session-ended" | "account-gone">> {
  // Withdrawing a consent revokes its tokens, except for one whose code was redeemed in the same moment.
  const isAllowed =
    client.metadata.isThirdParty !== true ||
    (await ports.consents.find(grant.accountId, grant.clientId)) !== undefined;
  if (!isAllowed) return refuse("consent-withdrawn");
  const facts = await ports.sessions.find(grant.sessionId);
  if (facts !== undefined && now < facts.session.expiresAt) return ok(facts.account);
  const familyId = grant.details?.familyId;
  const family = familyId && (await ports.tokenFamilies.find(familyId));
  const isOffline = family !== undefined && family.sessionId === undefined;
  if (!isOffline) return refuse("session-ended");
  const account = await ports.accounts.find(grant.accountId);
  return account === undefined ? refuse("account-gone") : ok(account);
}

/** The person behind the token that was exchanged, while that one works. Its exchanges are few, and so are these look-ups. */
async function holderOfExchanged(
  ports: TokenPorts,
  { from }: Exchange,
  now: Instant,
): Promise<Result<Account, "origin-ended">> {
  const origin = await ports.grants.find(from);
  const live = origin && (await checkLive(ports, origin, now));
  const account = live?.ok ? live.value.account : undefined;
  return account === undefined ? refuse("origin-ended") : ok(account);
}

/** True while the token of a grant works. */
export async function isGrantLive(ports: TokenPorts, id: GrantId): Promise<boolean> {
  const grant = await ports.grants.find(id);
  return grant !== undefined && (await checkLive(ports, grant, ports.clock.now())).ok;
}
