import { type Digest, sha256 } from "../values/digest.ts";
import type { AccountId, AppPasswordId, ClientId } from "../values/ids.ts";
import type { Instant } from "../values/time.ts";

declare const brand: unique symbol;

/**
 * 28 characters of Crockford's base32 in lower case: 140 random bits, too many to be guessed from the plain digest that is kept (ADR
 * 0100).
 */
export type AppPasswordText = string & { readonly [brand]: "AppPasswordText" };

/** A password that the person made for one application behind a proxy, and for the programs that know only Basic (RFC 7617). */
export interface AppPassword {
  readonly id: AppPasswordId;
  readonly digest: Digest;
  readonly accountId: AccountId;
  readonly clientId: ClientId;
  /** It works only as long as the account has this epoch. */
  readonly accountEpoch: number;
  /** What the person calls it. */
  readonly name: string;
  readonly createdAt: Instant;
  /** Up to `usePreciseMinutes` too early. */
  readonly lastUsedAt?: Instant;
}

/** How many an account may have, those of all applications together. */
export const appPasswordsPerAccountMax = 50;

/** How many random bytes one takes: one for each character. */
export const appPasswordBytes = 28;

/** Stands in front of each, so that scanners find one that leaked. */
const prefix = "lkap";
/** Without i, l, o and u, which look like other characters or make words. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const shape = /^[0-9a-hjkmnp-tv-z]{28}$/;

/** Makes one out of 28 random bytes. Throws on any other number. */
export function appPasswordOf(random: Uint8Array): AppPasswordText {
  if (random.length !== appPasswordBytes)
    throw new Error(`An app password takes ${appPasswordBytes} bytes, not ${random.length}.`);
  return Array.from(random, (byte) => alphabet[byte & 0x1f]).join("") as AppPasswordText;
}

/**
 * Reads what somebody typed or pasted; undefined for anything that cannot be an app password, such as the password of an account. Capital
 * letters, spaces and hyphens do not matter, and letters that it never has are read as the digits they look like.
 */
export function readAppPassword(text: string): AppPasswordText | undefined {
  if (text.length > 100) return undefined;
  const plain = text.toLowerCase().replace(/[\s-]/g, "");
  if (!plain.startsWith(prefix)) return undefined;
  const secret = plain.slice(prefix.length).replace(/[il]/g, "1").replaceAll("o", "0");
  return shape.test(secret) ? (secret as AppPasswordText) : undefined;
}

/** Writes one for people: `lkap-k7m2-9qwx-4htb-0c5d-r8vn-3fjy-p6ze`. */
export function formatAppPassword(text: AppPasswordText): string {
  return `${prefix}-${text.replace(/(.{4})(?=.)/g, "$1-")}`;
}

/** What is kept of one. No other digest of this service begins with these words. */
export function appPasswordDigest(text: AppPasswordText): Digest {
  return sha256(`latchkey app password ${text}`);
}

/** How exact `lastUsedAt` is: programs ask every few seconds, and each writes only this often. */
const usePreciseMinutes = 5;

/** True if a use now has to be noted. */
export function useIsDue({ lastUsedAt }: Pick<AppPassword, "lastUsedAt">, now: Instant): boolean {
  return lastUsedAt === undefined || now - lastUsedAt >= usePreciseMinutes * 60_000 || now < lastUsedAt;
}
