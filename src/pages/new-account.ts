import type { Catalogue } from "./catalogue.ts";
import { html, type SafeHtml } from "./html.ts";
import { nameOf, renderDocument } from "./layout.ts";
import { type LinkFormProblem, linkProblemOf, textField } from "./link-form.ts";
import { type NewPasswordModel, newPasswordField, newPasswordScript } from "./new-password.ts";

/** The model of the page that the link of a sign-up or an invitation opens. */
export interface NewAccountPageModel {
  readonly cspNonce: string;
  /** Path and query to post to. */
  readonly formAction: string;
  readonly csrfToken: string;
  readonly isInvitation: boolean;
  /** The address at which the link was read. */
  readonly address: string;
  readonly name: string;
  readonly username: string;
  readonly password: NewPasswordModel;
  readonly problem?: LinkFormProblem | undefined;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Asks for name, username and password of the new account. Nothing exists before the button is pressed. */
export function renderNewAccountPage(model: NewAccountPageModel, texts: Catalogue): SafeHtml {
  const { problem } = model;
  const words = texts.newAccount;
  const title = model.isInvitation ? words.invitedTitle : texts.signUp.title;
  const nameField = {
    name: "name",
    label: words.name,
    value: model.name,
    type: "text",
    autocomplete: "name",
    hint: words.nameHint,
    isRequired: false,
    hasFocus: problem === undefined,
  } as const;
  const usernameField = {
    name: "username",
    label: texts.signIn.username,
    value: model.username,
    type: "text",
    autocomplete: "username",
    hint: words.usernameHint,
    isRequired: true,
    hasFocus: problem?.kind === "field" && problem.field === "username",
  } as const;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: problem === undefined ? title : texts.problemTitle(title),
    shape: "door",
    script: newPasswordScript,
    main: html`
      <div class="opening">
        <h1>${title}</h1>
        <p class="lead">${words.accountFor(nameOf(model.address))}</p>
      </div>
      ${linkProblemOf(problem, texts)}
      <form class="stack" method="post" action="${model.formAction}">
        <input type="hidden" name="step" value="${model.csrfToken}">
        ${textField(nameField, problem)}
        ${textField(usernameField, problem)}
        ${newPasswordField(model.password, texts, texts.signIn.password)}
        <button class="action" type="submit" id="continue">${words.create}</button>
      </form>`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}
