import type { Language } from "../protocol/language.ts";
import type { Brand } from "./brand.ts";
import { constantMarkup, type SafeHtml } from "./html.ts";
import type { AccessWords } from "./words/access.ts";
import type { AccountWords } from "./words/account.ts";
import type { GeneralWords } from "./words/general.ts";
import type { MailWords } from "./words/mail.ts";
import type { SignInWords } from "./words/sign-in.ts";
import type { WaysInWords } from "./words/ways-in.ts";

/**
 * Every sentence that a person may read in one language. `words/` says which sentences each area has; a folder of `languages/` has
 * them. `SafeHtml` arguments are names that the page has already marked up, so a translation only places them.
 */
export interface Catalogue extends GeneralWords, SignInWords, AccessWords, AccountWords, WaysInWords {
  readonly lang: Language;
  readonly dir: "ltr" | "rtl";
  /** What stands between two sentences. */
  readonly gap: " " | "";
  /** What stands after a label, before the value or the address that it names. */
  readonly colon: string;
  readonly mail: MailWords;
  /** The brand of the installation, or of the client that a page is about. Absent before http has added one. */
  readonly brand?: Brand;
  /** The region of the reader, in capitals: GB. Absent if the browser names none. */
  readonly region?: string | undefined;
  /** Where the language picker posts to, and the path of the page, which is shown again. Absent if the picker could change nothing. */
  readonly place?: { readonly pickerAction: string; readonly path: string } | undefined;
}

/** The time to wait, rounded up, in the words of this language: "in 30 seconds", "za 4 minuty", "بعد ساعتين". */
export function describeWait(lang: Language, seconds: number): string {
  const { amount, unit } = waitOf(seconds);
  const inWords = new Intl.RelativeTimeFormat(lang).format(amount, unit);
  // What Arabic says of the future means "within"; nobody may try again before the time is over.
  return lang === "ar" ? inWords.replace(/^خلال/u, "بعد") : inWords;
}

/** A wait after too many attempts. `left` names what still works meanwhile. */
export interface Wait {
  readonly waitSeconds: number;
  readonly left?: "passkey" | "reset" | "both" | undefined;
}

/** Says that there were too many attempts, and what to do. */
export function throttledSentence({ lang, signIn }: Catalogue, { waitSeconds, left }: Wait): string {
  const say = left === undefined ? signIn.throttled : signIn.throttledBut[left];
  return say(describeWait(lang, waitSeconds));
}

/** How long ago something was, rounded down: "2 minutes ago". */
export function describePast(lang: Language, seconds: number): string {
  const whole = Math.max(1, Math.floor(seconds));
  const [amount, unit] =
    whole < 60 ? [whole, "second" as const] : [Math.floor(whole / 60), "minute" as const];
  return new Intl.RelativeTimeFormat(lang).format(-amount, unit);
}

function waitOf(seconds: number): {
  readonly amount: number;
  readonly unit: "second" | "minute" | "hour";
} {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 60) return { amount: whole, unit: "second" };
  const minutes = Math.ceil(whole / 60);
  return minutes < 60
    ? { amount: minutes, unit: "minute" }
    : { amount: Math.ceil(seconds / 3600), unit: "hour" };
}

/** The texts of a language, without the brand, which differs between clients. */
type Words = Omit<Catalogue, "brand">;

/** Markup that depends on nothing but the language. It is written once for each language, for the first page that has it. */
export function constantInEachLanguage(write: (texts: Words) => SafeHtml): (texts: Words) => SafeHtml {
  const written = new Map<Language, SafeHtml>();
  return (texts) => {
    const known = written.get(texts.lang);
    if (known !== undefined) return known;
    const constant = constantMarkup(write(texts).toString());
    written.set(texts.lang, constant);
    return constant;
  };
}
