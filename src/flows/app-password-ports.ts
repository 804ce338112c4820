/** The ports for app passwords. The rules of `ports.ts` hold here too. */
import type { AppPassword } from "../identity/app-password.ts";
import type { Digest } from "../values/digest.ts";
import type { Eventual } from "../values/eventual.ts";
import type { AccountId, AppPasswordId } from "../values/ids.ts";
import type { Result } from "../values/result.ts";
import type { Instant } from "../values/time.ts";
import type { ClaimedSideEffects, SideEffects } from "./side-effect-ports.ts";

/** A new app password, and what must still be so. */
export interface AppPasswordAddition extends SideEffects {
  readonly appPassword: AppPassword;
  /** The number of them that an account may have. */
  readonly max: number;
}

/** Passwords of people for one application each. They go with their account, and with their client. */
export interface AppPasswords {
  /** Seen at once when it was revoked, also by another process. Those of an earlier epoch of the account may still be found. */
  find(digest: Digest): Eventual<AppPassword | undefined>;
  /** Of one account, oldest first. */
  list(accountId: AccountId): Promise<readonly AppPassword[]>;
  /**
   * Durable, one transaction. "account-changed": the account or the client is gone, the account is disabled or has another epoch. Those of
   * earlier epochs are removed on the way and do not count. Of several calls at once no more succeed than `max` leaves room for.
   */
  add(addition: AppPasswordAddition): Promise<Result<void, "too-many" | "account-changed">>;
  /** Durable, one transaction. "none" if the account has no such app password. */
  revoke(
    accountId: AccountId,
    id: AppPasswordId,
    sideEffects?: ClaimedSideEffects,
  ): Promise<"revoked" | "none" | "claim-lost">;
  /** Durable. True for exactly one of any number of calls. */
  noteFirstUse(digest: Digest, at: Instant): Promise<boolean>;
  /** Relaxed. Of uses that are noted at the same time the latest stays. */
  noteUse(digest: Digest, at: Instant): Promise<void>;
}
