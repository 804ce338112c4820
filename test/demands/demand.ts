/** One thing that a specification demands of an authorization server. The texts are Markdown. */
export type Demand = {
  readonly section: string;
  readonly demand: string;
  /** The files below src/ that meet it, without their ending. */
  readonly sources: readonly string[];
} & (
  | {
      /** Titles of the tests that prove it, as `npm test` prints them; `…` stands for a part that the test computes. */
      readonly tests: readonly string[];
    }
  | {
      /** "no test": met, and nothing here can show it. "not yet": missing. "not offered": left out on purpose. */
      readonly unproved: "no test" | "not yet" | "not offered";
      readonly why: string;
    }
);

/** A specification and its demands, in the order of its sections. */
export interface Specification {
  readonly specification: string;
  readonly demands: readonly Demand[];
}
