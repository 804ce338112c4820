import type { Account } from "../../identity/account.ts";
import { decodeTotpSecret } from "../../identity/totp.ts";
import type { AccountId } from "../../values/ids.ts";
import { isoTime } from "../../values/time.ts";
import type { Accounts } from "../account-ports.ts";
import type { Totps } from "../factor-ports.ts";
import type { Sealer } from "../key-ports.ts";
import type { UpstreamIdentities, UpstreamIdentity } from "../upstream-ports.ts";
import { claimsAndAttributes } from "./account-record.ts";
import { writeBase32 } from "./import/base32.ts";

/** The ports of exporting people. */
export interface PeopleExportPorts {
  readonly accounts: Accounts;
  readonly totps: Totps;
  readonly upstreamIdentities: UpstreamIdentities;
  readonly sealer: Pick<Sealer, "open">;
}

/** How many people are in memory at once. */
const pageLength = 200;

/**
 * All people in the format of the import, in the order of their ids: each once, as they stand when their page is read. Password hashes
 * and the secrets of authenticator apps come along only where they are asked for.
 */
export async function* exportPeople(
  ports: PeopleExportPorts,
  { withHashes }: { readonly withHashes: boolean },
): AsyncGenerator<object> {
  let after: AccountId | undefined;
  do {
    const page = await ports.accounts.list(pageLength, after);
    for (const account of page) {
      const identities = await ports.upstreamIdentities.list(account.id);
      const secrets = withHashes ? await secretsOf(ports, account) : {};
      yield { ...recordOf(account), ...upstreamsOf(identities), ...secrets };
    }
    after = page.at(-1)?.id;
  } while (after !== undefined);
}

function recordOf(account: Account): object {
  const { email, requires, groups = [] } = account;
  const { claims, attributes } = claimsAndAttributes(account);
  return {
    user_id: account.id,
    ...(account.subject !== undefined && { sub: account.subject }),
    username: account.username,
    ...(email !== undefined && { email, email_verified: account.isEmailUnverified !== true }),
    ...(account.name !== undefined && { name: account.name }),
    ...(account.phoneNumber !== undefined && { phone_number: account.phoneNumber }),
    ...(account.address !== undefined && { address: account.address }),
    ...(Object.keys(claims).length > 0 && { claims }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(groups.length > 0 && { groups }),
    ...(requires !== undefined && { require: requires }),
    ...(account.isDisabled && { disabled: true }),
    ...(account.lockedAt !== undefined && { locked_at: isoTime(account.lockedAt) }),
    ...(account.isAdmin && { admin: true }),
    created_at: isoTime(account.createdAt),
  };
}

function upstreamsOf(identities: readonly UpstreamIdentity[]): object {
  if (identities.length === 0) return {};
  const upstreams = identities.map(({ upstream, subject, label }) => ({
    upstream,
    subject,
    ...(label !== undefined && { label }),
  }));
  return { upstreams };
}

async function secretsOf(
  { totps, sealer }: PeopleExportPorts,
  { id, passwordHash }: Account,
): Promise<object> {
  const totp = await totps.find(id);
  const secret = totp && decodeTotpSecret(id, sealer.open("totp", totp.sealedSecret));
  return {
    ...(passwordHash !== undefined && { password_hash: passwordHash }),
    ...(secret !== undefined && { totp_secret: writeBase32(secret) }),
  };
}
