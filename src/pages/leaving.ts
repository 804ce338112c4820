import type { Catalogue } from "./catalogue.ts";
import { linkButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { nameOf, renderDocument } from "./layout.ts";

/** The model of the page that goes on to a client. */
export interface LeavingPageModel {
  readonly cspNonce: string;
  readonly clientName: string;
  readonly clientHost: string;
  /** The redirect URI, verified, with the answer. */
  readonly href: string;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** The page between a form and a client: it goes there at once by its `Refresh` header. The link is for browsers that do not. */
export function renderLeavingPage(model: LeavingPageModel, texts: Catalogue): SafeHtml {
  const words = texts.formPost;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: words.title(model.clientName),
    shape: "door",
    picker: false,
    main: html`
      <div class="opening">
        <h1>${texts.backTo(nameOf(model.clientName))}</h1>
        <p class="host">${nameOf(model.clientHost)}</p>
      </div>
      <p>${words.lead}</p>
      ${linkButton(model.href, words.submit, "action", html` id="continue"`)}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}
