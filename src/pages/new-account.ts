import { carryUsername, enhanceNewAccount } from "./browser/new-account.ts";
import { enhancePasskeyCreation } from "./browser/passkey-creation.ts";
import type { Catalogue } from "./catalogue.ts";
import { harmlessHref, submitButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { linkRow, nameOf, renderDocument, scriptOf } from "./layout.ts";
import {
  type LinkFormProblem,
  linkProblemOf,
  textField,
  type Waited,
  waitedOpening,
  wayBack,
} from "./link-form.ts";
import {
  firstPasswordScript,
  type NewPasswordModel,
  newPasswordField,
  newPasswordScript,
  passkeyAvailableField,
} from "./new-password.ts";
import { type PasskeyCreationRequest, passkeyCreation } from "./passkey-creation.ts";

/** The model of the page that the link of a sign-up or an invitation opens. */
export interface NewAccountPageModel extends Waited {
  readonly cspNonce: string;
  /** Path and query to post to. */
  readonly formAction: string;
  readonly csrfToken: string;
  readonly isInvitation: boolean;
  /** The address at which the link was read. */
  readonly address: string;
  readonly username: string;
  readonly password: NewPasswordModel;
  /** Absent if there can be no passkeys. */
  readonly passkey?: NewAccountPasskey | undefined;
  readonly problem?: LinkFormProblem | undefined;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** The two ways to an account, and what creating a passkey needs. */
export interface NewAccountPasskey {
  /** The page that asks for a passkey; `passwordHref` asks for a password. */
  readonly passkeyHref: string;
  readonly passwordHref: string;
  /** The way that the person chose; absent if the script has to find out whether the device keeps passkeys. */
  readonly chosen?: "passkey" | "password" | undefined;
  readonly creation: PasskeyCreationRequest;
}

const newAccountScript: SafeHtml = scriptOf(enhancePasskeyCreation, enhanceNewAccount, carryUsername);
const byPasswordScript: SafeHtml = html`${firstPasswordScript}${scriptOf(carryUsername)}`;

/** Asks for the username, and for a passkey or a password. Nothing exists before a button is pressed. */
export function renderNewAccountPage(model: NewAccountPageModel, texts: Catalogue): SafeHtml {
  const { problem, passkey } = model;
  const words = texts.newAccount;
  const title = model.isInvitation ? words.invitedTitle : texts.signUp.title;
  const asksForPasskey = passkey !== undefined && passkey.chosen !== "password";
  const toPasskey =
    passkey?.chosen === "password" &&
    html`<a href="${harmlessHref(passkey.passkeyHref)}" id="choose-passkey">${texts.enrol.passkey}</a>`;
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
    script: scriptFor(passkey),
    main: html`
      ${waitedOpening(model, texts, { title, lead: words.accountFor(nameOf(model.address)) })}
      ${linkProblemOf(problem, texts)}
      <form class="stack" method="post" action="${model.formAction}" novalidate>
        <input type="hidden" name="step" value="${model.csrfToken}">
        ${textField(usernameField, problem)}
        ${asksForPasskey && byPasskey(passkey, texts)}
        <div class="stack" id="by-password">
          ${passkey && !asksForPasskey && passkeyAvailableField}
          ${newPasswordField(model.password, texts, texts.signIn.password)}
          ${submitButton(words.create, { id: "continue" })}
        </div>
      </form>
      ${(model.application || toPasskey) && linkRow(toPasskey, wayBack(model, texts))}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}

function scriptFor(passkey: NewAccountPasskey | undefined): SafeHtml {
  if (passkey === undefined) return newPasswordScript;
  return passkey.chosen === "password" ? byPasswordScript : newAccountScript;
}

/** The part of the form that a script shows instead of the password. */
function byPasskey({ creation, passwordHref, chosen }: NewAccountPasskey, texts: Catalogue): SafeHtml {
  const words = texts.newAccount;
  return html`
    <div class="stack" id="by-passkey"${chosen && html` data-chosen="yes"`} hidden>
      ${passkeyCreation(creation, words.withPasskey, texts.passkeyCreation)}
      <p class="muted">${words.passkeyNote}</p>
      ${linkRow(html`<a href="${harmlessHref(passwordHref)}" id="choose-password">${words.usePassword}</a>`)}
    </div>`;
}
