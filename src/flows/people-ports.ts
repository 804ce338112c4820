/** The port for lists of people. The rules of `ports.ts` hold here too. */
import type { Account } from "../identity/account.ts";
import type { GroupName } from "../identity/group.ts";
import type { UpstreamName } from "../protocol/upstream/upstream.ts";
import type { AccountId } from "../values/ids.ts";
import type { Instant } from "../values/time.ts";
import type { ListQuery, Page } from "./listing.ts";

/** An account with what only lists and pages of operators say about it. */
export interface Person {
  readonly account: Account;
  /** When the person last proved who they are, to the minute. Absent if that was never, or before the service noted it. */
  readonly lastSignInAt?: Instant;
  /** True if an import brought the account. */
  readonly isImported: boolean;
}

/** "leaving": the person asked for the deletion of the account. */
export const personStates = ["enabled", "disabled", "leaving"] as const;

/** Which people are wanted. Each member narrows the list; an empty filter means everybody. */
export interface PeopleFilter {
  /**
   * The beginning of a username, of an e-mail address, or of a name's first or last word; a whole id; or `@` with the beginning of a
   * domain. The letters a to z match in either case.
   */
  readonly search?: string | undefined;
  readonly state?: (typeof personStates)[number] | undefined;
  readonly group?: GroupName | undefined;
  readonly isAdmin?: boolean | undefined;
  /** True for people with neither a passkey nor an authenticator app. */
  readonly lacksSecondFactor?: boolean | undefined;
  /** True for people with an address that nobody has verified or vouched for. */
  readonly isUnverified?: boolean | undefined;
  /** People who have not signed in since, and of whom no session that still exists was used since. */
  readonly notSeenSince?: Instant | undefined;
  /** People who are linked to somebody at this upstream. */
  readonly upstream?: UpstreamName | undefined;
  readonly isImported?: boolean | undefined;
}

/** The orders of a list of people. The id comes second, and all of it is turned round for the descending ones. */
export const peopleOrders = [
  "created",
  "-created",
  "username",
  "-username",
  "last_sign_in",
  "-last_sign_in",
] as const;
export type PeopleOrder = (typeof peopleOrders)[number];

/** The place of a person in a list: what the list is ordered by, and the id. */
export interface PersonPosition {
  readonly at: number | string;
  readonly id: AccountId;
}

/** Which part of a list of people is wanted. */
export interface PeopleQuery extends Omit<ListQuery<PersonPosition>, "search"> {
  readonly filter: PeopleFilter;
  /** The oldest account first, if it is absent. */
  readonly order?: PeopleOrder | undefined;
}

/**
 * A page of people. No page takes longer for a larger installation, so what is looked through for one is bounded: a page may have fewer
 * people than wanted, even none, although `next` says that there is more to look through.
 */
export interface PeoplePage extends Page<Person, PersonPosition> {
  /** False if there are more people than `total` in all, and nobody has counted how many. */
  readonly isTotalExact: boolean;
}

/** People, as operators look for them. */
export interface People {
  find(id: AccountId): Promise<Person | undefined>;
  list(query: PeopleQuery): Promise<PeoplePage>;
}
