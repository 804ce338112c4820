import type { KnownScope } from "../protocol/scope.ts";
import type { Instant } from "../values/time.ts";
import type { Catalogue } from "./catalogue.ts";
import { html, type SafeHtml } from "./html.ts";
import {
  abilityList,
  linkRow,
  nameOf,
  type Person,
  personOf,
  problemOf,
  renderDocument,
  strongNameOf,
} from "./layout.ts";
import { harmlessHref } from "./link.ts";

/** An application that the person gave access to. */
export interface AllowedApplication {
  /** The value of the form's field `client`. */
  readonly clientId: string;
  readonly name: string;
  readonly host: string;
  /** Its rights, by the scope value that gives them; at least one. */
  readonly abilities: readonly KnownScope[];
  readonly allowedAt: Instant;
}

/** The model of the account page. */
export interface AccountPageModel {
  readonly cspNonce: string;
  readonly account: Person;
  readonly formAction: string;
  readonly csrfToken: string;
  readonly applications: readonly AllowedApplication[];
  /** The name of the application that has just lost its access. */
  readonly withdrawn?: string | undefined;
  readonly signOutHref: string;
  /** True when the answer came from an old form, or one made for another browser. */
  readonly isStale?: boolean | undefined;
  readonly homeHref: string;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Shows what a person allowed and since when, with a button to withdraw each consent. */
export function renderAccountPage(model: AccountPageModel, texts: Catalogue): string {
  const words = texts.account;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: model.isStale ? texts.problemTitle(words.title) : words.title,
    shape: "list",
    main: html`
      <div class="opening"><h1>${words.title}</h1></div>
      ${details(model, texts)}
      ${linkRow(
        html`<a href="${harmlessHref(model.homeHref)}">${texts.error.home}</a>`,
        html`<a href="${harmlessHref(model.signOutHref)}">${texts.home.signOut}</a>`,
      )}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}

function details(model: AccountPageModel, texts: Catalogue): SafeHtml {
  const { applications, withdrawn } = model;
  const words = texts.account;
  return html`
    ${model.isStale && problemOf(words.stale)}
    ${withdrawn !== undefined && html`<p class="done" role="status">${words.withdrawn(nameOf(withdrawn))}</p>`}
    ${personOf(model.account)}
    <p class="muted">${words.password}</p>
    <section class="stack">
      <h2>${words.applicationsHeading}</h2>
      ${
        applications.length === 0
          ? html`<p>${words.noApplications}</p>`
          : html`
            <form method="post" action="${model.formAction}">
              <input type="hidden" name="step" value="${model.csrfToken}">
              <ul class="allowed">${applications.map((application) => row(application, texts))}</ul>
            </form>
            <p class="muted">${words.consequence}</p>`
      }
    </section>`;
}

function row({ clientId, name, host, abilities, allowedAt }: AllowedApplication, texts: Catalogue): SafeHtml {
  const words = texts.account;
  const date = new Date(allowedAt).toISOString().slice(0, 10);
  const readable = new Intl.DateTimeFormat(texts.lang, { dateStyle: "long", timeZone: "UTC" }).format(
    allowedAt,
  );
  return html`
    <li>
      <div class="who">${strongNameOf(name)}<span class="muted">${nameOf(host)}</span></div>
      <div class="field">
        <p>${words.itMay}</p>
        ${abilityList(abilities, texts)}
      </div>
      <p class="muted">${words.since(html`<time datetime="${date}">${readable}</time>`)}</p>
      <button class="action second" type="submit" name="client" value="${clientId}">
        ${words.withdraw}<span class="vh"> ${nameOf(name)}</span>
      </button>
    </li>`;
}
