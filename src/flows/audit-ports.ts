/** The port for the audit trail. The rules of `ports.ts` hold here too. */
import type { Instant } from "../values/time.ts";
import type { AuditDetails, AuditEntry } from "./audit.ts";

/** An entry as it is read. A newer release that shares the database may have written words that this one does not know. */
export interface KeptAuditEntry {
  /** Its position in the trail, which begins at 1 and has no gaps. */
  readonly number: number;
  readonly at: Instant;
  readonly act: string;
  readonly actor: { readonly kind: string; readonly id?: string };
  readonly target?: { readonly kind: string; readonly id: string };
  readonly details?: AuditDetails;
  readonly network?: string;
  readonly requestId?: string;
}

/** Which entries are wanted: those that match every member that is present. */
export interface AuditFilter {
  readonly act?: string | undefined;
  /** The id of an actor: an account, a client, or the name of a user of the machine. */
  readonly actor?: string | undefined;
  /** The id of a target. */
  readonly target?: string | undefined;
  /** The id of the request. It has no index, so `after` should leave few entries to search. */
  readonly request?: string | undefined;
  /** From this moment on. */
  readonly from?: Instant | undefined;
  /** Before this moment. */
  readonly until?: Instant | undefined;
}

/** Which part of the trail is wanted. */
export interface AuditQuery extends AuditFilter {
  readonly limit: number;
  /** "newest": the newest first, which is the default. "oldest": in the order of the trail. */
  readonly order?: "newest" | "oldest" | undefined;
  /** The `next` of the page before, or for "oldest" any number: only entries behind it. */
  readonly after?: number | undefined;
}

/** A part of the trail. It has no total: counting all entries of a long trail takes seconds. */
interface AuditPage {
  readonly items: readonly KeptAuditEntry[];
  /** The cursor of the next page; absent on the last one. */
  readonly next?: number;
}

/** The two ends of the trail. */
export interface AuditHead {
  /** The number of the oldest entry that is kept; one more than `last` if none is. */
  readonly first: number;
  /** The number of the newest entry. */
  readonly last: number;
  readonly beganAt: Instant;
  /** The MAC of the newest entry: kept somewhere else, it proves later that the trail up to there is still the same. */
  readonly lastMac: Uint8Array;
}

/** A place where the trail is not what this installation wrote. `number`: the entry at which it shows, if it is one. */
export interface AuditProblem {
  readonly kind:
    | "head-missing"
    | "head-changed"
    | "entry-changed"
    | "entries-missing"
    | "entries-added"
    | "damage-noted";
  readonly number?: number;
  /** Of missing or added entries: the last one. */
  readonly to?: number;
}

/** The result of reading a part of the trail against its chain. */
export interface AuditVerdict {
  readonly head: AuditHead | undefined;
  readonly problems: readonly AuditProblem[];
  /** How many entries were read. */
  readonly entries: number;
}

/** A verification that has not ended. */
export interface AuditPart {
  /** Where the next part begins. A caller that gives it away has to seal it: with another state, an altered entry would not be read. */
  readonly state: string;
  /** How many entries were read so far, of how many. */
  readonly entries: number;
  readonly total: number;
}

/** Which entries are too old. */
export interface AuditExpiry {
  readonly now: Instant;
  readonly before: Instant;
  /** Nothing is removed until an entry is older than this. Its distance to `before` keeps the entries about removals few. */
  readonly dueBefore: Instant;
  readonly rowsMax: number;
}

/** What became of entries that are too old. */
export interface AuditExpired {
  readonly dropped: number;
  /** The entry at which the trail is damaged; present only in the call that notes it. */
  readonly damagedAt?: number | undefined;
}

/**
 * The audit trail: a chain of entries. Every entry has a MAC over itself and the MAC before it, and one head row says where the chain
 * begins and ends, under a MAC of its own. So an entry that is changed, moved, removed or added at any place is found, unless
 * somebody has both the database and the master key, or puts an older state of the whole trail back.
 */
export interface AuditTrail {
  /** Appends entries in one transaction, in their order. "relaxed": a power failure may forget them, and then all that follow. */
  append(entries: readonly AuditEntry[], durability?: "durable" | "relaxed"): Promise<void>;
  list(query: AuditQuery): Promise<AuditPage>;
  /** The ends of the trail; undefined if it has not begun. Checks no MAC. */
  head(): Promise<AuditHead | undefined>;
  /** The MAC of an entry; undefined if the entry is no longer kept. */
  macOf(number: number): Promise<Uint8Array | undefined>;
  /** Reads the whole trail and checks every MAC. Reports at most 20 problems of a kind. */
  verify(onProgress?: (entries: number, total: number) => void): Promise<AuditVerdict>;
  /** Like `verify`, in parts of at most `pages` thousand entries: from the beginning, or from the state of the part before. */
  verifyPart(from: {
    readonly pages: number;
    readonly state?: string | undefined;
  }): Promise<AuditVerdict | AuditPart>;
  /**
   * Durable. Removes the oldest entries up to the first one that is not older than `before`, at most `rowsMax`, and writes which ones
   * went as an entry. Nothing goes that is not as this installation wrote it: damage stops the removal, is noted once as an entry, and
   * goes together with what is before that note when the note itself is old enough. If the trail's beginning is not as this
   * installation wrote it, nothing is removed.
   */
  dropBefore(expiry: AuditExpiry): Promise<AuditExpired>;
}
