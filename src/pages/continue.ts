import type { Catalogue } from "./catalogue.ts";
import { harmlessHref, problemOf, submitButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { linkRow, nameOf, type Person, personOf, renderDocument } from "./layout.ts";

/** The page that asks a signed-in person whether to go on with this account. */
export interface ContinuePageModel {
  readonly cspNonce: string;
  readonly clientName: string;
  /** Host of the redirect URI, with a port that is not the default; the scheme if it has no host. */
  readonly clientHost: string;
  readonly formAction: string;
  readonly csrfToken: string;
  /** The person who is signed in in this browser; the CSRF token names them too. */
  readonly account: Person;
  readonly useAnotherHref: string;
  readonly cancelHref?: string | undefined;
  /** True when the answer came from an old form, or one made for another browser. */
  readonly isStale?: boolean | undefined;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Asks "Continue to Notes as Ada?", which answers `prompt=select_account` and `prompt=consent` in one step. */
export function renderContinuePage(model: ContinuePageModel, texts: Catalogue): SafeHtml {
  const words = texts.continue;
  const title = words.title(model.clientName);
  const client = nameOf(model.clientName);
  const cancelHref = harmlessHref(model.cancelHref);
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: model.isStale ? texts.problemTitle(title) : title,
    shape: "door",
    main: html`
      <div class="opening">
        <h1>${words.heading(client)}</h1>
        <p class="host">${nameOf(model.clientHost)}</p>
      </div>
      ${model.isStale && problemOf(texts.stale)}
      <form class="stack" method="post" action="${model.formAction}">
        <input type="hidden" name="step" value="${model.csrfToken}">
        ${personOf(model.account)}
        <p class="muted">${words.promise(client)}</p>
        ${submitButton(words.allow(client, nameOf(model.account.displayName)), { id: "allow" })}
      </form>
      ${linkRow(
        html`<a href="${harmlessHref(model.useAnotherHref)}">${words.useAnother}</a>`,
        cancelHref && html`<a href="${cancelHref}">${texts.backTo(client)}</a>`,
      )}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}
