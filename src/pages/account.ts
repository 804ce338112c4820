import type { KnownScope } from "../protocol/scope.ts";
import { unreachable } from "../values/result.ts";
import type { Instant } from "../values/time.ts";
import { apiList, claimOf, outlivingOf, type ShownApi } from "./access.ts";
import type { Catalogue } from "./catalogue.ts";
import { harmlessHref, spokenWith, submitButton } from "./components.ts";
import { constantMarkup, html, type SafeHtml } from "./html.ts";
import {
  abilityList,
  initialOf,
  languagePicker,
  languagePickerScript,
  linkRow,
  logoOf,
  nameOf,
  personOf,
  renderDocument,
  strongNameOf,
} from "./layout.ts";
import {
  dayOf,
  groupOf,
  linkingRow,
  outcomeOf,
  placesOf,
  type SettingsForm,
  type SettingsPageModel,
  settingsShape,
  stepField,
  tellingRow,
} from "./settings.ts";
import { applicationsStyle } from "./settings-style.ts";

const ofApplications = constantMarkup(applicationsStyle);

/** An application that the person has used. */
export interface ShownApplication {
  /** The value of the form's field `client`. */
  readonly clientId: string;
  /** The host of its document if it is known by that alone; else its name. */
  readonly name: string;
  /** Undefined if the name says it, or the application has no address. */
  readonly host: string | undefined;
  /** What it calls itself, if nobody else vouches for it. */
  readonly unverifiedName?: string | undefined;
  /** What it may do, by the scope value that gives each right; undefined if that is not known, because the person was never asked. */
  readonly rights?:
    | { readonly abilities: readonly KnownScope[]; readonly apis: readonly ShownApi[] }
    | undefined;
  /** Undefined if it needed no permission. */
  readonly allowedAt?: Instant | undefined;
  readonly lastUsedAt?: Instant | undefined;
  /** The last sign-in on the way to it, shown if the last use is unknown. */
  readonly lastSignInAt?: Instant | undefined;
  /** True if there is something to end. */
  readonly hasAccess: boolean;
  /** A path of the service. */
  readonly logoSrc?: string | undefined;
}

/** How the person can sign in. What is absent has no row. */
interface AccountCredentials {
  readonly hasPassword: boolean;
  readonly hasTotp: boolean;
  readonly passkeys?: number | undefined;
  readonly recoveryCodes?: number | undefined;
  readonly appPasswords?: number | undefined;
  /** The providers that are connected. */
  readonly upstreams?: number | undefined;
}

export interface AccountPageModel extends SettingsPageModel, SettingsForm {
  /** The display name, if the person has one. */
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly credentials: AccountCredentials;
  /** How many browsers the person is signed in with. */
  readonly browsers: number;
  readonly applications: readonly ShownApplication[];
  readonly done?:
    | { readonly kind: "withdrawn"; readonly application: string }
    | { readonly kind: "language" }
    | undefined;
  /** True when the answer came from an old form, or one made for another browser. */
  readonly isStale?: boolean | undefined;
  readonly homeHref: string;
}

/** Shows what is kept about a person, and leads to the pages on which they see and change it. */
export function renderAccountPage(model: AccountPageModel, texts: Catalogue): SafeHtml {
  const title = texts.account.title;
  const words = texts.account;
  const { hrefs } = model;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: model.isStale ? texts.problemTitle(title) : title,
    shape: settingsShape,
    side: placesOf(model, "account", texts),
    style: ofApplications,
    script: languagePickerScript,
    main: html`
      <div class="opening"><h1>${title}</h1></div>
      ${outcomeOf({ isStale: model.isStale, done: doneOf(model, texts) }, texts)}
      ${personOf(model.account)}
      ${groupOf(
        words.about,
        nameRow(model, texts),
        emailRow(model, words),
        html`<li class="row">${languagePicker(model.formAction, texts, stepField(model))}</li>`,
      )}
      ${groupOf(words.signingIn, ...credentialRows(model, texts))}
      ${groupOf(
        words.places,
        linkingRow(words.browsers, hrefs.sessions, countOf(model.browsers, texts)),
        linkingRow(words.activity, hrefs.activity),
      )}
      ${applicationsPart(model, texts)}
      ${dataPart(model, words)}
      ${linkRow(
        html`<a href="${harmlessHref(model.homeHref)}">${texts.error.home}</a>`,
        html`<a href="${harmlessHref(hrefs.switchAccount)}">${texts.chooseAccount.link}</a>`,
        html`<a class="narrow" href="${harmlessHref(hrefs.signOut)}">${texts.home.signOut}</a>`,
      )}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}

function doneOf({ done }: AccountPageModel, texts: Catalogue): SafeHtml | string | undefined {
  switch (done?.kind) {
    case undefined:
      return undefined;
    case "withdrawn":
      return texts.account.withdrawn(nameOf(done.application));
    case "language":
      return texts.account.languageSaved;
    default:
      return unreachable(done);
  }
}

function nameRow({ name, hrefs }: AccountPageModel, { profile: words }: Catalogue): SafeHtml {
  return linkingRow(words.name, hrefs.profile, name === undefined ? words.none : nameOf(name));
}

function emailRow({ email, hrefs }: AccountPageModel, words: Catalogue["account"]): SafeHtml | undefined {
  const state = email === undefined ? words.none.email : nameOf(email);
  if (hrefs.email !== undefined) return linkingRow(words.email, hrefs.email, state);
  return email === undefined ? undefined : tellingRow(words.email, state);
}

function credentialRows(
  { credentials, hrefs }: AccountPageModel,
  texts: Catalogue,
): readonly (SafeHtml | false)[] {
  const words = texts.account;
  const { hasPassword, hasTotp } = credentials;
  const counted = (what: "passkeys" | "recoveryCodes" | "appPasswords" | "upstreams") => {
    const count = credentials[what] ?? 0;
    return count === 0 ? words.none[what] : countOf(count, texts);
  };
  return [
    linkingRow(words.password, hrefs.password, hasPassword ? words.set : words.none.password),
    hrefs.passkeys !== undefined && linkingRow(words.passkeys, hrefs.passkeys, counted("passkeys")),
    hrefs.totp !== undefined && linkingRow(words.totp, hrefs.totp, hasTotp ? words.on : words.off),
    hrefs.recoveryCodes !== undefined &&
      linkingRow(words.recoveryCodes, hrefs.recoveryCodes, counted("recoveryCodes")),
    hrefs.appPasswords !== undefined &&
      linkingRow(texts.appPasswords.title, hrefs.appPasswords, counted("appPasswords")),
    hrefs.upstreams !== undefined && linkingRow(texts.upstreams.title, hrefs.upstreams, counted("upstreams")),
  ];
}

function dataPart({ hrefs }: AccountPageModel, words: Catalogue["account"]): SafeHtml {
  return groupOf(
    words.data,
    linkingRow(words.download, hrefs.export),
    linkingRow(words.deletion, hrefs.deletion),
  );
}

function countOf(count: number, { lang }: Catalogue): string {
  return new Intl.NumberFormat(lang).format(count);
}

function applicationsPart(model: AccountPageModel, texts: Catalogue): SafeHtml {
  const words = texts.account;
  const { applications, formAction } = model;
  const allowed = applications.filter(({ allowedAt }) => allowedAt !== undefined);
  // The rows say what does not end at once.
  const endsAtOnce = allowed.every(({ rights }) =>
    rights?.apis.every(({ outlives }) => outlives === undefined),
  );
  return html`
    <section class="group">
      <h2>${texts.home.applications}</h2>
      ${
        applications.length === 0
          ? html`<p class="muted">${words.noApplications}</p>`
          : html`
            <form class="group" method="post" action="${formAction}">
              ${stepField(model)}
              <ul class="rows">${applications.map((application) => row(application, texts))}</ul>
            </form>
            <p class="muted">${allowed.length > 0 && endsAtOnce && [words.consequence, texts.gap]}${words.incomplete}</p>`
      }
    </section>`;
}

/** When it was allowed and used, as far as is known. */
function datesOf(
  { allowedAt, lastUsedAt, lastSignInAt }: ShownApplication,
  texts: Catalogue,
): SafeHtml | false {
  const words = texts.account;
  const dates = [
    allowedAt && words.since(dayOf(allowedAt, texts)),
    lastUsedAt === undefined
      ? lastSignInAt && words.lastSignIn(dayOf(lastSignInAt, texts))
      : words.lastUsed(dayOf(lastUsedAt, texts)),
  ].filter((date) => date !== undefined);
  return (
    dates.length > 0 && html`<p class="muted dates">${dates.map((date, at) => [at > 0 && " · ", date])}</p>`
  );
}

function row(application: ShownApplication, texts: Catalogue): SafeHtml {
  const words = texts.account;
  const { clientId, name, host, rights, hasAccess } = application;
  return html`
    <li class="application">
      <div class="person">
        ${logoOf(application, "") ?? initialOf(name)}
        <div class="who">
          ${strongNameOf(name)}
          ${host !== undefined && html`<span class="muted">${nameOf(host)}</span>`}
          ${claimOf({ clientName: name, ...application }, texts)}
        </div>
      </div>
      ${
        rights === undefined
          ? html`<p>${words.byOperator}</p>`
          : html`
            <div class="field">
              <p>${words.itMay}</p>
              ${abilityList(rights.abilities, texts)}
            </div>
            ${apiList(rights.apis, 3, texts)}`
      }
      ${datesOf(application, texts)}
      ${rights !== undefined && outlivingOf(rights.apis, texts)}
      ${
        hasAccess &&
        submitButton(spokenWith(words.withdraw, nameOf(name)), {
          kind: "little",
          name: "client",
          value: clientId,
        })
      }
    </li>`;
}
