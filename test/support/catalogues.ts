import type { Catalogue } from "../../src/pages/catalogue.ts";
import { catalogueOf } from "../../src/pages/catalogues.ts";
import { type Language, languages } from "../../src/protocol/language.ts";

/** The catalogue of every language, loaded as a service loads one. */
export const catalogues = Object.fromEntries(
  languages.map((language) => [language, catalogueOf(language, failed)]),
) as Readonly<Record<Language, Catalogue>>;

function failed(_language: Language, error: unknown): never {
  throw error;
}
