import type { SafeHtml } from "../../pages/html.ts";
import { type Language, languages, parseLanguage } from "../../protocol/language.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { type FormState, selectField } from "./forms.ts";
import type { Visit } from "./visit.ts";

/** Asks for the language of a mail. The operator's own language is preselected. */
export function languageField({ web, incoming }: Visit, hint: string, state: FormState): SafeHtml {
  const names = new Intl.DisplayNames(["en"], { type: "language" });
  const options = languages.map((value) => ({ value, label: names.of(value) ?? value }));
  const values = { language: web.textsFor(incoming).lang, ...state.values };
  return selectField(
    { name: "language", label: "Language of the mail", hint, options },
    { ...state, values },
  );
}

/** The language that was chosen. */
export function languageIn(form: Parameters): Language {
  return parseLanguage(form.get("language")) ?? "en";
}
