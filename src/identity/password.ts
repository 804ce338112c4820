import { ok, type Result, refuse } from "../values/result.ts";
import { contextWordsOf, effectiveLength, repeatsOneUnit } from "./predictable.ts";

declare const brand: unique symbol;

/** A password in the form of this file: spaces as U+0020, NFC, within the limits, no NUL, no lone surrogate. Never printed. */
export type NormalizedPassword = string & { readonly [brand]: "NormalizedPassword" };

/** A PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export type PasswordHash = string & { readonly [brand]: "PasswordHash" };

/** Why a text cannot be a password. */
export type PasswordProblem = "empty" | "too-long" | "lone-surrogate" | "contains-nul" | "too-many-marks";

/** Why a text must not become a new password. */
export type NewPasswordProblem = PasswordProblem | "too-short" | "repeated" | "predictable" | "context-word";

/** In code points, for somebody without a second factor (NIST SP 800-63B-4 §3.1.1.2, ASVS 6.2.1). */
const newPasswordLengthMin = 15;
/** In UTF-8 bytes after normalising. */
const passwordBytesMax = 1024;

/** Four UTF-16 units a byte. NFC never shrinks a text that much, so a longer text is too long in any case. */
const rawLengthMax = 4 * passwordBytesMax;
/** NFC sorts runs of combining marks in quadratic time. No language has more than 30 in a row (UAX #15 §13, Stream-Safe Text). */
const endlessMarks = /\p{M}{31}/u;
/** The least that ASVS 6.2.1 asks of any password, counted with every well-known piece as one character. */
const effectiveLengthMin = 8;

/** Every space but the ASCII one: people type them by accident or copy them from a page. */
const otherSpaces = /[\p{Zs}--\u0020]/gv;

/**
 * Reads a typed password as an OpaqueString (RFC 8265 §4.2): every kind of space is a space, and both ways to write `é` are
 * one (NFC). Everything else is kept exactly: case, width, outer spaces, every code point to the last. A long one is refused
 * rather than cut.
 */
export function normalizePassword(text: string): Result<NormalizedPassword, PasswordProblem> {
  if (text === "") return refuse("empty");
  if (text.length > rawLengthMax) return refuse("too-long");
  if (!text.isWellFormed()) return refuse("lone-surrogate");
  if (text.includes("\0")) return refuse("contains-nul");
  if (endlessMarks.test(text)) return refuse("too-many-marks");
  const password = text.replaceAll(otherSpaces, " ").normalize("NFC");
  if (Buffer.byteLength(password) > passwordBytesMax) return refuse("too-long");
  return ok(password as NormalizedPassword);
}

/** The form in which release 0.1.0 hashed this password, where it differs: only a password with a non-ASCII space does. */
export function formBeforeSpaces(text: string): NormalizedPassword | undefined {
  const password = text.normalize("NFC");
  const isOther = text.search(otherSpaces) >= 0 && Buffer.byteLength(password) <= passwordBytesMax;
  return isOther ? (password as NormalizedPassword) : undefined;
}

/**
 * Decides whether a person may choose this password. There is no rule about kinds of characters. `context` holds the words that a
 * guesser knows: product name, host name, username, e-mail address (ASVS 6.2.4, 6.2.5, 6.2.11).
 */
export function checkNewPassword(
  text: string,
  context: readonly string[],
): Result<NormalizedPassword, NewPasswordProblem> {
  const password = normalizePassword(text);
  if (!password.ok) return password;
  if ([...password.value].length < newPasswordLengthMin) return refuse("too-short");
  if (repeatsOneUnit(password.value.toLowerCase(), newPasswordLengthMin)) return refuse("repeated");
  if (effectiveLength(password.value, []) < effectiveLengthMin) return refuse("predictable");
  if (effectiveLength(password.value, contextWordsOf(context)) < effectiveLengthMin)
    return refuse("context-word");
  return password;
}

const rule = `Use at least ${newPasswordLengthMin} characters; a few unrelated words are easy to remember.`;

const descriptions: Readonly<Record<NewPasswordProblem, string>> = {
  empty: rule,
  "too-long": `It is longer than ${passwordBytesMax} bytes; use a shorter one.`,
  "lone-surrogate": "It is not valid Unicode text; type it again.",
  "contains-nul": "It contains a NUL character; type it again.",
  "too-many-marks": "It has more than 30 combining marks in a row; leave some out.",
  "too-short": rule,
  repeated: `It repeats one short piece. ${rule}`,
  predictable: `It is made of words, years or key sequences that are guessed first. ${rule}`,
  "context-word": `It is made of the names of this service or account, which are guessed first. ${rule}`,
};

/** One or two sentences for the person who chose the password: the fault, and the one rule. */
export function describeNewPasswordProblem(problem: NewPasswordProblem): string {
  return descriptions[problem];
}
