import type { Language } from "../protocol/language.ts";
import type { Catalogue } from "./catalogue.ts";
import { catalogue as arabic } from "./languages/ar/catalogue.ts";
import { catalogue as german } from "./languages/de/catalogue.ts";
import { catalogue as english } from "./languages/en/catalogue.ts";
import { catalogue as spanish } from "./languages/es/catalogue.ts";
import { catalogue as french } from "./languages/fr/catalogue.ts";
import { catalogue as italian } from "./languages/it/catalogue.ts";
import { catalogue as japanese } from "./languages/ja/catalogue.ts";
import { catalogue as dutch } from "./languages/nl/catalogue.ts";
import { catalogue as polish } from "./languages/pl/catalogue.ts";
import { catalogue as portuguese } from "./languages/pt-BR/catalogue.ts";
import { catalogue as ukrainian } from "./languages/uk/catalogue.ts";
import { catalogue as chinese } from "./languages/zh-Hans/catalogue.ts";

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
