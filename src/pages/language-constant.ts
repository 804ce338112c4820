import type { Language } from "../protocol/language.ts";
import type { Catalogue } from "./catalogue.ts";
import { constantMarkup, type SafeHtml } from "./html.ts";

/** The texts of a language. A brand is not among them, because it differs between clients. */
type Words = Omit<Catalogue, "brand">;

/** Makes markup that has nothing but words a constant of each language. It is written for the first page that has it. */
export function constantInEachLanguage(write: (texts: Words) => SafeHtml): (texts: Words) => SafeHtml {
  const written = new Map<Language, SafeHtml>();
  return (texts) => {
    const known = written.get(texts.lang);
    if (known !== undefined) return known;
    const constant = constantMarkup(write(texts).toString());
    written.set(texts.lang, constant);
    return constant;
  };
}
