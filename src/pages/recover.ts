import type { Catalogue } from "./catalogue.ts";
import { html } from "./html.ts";
import { linkRow, renderDocument } from "./layout.ts";
import { harmlessHref } from "./link.ts";
import { type LinkFormProblem, linkProblemOf, textField } from "./link-form.ts";
import { linkWords } from "./words/link.ts";
import { recoverWords } from "./words/recover.ts";

/** The model of the page for a forgotten password. */
export interface RecoverPageModel {
  readonly cspNonce: string;
  /** Path and query to post to. */
  readonly formAction: string;
  readonly csrfToken: string;
  /** The name or address that was typed before; empty where there is none. */
  readonly username: string;
  readonly problem?: LinkFormProblem | undefined;
  readonly signInHref: string;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Asks for the username or e-mail address, to which a link is sent. */
export function renderRecoverPage(model: RecoverPageModel, texts: Catalogue): string {
  const { problem } = model;
  const [words, shared] = [recoverWords[texts.lang], linkWords[texts.lang]];
  const field = {
    name: "username",
    label: words.name,
    value: model.username,
    type: "text",
    autocomplete: "username",
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
        <button class="action" type="submit" id="send-link">${shared.send}</button>
      </form>
      ${linkRow(html`<a href="${harmlessHref(model.signInHref)}">${shared.signIn}</a>`)}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}
