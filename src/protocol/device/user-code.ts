declare const brand: unique symbol;

/** Eight consonants, which a person types to name what a device asks for (RFC 8628 §6.1). */
export type UserCode = string & { readonly [brand]: "UserCode" };

/** No vowels, so no words; no two letters that look alike (RFC 8628 §6.1). */
const alphabet = "BCDFGHJKLMNPQRSTVWXZ";
const length = 8;
const shape = new RegExp(`^[${alphabet}]{${length}}$`);
/** The largest multiple of 20 in a byte. A larger byte would favour the first letters. */
const byteLimit = Math.floor(256 / alphabet.length) * alphabet.length;
/** Longer than any code with its separators. */
const typedLengthMax = 64;

/** Creates a code, each equally likely; `drawBytes` returns that many random bytes at each call. */
export function createUserCode(drawBytes: (count: number) => Uint8Array): UserCode {
  let code = "";
  while (code.length < length)
    for (const byte of drawBytes(length - code.length))
      if (byte < byteLimit) code += alphabet.charAt(byte % alphabet.length);
  return code as UserCode;
}

/**
 * Reads a code as people type it: in either case, with or without spaces, dashes and other marks between the letters. Undefined for
 * any text that cannot be one.
 */
export function parseUserCode(typed: string): UserCode | undefined {
  if (typed.length > typedLengthMax) return undefined;
  // NFKC: an input method may give full-width letters.
  const letters = typed
    .normalize("NFKC")
    .replace(/[\p{White_Space}\p{Punctuation}\p{Format}]/gu, "")
    .toUpperCase();
  return shape.test(letters) ? (letters as UserCode) : undefined;
}

/** The code as people see it: `WDJB-MJHT`. */
export function formatUserCode(code: UserCode): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}
