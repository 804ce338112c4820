import { ok, type Result, refuse } from "../values/result.ts";
import { contextWordsOf, effectiveLength, repeatsOneUnit } from "./predictable.ts";

declare const brand: unique symbol;

/** A password in the form of this file: spaces as U+0020, NFC, within the limits, no NUL, no lone surrogate. Never printed. */
export type NormalizedPassword = string & { readonly [brand]: "NormalizedPassword" };

/** A PHC string `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, or the hash of another program as `readForeignHash` spells it. */
export type PasswordHash = string & { readonly [brand]: "PasswordHash" };

/** Why a text cannot be a password. */
export type PasswordProblem = "empty" | "too-long" | "lone-surrogate" | "contains-nul" | "too-many-marks";

/** Why a text must not become a new password. "stolen": the whole text is on a list of passwords that were stolen elsewhere. */
export type NewPasswordProblem =
  | PasswordProblem
  | "too-short"
  | "repeated"
  | "predictable"
  | "context-word"
  | "stolen";

/** What a new password is for. */
interface PasswordUse {
  /** True if every sign-in with the password also demands a second factor. */
  readonly hasSecondFactor: boolean;
  /** The words that a guesser knows: product, host, application, username, e-mail address (ASVS 6.2.11). */
  readonly words: readonly string[];
}

/** How soon a guesser who knows dictionaries, keyboards and dates finds a password. */
export interface PasswordEstimate {
  /** The power of ten of the number of guesses. */
  readonly guessesLog10: number;
  /** What gives most of the password away. */
  readonly weakness: "stolen" | "context-word" | "repeated" | "predictable";
}

/** In code points (NIST SP 800-63B-4 §3.1.1.2, ASVS 6.2.1). */
const lengthMin = { alone: 15, withSecondFactor: 8 };
/** In UTF-8 bytes after normalising. */
const passwordBytesMax = 1024;

/** Four UTF-16 units a byte. NFC never shrinks a text that much, so a longer text is too long in any case. */
const rawLengthMax = 4 * passwordBytesMax;
/** NFC sorts runs of combining marks in quadratic time. No language has more than 30 in a row (UAX #15 §13, Stream-Safe Text). */
const endlessMarks = /\p{M}{31}/u;
/** In code points, with every well-known piece as one: the least that ASVS 6.2.1 asks of any password. */
const effectiveLengthMin = { alone: 8, withSecondFactor: 6 };
/** Powers of ten. With a second factor, somebody who guesses the password is not signed in yet. */
const guessesMin = { alone: 8, withSecondFactor: 6 };

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

/** The form in which release 0.1.0 hashed this password, if it differs: only a password with a non-ASCII space does. */
export function formBeforeSpaces(text: string): NormalizedPassword | undefined {
  const password = text.normalize("NFC");
  const isOther = text.search(otherSpaces) >= 0 && Buffer.byteLength(password) <= passwordBytesMax;
  return isOther ? (password as NormalizedPassword) : undefined;
}

/** The fewest characters of a new password, as code points. */
export function newPasswordLengthMin({ hasSecondFactor }: Pick<PasswordUse, "hasSecondFactor">): number {
  return hasSecondFactor ? lengthMin.withSecondFactor : lengthMin.alone;
}

/**
 * Reads a new password and decides all that needs no dictionary. There is no rule about kinds of characters (ASVS 6.2.5).
 * `decideGuessability` decides the rest.
 */
export function readNewPassword(
  text: string,
  use: Pick<PasswordUse, "hasSecondFactor">,
): Result<NormalizedPassword, NewPasswordProblem> {
  const password = normalizePassword(text);
  if (!password.ok) return password;
  const atLeast = newPasswordLengthMin(use);
  if ([...password.value].length < atLeast) return refuse("too-short");
  if (repeatsOneUnit(password.value.toLowerCase(), atLeast)) return refuse("repeated");
  return password;
}

/**
 * Decides whether a password is too easy to guess. An estimate counts every further word as 10,000 guesses or more, so that a few
 * words from the top of every list seem strong; the effective length is the measure for these.
 */
export function decideGuessability(
  password: NormalizedPassword,
  { hasSecondFactor, words }: PasswordUse,
  { guessesLog10, weakness }: PasswordEstimate,
): Result<NormalizedPassword, NewPasswordProblem> {
  const kind = hasSecondFactor ? "withSecondFactor" : "alone";
  if (weakness === "stolen") return refuse("stolen");
  if (effectiveLength(password, []) < effectiveLengthMin[kind]) return refuse("predictable");
  if (effectiveLength(password, contextWordsOf(words)) < effectiveLengthMin[kind])
    return refuse("context-word");
  return guessesLog10 < guessesMin[kind] ? refuse(weakness) : ok(password);
}

/** One or two sentences for the operator: the fault, and the one rule. */
export function describeNewPasswordProblem(problem: NewPasswordProblem, atLeast = lengthMin.alone): string {
  const rule = `Use at least ${atLeast} characters; a few unrelated words are easy to remember.`;
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
    stolen: `It is on lists of stolen passwords, which are tried first. ${rule}`,
  };
  return descriptions[problem];
}
