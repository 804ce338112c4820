import type { Language } from "../protocol/language.ts";
import type { Instant } from "../values/time.ts";

/** Writes instants in words. Making a format takes far longer than using it, so there is one for each language. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (at: Instant, lang: Language) => string {
  const formats = new Map<Language, Intl.DateTimeFormat>();
  return (at, lang) => {
    const format = formats.get(lang) ?? new Intl.DateTimeFormat(lang, { ...options, timeZone: "UTC" });
    formats.set(lang, format);
    return format.format(at);
  };
}
