import { ok, type Result, refuse } from "../values/result.ts";

declare const brand: unique symbol;

/** A username or e-mail address in the one canonical form that is stored, compared and throttled. */
export type AccountName = string & { readonly [brand]: "AccountName" };

/** Why a text cannot become the username or e-mail address of an account. */
export type AccountNameProblem =
  | "empty"
  | "too-long"
  | "lone-surrogate"
  | "control-character"
  | "invisible-character"
  | "whitespace"
  | "unsupported-character"
  | "bad-start"
  | "mixed-scripts"
  | "not-own-email"
  | "not-an-email";

/** The longest e-mail address that SMTP can carry (RFC 5321 §4.5.3.1), and so the longest name. */
const nameBytesMax = 254;
/** Checked before normalising, which can make a text eighteen times longer. The limit leaves room for pasted spaces. */
const rawLengthMax = 1024;

const control = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** Bidi marks and overrides, zero-width characters, the BOM, fillers, and the blank Braille cell. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Letters, marks and digits of any script, and visible ASCII: nearly the identifiers of RFC 8264 §4.2. */
const supported = /^[\p{L}\p{M}\p{N}\x21-\x7e]+$/u;
const letterOrDigitFirst = /^[\p{L}\p{N}]/u;

/** Scripts whose letters look alike. A homograph is a name that mixes two of them. */
const lookAlikeScripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Lisu}/u,
];

/**
 * Reads a username for registration, strictly. A name with `@` is refused as "not-own-email" unless it is
 * `ownEmail`, so that nobody can take a name shaped like another person's address.
 */
export function readAccountName(
  text: string,
  ownEmail?: AccountName,
): Result<AccountName, AccountNameProblem> {
  const name = readCharacters(text);
  if (!name.ok || name.value === ownEmail) return name;
  if (name.value.includes("@")) return refuse("not-own-email");
  if (!letterOrDigitFirst.test(name.value)) return refuse("bad-start");
  if (mixesScripts(name.value)) return refuse("mixed-scripts");
  return name;
}

/** Reads an e-mail address for registration: one `@`, a plain local part, a host name with or without dots. */
export function readEmail(text: string): Result<AccountName, AccountNameProblem> {
  const address = readCharacters(text);
  if (!address.ok) return address;
  const [local, domain, ...more] = address.value.split("@");
  if (local === undefined || domain === undefined || more.length > 0) return refuse("not-an-email");
  const labels = domain.split(".");
  if (!isLocalPart(local) || !labels.every(isHostLabel)) return refuse("not-an-email");
  if ([local, ...labels].some(mixesScripts)) return refuse("mixed-scripts");
  return address;
}

/**
 * Reads a name that was typed to sign in, leniently: every spelling of a registered name gives that name. Undefined for a text that
 * no account can have under the rules of any release.
 */
export function canonicalAccountName(text: string): AccountName | undefined {
  if (text.length > rawLengthMax || !text.isWellFormed()) return undefined;
  const name = canonicalForm(text);
  if (name === "" || Buffer.byteLength(name) > nameBytesMax) return undefined;
  return /\s/u.test(name) || control.test(name) || invisible.test(name) ? undefined : name;
}

const descriptions: Readonly<Record<AccountNameProblem, string>> = {
  empty: "It is empty.",
  "too-long": `It is longer than ${nameBytesMax} bytes.`,
  "lone-surrogate": "It is not valid Unicode text.",
  "control-character": "It contains a control character; remove it.",
  "invisible-character": "It contains an invisible character; type it again instead of pasting it.",
  whitespace: "It contains a space; use a dot, a hyphen or an underscore instead.",
  "unsupported-character": "Use letters and digits of any language, and the signs on an English keyboard.",
  "bad-start": "It must start with a letter or a digit.",
  "mixed-scripts":
    "It mixes alphabets whose letters look alike, such as Latin and Cyrillic; use one of them.",
  "not-own-email": "A username with @ must be the e-mail address of the same account.",
  "not-an-email": "It is not an e-mail address; write it like ada@example.org.",
};

/** One sentence for the person or operator who chose the name: the cause, and the repair if it is not plain. */
export function describeAccountNameProblem(problem: AccountNameProblem): string {
  return descriptions[problem];
}

function readCharacters(text: string): Result<AccountName, AccountNameProblem> {
  if (text.length > rawLengthMax) return refuse("too-long");
  if (!text.isWellFormed()) return refuse("lone-surrogate");
  if (control.test(text)) return refuse("control-character");
  if (invisible.test(text)) return refuse("invisible-character");
  const name = canonicalForm(text);
  if (name === "") return refuse("empty");
  if (Buffer.byteLength(name) > nameBytesMax) return refuse("too-long");
  if (/\s/u.test(name)) return refuse("whitespace");
  if (!supported.test(name)) return refuse("unsupported-character");
  return ok(name);
}

/**
 * Applies NFKC, lower case without a locale, and no outer white space. Lower-casing picks one of the two small sigmas by its place
 * in the word, so both become one. The second NFKC composes characters that lower-casing left apart.
 */
function canonicalForm(text: string): AccountName {
  const lowered = text.normalize("NFKC").toLowerCase().replaceAll("ς", "σ");
  return lowered.normalize("NFKC").trim() as AccountName;
}

function mixesScripts(text: string): boolean {
  return lookAlikeScripts.filter((script) => script.test(text)).length > 1;
}

function isLocalPart(text: string): boolean {
  // The start of an encoded word (RFC 2047): a mail server on the way that decodes it reads another address.
  if (text.includes("=?")) return false;
  if (text === "" || Buffer.byteLength(text) > 64 || /["(),:;<>[\\\]]/.test(text)) return false;
  return text.split(".").every((atom) => atom !== "");
}

function isHostLabel(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}-]{1,63}$/u.test(text) && letterOrDigitFirst.test(text) && !text.endsWith("-");
}
