import { enhancePasskeyByItself } from "./browser/passkey-by-itself.ts";
import { enhancePasskeyCreation } from "./browser/passkey-creation.ts";
import type { Catalogue } from "./catalogue.ts";
import { problemOf, submitButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { type Person, personOf, renderDocument, scriptOf } from "./layout.ts";
import { type NewPasskeyForm, passkeyCreation, passkeyCreationScript } from "./passkey-creation.ts";

/** The model of the page that offers a passkey after a sign-in with a password. */
export interface PasskeyOfferPageModel extends NewPasskeyForm {
  readonly cspNonce: string;
  readonly account: Person;
  /** True if none was added just now. */
  readonly hasFailed?: boolean | undefined;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** The script of the offer before anything was tried. */
const offerScript: SafeHtml = scriptOf(enhancePasskeyCreation, enhancePasskeyByItself);

/** Offers a passkey, and goes on without one if the person says "not now". */
export function renderPasskeyOfferPage(model: PasskeyOfferPageModel, texts: Catalogue): SafeHtml {
  const words = texts.passkeyOffer;
  const ofCreation = texts.passkeyCreation;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: model.hasFailed ? texts.problemTitle(words.title) : words.title,
    shape: "door",
    script: model.hasFailed ? passkeyCreationScript : offerScript,
    main: html`
      <div class="opening"><h1>${words.title}</h1><p class="lead">${words.lead}</p></div>
      ${model.hasFailed && problemOf(ofCreation.notAdded)}
      ${personOf(model.account)}
      <form class="stack" method="post" action="${model.formAction}">
        <input type="hidden" name="step" value="${model.csrfToken}">
        ${passkeyCreation(model.creation, words.add, ofCreation)}
        ${submitButton(words.notNow, { kind: "action second", id: "not-now", name: "decision", value: "not-now" })}
      </form>`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}
