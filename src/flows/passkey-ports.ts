/** The ports for passkeys. The rules of `ports.ts` hold here too. */
import type { Assertion, CredentialId, NewCredential, Passkey, Registration } from "../identity/passkey.ts";
import type { AccountId } from "../values/ids.ts";
import type { Result } from "../values/result.ts";
import type { ClaimedSideEffects, SideEffects } from "./side-effect-ports.ts";

/** The relying party that passkeys are bound to. */
export interface PasskeySettings {
  /** The domain that they belong to: the host of the base URL, or another that the operator set. */
  readonly rpId: string;
  /** Scheme, host and port of the pages that ask for them. */
  readonly origin: string;
  /** Every origin that may use them, this one first. */
  readonly origins: readonly string[];
}

/** A passkey to be added, and what must still be so. */
export interface PasskeyAddition extends ClaimedSideEffects {
  readonly passkey: Passkey;
  /** The epoch that the account had when the person was asked. */
  readonly accountEpoch: number;
  /** The number of passkeys that an account may have. */
  readonly max: number;
}

/** The reason why a passkey is not added. "other-handle": the account has got passkeys with another user handle meanwhile. */
export type AdditionRefusal = "exists" | "too-many" | "other-handle" | "account-changed" | "claim-lost";

/** A passkey to be removed, and the rule that its account holds. */
export interface PasskeyRemoval extends ClaimedSideEffects {
  readonly accountId: AccountId;
  readonly id: CredentialId;
  /**
   * False if the account's last passkey must stay. "with-another-way": it goes only if the account has a password, or an identity
   * at an upstream in use.
   */
  readonly mayBeLast: boolean | "with-another-way";
  /** True if the last one goes only while the account has an authenticator app, which then proves what is demanded. */
  readonly restsOnTotp?: boolean;
  /** The epoch that the account had when that was decided; absent if it does not matter. */
  readonly accountEpoch?: number;
}

export interface Passkeys {
  find(id: CredentialId): Promise<Passkey | undefined>;
  /** Of one account, oldest first. */
  list(accountId: AccountId): Promise<readonly Passkey[]>;
  /**
   * Durable, one transaction. Refused if the credential is registered already, for anybody. Of several calls at once no more
   * succeed than `max` leaves room for, and all passkeys of an account have one user handle.
   */
  add(addition: PasskeyAddition): Promise<Result<void, AdditionRefusal>>;
  /** Durable. False if the account has no such passkey. */
  rename(accountId: AccountId, id: CredentialId, name: string, sideEffects?: SideEffects): Promise<boolean>;
  /** Durable, one transaction. If simultaneous removals would take every way to sign in, one stays where the last one must. */
  remove(
    removal: PasskeyRemoval,
  ): Promise<Result<void, "unknown" | "last" | "account-changed" | "claim-lost">>;
}

/** The reason why an authenticator's answer does not count. "malformed": it cannot be read. "refused": a check of WebAuthn §7 fails. */
export type PasskeyRefusal =
  | "malformed"
  | "wrong-challenge"
  | "wrong-origin"
  | "cross-origin"
  | "refused"
  | "bad-signature";

/** The part of a passkey that an assertion is judged by. */
export type JudgedPasskey = Pick<Passkey, "id" | "publicKey" | "isBackupEligible">;

/** What a sign-in with a passkey tells about it. */
export interface ProvedAssertion {
  readonly counter: number;
  readonly isBackedUp: boolean;
}

/** The demands on a registration. */
export interface RegistrationDemands {
  /** The text whose UTF-8 bytes the page handed to the authenticator. */
  readonly challenge: string;
  /** False if the browser may have made the passkey by itself, without user presence (WebAuthn §7.1, conditional mediation). */
  readonly isPersonAsked: boolean;
}

/**
 * Verifies the answers of authenticators for the relying party of this installation. Present person, user verification, origin and
 * relying party are checked here, because a forged answer never went through a browser. The caller records the counter.
 */
export interface PasskeyVerifier {
  verifyRegistration(
    answer: Registration,
    demands: RegistrationDemands,
  ): Promise<Result<NewCredential, PasskeyRefusal>>;
  /** `challenge` as in `RegistrationDemands`. */
  verifyAssertion(
    answer: Assertion,
    challenge: string,
    passkey: JudgedPasskey,
  ): Promise<Result<ProvedAssertion, PasskeyRefusal>>;
}
