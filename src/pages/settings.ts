import { networkText } from "../values/network.ts";
import type { Instant } from "../values/time.ts";
import { showLocalTimes } from "./browser/local-times.ts";
import type { Catalogue } from "./catalogue.ts";
import { doneNotice, harmlessHref, problemOf } from "./components.ts";
import { dateFormat, localeOf } from "./dates.ts";
import { constantMarkup, html, type SafeHtml } from "./html.ts";
import { nameOf, type Person, personOf, renderDocument, scriptOf } from "./layout.ts";
import { settingsStyle } from "./settings-style.ts";

/** The style of the account's pages. It is created for the first of them. */
export const settingsShape = constantMarkup(settingsStyle);

/** The addresses of an account's pages; `account` is the first. Absent if this installation has no such page. */
export interface AccountHrefs {
  readonly account: string;
  readonly profile: string;
  readonly email?: string | undefined;
  readonly password: string;
  readonly passkeys?: string | undefined;
  readonly totp?: string | undefined;
  readonly recoveryCodes?: string | undefined;
  readonly appPasswords?: string | undefined;
  readonly upstreams?: string | undefined;
  readonly sessions: string;
  readonly activity: string;
  readonly export: string;
  readonly deletion: string;
  /** The address of the page with the browser's accounts, or of the sign-in to another account. */
  readonly switchAccount: string;
  readonly signOut: string;
}

/** What every page of the account shows. */
export interface SettingsPageModel {
  readonly cspNonce: string;
  readonly account: Person;
  readonly hrefs: AccountHrefs;
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
    /** Which page it is. */
    readonly place: keyof AccountHrefs;
    readonly title: string;
    readonly lead?: SafeHtml | string | undefined;
    /** True if the page is shown again instead of what the person wanted. */
    readonly isProblem?: boolean | undefined;
    readonly script?: SafeHtml | undefined;
    /** What it adds to the style of these pages. */
    readonly style?: SafeHtml | undefined;
    readonly main: SafeHtml;
  },
): SafeHtml {
  const { title, lead, main, script, style, place } = content;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: content.isProblem ? texts.problemTitle(title) : title,
    shape: settingsShape,
    style,
    ...(script && { script }),
    side: placesOf(model, place, texts),
    main: html`
      <div class="opening">
        <p class="up">
          <a href="${harmlessHref(model.hrefs.account)}">${texts.account.title}</a>
          <span class="whose">${nameOf(model.account.displayName)}</span>
        </p>
        <h1>${title}</h1>
        ${lead !== undefined && html`<p>${lead}</p>`}
      </div>
      ${main}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}

const places: readonly (readonly (keyof AccountHrefs)[])[] = [
  ["account"],
  ["profile", "email"],
  ["password", "passkeys", "totp", "recoveryCodes", "appPasswords", "upstreams"],
  ["sessions", "activity"],
  ["export", "deletion"],
  ["signOut"],
];

/** The links to every page of the account, for windows with room beside the content. */
export function placesOf(
  { account, hrefs }: Pick<SettingsPageModel, "account" | "hrefs">,
  current: keyof AccountHrefs,
  texts: Catalogue,
): SafeHtml {
  const names = namesOf(texts);
  const item = (place: keyof AccountHrefs) =>
    hrefs[place] !== undefined &&
    html`<li><a href="${harmlessHref(hrefs[place])}"${place === current && html` aria-current="page"`}>${names[place]}</a></li>`;
  return html`
    <nav class="side" aria-label="${texts.account.title}">
      ${personOf(account)}
      ${places.map((group) => html`<ul>${group.map(item)}</ul>`)}
    </nav>`;
}

function namesOf({
  account: words,
  appPasswords,
  chooseAccount,
  home,
  profile,
  upstreams,
}: Catalogue): Readonly<Record<keyof AccountHrefs, string>> {
  const { title, email, password, passkeys, totp, recoveryCodes, browsers, activity, download, deletion } =
    words;
  return {
    account: title,
    profile: profile.name,
    email,
    password,
    passkeys,
    totp,
    recoveryCodes,
    appPasswords: appPasswords.title,
    upstreams: upstreams.title,
    sessions: browsers,
    activity,
    export: download,
    deletion,
    switchAccount: chooseAccount.link,
    signOut: home.signOut,
  };
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
    ${done !== undefined && doneNotice(done)}`;
}

/** The hidden fields of a form: its token, and its account, so that an answer can say that another account is signed in by now. */
export function stepField({
  csrfToken,
  account,
}: Pick<SettingsForm, "csrfToken"> & Partial<Pick<SettingsPageModel, "account">>): SafeHtml {
  return html`
    <input type="hidden" name="step" value="${csrfToken}">
    ${account && html`<input type="hidden" name="account" value="${account.username}">`}`;
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

/** A network in words: "Network 203.0.113.x". The full address is not kept. */
export function networkInWords(network: string, texts: Catalogue): SafeHtml {
  return html`${texts.mail.network} ${nameOf(networkText(network))}`;
}

/** A day in the language of the page: "December 6, 2026". */
export function dayOf(at: Instant, texts: Catalogue): SafeHtml {
  return html`<time datetime="${new Date(at).toISOString().slice(0, 10)}">${keptTogether(dayInWords(at, texts))}</time>`;
}

const dayInWords = dateFormat({ dateStyle: "long" });

/** A moment in the language of the page, in UTC, which is named. A page with moments has `localTimesScript`. */
export function momentOf(at: Instant, texts: Catalogue): SafeHtml {
  const time = `${new Date(at).toISOString().slice(0, 16)}Z`;
  return html`<time datetime="${time}" data-locale="${localeOf(texts)}">${keptTogether(momentInWords(at, texts))}</time>`;
}

/** A line may end before and after the year of a date, and nowhere else in it: not between the month and its day, or an hour and its PM. */
function keptTogether(date: string): string {
  return date.replace(/(\d{4},?)? (?=(\d{4})?)/g, (blank, before, after) =>
    (before ?? after) ? blank : "\u00a0",
  );
}

/** Writes the moments of the page in the time zone of its reader. */
export const localTimesScript = scriptOf(showLocalTimes);

const momentInWords = dateFormat({
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});
