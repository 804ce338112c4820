/**
 * Room: identity. It owns the rules about people, as pure functions: accounts, sessions, passwords, rate limits.
 * It imports values and nothing else; it must not know OAuth (protocol), HTTP, SQL, the clock or random numbers.
 */
import type { AccountId, KeptSubject } from "../values/ids.ts";
import type { Strength } from "../values/strength.ts";
import type { Instant } from "../values/time.ts";
import type { AccountName } from "./account-name.ts";
import type { PasswordHash } from "./password.ts";
import type { PhoneNumber } from "./phone-number.ts";
import type { PostalAddress } from "./postal-address.ts";

/** A person who can sign in. */
export interface Account {
  readonly id: AccountId;
  /** The `sub` of another product, by which applications still know the person. Set when the account is created, and never changed. */
  readonly subject?: KeptSubject;
  /** Unique among all usernames and e-mail addresses of the installation. */
  readonly username: AccountName;
  /** Set by the operator, who vouches for it. It signs in like the username, and is unique among both. */
  readonly email?: AccountName;
  /** True if an import brought the address, and nobody vouched for it yet. Nothing is decided by such an address. */
  readonly isEmailUnverified?: boolean;
  /** The name that pages show; if it is absent, they show the username. */
  readonly name?: string;
  /** Set by the operator. Nobody has proved that the number is theirs, so it signs nobody in. */
  readonly phoneNumber?: PhoneNumber;
  /** The postal address, set by the operator. */
  readonly address?: PostalAddress;
  /** Further claims that the operator set, by name. A release skips names that it does not know. */
  readonly claims?: Readonly<Record<string, string>>;
  /** The names of the person's groups, which `Groups` changes. Absent if there is none. */
  readonly groups?: readonly string[];
  readonly passwordHash?: PasswordHash;
  /**
   * True while only the product that an import brought the person from knows their password. It ends with the first password that the
   * account has here, and nothing brings it back.
   */
  readonly hasOldPassword?: boolean;
  /** True if the person has a passkey. */
  readonly hasPasskey?: boolean;
  /** True if the person has confirmed an authenticator app (TOTP). */
  readonly hasTotp?: boolean;
  /** The strength that the operator asks of every sign-in of this person. */
  readonly requires?: Strength;
  /** Raised when everything issued before must die: the password changed, the account was disabled, or signed out everywhere. */
  readonly epoch: number;
  /** Nobody signs in to it, and no token works for the person. Also true of a locked account. */
  readonly isDisabled: boolean;
  /**
   * When a link in a notice ("this was not me") locked the account. A new password by a mailed link unlocks it, but never an account that
   * the operator disabled.
   */
  readonly lockedAt?: Instant;
  /** When the account goes, because its person asked for that. Until then they can sign in only to keep it. */
  readonly deleteAfter?: Instant;
  readonly isAdmin: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/**
 * The account with an address that it had before, instead of its current one. A username that is the address changes with it. `isFree` is
 * true if no other account has taken the address meanwhile; otherwise this account gets no address.
 */
export function withEarlierAddress(account: Account, address: AccountName, isFree: boolean): Account {
  const { email, isEmailUnverified: _, ...others } = account;
  if (!isFree) return others;
  return { ...others, username: account.username === email ? address : account.username, email: address };
}
