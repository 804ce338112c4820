import type { AdminScope } from "../../protocol/api/admin-scopes.ts";

/** How a problem is to be understood. The exit code of a command and the status of the admin API follow from it. */
export type ProblemCategory =
  /** What was named does not exist. */
  | "not-found"
  /** A member of what was sent cannot be used. */
  | "invalid"
  /** The state of the service does not allow it. */
  | "refused"
  /** The operator lacks a right. */
  | "lacking"
  /** Somebody has it already. */
  | "conflict"
  /** Somebody else changed it since it was read. */
  | "changed"
  /** The service cannot do it now; it is worth another try. */
  | "unavailable";

/** What a problem says to operators, however they asked. */
export interface Explanation {
  readonly as: ProblemCategory;
  /** The member of the record that the problem is about; absent if it is about the whole. */
  readonly at?: string | undefined;
  /** The right that is lacking; absent for problems of other categories. */
  readonly right?: AdminScope | undefined;
  /** One or two sentences: the cause and, if it is not obvious, the repair. */
  readonly say: string;
}

type Reason = { readonly kind: string };
type OfReason<Of, Value> = Value | ((reason: Of) => Value);

/** A row explains one kind of reason. */
type ProblemRow<Of> = { readonly say: OfReason<Of, string> } & (
  | { readonly as: "invalid"; readonly at: OfReason<Of, string> }
  | {
      readonly as: "lacking";
      readonly right: OfReason<Of, AdminScope>;
      readonly at?: OfReason<Of, string>;
    }
  | { readonly as: Exclude<ProblemCategory, "invalid" | "lacking">; readonly at?: OfReason<Of, string> }
);

/** The problems of a noun: a row for every kind of reason for which a flow refuses. */
export type ProblemTable<Of extends Reason> = {
  readonly [Kind in Of["kind"]]: ProblemRow<Extract<Of, { readonly kind: Kind }>>;
};

/** Explains a reason by the table of its noun. */
export function explain<Of extends Reason>(table: ProblemTable<Of>, reason: Of): Explanation {
  // The row of a kind takes reasons of that kind, which TypeScript cannot follow through the look-up.
  const row = table[reason.kind as Of["kind"]] as unknown as ProblemRow<Of>;
  return {
    as: row.as,
    say: valueFor(reason, row.say),
    ...("at" in row && row.at !== undefined && { at: valueFor(reason, row.at) }),
    ...("right" in row && { right: valueFor(reason, row.right) }),
  };
}

function valueFor<Of, Value extends string>(reason: Of, value: OfReason<Of, Value>): Value {
  return typeof value === "function" ? value(reason) : value;
}
