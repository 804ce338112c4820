/**
 * Room: identity. The rules about people as pure functions: accounts, sessions, passwords, throttling.
 * It knows values and nothing else; it must not know OAuth (protocol), HTTP, SQL, the clock or random numbers.
 */
import type { AccountId } from "../values/ids.ts";
import type { Instant } from "../values/time.ts";
import type { AccountName } from "./account-name.ts";
import type { PasswordHash } from "./password.ts";

/** A person who can sign in. */
export interface Account {
  readonly id: AccountId;
  /** Unique among all usernames and e-mail addresses of the installation. */
  readonly username: AccountName;
  /** Set by the operator, who vouches for it; signs in like the username. Unique with it. */
  readonly email?: AccountName;
  /** What pages call the person; the username where absent. */
  readonly name?: string;
  readonly passwordHash?: PasswordHash;
  /** Raised whenever everything issued before must die: password changed, disabled, signed out everywhere. */
  readonly epoch: number;
  readonly isDisabled: boolean;
  readonly isAdmin: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
