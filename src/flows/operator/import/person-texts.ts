import type { PersonTexts } from "../account.ts";

/** A flag in the file. Undefined: the file says nothing. "unusable": its value is neither true nor false. */
export type Flag = boolean | "unusable" | undefined;

/** A sentence of the report. */
export interface Note {
  /** The words under which the summary counts it: the same for every person, and none from the file. */
  readonly about: string;
  readonly says: string;
  /** The member of the file that it is about. */
  readonly member?: string;
  /** What is left out, by the name under which the summary counts it. */
  readonly name?: string;
}

/**
 * A password that its person had to change is not kept: it is often one that an administrator chose and knows, and here it would stay
 * valid. `because` is the beginning of a sentence about the other product.
 */
export function passwordToChange(because: string): Note {
  return {
    about: "a password that had to be changed",
    says: `The password is not kept: ${because}. \`latchkey user recover\` makes a link for it.`,
  };
}

/** A person as the file describes them, before anything is checked. What is absent changes nothing in an account that exists. */
export interface TextsOfPerson extends Omit<PersonTexts, "isAdmin"> {
  readonly username?: string | undefined;
  /** False: nobody proved that the address is theirs. */
  readonly isEmailVerified?: Flag;
  readonly groups: readonly string[];
  readonly isDisabled?: Flag;
  /** An ISO time; "always", or anything that is no time, for one that does not end. */
  readonly disabledUntil?: string | undefined;
  /** An ISO time at which the account ends. */
  readonly endsAt?: string | undefined;
  readonly isAdmin?: Flag;
  /** A hash in a spelling that `readForeignHash` knows. Absent if there is none. */
  readonly passwordHash?: string | undefined;
  /** A password in the clear, which is hashed on the way. */
  readonly password?: string | undefined;
  /** The secret of an authenticator app. "unusable": one that cannot be kept. */
  readonly totpSecret?: Uint8Array | "unusable" | undefined;
  readonly identities: readonly {
    readonly upstream: string;
    readonly subject: string;
    readonly label?: string;
  }[];
  /** An id of this service, which the export of another installation has. */
  readonly userId?: string | undefined;
  /** The `sub` by which applications know the person in the product of the file. */
  readonly subject?: string | undefined;
  readonly createdAt?: string | undefined;
  /** When the person locked the account. An account that already exists is only disabled. */
  readonly lockedAt?: string | undefined;
  /** What the file says beyond this and this service does not keep, as a note or in a few words. */
  readonly leftOut: readonly (string | Note)[];
  /** Members that the file has and that mean nothing outside its product. They are only counted. */
  readonly passedOver?: readonly string[];
}

/** A person of whom the file says nothing yet. */
export const nobody = { groups: [], identities: [], leftOut: [] } satisfies TextsOfPerson;

/** What a reader makes of one record: persons, none where the record is about something else, or why it is refused. */
export type ReadRecord =
  | readonly TextsOfPerson[]
  | { readonly problem: Note; readonly username?: string | undefined };

/** The answer to a record that is not in the format. */
export const notAPerson = {
  problem: {
    about: "not a person in the format of the file",
    says: "This is not a person in the format of the file. In JSON, each person is one line or one item of a list.",
  },
} satisfies ReadRecord;

/** The answer to an account that has no person. */
export function systemAccount(username: string): ReadRecord {
  const says = "This is an account of the system, or one that nobody can sign in with.";
  return { problem: { about: "account of the system", says }, username };
}

/** When an account of shadow(5) ends. It never does if the days since 1970 are missing, 0 or negative. */
export function endOfDays(days: string): string | undefined {
  return /^0*[1-9]\d{0,7}$/.test(days) ? new Date(Number(days) * 86_400_000).toISOString() : undefined;
}

/** One person of the file, or the reason why there is none to read. */
export type Entry =
  | { readonly line: number; readonly person: TextsOfPerson }
  | {
      readonly line: number;
      readonly problem: Note;
      readonly username?: string | undefined;
      /** True if nothing after this line can be read. */
      readonly breaksFile?: true;
    };

/** The entries of one record. */
export function entriesOf(line: number, read: ReadRecord): readonly Entry[] {
  return "problem" in read ? [{ line, ...read }] : read.map((person) => ({ line, person }));
}

/** The last entry of a file that cannot be read any further. */
export function breakAt(line: number, says: string): Entry {
  return { line, problem: { about: "the file breaks off", says }, breaksFile: true };
}
