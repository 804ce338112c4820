import type { Digest } from "../values/digest.ts";
import type { AccountId } from "../values/ids.ts";
import type { Instant } from "../values/time.ts";

declare const brand: unique symbol;

/** Twelve characters of Crockford's base32 in lower case: 60 random bits. It signs in once, instead of the authenticator app. */
export type RecoveryCode = string & { readonly [brand]: "RecoveryCode" };

/** The person's set of recovery codes, as it is kept. */
export interface RecoveryCodeSet {
  readonly accountId: AccountId;
  /** The digests of the codes that are left. */
  readonly digests: readonly Digest[];
  readonly createdAt: Instant;
}

/** How many codes a new set has. */
export const recoveryCodesCount = 10;

/** How many random bytes one code takes: one for each character. */
export const recoveryCodeBytes = 12;

/** Without i, l, o and u, which look like other characters or make words. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const shape = /^[0-9a-hjkmnp-tv-z]{12}$/;

/** Makes a code out of 12 random bytes. Throws on any other number. */
export function recoveryCodeOf(random: Uint8Array): RecoveryCode {
  if (random.length !== recoveryCodeBytes)
    throw new Error(`A recovery code takes ${recoveryCodeBytes} bytes, not ${random.length}.`);
  return Array.from(random, (byte) => alphabet[byte & 0x1f]).join("") as RecoveryCode;
}

/** Reads a typed code without spaces and hyphens. The letters that it never has are read as the digits they look like. */
export function readRecoveryCode(text: string): RecoveryCode | undefined {
  const code = text.toLowerCase().replace(/[il]/g, "1").replaceAll("o", "0");
  return shape.test(code) ? (code as RecoveryCode) : undefined;
}

/** Writes a code for people: `k7m2-9qwx-4htb`. */
export function formatRecoveryCode(code: RecoveryCode): string {
  return code.replace(/(.{4})(?=.)/g, "$1-");
}

/**
 * The text whose pseudonym is kept instead of the code. The code alone is short enough to be found from a plain digest; with the
 * keyring's key in it, a copy of the database says nothing. No other pseudonym begins with these words.
 */
export function recoveryCodeText(accountId: AccountId, code: RecoveryCode): string {
  return `latchkey recovery code ${accountId} ${code}`;
}
