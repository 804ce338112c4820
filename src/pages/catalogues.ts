import { createRequire } from "node:module";
import type { Language } from "../protocol/language.ts";
import type { Catalogue } from "./catalogue.ts";
import { catalogue as english } from "./languages/en/catalogue.ts";

/** Called if the folder of a language could not be loaded. */
export type OnLanguageFailure = (language: Language, error: unknown) => void;

const load = createRequire(import.meta.url);
const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
const loaded = new Map<Language, Catalogue>([["en", english]]);

/**
 * Finds the catalogue of a language. English is there from the start; every other one is loaded within the first call that asks for it
 * (ADR 0072). If that fails, the answer is English, and the next call tries again.
 */
export function catalogueOf(language: Language, onFailure: OnLanguageFailure): Catalogue {
  const known = loaded.get(language);
  if (known !== undefined) return known;
  try {
    const { catalogue }: { readonly catalogue: Catalogue } = load(
      `./languages/${language}/catalogue.${extension}`,
    );
    loaded.set(language, catalogue);
    return catalogue;
  } catch (error) {
    onFailure(language, error);
    return english;
  }
}
