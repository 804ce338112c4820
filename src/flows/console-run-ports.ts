import type { Instant } from "../values/time.ts";

/** Something in the console that outlasts a request, an act on many people or a form that was sent: how far it is, as text of its own. */
export interface ConsoleRun {
  readonly id: string;
  readonly state: string;
  /** Rises with each change. */
  readonly version: number;
}

/** The people of a part, as text of its own, by the number of the part: any whole number but 0. */
export type RunParts = ReadonlyMap<number, string>;

/** What is under way in the console or ended a short time ago. A run that has expired is not there. */
export interface ConsoleRuns {
  /** Durable, one transaction. Keeps a run with its parts, in version 1; false if there is one with this id, which stays as it is. */
  start(
    run: Omit<ConsoleRun, "version"> & { readonly expiresAt: Instant },
    parts: RunParts,
  ): Promise<boolean>;
  find(id: string, now: Instant): Promise<ConsoleRun | undefined>;
  /** The text of a part; undefined if there is none. */
  findPart(id: string, part: number, now: Instant): Promise<string | undefined>;
  /**
   * Durable, one transaction. Replaces the state of a run that still has this version, and keeps the parts with it. Of any number of calls
   * with one version, one gets true, and the others change nothing.
   */
  advance(run: ConsoleRun, parts: RunParts): Promise<boolean>;
}
