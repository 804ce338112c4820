import { isAsStrongAs, type Strength, strengthOf, strongestOf } from "../values/strength.ts";
import type { Account } from "./account.ts";
import type { Session } from "./session.ts";

/** True if a mailed link can still let the person in: the account is enabled, or locked by the person. */
export function isRecoverable({ isDisabled, lockedAt }: Pick<Account, "isDisabled" | "lockedAt">): boolean {
  return !isDisabled || lockedAt !== undefined;
}

/** The strongest proof that the credentials can give. */
export function provableWith({ hasPasskey = false, hasTotp = false }: Account): Strength {
  if (hasPasskey) return "phr";
  return hasTotp ? "two" : "one";
}

/** The strength that an account asks of its own sign-ins: what the operator set, and two factors if the person has set up TOTP. */
export function requiredBy({ requires, hasTotp = false }: Account): Strength {
  return strongestOf([requires, hasTotp ? "two" : undefined]);
}

/**
 * True if an administrator's session must not add the second factor that the account lacks. Otherwise, somebody with a stolen password
 * could set one up and enter a console that requires two. A link that an operator made, or two factors that the session proved before the
 * account lost them, show that it is the owner (ADR 0061).
 */
export function needsLinkToEnrol(
  account: Account,
  { methods, isVouchedFor = false }: Pick<Session, "methods" | "isVouchedFor">,
  consoleRequire: Strength,
): boolean {
  if (!account.isAdmin || consoleRequire === "one" || isVouchedFor) return false;
  return provableWith(account) === "one" && !isAsStrongAs(strengthOf(methods), "two");
}
