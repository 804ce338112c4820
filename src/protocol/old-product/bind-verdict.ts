import { elementsIn, numberIn } from "./ber.ts";
import { type LdapResult, passwordPolicy } from "./ldap.ts";
import type { OldAccountState } from "./question.ts";

/** What a bind says about a password. */
type BindVerdict =
  | { readonly kind: "valid" | "expired" }
  | { readonly kind: "invalid"; readonly state?: OldAccountState };

/**
 * What concerns one person must not count as an outage for all (RFC 4511 appendix A): noSuchObject, inappropriateAuthentication (an entry
 * without a password) and invalidCredentials; constraintViolation, with which 389 Directory Server answers for an entry that is locked; and
 * unwillingToPerform, for one that is inactive.
 */
const refusals: ReadonlyMap<number, OldAccountState | undefined> = new Map([
  [19, "locked"],
  [32, "absent"],
  [48, undefined],
  [49, undefined],
  [53, "disabled"],
]);

/** The Windows errors ([MS-ERREF] §2.2) that Active Directory and Samba name in the text of invalidCredentials. */
const windowsErrors: ReadonlyMap<string, OldAccountState | "password-expired" | "no-answer"> = new Map([
  ["51f", "no-answer"],
  ["525", "absent"],
  ["52f", "restricted"],
  ["530", "restricted"],
  ["531", "restricted"],
  ["532", "password-expired"],
  ["533", "disabled"],
  ["701", "expired"],
  ["773", "password-expired"],
  ["775", "locked"],
]);

/** Beside a yes: the password allows nothing but its own change (draft-vchu-ldap-pwd-policy-00 §3). 389 Directory Server sends it. */
const netscapeExpired = "2.16.840.1.113730.3.4.4";
/** passwordExpired, accountLocked and changeAfterReset (draft-behera-ldap-password-policy-11 §6.2). */
const [passwordExpired, accountLocked, changeAfterReset] = [0, 1, 2];

/**
 * Reads the answer to a bind; undefined if it says nothing about the password. "expired": the password is right, and the directory wants
 * another one before it lets the person in, which it says only to somebody who knows the password.
 */
export function readBind({ code, diagnostic, controls }: LdapResult): BindVerdict | undefined {
  if (code !== 0 && !refusals.has(code)) return undefined;
  const policyError = policyErrorIn(controls);
  if (policyError === passwordExpired || policyError === changeAfterReset) return { kind: "expired" };
  if (code === 0) return { kind: "valid" };
  const error = code === 49 ? /\bdata ([0-9a-f]{1,8})\b/i.exec(diagnostic)?.[1]?.toLowerCase() : undefined;
  const locked = policyError === accountLocked ? "locked" : undefined;
  const state = windowsErrors.get(error ?? "") ?? refusals.get(code) ?? locked;
  if (state === "no-answer") return undefined;
  if (state === "password-expired") return { kind: "expired" };
  return { kind: "invalid", ...(state && { state }) };
}

/** The error of the password policy that a directory added to its answer. */
function policyErrorIn(controls: Uint8Array): number | undefined {
  for (const control of elementsIn(controls, { start: 0, end: controls.length }) ?? []) {
    const [type, ...parts] = elementsIn(controls, control) ?? [];
    const oid = new TextDecoder().decode(controls.subarray(type?.start, type?.end));
    if (oid === netscapeExpired) return changeAfterReset;
    const value = oid === passwordPolicy ? parts.find(({ tag }) => tag === 0x04) : undefined;
    const [policy] = (value && elementsIn(controls, value)) ?? [];
    const error = policy && elementsIn(controls, policy)?.find(({ tag }) => tag === 0x81);
    if (error !== undefined) return numberIn(controls, error);
  }
  return undefined;
}
