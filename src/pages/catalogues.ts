import type { Language } from "../protocol/language.ts";
import type { Catalogue } from "./catalogue.ts";
import { arabic } from "./languages/ar.ts";
import { german } from "./languages/de.ts";
import { english } from "./languages/en.ts";
import { spanish } from "./languages/es.ts";
import { french } from "./languages/fr.ts";
import { italian } from "./languages/it.ts";
import { japanese } from "./languages/ja.ts";
import { dutch } from "./languages/nl.ts";
import { polish } from "./languages/pl.ts";
import { portuguese } from "./languages/pt.ts";
import { ukrainian } from "./languages/uk.ts";
import { chinese } from "./languages/zh.ts";

/** Every catalogue, by its language. */
export const catalogues: Readonly<Record<Language, Catalogue>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  "pt-BR": portuguese,
  it: italian,
  nl: dutch,
  pl: polish,
  uk: ukrainian,
  ja: japanese,
  "zh-Hans": chinese,
  ar: arabic,
};
