import type { Language } from "../protocol/language.ts";
import type { Instant } from "../values/time.ts";

/** The language of a page, and the region of its reader, such as GB, if the browser names one. */
interface Reader {
  readonly lang: Language;
  readonly region?: string | undefined;
}

/** More than the regions in which many people read one of the pages' languages. */
const formatsMax = 100;

/** Writes instants in words, in UTC. Creating a format takes far longer than using it, so recent ones are cached. */
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

/** The locale of the reader: in `en-GB` the day comes first, and the clock has 24 hours. Digits are the same as in all other numbers. */
export function localeOf({ lang, region }: Reader): string {
  return region === undefined ? lang : new Intl.Locale(lang, { region, numberingSystem: "latn" }).toString();
}
