import type { AccountId, ActivityId, ClientId, RequestId } from "../values/ids.ts";

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
  /**
   * True for a sign-in in a browser that the account had not seen, but for its very first one. It was decided then: what is read later may
   * have forgotten what was before it.
   */
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
