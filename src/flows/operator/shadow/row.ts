/** The part of an answer in which something stands. */
export type ShadowPart = "tokens" | "id_token" | "userinfo" | "access_token";

/**
 * "expected": it differs after every move, or libraries take it either way, so nothing has to be done beyond the new issuer. The other
 * outcomes but "same" are differences that the application can notice.
 */
export type ShadowOutcome = "same" | "expected" | "differs" | "missing-here" | "missing-there";

/** A command after which the answer here is the old one. It begins with `latchkey`. */
export interface Repair {
  readonly command: string;
  /** True if it changes one person, and not the application. */
  readonly isPersonal: boolean;
}

/** One line of the comparison: what an application learns there, and what it would learn here. */
export interface ShadowRow {
  readonly part: ShadowPart;
  /** The claim, or what the line is about. */
  readonly name: string;
  readonly outcome: ShadowOutcome;
  /** Undefined if it is missing there. */
  readonly there: unknown;
  /** Undefined if it is missing here. */
  readonly here: unknown;
  readonly because?: string | undefined;
  readonly repairs: readonly Repair[];
}

/** True for a difference that the application can notice. */
export function isDifference({ outcome }: Pick<ShadowRow, "outcome">): boolean {
  return outcome !== "same" && outcome !== "expected";
}

/** True if two values of JSON say the same. The order of a list does not count, and a list of one equals its member if `isAudience`. */
export function saysTheSame(one: unknown, other: unknown, isAudience = false): boolean {
  if (isAudience) return saysTheSame([one].flat(), [other].flat());
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).toSorted().join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`,
  );
  return `{${members.toSorted().join()}}`;
}
