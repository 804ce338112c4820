/** The port for lists of people. The rules of `ports.ts` hold here too. */
import type { Account } from "../identity/account.ts";
import type { GroupName } from "../identity/group.ts";
import type { UpstreamName } from "../protocol/upstream/upstream.ts";
import type { AccountId } from "../values/ids.ts";
import type { Instant } from "../values/time.ts";
import type { ListQuery, Page } from "./listing.ts";

/** An account, with facts that only lists and pages for operators show. */
export interface Person {
  readonly account: Account;
  /** The last sign-in, to the minute. Absent if there was none since the service notes them. */
  readonly lastSignInAt?: Instant;
  /** True if an import brought the account. */
  readonly isImported: boolean;
}

/**
 * "disabled": locked ones too. "locked": the person has locked the account by the link of a notice. "leaving": the person has asked for the
 * deletion of the account.
 */
export const personStates = ["enabled", "disabled", "locked", "leaving"] as const;

/** Which people are wanted. Each member narrows the list; an empty filter means everybody. */
export interface PeopleFilter {
  /**
   * The beginning of a username, of an e-mail address, or of a name's first or last word; a whole id; or `@` with the beginning of a
   * domain. The letters a to z match in either case.
   */
  readonly search?: string | undefined;
  readonly state?: (typeof personStates)[number] | undefined;
  readonly group?: GroupName | undefined;
  /** People who are in at least one group of each of these lists. */
  readonly inOneOf?: readonly (readonly string[])[] | undefined;
  readonly isAdmin?: boolean | undefined;
  /** True for people with neither a passkey nor an authenticator app. */
  readonly lacksSecondFactor?: boolean | undefined;
  /** True for people with an address that nobody has verified or vouched for. */
  readonly isUnverified?: boolean | undefined;
  /** People who have neither signed in since then nor used a session that still exists. */
  readonly notSeenSince?: Instant | undefined;
  /** People who are linked to somebody at this upstream. */
  readonly upstream?: UpstreamName | undefined;
  readonly isImported?: boolean | undefined;
  /** True for people whose password only the product that they came from knows. */
  readonly hasOldPassword?: boolean | undefined;
}

/**
 * The orders of a list of people. People who are equal in it are ordered by id. A minus turns the order round, but people without a name
 * or an address are last in either direction. Names ignore the case of a to z, and their other letters follow z, by code point.
 */
export const peopleOrders = [
  "created",
  "-created",
  "username",
  "-username",
  "name",
  "-name",
  "email",
  "-email",
  "last_sign_in",
  "-last_sign_in",
] as const;
export type PeopleOrder = (typeof peopleOrders)[number];

/** The place of a person in a list: the value that the list is ordered by, null if the person has none, and the id. */
export interface PersonPosition {
  readonly at: number | string | null;
  readonly id: AccountId;
}

/** Which part of a list of people is wanted. */
export interface PeopleQuery extends Omit<ListQuery<PersonPosition>, "search"> {
  readonly filter: PeopleFilter;
  /** "created" if it is absent. */
  readonly order?: PeopleOrder | undefined;
}

/**
 * A page of people. At most a fixed number of people is looked through for one page, so that large installations are as fast as small
 * ones. A page may therefore have fewer people than wanted, even none, although `next` says that there are more to look through.
 */
export interface PeoplePage extends Page<Person, PersonPosition> {
  /** False if `total` is only a lower bound. */
  readonly isTotalExact: boolean;
}

export interface People {
  find(id: AccountId): Promise<Person | undefined>;
  list(query: PeopleQuery): Promise<PeoplePage>;
}
