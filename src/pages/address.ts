import type { Catalogue } from "./catalogue.ts";
import { linkButton, submitButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { nameOf, type Person, personOf, renderDocument, strongNameOf } from "./layout.ts";
import { type LinkFormProblem, linkProblemOf, renderNotice, textField } from "./link-form.ts";
import { renderSettingsPage, type SettingsForm, type SettingsPageModel, stepField } from "./settings.ts";

/** The model of the page on which people change their e-mail address. */
export interface AddressPageModel extends SettingsPageModel, SettingsForm {
  /** The address of the account, absent if it has none. */
  readonly current?: string | undefined;
  /** The address that was typed before; empty if there is none. */
  readonly email: string;
  readonly problem?: LinkFormProblem | undefined;
}

/** Asks for the new address, to which a link is sent. */
export function renderAddressPage(model: AddressPageModel, texts: Catalogue): SafeHtml {
  const { problem, current } = model;
  const words = texts.address;
  const field = {
    name: "email",
    label: words.label,
    value: model.email,
    type: "email",
    autocomplete: "email",
    hint: words.lead,
    isRequired: true,
    hasFocus: true,
  } as const;
  return renderSettingsPage(model, texts, {
    place: "email",
    title: words.title,
    lead: current === undefined ? words.none : words.current(strongNameOf(current)),
    isProblem: problem !== undefined,
    main: html`
      ${linkProblemOf(problem, texts)}
      <form class="stack" method="post" action="${model.formAction}" novalidate>
        ${stepField(model)}
        ${textField(field, problem)}
        <div class="actions">
          ${submitButton(texts.link.send, { id: "send-link" })}
        </div>
      </form>`,
  });
}

/** The model of the page that a link to a new address opens. */
export interface ConfirmAddressPageModel {
  readonly cspNonce: string;
  readonly formAction: string;
  readonly csrfToken: string;
  readonly account: Person;
  readonly address: string;
  readonly problem?: LinkFormProblem | undefined;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Asks whether the account shall have the address. Nothing changes before the button is pressed. */
export function renderConfirmAddressPage(model: ConfirmAddressPageModel, texts: Catalogue): SafeHtml {
  const { problem } = model;
  const words = texts.address;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: problem === undefined ? words.confirmTitle : texts.problemTitle(words.confirmTitle),
    shape: "door",
    main: html`
      <div class="opening"><h1>${words.confirmTitle}</h1></div>
      ${linkProblemOf(problem, texts)}
      <form class="stack" method="post" action="${model.formAction}">
        <input type="hidden" name="step" value="${model.csrfToken}">
        ${personOf(model.account)}
        <p>${words.confirmLead(strongNameOf(model.address))}</p>
        ${submitButton(words.confirm, { id: "continue" })}
      </form>`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}

/** The model of the page of the link in a browser in which its account is not signed in. */
export interface AddressSignInPageModel
  extends Pick<ConfirmAddressPageModel, "cspNonce" | "account" | "address"> {
  readonly signInHref: string;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Says whose link it is, and leads to the sign-in with that account. */
export function renderAddressSignInPage(model: AddressSignInPageModel, texts: Catalogue): SafeHtml {
  const words = texts.address;
  return renderNotice(model, texts, {
    title: words.confirmTitle,
    lead: words.ownerOnly(strongNameOf(model.address)),
    main: html`
      <div class="stack">
        ${personOf(model.account)}
        <p>${words.notYours}</p>
        ${linkButton(model.signInHref, words.signIn, "action")}
      </div>`,
  });
}

/** The model of the page after the address was changed, or could not be changed. */
export interface AddressDonePageModel {
  readonly cspNonce: string;
  readonly address: string;
  /** True if somebody else got the address meanwhile. */
  readonly isTaken: boolean;
  readonly accountHref: string;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Says which address the account has now. */
export function renderAddressDonePage(model: AddressDonePageModel, texts: Catalogue): SafeHtml {
  const words = texts.address;
  const { address, isTaken } = model;
  return renderNotice(model, texts, {
    title: isTaken ? words.title : words.doneTitle,
    lead: isTaken ? words.taken : words.doneLead(nameOf(address)),
    main: linkButton(model.accountHref, texts.account.title, "action"),
  });
}
