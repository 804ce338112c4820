import { LRUCache } from "lru-cache";
import type { Brand } from "../pages/brand.ts";
import type { Catalogue } from "../pages/catalogue.ts";
import { catalogueOf, type OnLanguageFailure } from "../pages/catalogues.ts";
import { parseUiLocales } from "../protocol/authorization/sign-in-hints.ts";
import type { Client } from "../protocol/client/client.ts";
import {
  chooseLanguage,
  defaultLanguage,
  findLanguage,
  findRegion,
  type Language,
  parseAcceptLanguage,
} from "../protocol/language.ts";
import { parseParameters } from "../protocol/parameters.ts";
import { textsUnderBrandOf } from "./brand.ts";
import type { Incoming } from "./incoming.ts";
import type { Paths } from "./paths.ts";

/**
 * Finds the catalogue for a page that answers this request. `uiLocales` come from the request that the page is about, and so does the
 * client, under whose brand the page stands.
 */
export type TextsFor = (incoming: Incoming, uiLocales?: readonly string[], client?: Client) => Catalogue;

const noLocales: readonly string[] = [];
const headersKeptMax = 500;
const keptLengthMax = 200;

/** The language of pages, and the region of their reader, if the browser names one. */
interface Reader {
  readonly language: Language;
  readonly region?: string | undefined;
}

/** Finds the reader of a request, and loads no texts. */
export type ReaderOf = (incoming: Incoming) => Reader;

/** Reads the Accept-Language header. The meaning of recent ones is cached. */
function createAcceptedBy(): ReaderOf {
  const kept = new LRUCache<string, Reader>({ max: headersKeptMax });
  return (incoming) => {
    const header = incoming.header("accept-language");
    if (header === undefined) return { language: defaultLanguage };
    const known = kept.get(header);
    if (known !== undefined) return known;
    const ranges = parseAcceptLanguage(header);
    const accepted = { language: findLanguage(ranges) ?? defaultLanguage, region: findRegion(ranges) };
    if (header.length <= keptLengthMax) kept.set(header, accepted);
    return accepted;
  };
}

interface LanguagesOptions {
  readonly languageCookie: string;
  readonly brand: Brand;
  readonly paths: Pick<Paths, "home" | "language" | "upstream">;
  readonly onLanguageFailure: OnLanguageFailure;
}

/**
 * Creates the choice of the language for each request. Every catalogue knows the brand, the region of the reader and the page that it is
 * for. A page whose language cannot be loaded is in English.
 */
export function createLanguages({ languageCookie, brand, paths, onLanguageFailure }: LanguagesOptions): {
  readonly readerOf: ReaderOf;
  readonly textsFor: TextsFor;
} {
  const acceptedBy = createAcceptedBy();
  const branded = new Map<Language, Catalogue>();

  const languageFor = (incoming: Incoming, uiLocales = noLocales): Language =>
    chooseLanguage(uiLocales, incoming.cookie(languageCookie), acceptedBy(incoming).language);

  function brandedIn(language: Language): Catalogue {
    const texts = { ...catalogueOf(language, onLanguageFailure), brand };
    branded.set(texts.lang, texts);
    return texts;
  }

  return {
    readerOf: (incoming) => ({ ...acceptedBy(incoming), language: languageFor(incoming) }),
    textsFor: (incoming, uiLocales, client) => {
      const language = languageFor(incoming, uiLocales);
      const texts = branded.get(language) ?? brandedIn(language);
      const { region } = acceptedBy(incoming);
      const shown = { ...texts, region, place: placeOf(paths, incoming, uiLocales) };
      return client === undefined ? shown : textsUnderBrandOf(client, shown);
    },
  };
}

/** The page and picker of a request; undefined if the page has no picker. A provider's answer works once, so its page cannot come back. */
function placeOf(
  paths: LanguagesOptions["paths"],
  { path, query }: Incoming,
  uiLocales: readonly string[] = noLocales,
): Catalogue["place"] {
  if (!isPagePath(paths, path) || path.startsWith(paths.upstream) || isFixed(query, uiLocales))
    return undefined;
  return { pickerAction: query === "" ? paths.language : `${paths.language}?${query}`, path };
}

/**
 * The same texts for a page that shows no language picker. It would repeat the query of the page, and that of a refused request may hold
 * a secret, or an address that nobody is sent to.
 */
export function withoutPicker(texts: Catalogue): Catalogue {
  return { ...texts, place: undefined };
}

/** True if the languages stand in a pushed request, in which the person cannot change them. */
export function isFixed(query: string, uiLocales: readonly string[]): boolean {
  const parameters = uiLocales.length > 0 ? parseParameters(query) : undefined;
  return parameters?.ok === true && !parameters.value.isSent("ui_locales");
}

const pathShape = /^(?:\/[\w.-]+)*\/?$/;

/** True for a path of this service, so that a redirect to it cannot leave the service. */
export function isPagePath({ home }: Pick<Paths, "home">, path: string): boolean {
  return path.startsWith(home) && pathShape.test(path);
}

/** Finds `ui_locales` in a request that is otherwise unreadable, for its error page. */
export function uiLocalesIn(query: string): readonly string[] {
  const parameters = query.includes("ui_locales") ? parseParameters(query) : undefined;
  return parameters?.ok ? parseUiLocales(parameters.value.get("ui_locales")) : noLocales;
}
