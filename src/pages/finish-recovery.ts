import type { Catalogue } from "./catalogue.ts";
import { submitButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { linkRow, type Person, personOf, renderDocument } from "./layout.ts";
import { type LinkFormProblem, linkProblemOf, type Waited, waitedOpening, wayBack } from "./link-form.ts";
import {
  firstPasswordScript,
  type NewPasswordModel,
  newPasswordField,
  newPasswordScript,
  passkeyAvailableField,
} from "./new-password.ts";

/** The model of the page that a link for a new password opens. */
export interface FinishRecoveryPageModel extends Waited {
  readonly cspNonce: string;
  /** Path and query to post to. */
  readonly formAction: string;
  readonly csrfToken: string;
  readonly account: Person;
  readonly password: NewPasswordModel;
  /** True if a passkey may be offered after the new password. */
  readonly mayOfferPasskey?: boolean | undefined;
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
    script: model.mayOfferPasskey ? firstPasswordScript : newPasswordScript,
    main: html`
      ${waitedOpening(model, texts, { title: words.newTitle })}
      ${linkProblemOf(problem, texts)}
      <form class="stack" method="post" action="${model.formAction}" novalidate>
        <input type="hidden" name="step" value="${model.csrfToken}">
        ${personOf(model.account)}
        ${model.mayOfferPasskey && passkeyAvailableField}
        ${newPasswordField(model.password, texts)}
        <p class="muted">${words.signsOut}</p>
        ${submitButton(words.save, { id: "continue" })}
      </form>
      ${model.application && linkRow(wayBack(model, texts))}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}
