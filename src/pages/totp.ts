import type { BrowserParts } from "../identity/browser-name.ts";
import type { Instant } from "../values/time.ts";
import { browserLine } from "./browsers.ts";
import type { Catalogue } from "./catalogue.ts";
import { html, type SafeHtml } from "./html.ts";
import { linkRow, problemOf } from "./layout.ts";
import { harmlessHref } from "./link.ts";
import { dayOf, renderSettingsPage, type SettingsPageModel } from "./settings.ts";
import { type TotpSetUpModel, totpSetUpForm } from "./totp-set-up.ts";
import { recoveryCodeWords } from "./words/recovery-codes.ts";
import { type TotpWords, totpWords } from "./words/totp.ts";

/** A browser that is not asked for a code. */
export interface ShownTrust {
  /** The value of the form's field `browser`. */
  readonly id: string;
  readonly browser: BrowserParts;
  readonly until: Instant;
}

/** The model of the page of a person's authenticator app. */
export interface TotpPageModel extends SettingsPageModel {
  /** Present where the person sets an app up, or another one. */
  readonly setUp?: TotpSetUpModel | undefined;
  /** Present where there is an app. */
  readonly app?:
    | {
        readonly since: Instant;
        readonly formAction: string;
        readonly csrfToken: string;
        readonly mayRemove: boolean;
        readonly trusted: readonly ShownTrust[];
      }
    | undefined;
  readonly done?: "done" | "removed" | "revoked" | undefined;
  readonly problem?: "wrong" | "stale" | undefined;
  readonly recoveryCodesHref: string;
}

/** Shows the app, or how to set one up. */
export function renderTotpPage(model: TotpPageModel, texts: Catalogue): string {
  const words = totpWords[texts.lang];
  const { setUp, app, done, problem } = model;
  const heading = setUp === undefined ? words.title : words.setUpTitle;
  const problemText = problem === "wrong" ? words.wrong : texts.account.stale;
  return renderSettingsPage(model, texts, {
    title: heading,
    lead: setUp && words.what,
    isProblem: problem !== undefined,
    main: html`
      ${problem && problemOf(problemText, { isFocused: problem === "stale" })}
      ${done && html`<p class="done" role="status">${words[done]}</p>`}
      ${setUp && totpSetUpForm(setUp, words)}
      ${setUp === undefined && app && appOf(app, words, texts)}
      ${
        app &&
        linkRow(
          html`<a href="${harmlessHref(model.recoveryCodesHref)}">${recoveryCodeWords[texts.lang].title}</a>`,
        )
      }`,
  });
}

function appOf(app: NonNullable<TotpPageModel["app"]>, words: TotpWords, texts: Catalogue): SafeHtml {
  const { trusted, mayRemove } = app;
  return html`
    <form class="stack" method="post" action="${app.formAction}">
      <input type="hidden" name="step" value="${app.csrfToken}">
      <p>${words.since(dayOf(app.since, texts))}</p>
      <p class="muted">${mayRemove ? words.removeNote : words.cannotRemove}</p>
      <div class="answers">
        <button class="action" type="submit" name="action" value="replace" id="replace">${words.replace}</button>
        ${
          mayRemove &&
          html`<button class="action second" type="submit" name="action" value="remove" id="remove">${words.remove}</button>`
        }
      </div>
      ${
        trusted.length > 0 &&
        html`
          <section class="stack">
            <h2>${words.trustedHeading}</h2>
            <ul class="allowed">${trusted.map((browser) => trustOf(browser, words, texts))}</ul>
          </section>`
      }
    </form>`;
}

function trustOf({ id, browser, until }: ShownTrust, words: TotpWords, texts: Catalogue): SafeHtml {
  return html`
    <li>
      <div class="who"><strong>${browserLine(browser, texts)}</strong><span class="muted">${words.until(dayOf(until, texts))}</span></div>
      <button class="action second" type="submit" name="browser" value="${id}">
        ${words.revoke}<span class="vh"> ${browserLine(browser, texts)}</span>
      </button>
    </li>`;
}
