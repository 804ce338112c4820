import type { Instant } from "../values/time.ts";
import type { Catalogue } from "./catalogue.ts";
import { dateFormat } from "./dates.ts";
import { html, type SafeHtml } from "./html.ts";
import { problemOf, renderDocument } from "./layout.ts";
import { harmlessHref } from "./link.ts";

/** What every page of the account shows. */
export interface SettingsPageModel {
  readonly cspNonce: string;
  /** The account's first page. */
  readonly accountHref: string;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** A form of such a page. */
export interface SettingsForm {
  readonly formAction: string;
  readonly csrfToken: string;
}

/** A page below /account, with a link back to it. */
export function renderSettingsPage(
  model: SettingsPageModel,
  texts: Catalogue,
  content: {
    readonly title: string;
    readonly lead?: SafeHtml | string | undefined;
    /** True if the page is shown again instead of what the person wanted. */
    readonly isProblem?: boolean | undefined;
    readonly script?: SafeHtml | undefined;
    readonly main: SafeHtml;
  },
): SafeHtml {
  const { title, lead, main, script } = content;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: content.isProblem ? texts.problemTitle(title) : title,
    shape: "settings",
    ...(script && { script }),
    main: html`
      <div class="opening">
        <p class="up"><a href="${harmlessHref(model.accountHref)}">${texts.account.title}</a></p>
        <h1>${title}</h1>
        ${lead !== undefined && html`<p>${lead}</p>`}
      </div>
      ${main}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}

/** Says what was just done, or that nothing was done because the form was stale. */
export function outcomeOf(
  {
    done,
    isStale,
  }: { readonly done?: SafeHtml | string | undefined; readonly isStale?: boolean | undefined },
  texts: Catalogue,
): SafeHtml {
  return html`
    ${isStale && problemOf(texts.stale)}
    ${done !== undefined && html`<p class="done" role="status">${done}</p>`}`;
}

/** The hidden field of a form. */
export function stepField({ csrfToken }: Pick<SettingsForm, "csrfToken">): SafeHtml {
  return html`<input type="hidden" name="step" value="${csrfToken}">`;
}

/** Rows under a heading. Absent rows print nothing. */
export function groupOf(heading: string, ...rows: readonly (SafeHtml | false | undefined)[]): SafeHtml {
  return html`
    <section class="group">
      <h2>${heading}</h2>
      <ul class="rows">${rows}</ul>
    </section>`;
}

/** A row that leads to a page, with what holds now. */
export function linkingRow(what: string, href: string, state?: SafeHtml | string | undefined): SafeHtml {
  return html`<li><a class="row" href="${harmlessHref(href)}">${parts(what, state)}</a></li>`;
}

/** A row that leads nowhere. */
export function tellingRow(what: string, state?: SafeHtml | string | undefined): SafeHtml {
  return html`<li><div class="row">${parts(what, state)}</div></li>`;
}

// The space keeps the two apart where a screen reader, or a browser without the style, reads the row as one text.
function parts(what: string, state: SafeHtml | string | undefined): SafeHtml {
  return html`<span class="what">${what}</span>${state !== undefined && html` <span class="state">${state}</span>`}`;
}

/** A day in the language of the page: "December 6, 2026". */
export function dayOf(at: Instant, { lang }: Catalogue): SafeHtml {
  return html`<time datetime="${new Date(at).toISOString().slice(0, 10)}">${dayInWords(at, lang)}</time>`;
}

const dayInWords = dateFormat({ dateStyle: "long" });

/** A moment in the language of the page and in UTC, which it names. */
export function momentOf(at: Instant, { lang }: Catalogue): SafeHtml {
  return html`<time datetime="${new Date(at).toISOString().slice(0, 16)}Z">${momentInWords(at, lang)}</time>`;
}

const momentInWords = dateFormat({
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});
