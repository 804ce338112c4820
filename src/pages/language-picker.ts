import { type Language, languageRows } from "../protocol/language.ts";
import type { Catalogue } from "./catalogue.ts";
import { html, type SafeHtml } from "./html.ts";

/**
 * The language picker. It is a form of its own, so that no typed text is sent with it. Each language has its own name for itself.
 * `hidden` are further fields.
 */
export function languagePicker(action: string, texts: Catalogue, hidden?: SafeHtml): SafeHtml {
  return html`<form class="languages" method="post" action="${action}">${hidden}${choicesIn(texts)}</form>`;
}

const choices = new Map<Language, SafeHtml>();

/** The content of the form. It is the same for every request in a language, so it is written once. */
function choicesIn(texts: Catalogue): SafeHtml {
  const known = choices.get(texts.lang);
  if (known !== undefined) return known;
  const { label, submit } = texts.picker;
  const written = html`
    <label for="language">${label}</label>
    <select id="language" name="language" autocomplete="off">${languageRows.map(
      ({ tag, name }) =>
        html`<option value="${tag}" lang="${tag}"${tag === texts.lang && html` selected`}>${name}</option>`,
    )}</select>
    <button type="submit">${submit}</button>`;
  choices.set(texts.lang, written);
  return written;
}
