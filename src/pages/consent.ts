import {
  type AskedAccess,
  applicationOpening,
  askedAccess,
  localWarning,
  promiseOf,
  type ShownApplication,
} from "./access.ts";
import type { Catalogue } from "./catalogue.ts";
import { harmlessHref, problemOf, submitButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { applicationLinks, linkRow, nameOf, type Person, personOf, renderDocument } from "./layout.ts";

/** The model of the page that asks a person whether a third party's application gets the access that it asks for. */
export interface ConsentPageModel extends ShownApplication, AskedAccess {
  readonly cspNonce: string;
  readonly formAction: string;
  readonly csrfToken: string;
  /** What is asked for, separated by spaces: scope values, and allowances at APIs. The answer is about these and no others. */
  readonly scope: string;
  readonly account: Person;
  readonly useAnotherHref: string;
  /** True when the answer came from an old form, or one made for another browser. */
  readonly isStale?: boolean | undefined;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Shows the application, its request and the two answers. Both answers send the person back to the application. */
export function renderConsentPage(model: ConsentPageModel, texts: Catalogue): SafeHtml {
  const words = texts.consent;
  const title = words.title(model.clientName);
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: model.isStale ? texts.problemTitle(title) : title,
    shape: "list",
    main: html`
      ${applicationOpening(model, words.heading(nameOf(model.clientName)), texts)}
      ${model.isStale && problemOf(texts.stale)}
      <form class="stack" method="post" action="${model.formAction}">
        <input type="hidden" name="step" value="${model.csrfToken}">
        <input type="hidden" name="scope" value="${model.scope}">
        ${personOf(model.account)}
        ${askedAccess(model, texts)}
        ${localWarning(model, texts)}
        <div class="answers">
          ${submitButton(words.allow, { id: "allow" })}
          ${submitButton(words.deny, { kind: "action second", id: "deny", name: "decision", value: "deny" })}
        </div>
        ${promiseOf(model.clientName, texts)}
      </form>
      ${linkRow(
        html`<a href="${harmlessHref(model.useAnotherHref)}">${words.useAnother}</a>`,
        applicationLinks(model, texts),
      )}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}
