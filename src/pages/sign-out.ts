import type { Catalogue } from "./catalogue.ts";
import { html, type SafeHtml } from "./html.ts";
import { linkRow, type Person, personOf, problemOf, renderDocument } from "./layout.ts";
import { harmlessHref } from "./link.ts";

/** What the page shows that asks before signing out. */
export interface SignOutPageModel {
  readonly cspNonce: string;
  readonly formAction: string;
  readonly stepToken: string;
  readonly account: Person;
  /** Where "Stay signed in" leads. */
  readonly stayHref: string;
  readonly accountHref: string;
  /** True when the answer came from an old form, or one made for another browser. */
  readonly isStale?: boolean | undefined;
  readonly developerNote?: string | undefined;
}

/** Asks before signing out, so that a picture or link on another site cannot do it. */
export function renderSignOutPage(model: SignOutPageModel, texts: Catalogue): string {
  const words = texts.signOut;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: model.isStale ? texts.problemTitle(words.title) : words.title,
    shape: "door",
    main: html`
      <div class="opening">
        <h1>${words.heading}</h1>
        <p class="lead">${words.lead}</p>
      </div>
      ${model.isStale && problemOf(words.stale)}
      ${personOf(model.account)}
      <form class="stack" method="post" action="${model.formAction}">
        <input type="hidden" name="step" value="${model.stepToken}">
        <button class="action" type="submit" id="sign-out">${words.submit}</button>
      </form>
      ${linkRow(
        html`<a href="${harmlessHref(model.stayHref)}">${words.stay}</a>`,
        html`<a href="${harmlessHref(model.accountHref)}">${texts.home.account}</a>`,
      )}
      ${noteOf(model.developerNote)}`,
  });
}

/** What the page shows after signing out. */
export interface SignedOutPageModel {
  readonly cspNonce: string;
  /** Where the person can sign in again, to see their account. */
  readonly signInHref: string;
  readonly developerNote?: string | undefined;
}

/** Says that it is done. */
export function renderSignedOutPage(model: SignedOutPageModel, texts: Catalogue): string {
  const words = texts.signOut;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: words.doneTitle,
    shape: "door",
    main: html`
      <div class="opening">
        <h1>${words.doneTitle}</h1>
        <p class="lead">${words.doneLead}</p>
      </div>
      <p class="muted">${words.doneNote}</p>
      ${linkRow(html`<a href="${harmlessHref(model.signInHref)}">${texts.signIn.ownTitle}</a>`)}
      ${noteOf(model.developerNote)}`,
  });
}

/** For whoever develops the client that asked: why this page does not lead back to it. */
function noteOf(text: string | undefined): SafeHtml | undefined {
  return text === undefined ? undefined : html`<p class="muted" lang="en" dir="ltr">${text}</p>`;
}
