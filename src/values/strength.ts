/** The strengths of a sign-in, weakest first: one factor, two factors, resistant to phishing. */
export const strengths = ["one", "two", "phr"] as const;

/** How strongly a sign-in proves a person. */
export type Strength = (typeof strengths)[number];

/** The strengths in the words of operators. */
export const strengthWords = { one: "one factor", two: "two factors", phr: "a passkey" } as const;

/**
 * What the methods of a session prove, as RFC 8176 words. A passkey with user verification is two factors by itself. An upstream
 * sign-in has no methods, and counts as one factor.
 */
export function strengthOf(methods: readonly string[]): Strength {
  const has = (method: string) => methods.includes(method);
  if ((has("hwk") || has("swk")) && has("user")) return "phr";
  return has("mfa") || (has("pwd") && has("otp")) ? "two" : "one";
}

/** True if `proved` is at least `required`. */
export function isAsStrongAs(proved: Strength, required: Strength): boolean {
  return strengths.indexOf(proved) >= strengths.indexOf(required);
}

/** The strongest of several demands; "one" if there is none. */
export function strongestOf(demands: readonly (Strength | undefined)[]): Strength {
  return demands.reduce<Strength>(
    (strongest, demand) => (demand !== undefined && isAsStrongAs(demand, strongest) ? demand : strongest),
    "one",
  );
}
