import { ok, type Result, refuse } from "../../values/result.ts";

/**
 * Decides which token to hand out for the token with the number `presented` (RFC 9700 §4.14.2), and returns its number. The newest
 * token is replaced, or kept with `keepsToken`. The one before it gets the newest again, because that answer may have been lost.
 * "reused": it was replaced longer ago, so the family must be revoked. "never-issued": the family has no such token.
 */
export function decideRotation(given: {
  readonly presented: number;
  /** The number of the family's newest token. */
  readonly newest: number;
  readonly keepsToken: boolean;
}): Result<number, "reused" | "never-issued"> {
  const { presented, newest, keepsToken } = given;
  if (presented < 1 || presented > newest) return refuse("never-issued");
  if (presented === newest) return ok(keepsToken ? newest : newest + 1);
  return presented === newest - 1 ? ok(newest) : refuse("reused");
}
