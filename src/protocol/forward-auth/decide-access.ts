import { isAsStrongAs, type Strength, strongestOf } from "../../values/strength.ts";
import { admits, type Client } from "../client/client.ts";
import type { ForwardedRequest } from "./forwarded-request.ts";
import { findRule, type PathRule } from "./rules.ts";

/** Why a request to an application is refused no matter who sent it. */
export type PlaceRefusal = "application-disabled" | "path-ambiguous";

/** What a request meets before anybody is asked who they are. `index` is the place of the rule that decided. */
export type Place =
  | { readonly kind: "refused"; readonly reason: PlaceRefusal }
  | { readonly kind: "public"; readonly rule: PathRule; readonly index: number }
  /** Without a rule, the path is open to everybody whom the application admits. */
  | { readonly kind: "guarded"; readonly rule?: PathRule; readonly index?: number };

/** Decides what a request to a protected application meets. */
export function decidePlace(client: Client, request: ForwardedRequest): Place {
  if (client.isDisabled) return { kind: "refused", reason: "application-disabled" };
  const found = findRule(client.metadata.pathRules, request);
  switch (found.kind) {
    case "ambiguous":
      return { kind: "refused", reason: "path-ambiguous" };
    case "none":
      return { kind: "guarded" };
    case "rule":
      return { ...found, kind: found.rule.isPublic ? "public" : "guarded" };
  }
}

/** What somebody who is signed in lacks at a guarded place. */
export type Lack = "strength" | "group-of-application" | "group-of-rule";

/** The person behind a request, as far as it counts at a place. */
export interface Visiting {
  readonly groups: readonly string[];
  /** What the session proved. */
  readonly proved: Strength;
  /** What the sign-in met, a trusted browser included. That counts for the application, and never for what one path requires. */
  readonly met: Strength;
  /** What installation, application and account require together. */
  readonly required: Strength;
}

/** What a person lacks at a place; the place is open to them if it is nothing. */
export function whatLacks(
  client: Client,
  rule: PathRule | undefined,
  { groups, proved, met, required }: Visiting,
): readonly Lack[] {
  const isStrong =
    isAsStrongAs(strongestOf([proved, met]), required) && isAsStrongAs(proved, rule?.strength ?? "one");
  return [
    ...(isStrong ? [] : (["strength"] as const)),
    ...(admits(client, groups) ? [] : (["group-of-application"] as const)),
    ...(admitsByRule(rule, groups) ? [] : (["group-of-rule"] as const)),
  ];
}

/** True if somebody in these groups is one of those whom a rule lets in; anybody is where no rule names groups. */
export function admitsByRule(rule: PathRule | undefined, groups: readonly string[]): boolean {
  return rule === undefined || rule.groups.length === 0 || rule.groups.some((name) => groups.includes(name));
}
