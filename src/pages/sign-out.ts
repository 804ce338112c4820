import { type Catalogue, english } from "./catalogue.ts";
import { html } from "./html.ts";
import { linkRow, nameOf, type Person, personOf, problemOf, renderDocument } from "./layout.ts";
import { harmlessHref } from "./link.ts";

/** What the page shows that asks before signing out. */
export interface SignOutPageModel {
  readonly cspNonce: string;
  readonly formAction: string;
  readonly stepToken: string;
  readonly account: Person;
  /** Where "Stay signed in" leads. */
  readonly stayHref: string;
  /** True when the answer came from an old form, or one made for another browser. */
  readonly isStale?: boolean | undefined;
}

/** Asks before signing out, so that a picture or link on another site cannot do it. */
export function renderSignOutPage(model: SignOutPageModel, texts: Catalogue = english): string {
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
      ${linkRow(html`<a href="${harmlessHref(model.stayHref)}">${words.stay}</a>`)}`,
  });
}

/** What the page shows after signing out. */
export interface SignedOutPageModel {
  readonly cspNonce: string;
  /** Back to the application that asked, where one is known. */
  readonly back?: { readonly href: string; readonly clientName: string } | undefined;
}

/** Says that it is done. */
export function renderSignedOutPage(model: SignedOutPageModel, texts: Catalogue = english): string {
  const words = texts.signOut;
  const href = harmlessHref(model.back?.href);
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
      ${href && linkRow(html`<a href="${href}">${texts.backTo(nameOf(model.back?.clientName ?? ""))}</a>`)}`,
  });
}
