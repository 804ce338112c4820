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
  type Language,
  parseAcceptLanguage,
} from "../protocol/language.ts";
import { parseParameters } from "../protocol/parameters.ts";
import { textsUnderBrandOf } from "./brand.ts";
import type { Incoming } from "./incoming.ts";

/**
 * Finds the catalogue for a page that answers this request. `uiLocales` come from the request that the page is about, and so does the
 * client, under whose brand the page stands.
 */
export type TextsFor = (incoming: Incoming, uiLocales?: readonly string[], client?: Client) => Catalogue;

const noLocales: readonly string[] = [];
const headersKeptMax = 500;
const keptLengthMax = 200;

/** Chooses the language alone, and loads nothing of it. */
export type LanguageFor = (incoming: Incoming, uiLocales?: readonly string[]) => Language;

/** Creates the choice for each request. The meaning of recent Accept-Language headers is cached. */
export function createLanguageFor(languageCookie: string): LanguageFor {
  const kept = new LRUCache<string, Language>({ max: headersKeptMax });

  function acceptedBy(header: string | undefined): Language {
    if (header === undefined) return defaultLanguage;
    const known = kept.get(header);
    if (known !== undefined) return known;
    const language = findLanguage(parseAcceptLanguage(header)) ?? defaultLanguage;
    if (header.length > keptLengthMax) return language;
    kept.set(header, language);
    return language;
  }

  return (incoming, uiLocales = noLocales) => {
    const accepted = acceptedBy(incoming.header("accept-language"));
    return chooseLanguage(uiLocales, incoming.cookie(languageCookie), accepted);
  };
}

/** Gives every catalogue the brand. A page whose language cannot be loaded is in English. */
export function createTextsFor(
  languageFor: LanguageFor,
  brand: Brand,
  onLanguageFailure: OnLanguageFailure,
): TextsFor {
  const branded = new Map<Language, Catalogue>();

  function brandedIn(language: Language): Catalogue {
    const texts = { ...catalogueOf(language, onLanguageFailure), brand };
    branded.set(texts.lang, texts);
    return texts;
  }

  return (incoming, uiLocales, client) => {
    const language = languageFor(incoming, uiLocales);
    const texts = branded.get(language) ?? brandedIn(language);
    return client === undefined ? texts : textsUnderBrandOf(client, texts);
  };
}

/** Finds `ui_locales` in a request that is otherwise unreadable, for its error page. */
export function uiLocalesIn(query: string): readonly string[] {
  const parameters = query.includes("ui_locales") ? parseParameters(query) : undefined;
  return parameters?.ok ? parseUiLocales(parameters.value.get("ui_locales")) : noLocales;
}
