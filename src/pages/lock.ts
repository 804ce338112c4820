import type { Catalogue } from "./catalogue.ts";
import { harmlessHref, submitButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { linkRow, nameOf, type Person, personOf, renderDocument } from "./layout.ts";
import { type LinkFormProblem, linkProblemOf, renderNotice } from "./link-form.ts";

/** The model of the page that the link "this was not me" opens. */
export interface LockPageModel {
  readonly cspNonce: string;
  /** Path and query to post to. */
  readonly formAction: string;
  readonly csrfToken: string;
  readonly account: Person;
  readonly problem?: LinkFormProblem | undefined;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Asks. Nothing changes before the button is pressed. */
export function renderLockPage(model: LockPageModel, texts: Catalogue): SafeHtml {
  const { problem } = model;
  const words = texts.lock;
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
        ${personOf(model.account)}
        <p class="muted">${words.removes}</p>
        ${submitButton(words.submit, { id: "continue" })}
      </form>`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}

/** The model of the page that says that the account is locked. */
export interface LockedPageModel {
  readonly cspNonce: string;
  /** The address that the link to a new password goes to. */
  readonly address: string;
  /** The page that sends another link. */
  readonly recoverHref: string;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Tells how the account is unlocked. */
export function renderLockedPage(model: LockedPageModel, texts: Catalogue): SafeHtml {
  const [title] = texts.mail.messages["account-locked"];
  return renderNotice(model, texts, {
    title,
    lead: texts.lock.done(nameOf(model.address)),
    main: linkRow(html`<a href="${harmlessHref(model.recoverHref)}">${texts.link.askAgain}</a>`),
  });
}
