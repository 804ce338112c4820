import type { Language } from "../protocol/language.ts";
import type { Catalogue } from "./catalogue.ts";
import { arabic } from "./languages/ar/sign-in.ts";
import { german } from "./languages/de/sign-in.ts";
import { english } from "./languages/en/sign-in.ts";
import { spanish } from "./languages/es/sign-in.ts";
import { french } from "./languages/fr/sign-in.ts";
import { italian } from "./languages/it/sign-in.ts";
import { japanese } from "./languages/ja/sign-in.ts";
import { dutch } from "./languages/nl/sign-in.ts";
import { polish } from "./languages/pl/sign-in.ts";
import { portuguese } from "./languages/pt-BR/sign-in.ts";
import { ukrainian } from "./languages/uk/sign-in.ts";
import { chinese } from "./languages/zh-Hans/sign-in.ts";

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
