import { isAsStrongAs, type Strength } from "../../values/strength.ts";

/** The authentication context of each strength, as ID tokens say it (OpenID Connect Core §2, `acr`). */
const contextOfStrength: Readonly<Record<Strength, string>> = {
  one: "urn:latchkey:acr:one",
  two: "urn:latchkey:acr:two",
  phr: "phr",
};

/** The contexts that `acr_values` and `claims` may name. "pwd" is the name that 0.1.0 gave to one factor. */
const strengthOfContext: ReadonlyMap<string, Strength> = new Map([
  ["pwd", "one"],
  ["urn:latchkey:acr:one", "one"],
  ["urn:latchkey:acr:two", "two"],
  ["phr", "phr"],
]);

/** The `acr` of a sign-in with this strength. */
export function acrOf(strength: Strength): string {
  return contextOfStrength[strength];
}

/** The members of `acr_values_supported`, weakest first. */
export const supportedAcrValues: readonly string[] = Object.values(contextOfStrength);

/** Reads `acr_values`: the strengths that the client would like, the most wanted first. Unknown values are passed over. */
export function parseAcrValues(text: string | undefined): readonly Strength[] {
  return wishesOf(text?.split(" ") ?? []);
}

/** The strengths of contexts, in their order, without the unknown ones. */
export function wishesOf(contexts: readonly string[]): readonly Strength[] {
  return contexts.flatMap((context) => strengthOfContext.get(context) ?? []);
}

/** The least strength that is one of these contexts or more; undefined if none of them is known. */
export function leastOf(contexts: readonly string[]): Strength | undefined {
  const known = wishesOf(contexts);
  return known.find((candidate) => known.every((other) => isAsStrongAs(other, candidate)));
}
