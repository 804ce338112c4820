import type { ActivityKind } from "../identity/activity.ts";
import type { BrowserParts } from "../identity/browser-name.ts";
import type { Instant } from "../values/time.ts";
import { browserLine } from "./browsers.ts";
import type { Catalogue } from "./catalogue.ts";
import { harmlessHref } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { linkRow, nameOf } from "./layout.ts";
import {
  localTimesScript,
  momentOf,
  networkInWords,
  renderSettingsPage,
  type SettingsPageModel,
} from "./settings.ts";

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

/** Tells what happened to the account, newest first. */
export function renderActivityPage(model: ActivityPageModel, texts: Catalogue): SafeHtml {
  const words = texts.activityPage;
  const { entries, newestHref, olderHref } = model;
  return renderSettingsPage(model, texts, {
    place: "activity",
    title: texts.account.activity,
    lead: words.lead,
    script: localTimesScript,
    main: html`
      ${entries.length === 0 ? html`<p>${words.nothing}</p>` : html`<ol class="rows">${entries.map((entry) => rowOf(entry, texts))}</ol>`}
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
  { kind, at, browser, network, application, methods }: ShownActivity,
  texts: Catalogue,
): SafeHtml {
  const words = texts.activityPage;
  const proved = methods.flatMap((method) => words.methods[method] ?? []);
  const ways = new Intl.ListFormat(texts.lang, { type: "unit" }).format(proved);
  return html`
    <li class="row">
      <span class="what">
        ${texts.activity[kind]}
        ${application !== undefined && html`<span class="muted">${nameOf(application)}</span>`}
        ${ways !== "" && html`<span class="muted">${ways.charAt(0).toLocaleUpperCase(texts.lang)}${ways.slice(1)}</span>`}
        <span class="muted">
          ${browser === undefined ? words.byOperator : browserLine(browser, texts)}${network !== undefined && html` · ${networkInWords(network, texts)}`}
        </span>
      </span>
      <span class="state">${momentOf(at, texts)}</span>
    </li>`;
}
