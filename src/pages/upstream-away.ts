import type { Catalogue } from "./catalogue.ts";
import { linkButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { nameOf, renderDocument } from "./layout.ts";

/** The model of the page that sends the browser to a provider. */
export interface UpstreamAwayPageModel {
  readonly cspNonce: string;
  readonly displayName: string;
  /** The provider's address, with the request. */
  readonly href: string;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/**
 * The page between a form and a provider: a form may not lead to another site (`form-action`), but this page goes there at once by its
 * `Refresh` header. The link is for browsers that do not.
 */
export function renderUpstreamAwayPage(model: UpstreamAwayPageModel, texts: Catalogue): SafeHtml {
  const words = texts.upstreamSignIn;
  const name = nameOf(model.displayName);
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: words.awayTitle(model.displayName),
    shape: "door",
    picker: false,
    main: html`
      <div class="opening">
        <h1>${words.awayTitle(model.displayName)}</h1>
        <p class="lead">${words.away(name)}</p>
      </div>
      ${linkButton(model.href, words.goOn(name), "action", html` id="continue"`)}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}
