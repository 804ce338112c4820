import type { Catalogue } from "./catalogue.ts";
import { problemOf, submitButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import {
  type NewPasswordRefusal,
  newPasswordField,
  newPasswordScript,
  newPasswordSentence,
} from "./new-password.ts";
import {
  outcomeOf,
  renderSettingsPage,
  type SettingsForm,
  type SettingsPageModel,
  stepField,
} from "./settings.ts";

/** The model of the page on which a person changes, sets or removes the password. */
export interface ChangePasswordPageModel extends SettingsPageModel, SettingsForm {
  readonly username: string;
  /** The names of the person, which the password must not be made of. */
  readonly names: readonly string[];
  readonly lengthMin: number;
  readonly hasPassword: boolean;
  /** True if the person can sign in without the password. */
  readonly isRemovable: boolean;
  /** "last-way": the password is not removed. */
  readonly problem?: NewPasswordRefusal | "last-way" | undefined;
  readonly done?: "changed" | "removed" | undefined;
  readonly isStale?: boolean | undefined;
}

/** Asks for the new password only: the person has just proved the present one, or another way in. */
export function renderChangePasswordPage(model: ChangePasswordPageModel, texts: Catalogue): SafeHtml {
  const words = texts.changePassword;
  const { hasPassword, problem, done, isStale } = model;
  const sentence = done && (done === "changed" ? words.done : words.removed);
  return renderSettingsPage(model, texts, {
    place: "password",
    title: hasPassword ? words.title : words.setTitle,
    lead: words.lead,
    isProblem: problem !== undefined || isStale,
    script: newPasswordScript,
    main: html`
      ${outcomeOf({ isStale, done: sentence }, texts)}
      ${problem === "last-way" && problemOf(words.lastWay)}
      ${newPasswordForm(model, texts)}
      ${hasPassword && model.isRemovable && removal(model, texts)}`,
  });
}

function newPasswordForm(model: ChangePasswordPageModel, texts: Catalogue): SafeHtml {
  const words = texts.changePassword;
  const { username, names, lengthMin, done, isStale } = model;
  const problem = model.problem === "last-way" ? undefined : model.problem;
  // A page with one field gives it the focus, unless there is a problem to read first.
  const isFocused = problem !== undefined || (done === undefined && !isStale && model.problem === undefined);
  return html`
    ${problem !== undefined && problemOf(newPasswordSentence(problem, lengthMin, texts), { isFocused: false })}
    <form class="stack" method="post" action="${model.formAction}" novalidate>
      ${stepField(model)}
      ${newPasswordField({ lengthMin, username, names, problem, isFocused }, texts)}
      <div class="actions">
        ${submitButton(model.hasPassword ? words.submit : words.setSubmit, { id: "change-password" })}
      </div>
    </form>`;
}

function removal(model: ChangePasswordPageModel, texts: Catalogue): SafeHtml {
  const words = texts.changePassword;
  return html`
    <section class="group">
      <h2>${words.removeTitle}</h2>
      <p class="muted">${words.removeLead}</p>
      <form class="actions" method="post" action="${model.formAction}">
        ${stepField(model)}
        ${submitButton(words.remove, { kind: "action second", id: "remove-password", name: "remove", value: "yes" })}
      </form>
    </section>`;
}
