import { unreachable } from "../values/result.ts";
import type { Instant } from "../values/time.ts";
import { type ShownTrust, trustedBrowsersOf } from "./browsers.ts";
import { type Catalogue, describeWait } from "./catalogue.ts";
import {
  autofocus,
  boxedField,
  describedBy,
  doneNotice,
  harmlessHref,
  problemOf,
  submitButton,
} from "./components.ts";
import { constantMarkup, html, type SafeHtml } from "./html.ts";
import { linkRow } from "./layout.ts";
import { dayOf, linkingRow, renderSettingsPage, type SettingsPageModel, stepField } from "./settings.ts";
import { setUpStyle } from "./style.ts";
import { type TotpSetUpModel, totpSetUpForm } from "./totp-set-up.ts";

/** Why the page is shown again. "wrong" and "missing": the code. The last five are about the removal. */
export type TotpProblem =
  | {
      readonly kind: "wrong" | "missing" | "stale" | "mismatch" | "missing-password" | "too-weak" | "busy";
    }
  | { readonly kind: "throttled"; readonly waitSeconds: number };

/** The model of the page of a person's authenticator app. */
export interface TotpPageModel extends SettingsPageModel {
  /** Present if the person sets an app up, or another one. */
  readonly setUp?: TotpSetUpModel | undefined;
  /** Present if there is an app. */
  readonly app?:
    | {
        readonly since: Instant;
        readonly formAction: string;
        readonly csrfToken: string;
        readonly mayRemove: boolean;
        /** True if the removal takes the password. */
        readonly asksPassword: boolean;
        readonly trusted: readonly ShownTrust[];
      }
    | undefined;
  readonly done?: "done" | "removed" | "revoked" | undefined;
  readonly problem?: TotpProblem | undefined;
  readonly recoveryCodesHref: string;
  readonly passwordHref: string;
}

const scanStyle = constantMarkup(setUpStyle);

/** Shows the app, or how to set one up. */
export function renderTotpPage(model: TotpPageModel, texts: Catalogue): SafeHtml {
  const words = texts.totp;
  const { setUp, app, done, problem } = model;
  const heading = setUp === undefined ? words.title : words.setUpTitle;
  const doneSentences = {
    done: words.done,
    removed: words.removed,
    revoked: texts.browsers.distrusted,
  };
  return renderSettingsPage(model, texts, {
    place: "totp",
    title: heading,
    lead: setUp && words.what,
    isProblem: problem !== undefined,
    style: setUp && scanStyle,
    main: html`
      ${problem && problemOf(sentenceOf(problem, words, texts), { isFocused: problem.kind === "stale" })}
      ${done && doneNotice(doneSentences[done])}
      ${setUp && totpSetUpForm(setUp, words)}
      ${setUp === undefined && app && appOf(app, model, texts)}`,
  });
}

function sentenceOf(problem: TotpProblem, words: Catalogue["totp"], texts: Catalogue): string {
  switch (problem.kind) {
    case "wrong":
      return words.wrong;
    case "missing":
      return texts.verify.missing;
    case "stale":
      return texts.stale;
    case "mismatch":
      return words.wrongPassword;
    case "missing-password":
      return texts.signIn.missingPassword;
    case "too-weak":
      return words.weakPassword;
    case "busy":
      return texts.signIn.busy;
    case "throttled":
      return words.throttled(describeWait(texts.lang, problem.waitSeconds));
    default:
      return unreachable(problem);
  }
}

type App = NonNullable<TotpPageModel["app"]>;

function appOf(app: App, model: TotpPageModel, texts: Catalogue): SafeHtml {
  const words = texts.totp;
  const { trusted, mayRemove } = app;
  const { account } = model;
  return html`
    <form class="group apart" method="post" action="${app.formAction}">
      ${stepField({ csrfToken: app.csrfToken, account })}
      <ul class="rows">
        <li class="row">
          <span class="what">${words.title}<span class="muted">${words.since(dayOf(app.since, texts))}</span></span>
          ${submitButton(words.replace, { kind: "little", id: "replace", name: "action", value: "replace" })}
        </li>
        ${linkingRow(texts.recoveryCodes.title, model.recoveryCodesHref)}
      </ul>
      ${!mayRemove && html`<p class="muted">${words.cannotRemove}</p>`}
      ${trustedBrowsersOf(trusted, texts)}
    </form>
    ${mayRemove && removalOf(app, model, texts)}`;
}

/** A form of its own, because no other button needs the password. */
function removalOf(app: App, { problem, passwordHref, account }: TotpPageModel, texts: Catalogue): SafeHtml {
  const words = texts.totp;
  const aboutPassword =
    problem && !["wrong", "missing", "stale"].includes(problem.kind) ? problem : undefined;
  return html`
    <form class="stack" method="post" action="${app.formAction}" novalidate>
      ${stepField({ csrfToken: app.csrfToken, account })}
      <div class="group">
        <h2>${words.removeTitle}</h2>
        <p class="muted">${words.removeNote}${app.asksPassword && [texts.gap, words.removeCheck]}</p>
      </div>
      ${app.asksPassword && passwordField(aboutPassword, texts)}
      <div class="actions">
        ${submitButton(words.remove, { kind: "action danger", id: "remove", name: "action", value: "remove" })}
      </div>
      ${
        (problem?.kind === "too-weak" || problem?.kind === "throttled") &&
        linkRow(html`<a href="${harmlessHref(passwordHref)}">${texts.changePassword.title}</a>`)
      }
    </form>`;
}

function passwordField(problem: TotpProblem | undefined, texts: Catalogue): SafeHtml {
  const isWrong = problem?.kind !== "throttled" && problem?.kind !== "busy";
  return boxedField({
    id: "password",
    label: texts.signIn.password,
    type: "password",
    autocomplete: "current-password",
    isRequired: true,
    attributes: html` enterkeyhint="go"${problem && [describedBy(["problem"], { isWrong }), autofocus]}`,
  });
}
