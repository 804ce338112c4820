import type { Instant } from "../../values/time.ts";

/** One rule of a decision, with the value on which it decided. */
export interface Rule {
  readonly rule: RuleName;
  /**
   * "passes": it stops nobody. "asks": the person is shown a page, and can go on from there. "blocks": nobody gets past it until something
   * is changed. "unreached": a rule before it decided.
   */
  readonly outcome: "passes" | "asks" | "blocks" | "unreached";
  readonly value: string;
  /** The command that changes the outcome, where there is one. It begins with `latchkey`. */
  readonly command?: string | undefined;
}

/** What a rule is about. */
export type RuleName =
  | "request"
  | "path"
  | "account"
  | "way in"
  | "mail"
  | "strength"
  | "deletion"
  | "groups"
  | "consent"
  | "token"
  | "expiry"
  | "revocation"
  | "client"
  | "session"
  | "origin"
  | "audience";

/** A rule that passes. */
export function passes(rule: RuleName, value: string): Rule {
  return { rule, outcome: "passes", value };
}

/** A refusal as the service noted it. Its details hold no secret, as those of every event and entry. */
export interface NotedRefusal {
  readonly at: Instant;
  /** The kind of the event, which is also the `msg` of its log line. */
  readonly act: string;
  readonly details: Readonly<Record<string, string | number | boolean>>;
}

/** The latest refusals that only the log has, in this process. */
export interface RecentRefusals {
  find(requestId: string): NotedRefusal | undefined;
}
