import type { Catalogue } from "./catalogue.ts";
import { submitButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import {
  outcomeOf,
  renderSettingsPage,
  type SettingsForm,
  type SettingsPageModel,
  stepField,
} from "./settings.ts";

/** The model of the page that hands out what is kept about a person. */
export interface ExportPageModel extends SettingsPageModel, SettingsForm {
  readonly isStale?: boolean | undefined;
}

/** Says what the file has in it, with a button that downloads it. */
export function renderExportPage(model: ExportPageModel, texts: Catalogue): SafeHtml {
  const words = texts.export;
  return renderSettingsPage(model, texts, {
    place: "export",
    title: texts.account.download,
    lead: words.lead,
    isProblem: model.isStale,
    main: html`
      ${outcomeOf(model, texts)}
      <form class="actions" method="post" action="${model.formAction}">
        ${stepField(model)}
        ${submitButton(words.submit, { id: "download" })}
      </form>`,
  });
}
