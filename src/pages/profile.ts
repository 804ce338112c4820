import type { Catalogue } from "./catalogue.ts";
import { submitButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { linkProblemOf, textField } from "./link-form.ts";
import {
  outcomeOf,
  renderSettingsPage,
  type SettingsForm,
  type SettingsPageModel,
  stepField,
} from "./settings.ts";

/** The model of the page on which people change their display name. */
export interface ProfilePageModel extends SettingsPageModel, SettingsForm {
  /** The name in the field: that of the account, or an unusable one that was typed. Empty if there is none. */
  readonly name: string;
  readonly done?: "changed" | "removed" | undefined;
  /** "unusable": the typed name is too long, or has characters that cannot be shown. */
  readonly problem?: "stale" | "unusable" | undefined;
}

/** Asks by which name pages and applications call the person. */
export function renderProfilePage(model: ProfilePageModel, texts: Catalogue): SafeHtml {
  const words = texts.profile;
  const { name: label, nameHint: hint, nameUnusable: sentence } = texts.newAccount;
  const { name: value, done } = model;
  const isUnusable = model.problem === "unusable";
  const problem = isUnusable ? ({ kind: "field", field: "name", sentence } as const) : undefined;
  const field = {
    name: "name",
    label,
    hint,
    value,
    type: "text",
    autocomplete: "name",
    isRequired: false,
    hasFocus: done === undefined && model.problem !== "stale",
  } as const;
  return renderSettingsPage(model, texts, {
    place: "profile",
    title: words.title,
    isProblem: model.problem !== undefined,
    main: html`
      ${outcomeOf({ isStale: model.problem === "stale", done: done && words[done] }, texts)}
      ${linkProblemOf(problem, texts)}
      <form class="stack" method="post" action="${model.formAction}">
        ${stepField(model)}
        ${textField(field, problem)}
        <div class="actions">
          ${submitButton(texts.account.save, { id: "save" })}
        </div>
      </form>`,
  });
}
