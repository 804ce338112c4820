import type { BrowserParts } from "../identity/browser-name.ts";
import type { Instant } from "../values/time.ts";
import type { Catalogue } from "./catalogue.ts";
import { badge, spokenWith, submitButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { nameOf } from "./layout.ts";
import {
  dayOf,
  linkingRow,
  localTimesScript,
  momentOf,
  networkInWords,
  outcomeOf,
  renderSettingsPage,
  type SettingsForm,
  type SettingsPageModel,
  stepField,
} from "./settings.ts";

/** A browser in which the person is signed in. */
export interface SignedInBrowser {
  /** The value of the form's field `session`. */
  readonly sessionId: string;
  readonly browser: BrowserParts;
  readonly network?: string | undefined;
  readonly firstSeenAt: Instant;
  readonly lastSeenAt: Instant;
}

/** A browser that is not asked for a code, whether or not somebody is signed in there. */
export interface ShownTrust {
  /** The value of the form's field `browser`. */
  readonly id: string;
  readonly browser: BrowserParts;
  readonly until: Instant;
}

/** The model of the page that lists the browsers. */
export interface BrowsersPageModel extends SettingsPageModel, SettingsForm {
  /** The browser that shows the page. */
  readonly current: SignedInBrowser;
  /** The others, the one that was used last first. */
  readonly others: readonly SignedInBrowser[];
  readonly trusted: readonly ShownTrust[];
  readonly done?: "one" | "others" | "distrusted" | undefined;
  readonly isStale?: boolean | undefined;
}

/** Lists the browsers in which the person is signed in, each other one with a button that signs it out. */
export function renderBrowsersPage(model: BrowsersPageModel, texts: Catalogue): SafeHtml {
  const words = texts.browsers;
  const { current, others, trusted, done } = model;
  const doneSentences = {
    one: words.ended,
    others: words.othersEnded,
    distrusted: words.distrusted,
  };
  return renderSettingsPage(model, texts, {
    place: "sessions",
    title: texts.account.browsers,
    lead: words.lead,
    isProblem: model.isStale,
    script: localTimesScript,
    main: html`
      ${outcomeOf({ ...model, done: done && doneSentences[done] }, texts)}
      <form class="stack apart" method="post" action="${model.formAction}">
        ${stepField(model)}
        <ul class="rows">
          ${rowOf(current, badge(words.thisBrowser, "good"), texts)}
          ${others.map((browser) => rowOf(browser, signOutButton(browser, texts), texts))}
        </ul>
        ${
          others.length > 0 &&
          html`
            <div class="actions">
              ${submitButton(words.signOutOthers, { kind: "action second", id: "sign-out-others", name: "others", value: "all" })}
            </div>`
        }
        ${trustedBrowsersOf(trusted, texts)}
      </form>
      <ul class="rows">${linkingRow(texts.changePassword.title, model.hrefs.password)}</ul>`,
  });
}

function rowOf(browser: SignedInBrowser, end: SafeHtml, texts: Catalogue): SafeHtml {
  const words = texts.browsers;
  const { network, firstSeenAt, lastSeenAt } = browser;
  return html`
    <li class="row">
      <span class="what">
        ${browserLine(browser.browser, texts)}
        <span class="muted">${words.lastSeen(momentOf(lastSeenAt, texts))}</span>
        <span class="muted">${words.firstSeen(momentOf(firstSeenAt, texts))}</span>
        ${network !== undefined && html`<span class="muted">${networkInWords(network, texts)}</span>`}
      </span>
      ${end}
    </li>`;
}

function signOutButton({ sessionId, browser }: SignedInBrowser, texts: Catalogue): SafeHtml {
  const words = texts.browsers;
  return html`
    ${submitButton(spokenWith(words.signOut, browserLine(browser, texts)), { kind: "little", name: "session", value: sessionId })}`;
}

/** Part of a form: the browsers that are not asked for a code, each with a button that ends the trust. Nothing if there is none. */
export function trustedBrowsersOf(trusted: readonly ShownTrust[], texts: Catalogue): SafeHtml | false {
  if (trusted.length === 0) return false;
  const words = texts.browsers;
  return html`
    <section class="group">
      <h2>${words.trustedHeading}</h2>
      <p class="muted">${words.trustedLead}</p>
      <ul class="rows">${trusted.map((one) => trustOf(one, words, texts))}</ul>
    </section>`;
}

function trustOf(
  { id, browser, until }: ShownTrust,
  words: Catalogue["browsers"],
  texts: Catalogue,
): SafeHtml {
  return html`
    <li class="row">
      <span class="what">
        ${browserLine(browser, texts)}
        <span class="muted">${words.trustedUntil(dayOf(until, texts))}</span>
      </span>
      ${submitButton(spokenWith(words.distrust, browserLine(browser, texts)), { kind: "little", name: "browser", value: id })}
    </li>`;
}

/** The same as `browserLine` in a text without markup. */
export function browserText({ name, system }: BrowserParts, texts: Catalogue): string {
  const shown = name ?? texts.browsers.unknown;
  return system === undefined ? shown : `${shown} · ${system}`;
}

/** A browser and its system: "Firefox 133 · Linux". */
export function browserLine({ name, system }: BrowserParts, texts: Catalogue): SafeHtml {
  const shown = name === undefined ? texts.browsers.unknown : nameOf(name);
  return html`${shown}${system !== undefined && html` · ${nameOf(system)}`}`;
}
