import { type Strength, strongestOf } from "../values/strength.ts";
import type { Account } from "./account.ts";

/** The strongest proof that the credentials can give. */
export function provableWith({ hasPasskey = false, hasTotp = false }: Account): Strength {
  if (hasPasskey) return "phr";
  return hasTotp ? "two" : "one";
}

/** The strength that an account asks of its own sign-ins: what the operator set, and two factors where the person has set up TOTP. */
export function requiredBy({ requires, hasTotp = false }: Account): Strength {
  return strongestOf([requires, hasTotp ? "two" : undefined]);
}
