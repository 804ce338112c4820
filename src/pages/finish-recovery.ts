import type { Catalogue } from "./catalogue.ts";
import { html, type SafeHtml } from "./html.ts";
import { type Person, personOf, renderDocument } from "./layout.ts";
import { type LinkFormProblem, linkProblemOf } from "./link-form.ts";
import { type NewPasswordModel, newPasswordField, newPasswordScript } from "./new-password.ts";

/** The model of the page that a link for a new password opens. */
export interface FinishRecoveryPageModel {
  readonly cspNonce: string;
  /** Path and query to post to. */
  readonly formAction: string;
  readonly csrfToken: string;
  readonly account: Person;
  readonly password: NewPasswordModel;
  readonly problem?: LinkFormProblem | undefined;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Asks for the new password. Nothing changes before the button is pressed. */
export function renderFinishRecoveryPage(model: FinishRecoveryPageModel, texts: Catalogue): SafeHtml {
  const { problem } = model;
  const words = texts.recover;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: problem === undefined ? words.newTitle : texts.problemTitle(words.newTitle),
    shape: "door",
    script: newPasswordScript,
    main: html`
      <div class="opening"><h1>${words.newTitle}</h1></div>
      ${linkProblemOf(problem, texts)}
      <form class="stack" method="post" action="${model.formAction}">
        <input type="hidden" name="step" value="${model.csrfToken}">
        ${personOf(model.account)}
        ${newPasswordField(model.password, texts)}
        <p class="muted">${words.signsOut}</p>
        <button class="action" type="submit" id="continue">${words.save}</button>
      </form>`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}
