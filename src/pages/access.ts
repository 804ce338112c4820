import type { KnownScope } from "../protocol/scope.ts";
import type { Seconds } from "../values/time.ts";
import { type Catalogue, describeWait } from "./catalogue.ts";
import { warningNotice } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { type ApplicationPages, abilityList, logoOf, nameOf, type ToldValues } from "./layout.ts";

/** An API, and what an application may do there or asks for. */
export interface ShownApi {
  readonly name: string;
  /** Undefined if the name tells it, or if there is no such API any more. */
  readonly host: string | undefined;
  /** None if the application may use the API, and asked for no particular right. */
  readonly rights: readonly ShownRight[];
  /** How long its tokens may outlive a withdrawal; undefined if that ends them at once. */
  readonly outlives?: Seconds | undefined;
}

/** A right in the operator's words; its scope value if the operator removed the words. */
export type ShownRight =
  | {
      readonly kind: "sentence";
      readonly text: string;
      /** False if the text is the operator's own, whose language is not known. */
      readonly isTranslated: boolean;
    }
  | { readonly kind: "scope"; readonly text: string };

/** What an application asks for. */
export interface AskedAccess {
  /** The application's future rights, by the scope value that gives them. */
  readonly abilities: readonly KnownScope[];
  /** What the application would be told, by the scope value. A value that it does not ask for is not shown. */
  readonly told?: ToldValues | undefined;
  readonly apis: readonly ShownApi[];
  /** True if the access outlives the person's session. */
  readonly isOffline: boolean;
  /** True if the person allowed something before that this page does not list. */
  readonly keepsEarlier?: boolean | undefined;
}

/** The rights at each API, below headings of the given level. */
export function apiList(apis: readonly ShownApi[], level: 2 | 3, texts: Catalogue): SafeHtml {
  return html`${apis.map((api) => apiPart(api, level, texts))}`;
}

function apiPart({ name, host, rights }: ShownApi, level: 2 | 3, texts: Catalogue): SafeHtml {
  const words = texts.access;
  const heading = words.to(nameOf(name));
  const items =
    rights.length === 0
      ? html`<li>${words.onYourBehalf(nameOf(name))}</li>`
      : html`${rights.map((right) => rightItem(right, words))}`;
  return html`
    <div class="api">
      ${level === 2 ? html`<h2>${heading}</h2>` : html`<h3>${heading}</h3>`}
      ${host !== undefined && html`<p class="host">${nameOf(host)}</p>`}
      <ul class="abilities">${items}</ul>
    </div>`;
}

/** An empty `lang` says that the language is unknown, so that no screen reader takes it for that of the page (WCAG 3.1.2). */
function rightItem(right: ShownRight, words: Catalogue["access"]): SafeHtml {
  if (right.kind === "scope")
    return html`<li>${words.permission(html`<code translate="no" dir="ltr">${right.text}</code>`)}</li>`;
  return html`<li><bdi${!right.isTranslated && html` lang=""`}>${right.text}</bdi></li>`;
}

/** What a withdrawal does not end at once: one sentence for each API that checks its tokens by itself. */
export function outlivingOf(apis: readonly ShownApi[], { lang, access: words }: Catalogue): SafeHtml {
  return html`${apis.map(
    ({ name, outlives }) =>
      outlives !== undefined &&
      html`<p class="host">${words.ends(nameOf(name), describeWait(lang, outlives))}</p>`,
  )}`;
}

/** An application, as pages name it where people decide about it. */
export interface ShownApplication extends ApplicationPages {
  /** The host of its document if it is known by that alone; else its name. */
  readonly clientName: string;
  /** Host of the redirect URI, with a port that is not the default; undefined if there is none, or `clientName` says it. */
  readonly clientHost: string | undefined;
  /** What it calls itself, if nobody else vouches for it. */
  readonly unverifiedName?: string | undefined;
  /** The host that the answer leads to, if `clientName` is another one. */
  readonly onwardHost?: string | undefined;
  /** True if any program on the person's device can pose as this application. */
  readonly isLocal?: boolean | undefined;
}

/** The question about an application, with what is known of it: the verified part first. */
export function applicationOpening(model: ShownApplication, heading: SafeHtml, texts: Catalogue): SafeHtml {
  const words = texts.access;
  const { clientName, clientHost, onwardHost } = model;
  return html`
    <div class="opening">
      ${logoOf(model, clientName)}
      <h1>${heading}</h1>
      ${clientHost !== undefined && html`<p class="host">${nameOf(clientHost)}</p>`}
      ${claimOf(model, texts)}
      ${onwardHost !== undefined && html`<p class="host">${words.goesTo(html`<span class="word">${nameOf(onwardHost)}</span>`)}</p>`}
    </div>`;
}

/** What an application calls itself, said to be no more than that. */
export function claimOf(
  { clientName, unverifiedName }: Pick<ShownApplication, "clientName" | "unverifiedName">,
  { access: words }: Catalogue,
): SafeHtml | false {
  if (unverifiedName === undefined) return false;
  const isInHeading = unverifiedName === clientName;
  return html`<p class="host">${isInHeading ? words.selfNamed : words.claims(nameOf(unverifiedName))}</p>`;
}

/** The warning about an application that anything on the device can pose as. */
export function localWarning({ isLocal }: ShownApplication, { access }: Catalogue): SafeHtml | false {
  return isLocal === true && warningNotice(access.local);
}

/** What the application will be able to do, and for how long. */
export function askedAccess(asked: AskedAccess, texts: Catalogue): SafeHtml {
  const { abilities, apis, isOffline, keepsEarlier = false } = asked;
  const { gap, access: words } = texts;
  const lasting = isOffline ? words.afterSignOut : words.whileSignedIn;
  return html`
    ${
      abilities.length > 0 &&
      html`
        <div class="api">
          <p>${texts.consent.lead}</p>
          ${abilityList(abilities, texts, asked.told)}
        </div>`
    }
    ${apiList(apis, 2, texts)}
    <p class="muted">${keepsEarlier && [words.keeps, gap]}${lasting}</p>`;
}

/** What holds for every application, and how the person takes the access back: below the buttons, because no answer depends on it. */
export function promiseOf(clientName: string, texts: Catalogue): SafeHtml {
  return html`<p class="muted">${texts.consent.promise(nameOf(clientName))}</p>`;
}
