import type { PersonTexts } from "../account.ts";

/** A person as the file describes them, before anything is checked. */
export interface TextsOfPerson extends PersonTexts {
  readonly username?: string | undefined;
  /** False: nobody proved that the address is theirs. */
  readonly isEmailVerified: boolean;
  readonly groups: readonly string[];
  readonly isDisabled: boolean;
  readonly isAdmin?: boolean;
  /** A hash in a spelling that `readForeignHash` knows. Absent where there is none. */
  readonly passwordHash?: string | undefined;
  /** A password in the clear, which is hashed on the way. */
  readonly password?: string | undefined;
  /** The secret of an authenticator app. Undefined bytes: one that cannot be kept. */
  readonly totpSecret?: Uint8Array | "unusable" | undefined;
  readonly identities: readonly {
    readonly upstream: string;
    readonly subject: string;
    readonly label?: string;
  }[];
  /** Ids of this service, which the export of another installation has. */
  readonly userId?: string | undefined;
  readonly createdAt?: string | undefined;
  /** What the file says beyond this and this service does not keep, in a word or two each. */
  readonly leftOut: readonly string[];
}

/** A person of whom the file says nothing yet. */
export const nobody = {
  isEmailVerified: false,
  groups: [],
  isDisabled: false,
  identities: [],
  leftOut: [],
} satisfies TextsOfPerson;

/** What a reader makes of one record: persons, or nothing where the record is about something else. "unreadable": not of the format. */
export type ReadRecord = readonly TextsOfPerson[] | "unreadable";
