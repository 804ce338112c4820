import { type ClaimPlace, type ClaimRule, claimOf } from "../client/claim-rule.ts";
import { type ClaimSource, claimsNamed } from "./claims.ts";
import type { PersonClaim } from "./person-claims.ts";

/** The value of a claim by rule. */
export type GivenValue = string | number | boolean | readonly string[] | { readonly formatted: string };

/** Where a rule stands that does not say it. */
const usualPlaces: readonly ClaimPlace[] = ["id_token", "userinfo"];

/**
 * The claims that the rules give in one place. Of rules with the same name, the first that gives a value counts, so that a rule
 * for everybody can stand after one for a group. Undefined if there are none.
 */
export function claimsByRule(
  rules: readonly ClaimRule[],
  person: ClaimSource,
  place: ClaimPlace,
): Readonly<Record<string, GivenValue>> | undefined {
  if (rules.length === 0) return undefined;
  const claims: Record<string, GivenValue> = {};
  for (const rule of rules) {
    if (!(rule.in ?? usualPlaces).includes(place) || Object.hasOwn(claims, rule.name)) continue;
    if (rule.group !== undefined && person.groups?.includes(rule.group) !== true) continue;
    const value = givenBy(rule, person);
    if (value !== undefined) claims[rule.name] = value;
  }
  return claims;
}

function givenBy({ from, value, map, single }: ClaimRule, person: ClaimSource): GivenValue | undefined {
  if (from === undefined) return value;
  if (from === "groups") return ofGroups(person.groups ?? [], map, single === true);
  const name = claimOf(from) ?? "";
  // Each claim of a person is one of these.
  const said = (claimsNamed(person, [name as PersonClaim])[name] ?? person.claims?.[name]) as
    | GivenValue
    | undefined;
  if (map === undefined || said === undefined) return said;
  return Object.hasOwn(map, String(said)) ? map[String(said)] : undefined;
}

function ofGroups(
  groups: readonly string[],
  map: ClaimRule["map"],
  isSingle: boolean,
): GivenValue | undefined {
  if (map === undefined) return groups;
  const mapped = Object.entries(map).flatMap(([group, value]) => (groups.includes(group) ? [value] : []));
  return isSingle ? mapped[0] : [...new Set(mapped)];
}
