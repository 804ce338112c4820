import {
  type AccountId,
  type ActivityId,
  type ClientId,
  instantOfActivityId,
  type RequestId,
} from "../values/ids.ts";
import { type Instant, plus } from "../values/time.ts";
import type { Account } from "./account.ts";

/** How long an entry is kept; see `Activity`. */
const keptSeconds = 90 * 86_400;

/** The things that happened to an account and that its owner can read for 90 days. */
export const activityKinds = [
  "signed-in",
  "session-ended",
  "password-changed",
  "password-removed",
  "passkey-added",
  "passkey-removed",
  "app-password-made",
  "app-password-revoked",
  "totp-on",
  "totp-off",
  "upstream-linked",
  "upstream-unlinked",
  "recovery-codes-made",
  "recovery-code-used",
  "recovery-link-made",
  "recovery-link-used",
  "account-locked",
  "address-changed",
  "name-changed",
  "consent-given",
  "consent-withdrawn",
  "device-allowed",
  "data-exported",
  "deletion-asked",
  "deletion-stopped",
] as const;

export type ActivityKind = (typeof activityKinds)[number];

/** One thing that happened to an account. */
export interface ActivityEntry {
  /** It says when, too: see `instantOfActivityId`. */
  readonly id: ActivityId;
  readonly accountId: AccountId;
  readonly kind: ActivityKind;
  /** The network that it came from. Absent if the operator did it. */
  readonly network?: string;
  /** The browser's User-Agent, as `printableUserAgent` cuts it. Absent if the operator did it. */
  readonly userAgent?: string;
  readonly clientId?: ClientId;
  /** The request that caused it. It is kept in the audit trail alone. */
  readonly requestId?: RequestId;
  /** Of a sign-in: how the person proved who they are, in words of RFC 8176. */
  readonly methods?: readonly string[];
  /** True for a sign-in in a browser that the account had not seen, also for the very first one. */
  readonly isNewBrowser?: boolean;
}

/** An entry as it is read. A newer release that shares the database may have written a kind that this one does not know. */
export interface StoredActivityEntry extends Omit<ActivityEntry, "kind"> {
  readonly kind: string;
}

/** True if this release knows the entry's kind. */
export function isKnownActivity(entry: StoredActivityEntry): entry is ActivityEntry {
  return (activityKinds as readonly string[]).includes(entry.kind);
}

/** True if the first activity of the account may be forgotten at this time, so that no sign-in is known to be its first one. */
export function isOlderThanActivity({ createdAt }: Pick<Account, "createdAt">, at: Instant): boolean {
  return plus(createdAt, keptSeconds) <= at;
}

/**
 * The sign-ins among these entries, newest first, in a browser that the account had not seen, except its very first one, which everybody
 * expects. `isEnd` says that nothing older is kept. An old account is told in doubt.
 */
export function signInsToCheck(
  entries: readonly StoredActivityEntry[],
  account: Pick<Account, "createdAt">,
  isEnd: boolean,
): ReadonlySet<StoredActivityEntry> {
  const oldest = isEnd ? entries.findLast(({ kind }) => kind === "signed-in") : undefined;
  const isFirst = (entry: StoredActivityEntry) =>
    entry === oldest && !isOlderThanActivity(account, instantOfActivityId(entry.id));
  return new Set(entries.filter((entry) => entry.isNewBrowser === true && !isFirst(entry)));
}
