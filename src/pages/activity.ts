import type { ActivityKind } from "../identity/activity.ts";
import type { BrowserParts } from "../identity/browser-name.ts";
import type { Instant } from "../values/time.ts";
import { browserLine } from "./browsers.ts";
import type { Catalogue } from "./catalogue.ts";
import { badge, harmlessHref } from "./components.ts";
import { constantMarkup, html, type SafeHtml } from "./html.ts";
import { linkRow, nameOf } from "./layout.ts";
import {
  localTimesScript,
  momentOf,
  networkInWords,
  renderSettingsPage,
  type SettingsPageModel,
} from "./settings.ts";
import { activityStyle } from "./settings-style.ts";

/** One thing that happened, as the page shows it. */
export interface ShownActivity {
  readonly kind: ActivityKind;
  readonly at: Instant;
  /** Absent if the operator did it. */
  readonly browser?: BrowserParts | undefined;
  readonly network?: string | undefined;
  /** The name of the application that it is about. */
  readonly application?: string | undefined;
  readonly methods: readonly ShownMethod[];
  /** True for a sign-in that somebody else may have made: it is marked, with the way to act on it. */
  readonly isToCheck?: boolean | undefined;
}

/** A way to prove who one is. */
export type ShownMethod = "password" | "passkey" | "code";

/** The model of the page that tells what happened. */
export interface ActivityPageModel extends SettingsPageModel {
  readonly entries: readonly ShownActivity[];
  /** The pages before and after this one, if there are any. */
  readonly newestHref?: string | undefined;
  readonly olderHref?: string | undefined;
}

const signStyle = constantMarkup(activityStyle);

/** Tells what happened to the account, newest first. */
export function renderActivityPage(model: ActivityPageModel, texts: Catalogue): SafeHtml {
  const words = texts.activityPage;
  const { entries, newestHref, olderHref } = model;
  return renderSettingsPage(model, texts, {
    place: "activity",
    title: texts.account.activity,
    lead: words.lead,
    style: signStyle,
    script: localTimesScript,
    main: html`
      ${entries.length === 0 ? html`<p>${words.nothing}</p>` : html`<ol class="rows">${entries.map((entry) => rowOf(entry, model, texts))}</ol>`}
      ${
        (newestHref ?? olderHref) !== undefined &&
        linkRow(
          newestHref !== undefined && html`<a href="${harmlessHref(newestHref)}">${words.newest}</a>`,
          olderHref !== undefined && html`<a href="${harmlessHref(olderHref)}" id="older">${words.older}</a>`,
        )
      }`,
  });
}

function rowOf(
  { kind, at, browser, network, application, methods, isToCheck = false }: ShownActivity,
  { hrefs }: ActivityPageModel,
  texts: Catalogue,
): SafeHtml {
  const words = texts.activityPage;
  const proved = methods.flatMap((method) => words.methods[method] ?? []);
  const ways = new Intl.ListFormat(texts.lang, { type: "unit" }).format(proved);
  return html`
    <li class="row act">
      ${signOf(kind, isToCheck)}
      <span class="what">
        ${texts.activity[kind]}${isToCheck && html` ${badge(words.newBrowser, "warn")}`}
        ${application !== undefined && html`<span class="muted">${nameOf(application)}</span>`}
        ${ways !== "" && html`<span class="muted">${ways.charAt(0).toLocaleUpperCase(texts.lang)}${ways.slice(1)}</span>`}
        <span class="muted">
          ${browser === undefined ? words.byOperator : browserLine(browser, texts)}${network !== undefined && html` · ${networkInWords(network, texts)}`}
        </span>
        ${isToCheck && html`<a href="${harmlessHref(hrefs.sessions)}">${texts.mail.lockButton}</a>`}
      </span>
      <span class="state">${momentOf(at, texts)}</span>
    </li>`;
}

/** What an act is about. Each has a sign of its own, so that a change among many sign-ins is found without reading them all. */
type Matter = "entry" | "exit" | "key" | "application" | "person";

const matters: Readonly<Record<ActivityKind, Matter>> = {
  "signed-in": "entry",
  "session-ended": "exit",
  "password-changed": "key",
  "password-removed": "key",
  "passkey-added": "key",
  "passkey-removed": "key",
  "app-password-made": "key",
  "app-password-revoked": "key",
  "totp-on": "key",
  "totp-off": "key",
  "upstream-linked": "key",
  "upstream-unlinked": "key",
  "recovery-codes-made": "key",
  "recovery-code-used": "key",
  "recovery-link-made": "key",
  "recovery-link-used": "key",
  "account-locked": "key",
  "address-changed": "key",
  "name-changed": "person",
  "consent-given": "application",
  "consent-withdrawn": "application",
  "device-allowed": "application",
  "data-exported": "person",
  "deletion-asked": "person",
  "deletion-stopped": "person",
};

/** In a square of 16; one stroke each. */
const strokes: Readonly<Record<Matter, string>> = {
  entry: "M9 2h5v12H9M2 8h8M7 5l3 3-3 3",
  exit: "M7 2H2v12h5M6 8h8M11 5l3 3-3 3",
  key: "M8 8a3 3 0 1 0-6 0 3 3 0 0 0 6 0h6v3M11 8v2",
  application: "M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z",
  person: "M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6M2 14c1-5 11-5 12 0",
};

/** The text beside it says the same, so that it is nothing to a screen reader. */
function signOf(kind: ActivityKind, isToCheck: boolean): SafeHtml {
  const matter = matters[kind];
  return html`<svg class="sign${(matter === "key" || isToCheck) && " keys"}" viewBox="0 0 16 16" aria-hidden="true"><path d="${strokes[matter]}"/></svg>`;
}
