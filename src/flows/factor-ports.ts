/** The ports for second factors: authenticator apps, recovery codes and trusted browsers. The rules of `ports.ts` hold here too. */
import type { TotpCode } from "../identity/one-time-code.ts";
import type { RecoveryCodeSet } from "../identity/recovery-codes.ts";
import type { QrSquares, Totp, TotpSecret } from "../identity/totp.ts";
import type { TrustedBrowser } from "../identity/trusted-browser.ts";
import type { Digest } from "../values/digest.ts";
import type { AccountId, TrustedBrowserId } from "../values/ids.ts";
import type { Instant } from "../values/time.ts";
import type { ClaimedSideEffects } from "./side-effect-ports.ts";

/** The authenticator apps of people, one for each. */
export interface Totps {
  find(accountId: AccountId): Promise<Totp | undefined>;
  /** Durable. Takes the place of an earlier one. False if the account is gone, disabled or of another epoch. */
  keep(totp: Totp, change: FactorChange): Promise<boolean>;
  /**
   * Durable. The step becomes the latest accepted one. True for exactly one of any number of calls with one step; false as well for
   * every earlier step, and if another app has taken the place of this one.
   */
  claimStep(totp: Totp, step: number): Promise<boolean>;
  /**
   * Durable, one transaction: the account's trusted browsers go with it. "last": it stays, because the account has no passkey. Of this
   * and the removal of the last passkey at once, if each rests on the other, one happens.
   */
  remove(accountId: AccountId, removal?: TotpRemoval): Promise<"removed" | "none" | "last" | "claim-lost">;
}

/** The removal of an authenticator app, and its side effects. */
export interface TotpRemoval extends ClaimedSideEffects {
  /** True if it goes only while the account has a passkey, which then proves what is demanded. */
  readonly restsOnPasskey?: boolean;
  /** If it is named, the app goes only while the account has this epoch; else "none". */
  readonly accountEpoch?: number;
}

/** The side effects of a change of credentials. */
export type SideEffects = Omit<ClaimedSideEffects, "claims">;

/** A change by a person, whose account had this epoch when they were asked. */
export interface FactorChange extends SideEffects {
  readonly accountEpoch: number;
}

export interface RecoveryCodes {
  /** Undefined if the account never had any, or all were used. */
  find(accountId: AccountId): Promise<RecoveryCodeSet | undefined>;
  /** Durable, one transaction: the new set takes the place of every code that was left. False as in `Totps.keep`. */
  replace(set: RecoveryCodeSet, change: FactorChange): Promise<boolean>;
  /**
   * Durable. True for exactly one of any number of calls with one code of the account. `ReplayCache` has the digest until `knownUntil`,
   * which tells a code that was used just now from a wrong one.
   */
  claim(accountId: AccountId, digest: Digest, knownUntil: Instant): Promise<boolean>;
  /** Durable. "none" if there was none. */
  remove(accountId: AccountId, sideEffects?: ClaimedSideEffects): Promise<"removed" | "none" | "claim-lost">;
}

/** Browsers in which a person is not asked for the second factor. */
export interface TrustedBrowsers {
  /** Seen at once when it was revoked, also by another process. Expired rows may still be found. */
  find(id: TrustedBrowserId): Promise<TrustedBrowser | undefined>;
  /** Of one account, newest first. */
  list(accountId: AccountId): Promise<readonly TrustedBrowser[]>;
  /** Durable. The account keeps its `max` newest. False if the account is gone. */
  trust(browser: TrustedBrowser, max: number, sideEffects?: SideEffects): Promise<boolean>;
  /** Durable. True if the account had it. */
  revoke(accountId: AccountId, id: TrustedBrowserId, sideEffects?: SideEffects): Promise<boolean>;
}

/** What an authenticator app needs to be set up. */
export interface TotpSetUp {
  /** The `otpauth:` address, which the picture holds too. */
  readonly uri: string;
  /** The secret as people type it, in base32. */
  readonly key: string;
  readonly squares: QrSquares;
}

/** The codes of authenticator apps (RFC 6238): SHA-1, six digits, 30 seconds. */
export interface TotpCodes {
  /** The time step that the code belongs to: that of now, the one before or the one after. Undefined for any other code. */
  stepOf(secret: TotpSecret, code: TotpCode, now: Instant): Promise<number | undefined>;
  /** `service` and `username` are what the app shows beside the code. */
  setUp(
    secret: TotpSecret,
    names: { readonly service: string; readonly username: string },
  ): Promise<TotpSetUp>;
}
