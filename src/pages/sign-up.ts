import type { Catalogue } from "./catalogue.ts";
import { harmlessHref } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { linkRow } from "./layout.ts";
import { type LinkRequestPageModel, renderLinkRequestPage, renderNotice } from "./link-form.ts";

/** The model of the page that begins a sign-up. */
export interface SignUpPageModel extends LinkRequestPageModel {
  /** The address that was typed before; empty if there is none. */
  readonly email: string;
}

/** Asks for the e-mail address, to which a link is sent. */
export function renderSignUpPage(model: SignUpPageModel, texts: Catalogue): SafeHtml {
  const words = texts.signUp;
  return renderLinkRequestPage(model, texts, {
    title: words.title,
    lead: words.lead,
    name: "email",
    label: words.email,
    value: model.email,
    type: "email",
    autocomplete: "email",
    signIn: words.haveAccount,
  });
}

/** The model of the page for people who cannot sign up by themselves. */
export interface NoSignUpPageModel {
  readonly cspNonce: string;
  /** True if the operator invites people. */
  readonly isByInvitation: boolean;
  readonly signInHref: string;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Says how people get an account here. */
export function renderNoSignUpPage(model: NoSignUpPageModel, texts: Catalogue): SafeHtml {
  const words = texts.signUp;
  return renderNotice(model, texts, {
    title: words.closedTitle,
    lead: model.isByInvitation ? words.byInvitation : words.closed,
    main: linkRow(html`<a href="${harmlessHref(model.signInHref)}">${words.haveAccount}</a>`),
  });
}
