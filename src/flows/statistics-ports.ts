/** The port for what is counted by the minute. The rules of `ports.ts` hold here too. */
import type { ClientId } from "../values/ids.ts";
import type { Instant, Seconds } from "../values/time.ts";

/** What is counted. Only the words of the service and the ids of clients are labels, so the rows stay few. */
export type StatisticKind =
  /** Sign-ins that ended, by outcome: `signed-in` or `refused`. */
  | "sign-in"
  /** Successful sign-ins by their methods (RFC 8176), joined by a space. */
  | "method"
  /** Refused sign-ins and second factors, by reason. */
  | "sign-in-refusal"
  /** Answers of the token endpoint, by outcome: `issued` or `refused`. */
  | "token"
  /** Refused requests of clients, by reason. */
  | "client-refusal"
  /** Issued tokens by client; those beyond the busiest are `other`. */
  | "client"
  /** Requests that failed because of a fault of the service, all as `unexpected`. */
  | "failure"
  /** Tries that a limit or a full hash queue turned away, by which. */
  | "throttled"
  /** Answers to a posted sign-in form, and of the token endpoint, by the upper bound of their milliseconds: `250`, `inf`. */
  | "sign-in-duration"
  | "token-duration"
  /** The longest queue of password hashes, as `peak`. */
  | "hash-queue"
  /** The use by one client, by words of `ClientUse`. Counted only by the hour, and left out of `series`. */
  | ClientUseKind;

/** The kind for the use by one client, whose id follows. */
export type ClientUseKind = `use ${string}`;

/**
 * The counts of a client: codes, codes without `state` and without PKCE, tokens of every grant, and refused requests under its id.
 * `scope VALUE`: how often that scope value was granted.
 */
export type ClientUse = "code" | "no-state" | "no-challenge" | "token" | "refused" | `scope ${string}`;

/** A count under its kind and label. */
export interface Statistic {
  readonly kind: StatisticKind;
  readonly label: string;
  readonly count: number;
  /** The highest value that was seen, if the kind has one; else 0. */
  readonly peak: number;
}

/** A count of one step of a series. A newer release may have written kinds that this one does not know. */
export interface StatisticPoint extends Omit<Statistic, "kind"> {
  readonly at: Instant;
  readonly kind: string;
}

/** A stretch of time in steps: from the step of `from` up to the step of `until`, without the latter. */
export interface StatisticRange {
  readonly from: Instant;
  readonly until: Instant;
  /** Whole minutes. What is read grows with the number of steps, and hardly with their length. */
  readonly step: Seconds;
}

/**
 * Counts in steps of a minute, ten minutes and an hour, which are kept for two days, eight days and 61 days, and the use of each
 * client for 31. The counts of all
 * processes add up. A step that nothing happened in has no row.
 */
export interface Statistics {
  /** Relaxed. Adds counts to the steps of `at`, and raises peaks. */
  add(at: Instant, counted: readonly Statistic[]): Promise<void>;
  /** What was counted, step by step in the order of time, for every kind but `client` and `ClientUseKind`. */
  series(range: StatisticRange): Promise<readonly StatisticPoint[]>;
  /** The oldest hour in which the use of any client was counted; undefined if none was yet. */
  useCountedSince(): Promise<Instant | undefined>;
  /** What a client did, in steps of whole hours. */
  useOf(clientId: ClientId, range: StatisticRange): Promise<readonly StatisticPoint[]>;
  /** The clients with the most tokens in the whole range, at most `limit`; the highest count first. */
  topClients(range: StatisticRange, limit: number): Promise<readonly ClientCount[]>;
  /** The clients with the most codes, which is to say sign-ins, in a range of whole hours; at most `limit`, the highest count first. */
  topSignIns(range: StatisticRange, limit: number): Promise<readonly ClientCount[]>;
}

/** How many tokens or codes a client got. */
export interface ClientCount {
  readonly clientId: ClientId;
  readonly count: number;
  /** The beginning of the last step in which it got one. A step of a long range is an hour. */
  readonly lastAt: Instant;
}
