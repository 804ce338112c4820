import type { Language } from "../protocol/language.ts";
import type { Instant } from "../values/time.ts";

/** The language of a page, and where its reader is: GB, as far as the browser says so. */
interface Reader {
  readonly lang: Language;
  readonly region?: string | undefined;
}

/** The languages of the pages have fewer regions in which many people read them. */
const formatsMax = 100;

/** Writes instants in words, in UTC. Making a format takes far longer than using it, so the formats of the last locales are kept. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (at: Instant, reader: Reader) => string {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (at, reader) => {
    const key = `${reader.lang} ${reader.region}`;
    const format =
      formats.get(key) ?? new Intl.DateTimeFormat(localeOf(reader), { ...options, timeZone: "UTC" });
    if (formats.size >= formatsMax) formats.clear();
    formats.set(key, format);
    return format.format(at);
  };
}

/** How the language is written where the reader is: `en-GB` has the day first, and 24 hours. Digits stay those of all other numbers. */
export function localeOf({ lang, region }: Reader): string {
  return region === undefined ? lang : new Intl.Locale(lang, { region, numberingSystem: "latn" }).toString();
}
