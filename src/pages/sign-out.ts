import type { Catalogue } from "./catalogue.ts";
import { harmlessHref, problemOf, submitButton } from "./components.ts";
import { copyingScript, type DeveloperDetail, developerPart } from "./error.ts";
import { html, type SafeHtml } from "./html.ts";
import { linkRow, nameOf, type Person, personOf, renderDocument, strongNameOf } from "./layout.ts";

/** The application that the person returns to, and the address. */
export interface ShownWayBack {
  readonly clientName: string;
  readonly clientHost: string;
  readonly href: string;
}

/** A fault in the application's request. */
export interface SignOutProblem {
  /** Present only if developer and service share a computer. */
  readonly developer?: DeveloperDetail | undefined;
}

/** The model of the page that asks before signing out. */
export interface SignOutPageModel {
  readonly cspNonce: string;
  readonly formAction: string;
  readonly csrfToken: string;
  readonly account: Person;
  /** True if the browser has other accounts as well. */
  readonly hasOthers?: boolean | undefined;
  /** The address behind "Stay signed in". */
  readonly stayHref: string;
  readonly accountHref: string;
  /** True when the answer came from an old form, or one made for another browser. */
  readonly isStale?: boolean | undefined;
  /** The address after signing out. */
  readonly wayBack?: ShownWayBack | undefined;
  readonly problem?: SignOutProblem | undefined;
}

/** Asks before signing out, so that a picture or link on another site cannot do it. */
export function renderSignOutPage(model: SignOutPageModel, texts: Catalogue): SafeHtml {
  const words = texts.signOut;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: model.isStale ? texts.problemTitle(words.title) : words.title,
    ...shapeOf(model.problem),
    main: html`
      <div class="opening"><h1>${words.heading}</h1></div>
      ${model.isStale && problemOf(texts.stale)}
      <div class="field">
        <p class="lead">${words.lead}</p>
        ${personOf(model.account)}
      </div>
      ${model.wayBack && leadsTo(model.wayBack, texts)}
      ${model.problem && sentenceOf(texts)}
      <form class="stack" method="post" action="${model.formAction}">
        <input type="hidden" name="step" value="${model.csrfToken}">
        ${submitButton(words.submit, { id: "sign-out" })}
        ${model.hasOthers && submitButton(words.submitAll, { kind: "action second", name: "all", value: "yes" })}
      </form>
      ${linkRow(
        html`<a href="${harmlessHref(model.stayHref)}">${words.stay}</a>`,
        html`<a href="${harmlessHref(model.accountHref)}">${texts.home.account}</a>`,
      )}
      ${developerOf(model.problem)}`,
  });
}

/** The model of the page after signing out. */
export interface SignedOutPageModel {
  readonly cspNonce: string;
  /** The address at which the person can sign in again to see their account. */
  readonly signInHref: string;
  /** True if other accounts are still signed in here. */
  readonly hasOthers?: boolean | undefined;
  /** The address of a link; no redirect goes there. */
  readonly wayBack?: ShownWayBack | undefined;
  readonly problem?: SignOutProblem | undefined;
}

/** Says that the person is signed out. */
export function renderSignedOutPage(model: SignedOutPageModel, texts: Catalogue): SafeHtml {
  const words = texts.signOut;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: words.doneTitle,
    ...shapeOf(model.problem),
    main: html`
      <div class="opening">
        <h1>${words.doneTitle}</h1>
        <p class="lead">${model.hasOthers ? words.othersStay : words.doneLead}</p>
      </div>
      <p class="muted">${words.doneNote}</p>
      ${model.problem && sentenceOf(texts)}
      ${model.wayBack && wayBackLink(model.wayBack, texts)}
      ${linkRow(html`<a href="${harmlessHref(model.signInHref)}">${texts.signIn.ownTitle}</a>`)}
      ${developerOf(model.problem)}`,
  });
}

function leadsTo({ clientName, clientHost }: ShownWayBack, texts: Catalogue): SafeHtml {
  return html`
    <div class="opening">
      <p>${texts.signOut.leadsTo(strongNameOf(clientName))}</p>
      <p class="host">${nameOf(clientHost)}</p>
    </div>`;
}

function wayBackLink({ clientName, clientHost, href }: ShownWayBack, texts: Catalogue): SafeHtml {
  return html`
    <div class="opening">
      ${linkRow(html`<a href="${harmlessHref(href)}" id="back">${texts.backTo(nameOf(clientName))}</a>`)}
      <p class="host">${nameOf(clientHost)}</p>
    </div>`;
}

function sentenceOf(texts: Catalogue): SafeHtml {
  return html`<p>${texts.signOut.brokenRequest}</p>`;
}

function shapeOf(problem: SignOutProblem | undefined) {
  if (problem?.developer === undefined) return { shape: "door" } as const;
  return { shape: "wide", ...(problem.developer.repair && { script: copyingScript }) } as const;
}

function developerOf(problem: SignOutProblem | undefined): SafeHtml | undefined {
  return problem?.developer && developerPart(problem.developer);
}
