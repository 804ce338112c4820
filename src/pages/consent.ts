import type { KnownScope } from "../protocol/scope.ts";
import type { Catalogue } from "./catalogue.ts";
import { html } from "./html.ts";
import {
  type ApplicationPages,
  abilityList,
  applicationLinks,
  linkRow,
  logoOf,
  nameOf,
  type Person,
  personOf,
  problemOf,
  renderDocument,
} from "./layout.ts";
import { harmlessHref } from "./link.ts";

/** The model of the page that asks a person whether a third party's application gets the access that it asks for. */
export interface ConsentPageModel extends ApplicationPages {
  readonly cspNonce: string;
  readonly clientName: string;
  /** Host of the redirect URI, with a port that is not the default; the scheme where it has no host. */
  readonly clientHost: string;
  readonly formAction: string;
  readonly csrfToken: string;
  /** The requested scope values, separated by blanks. The answer is about these and no others. */
  readonly scope: string;
  /** The application's future rights, by the scope value that gives them; at least one. */
  readonly abilities: readonly KnownScope[];
  readonly account: Person;
  readonly useAnotherHref: string;
  /** True when the answer came from an old form, or one made for another browser. */
  readonly isStale?: boolean | undefined;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Shows the application, its request and the two answers. Both answers send the person back to the application. */
export function renderConsentPage(model: ConsentPageModel, texts: Catalogue): string {
  const words = texts.consent;
  const title = words.title(model.clientName);
  const client = nameOf(model.clientName);
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: model.isStale ? texts.problemTitle(title) : title,
    shape: "list",
    main: html`
      <div class="opening">
        ${logoOf(model, model.clientName)}
        <h1>${words.heading(client)}</h1>
        <p class="host">${nameOf(model.clientHost)}</p>
      </div>
      ${model.isStale && problemOf(words.stale)}
      <form class="stack" method="post" action="${model.formAction}">
        <input type="hidden" name="step" value="${model.csrfToken}">
        <input type="hidden" name="scope" value="${model.scope}">
        ${personOf(model.account)}
        <div class="field">
          <p>${words.lead}</p>
          ${abilityList(model.abilities, texts)}
        </div>
        <p class="muted">${words.promise(client)}</p>
        <div class="answers">
          <button class="action" type="submit" id="allow">${words.allow}</button>
          <button class="action second" type="submit" id="deny" name="decision" value="deny">${words.deny}</button>
        </div>
      </form>
      ${linkRow(
        html`<a href="${harmlessHref(model.useAnotherHref)}">${words.useAnother}</a>`,
        applicationLinks(model, texts),
      )}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}
