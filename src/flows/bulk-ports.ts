import type { Instant } from "../values/time.ts";

/** An act on many people that takes several requests: how far it is, as text of its own. */
export interface BulkRun {
  readonly id: string;
  readonly state: string;
  /** Rises with each change. */
  readonly version: number;
}

/** The people of a part, as text of its own, by the number of the part: any whole number but 0. */
export type BulkParts = ReadonlyMap<number, string>;

/** Acts on many people that are under way or ended a short time ago. A run that has expired is not there. */
export interface BulkRuns {
  /** Durable, one transaction. Keeps a run with its parts, in version 1; false if there is one with this id, which stays as it is. */
  start(run: Omit<BulkRun, "version"> & { readonly expiresAt: Instant }, parts: BulkParts): Promise<boolean>;
  find(id: string, now: Instant): Promise<BulkRun | undefined>;
  /** The text of a part; undefined if there is none. */
  findPart(id: string, part: number, now: Instant): Promise<string | undefined>;
  /**
   * Durable, one transaction. Replaces the state of a run that still has this version, and keeps the parts with it. Of any number of calls
   * with one version, one gets true, and the others change nothing.
   */
  advance(run: BulkRun, parts: BulkParts): Promise<boolean>;
}
