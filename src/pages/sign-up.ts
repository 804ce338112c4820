import type { Catalogue } from "./catalogue.ts";
import { html } from "./html.ts";
import { linkRow, renderDocument } from "./layout.ts";
import { harmlessHref } from "./link.ts";
import { type LinkFormProblem, linkProblemOf, renderNotice, textField } from "./link-form.ts";
import { linkWords } from "./words/link.ts";
import { signUpWords } from "./words/sign-up.ts";

/** The model of the page that begins a sign-up. */
export interface SignUpPageModel {
  readonly cspNonce: string;
  /** Path and query to post to. */
  readonly formAction: string;
  readonly csrfToken: string;
  /** The address that was typed before; empty where there is none. */
  readonly email: string;
  readonly problem?: LinkFormProblem | undefined;
  readonly signInHref: string;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Asks for the e-mail address, to which a link is sent. */
export function renderSignUpPage(model: SignUpPageModel, texts: Catalogue): string {
  const { problem } = model;
  const words = signUpWords[texts.lang];
  const field = {
    name: "email",
    label: words.email,
    value: model.email,
    type: "email",
    autocomplete: "email",
    isRequired: true,
    hasFocus: true,
  } as const;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: problem === undefined ? words.title : texts.problemTitle(words.title),
    shape: "door",
    main: html`
      <div class="opening">
        <h1>${words.title}</h1>
        <p class="lead">${words.lead}</p>
      </div>
      ${linkProblemOf(problem, texts)}
      <form class="stack" method="post" action="${model.formAction}">
        <input type="hidden" name="step" value="${model.csrfToken}">
        ${textField(field, problem)}
        <button class="action" type="submit" id="send-link">${linkWords[texts.lang].send}</button>
      </form>
      ${linkRow(html`<a href="${harmlessHref(model.signInHref)}">${words.haveAccount}</a>`)}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}

/** The model of the page for people who cannot sign up by themselves. */
export interface NoSignUpPageModel {
  readonly cspNonce: string;
  /** True where the operator invites people. */
  readonly isByInvitation: boolean;
  readonly signInHref: string;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Says how people get an account here. */
export function renderNoSignUpPage(model: NoSignUpPageModel, texts: Catalogue): string {
  const words = signUpWords[texts.lang];
  return renderNotice(model, texts, {
    title: words.closedTitle,
    main: html`
      <p>${model.isByInvitation ? words.byInvitation : words.closed}</p>
      ${linkRow(html`<a href="${harmlessHref(model.signInHref)}">${words.haveAccount}</a>`)}`,
  });
}
