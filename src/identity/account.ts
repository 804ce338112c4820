/**
 * Room: identity. The rules about people as pure functions: accounts, sessions, passwords, throttling.
 * It knows values and nothing else; it must not know OAuth (protocol), HTTP, SQL, the clock or random numbers.
 */
import type { AccountId } from "../values/ids.ts";
import type { Instant } from "../values/time.ts";
import type { AccountName } from "./account-name.ts";
import type { PasswordHash } from "./password.ts";
import type { PhoneNumber } from "./phone-number.ts";
import type { PostalAddress } from "./postal-address.ts";

/** A person who can sign in. */
export interface Account {
  readonly id: AccountId;
  /** Unique among all usernames and e-mail addresses of the installation. */
  readonly username: AccountName;
  /** Set by the operator, who vouches for it; signs in like the username. Unique with it. */
  readonly email?: AccountName;
  /** What pages call the person; the username where absent. */
  readonly name?: string;
  /** Set by the operator. Nobody has proved that it is theirs, so it signs nobody in. */
  readonly phoneNumber?: PhoneNumber;
  /** The postal one, set by the operator. */
  readonly address?: PostalAddress;
  /** What the operator says beyond these, by the name of the claim; a release skips names that it does not know. */
  readonly claims?: Readonly<Record<string, string>>;
  /** The names of the groups that the person is in; `Groups` changes them. Absent where there is none. */
  readonly groups?: readonly string[];
  readonly passwordHash?: PasswordHash;
  /** Raised whenever everything issued before must die: password changed, disabled, signed out everywhere. */
  readonly epoch: number;
  readonly isDisabled: boolean;
  readonly isAdmin: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
