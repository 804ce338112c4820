import type { Catalogue } from "./catalogue.ts";
import { linkButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { nameOf, renderDocument } from "./layout.ts";

/** The page for a person whose form met no visit to a protected application. */
export interface NotSentPageModel {
  readonly cspNonce: string;
  readonly clientName: string;
  readonly clientHost: string;
  /** Where the person signs in, and goes on to the page that the form was on. */
  readonly signInHref: string;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Says that nothing was sent, and how nothing is lost. */
export function renderNotSentPage(model: NotSentPageModel, texts: Catalogue): SafeHtml {
  const words = texts.notSent;
  const client = nameOf(model.clientName);
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: words.title,
    shape: "door",
    main: html`
      <div class="opening">
        <h1>${words.title}</h1>
        <p class="host">${nameOf(model.clientHost)}</p>
      </div>
      <div class="stack">
        <p>${words.lead(client)}</p>
        <p>${words.advice}</p>
      </div>
      ${linkButton(model.signInHref, texts.signIn.submit, "action", html` id="sign-in"`)}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}
