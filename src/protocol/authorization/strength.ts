/** How strongly a sign-in proves a person, weakest first: one factor, two factors, resistant to phishing. */
const strengths = ["one", "two", "phr"] as const;

/** One of them. */
export type Strength = (typeof strengths)[number];

/** The authentication contexts that `acr_values` may name (OpenID Connect Core §2, §3.1.2.1). */
const strengthOfContext: ReadonlyMap<string, Strength> = new Map([
  ["pwd", "one"],
  ["urn:latchkey:acr:one", "one"],
  ["urn:latchkey:acr:two", "two"],
  ["phr", "phr"],
]);

/** What the methods of a session prove, as RFC 8176 words. A passkey with user verification is two factors by itself. */
export function strengthOf(methods: readonly string[]): Strength {
  const has = (method: string) => methods.includes(method);
  if ((has("hwk") || has("swk")) && has("user")) return "phr";
  return has("mfa") || (has("pwd") && has("otp")) ? "two" : "one";
}

/** True where `proved` is at least `required`. */
export function isAsStrongAs(proved: Strength, required: Strength): boolean {
  return strengths.indexOf(proved) >= strengths.indexOf(required);
}

/** Reads `acr_values`: the most wanted context that is known here; undefined where the request names none. */
export function parseAcrValues(text: string | undefined): Strength | undefined {
  const known = text?.split(" ").find((value) => strengthOfContext.has(value));
  return known === undefined ? undefined : strengthOfContext.get(known);
}
