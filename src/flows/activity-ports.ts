/** The port for what happened to accounts. The rules of `ports.ts` hold here too. */
import type { ActivityEntry, ActivityKind, StoredActivityEntry } from "../identity/activity.ts";
import type { AccountId, ActivityId } from "../values/ids.ts";
import type { ListQuery, Page } from "./listing.ts";

/**
 * What happened to each account. An entry is added in the transaction of the fact that it tells of. It goes with its account, and
 * 90 days after it was made.
 */
export interface Activity {
  /**
   * Durable. Adds an entry on its own, for what changes nothing else. An account keeps its newest 1000; of those that are added at the
   * same moment more may stay until the next one. Does nothing if the account is gone.
   */
  add(entry: ActivityEntry): Promise<void>;
  /** True if an entry of the account has this kind. */
  has(accountId: AccountId, kind: ActivityKind): Promise<boolean>;
  /** Of one account, newest first. There is nothing to search for. */
  list(
    accountId: AccountId,
    query: Omit<ListQuery<ActivityId>, "search">,
  ): Promise<Page<StoredActivityEntry, ActivityId>>;
}
