import { languageRows } from "../protocol/language.ts";
import type { Catalogue } from "./catalogue.ts";
import { html, type SafeHtml } from "./html.ts";
import { constantInEachLanguage } from "./language-constant.ts";

/**
 * The language picker. It is a form of its own, so that no typed text is sent with it. Each language has its own name for itself.
 * `hidden` are further fields.
 */
export function languagePicker(action: string, texts: Catalogue, hidden?: SafeHtml): SafeHtml {
  return html`<form class="languages" method="post" action="${action}">${hidden}${choicesIn(texts)}</form>`;
}

const choicesIn = constantInEachLanguage(({ lang, picker }) => {
  const { label, submit } = picker;
  return html`
    <label for="language">${label}</label>
    <select id="language" name="language" autocomplete="off">${languageRows.map(
      ({ tag, name }) =>
        html`<option value="${tag}" lang="${tag}"${tag === lang && html` selected`}>${name}</option>`,
    )}</select>
    <button type="submit">${submit}</button>`;
});
