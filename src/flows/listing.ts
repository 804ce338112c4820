import type { AccountId, ClientId, SessionId } from "../values/ids.ts";
import type { Instant, Seconds } from "../values/time.ts";

/** Which part of a list is wanted. Command line, console and API ask every list in this way. */
export interface ListQuery<Cursor> {
  /** How many items the page has at most. */
  readonly limit: number;
  /** Only the items with this text, which stands for itself. The letters a to z match in either case. */
  readonly search?: string | undefined;
  /** The `next` of the previous page. Absent for the first page. */
  readonly after?: Cursor | undefined;
}

/** A page of a list. An item that keeps its place in the order is on exactly one page, even while others come and go. */
export interface Page<Item, Cursor> {
  readonly items: readonly Item[];
  /** The number of items on all pages. */
  readonly total: number;
  /** The cursor of the next page; absent on the last one. */
  readonly next?: Cursor;
}

/** The place of an item in a list that is ordered by time and then by id. */
export interface Position<Id> {
  readonly at: Instant;
  readonly id: Id;
}

/** A page of ids, which the ports find one by one. */
export type IdPage<Id> = Page<Id, Position<Id>>;

/** What is in the store, in numbers and pages of ids, so that nothing reads a whole table. */
export interface Inventory {
  /** Only live sessions count. */
  counts(live: LivePeriod): Promise<Counts>;
  /** The accounts whose password only the product that they came from knows. */
  oldPasswords(): Promise<number>;
  /** Ordered by creation, and searched by name, redirect URI and whole id. */
  clients(query: ListQuery<Position<ClientId>>): Promise<IdPage<ClientId>>;
  /** The live ones, of one account or of all. The session that was used last comes first, so one that is used moves to the front. */
  sessions(query: SessionQuery): Promise<IdPage<SessionId>>;
  /**
   * Counts enabled clients that should get another secret. `exposed`: with a secret that was sent in a URL. `doubled`: with two secrets, and
   * last changed before the given moment.
   */
  secrets(changedBefore: Instant): Promise<{ readonly exposed: number; readonly doubled: number }>;
}

/** Which part of the live sessions is wanted. There is nothing to search for. */
interface SessionQuery extends LivePeriod, Omit<ListQuery<Position<SessionId>>, "search"> {
  readonly accountId?: AccountId | undefined;
}

/** A session is live that has not expired at `now` and was used within the idle limit before it. */
export interface LivePeriod {
  readonly now: Instant;
  readonly idleLimit: Seconds;
}

/** How much is in the store. */
export interface Counts {
  readonly clients: number;
  readonly accounts: number;
  readonly sessions: number;
  /** When a client or account was last changed; absent if there is none. */
  readonly newestChangeAt?: Instant;
}

/** Finds the items behind a page of ids. Those that were removed meanwhile are left out. */
export async function findItems<Id, Item, Cursor>(
  page: Page<Id, Cursor>,
  find: (id: Id) => Promise<Item | undefined>,
): Promise<Page<Item, Cursor>> {
  const items: Item[] = [];
  for (const id of page.items) {
    const item = await find(id);
    if (item !== undefined) items.push(item);
  }
  return { ...page, items };
}
