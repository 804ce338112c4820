import type { JsonObject } from "../../values/json-object.ts";
import { type ClaimPlace, type ClaimRule, claimOf, isSaidToApis } from "../client/claim-rule.ts";
import { type ClaimSource, claimsNamed } from "./claims.ts";

/** The value of a claim by rule. */
export type GivenValue = string | number | boolean | readonly string[] | { readonly formatted: string };

/** Where a rule without `in` puts its claim. */
const usualPlaces: readonly ClaimPlace[] = ["id_token", "userinfo"];

/**
 * The claims that the rules give in one place. Of rules with the same name, the first that gives a value counts, so that a rule
 * for everybody can stand after one for a group. A claim is undefined if a rule counts for the person and gives nothing: the claim of a
 * scope does not stand in for it, because an application would take one person's username for another's number. Undefined if there
 * are no rules.
 */
export function claimsByRule(
  rules: readonly ClaimRule[],
  person: ClaimSource,
  place: ClaimPlace,
): Readonly<Record<string, GivenValue | undefined>> | undefined {
  if (rules.length === 0) return undefined;
  const claims = new Map<string, GivenValue | undefined>();
  for (const rule of rules) {
    if (!(rule.in ?? usualPlaces).includes(place) || claims.get(rule.name) !== undefined) continue;
    if (rule.group !== undefined && person.groups?.includes(rule.group) !== true) continue;
    claims.set(rule.name, givenBy(rule, person));
  }
  return Object.fromEntries(claims);
}

/** Claims by rule with those of the hook, which count where both have a name. Undefined if there are none. */
export function withHookClaims(
  byRule: JsonObject | undefined,
  hookClaims: JsonObject | undefined,
): JsonObject | undefined {
  return hookClaims === undefined ? byRule : { ...byRule, ...hookClaims };
}

/** The same for an API, which hears of groups and roles from the service alone: they are left out of what a hook gave. */
export function withHookClaimsForApi(
  byRule: JsonObject | undefined,
  hookClaims: JsonObject | undefined,
): JsonObject | undefined {
  if (hookClaims === undefined) return byRule;
  const others = Object.entries(hookClaims).filter(([name]) => !isSaidToApis(name));
  return withHookClaims(byRule, Object.fromEntries(others));
}

function givenBy({ from, value, map, single }: ClaimRule, person: ClaimSource): GivenValue | undefined {
  if (from === undefined) return value;
  if (from === "groups") return ofGroups(person.groups ?? [], map, single === true);
  const said = saidOf(person, claimOf(from) ?? "");
  if (map === undefined || said === undefined) return said;
  return Object.hasOwn(map, String(said)) ? map[String(said)] : undefined;
}

/** A claim or an attribute. What every object inherits is neither: `constructor` is a name that an attribute can have. */
function saidOf(person: ClaimSource, name: string): GivenValue | undefined {
  const all = { ...person.claims, ...claimsNamed(person, [name]) };
  // Each claim of a person is one of these.
  return Object.hasOwn(all, name) ? (all[name] as GivenValue) : undefined;
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
