import { type Seconds, secondsOf } from "../../values/time.ts";

/** The demands of a client on the sign-in itself (OpenID Connect Core §3.1.2.1, `prompt`). */
export type Prompt = "none" | "login" | "consent" | "select_account";

const noPrompts: ReadonlySet<Prompt> = new Set();
const noLocales: readonly string[] = [];
const knownPrompts: ReadonlySet<Prompt> = new Set(["none", "login", "consent", "select_account"]);

const maxAgeShape = /^[0-9]{1,15}$/;
const loginHintLengthMax = 254;
const localeShape = /^[A-Za-z0-9]{1,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/;
const localesMax = 10;

/** Reads `prompt`; unknown values are ignored. */
export function parsePrompts(text: string | undefined): ReadonlySet<Prompt> {
  if (text === undefined) return noPrompts;
  return new Set(knownPrompts.intersection(new Set(text.split(" "))));
}

/** Reads `max_age`: whole seconds, zero included; undefined for anything else. */
export function parseMaxAge(text: string | undefined): Seconds | undefined {
  return text !== undefined && maxAgeShape.test(text) ? secondsOf(Number(text)) : undefined;
}

/** Makes `login_hint` fit for a form field: no control or formatting characters, at most 254 UTF-16 units. */
export function parseLoginHint(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const hint = text
    .slice(0, 4 * loginHintLengthMax)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "")
    .slice(0, loginHintLengthMax)
    .trim();
  return hint === "" ? undefined : cutBrokenPair(hint);
}

/** Reads `ui_locales`: language tags in order of preference; what cannot be one is ignored. */
export function parseUiLocales(text: string | undefined): readonly string[] {
  if (text === undefined) return noLocales;
  return text
    .split(" ", 4 * localesMax)
    .filter((tag) => localeShape.test(tag))
    .slice(0, localesMax);
}

function cutBrokenPair(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1);
}
