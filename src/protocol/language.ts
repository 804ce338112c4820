/**
 * The languages of the pages: a BCP 47 tag, which names the folder in `pages/languages/`, and the language's own name for itself, which
 * its readers can surely find. The first is the default.
 */
export const languageRows = [
  { tag: "en", name: "English" },
  { tag: "de", name: "Deutsch" },
  { tag: "fr", name: "Français" },
  { tag: "es", name: "Español" },
  { tag: "pt-BR", name: "Português (Brasil)" },
  { tag: "it", name: "Italiano" },
  { tag: "nl", name: "Nederlands" },
  { tag: "pl", name: "Polski" },
  { tag: "uk", name: "Українська" },
  { tag: "ja", name: "日本語" },
  { tag: "zh-Hans", name: "简体中文" },
  { tag: "ar", name: "العربية" },
] as const;

export type Language = (typeof languageRows)[number]["tag"];

/** The tags of all languages, in the order of the picker. */
export const languages: readonly Language[] = languageRows.map(({ tag }) => tag);

/** The language of people whose browser asks for none that there is. */
export const defaultLanguage: Language = languageRows[0].tag;

/** A bare `pt` finds the first variant, `pt-BR`. Cookies of 0.1.0 hold bare tags. */
const byTag: ReadonlyMap<string, Language> = new Map<string, Language>([
  ...languages.toReversed().map((language) => [language.replace(/-.*/, ""), language] as const),
  ...languages.map((language) => [language, language] as const),
]);
const byTagInLowerCase: ReadonlyMap<string, Language> = new Map(
  [...byTag].map(([tag, language]) => [tag.toLowerCase(), language]),
);

const regionShape = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?:-|$)/i;

/** Finds the region of the first range that names one, in capitals. `en-GB` and `zh-Hant-GB` name GB. */
export function findRegion(ranges: readonly string[]): string | undefined {
  for (const range of ranges) {
    const region = regionShape.exec(range)?.[1];
    if (region !== undefined) return region.toUpperCase();
  }
  return undefined;
}

const acceptedTextMax = 1000;
const acceptedMax = 20;
// RFC 9110 §12.5.4: a range of RFC 4647 §2.1 and perhaps a weight of at most three decimals.
const acceptedShape =
  /^[ \t]*([a-z]{1,8}(?:-[a-z0-9]{1,8}){0,8}|\*)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?[ \t]*$/i;

/**
 * Chooses the language of a page: by `ui_locales` of the request, else by the person's earlier choice, else by the browser's accepted
 * languages, which are already looked up.
 */
export function chooseLanguage(
  uiLocales: readonly string[],
  picked: string | undefined,
  accepted: Language,
): Language {
  return findLanguage(uiLocales) ?? parseLanguage(picked) ?? accepted;
}

/** Finds the language that the cookie or form of the service names by its tag. */
export function parseLanguage(text: string | undefined): Language | undefined {
  return text === undefined ? undefined : byTag.get(text);
}

/**
 * Finds the language of the first range that has one. Each range is shortened from its end until it fits (RFC 4647 §3.4, Lookup):
 * `de-AT` finds `de`, `zh-CN` finds `zh-Hans`. A `*` matches no language.
 */
export function findLanguage(ranges: readonly string[]): Language | undefined {
  for (const range of ranges) {
    let tag = range.toLowerCase();
    while (tag !== "") {
      const language = byTagInLowerCase.get(tag);
      if (language !== undefined) return language;
      tag = tag.slice(0, Math.max(0, tag.lastIndexOf("-")));
    }
  }
  return undefined;
}

/**
 * Reads the ranges of an Accept-Language header, ordered by weight and then as written. Ranges with `q=0` and unreadable ones are left
 * out. At most 1000 characters and 20 ranges are read.
 */
export function parseAcceptLanguage(header: string): readonly string[] {
  const accepted: { readonly range: string; readonly weight: number }[] = [];
  for (const part of header.slice(0, acceptedTextMax).split(",", acceptedMax)) {
    const [, range, weight = "1"] = acceptedShape.exec(part) ?? [];
    if (range !== undefined && Number(weight) > 0) accepted.push({ range, weight: Number(weight) });
  }
  return accepted.sort((one, other) => other.weight - one.weight).map(({ range }) => range);
}
