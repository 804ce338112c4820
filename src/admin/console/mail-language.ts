import type { SafeHtml } from "../../pages/html.ts";
import { type Language, languages, parseLanguage } from "../../protocol/language.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { type FormState, type Option, selectField } from "./forms.ts";
import type { Visit } from "./visit.ts";

const names = new Intl.DisplayNames(["en"], { type: "language" });

/** The English name of a language. */
export function languageName(language: string): string {
  return names.of(language) ?? language;
}

/** What a form that sends a mail asks for. */
export const mailLanguage = {
  label: "Language of the mail",
  options: languages.map((value): Option => ({ value, label: languageName(value) })),
};

/** The operator's own language, which is preselected. */
export function languageOf({ web, incoming }: Visit): Language {
  return web.textsFor(incoming).lang;
}

/** Asks for the language of a mail. */
export function languageField(visit: Visit, hint: string, state: FormState): SafeHtml {
  const values = { language: languageOf(visit), ...state.values };
  return selectField({ name: "language", ...mailLanguage, hint }, { ...state, values });
}

/** The language that was chosen. */
export function languageIn(form: Parameters): Language {
  return parseLanguage(form.get("language")) ?? "en";
}
