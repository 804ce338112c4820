import type { RequestId } from "../values/ids.ts";
import type { Catalogue } from "./catalogue.ts";
import { harmlessHref } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { linkRow, nameOf, type Person, personOf, renderDocument } from "./layout.ts";

/** The page for a person whose account may not enter an application. */
export interface NotAdmittedPageModel {
  readonly cspNonce: string;
  /** The reference under which operators find the refusal; absent if none was recorded. */
  readonly requestId?: RequestId | undefined;
  readonly clientName: string;
  /** Host of the redirect URI, with a port that is not the default; the scheme if it has no host. */
  readonly clientHost: string;
  /** The person who is signed in in this browser. */
  readonly account: Person;
  readonly useAnotherHref: string;
  /** The address that leads back to the application with `access_denied`. */
  readonly cancelHref?: string | undefined;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Says "This account has no access to Notes", and offers another account and a way back. */
export function renderNotAdmittedPage(model: NotAdmittedPageModel, texts: Catalogue): SafeHtml {
  const words = texts.notAdmitted;
  const client = nameOf(model.clientName);
  const cancelHref = harmlessHref(model.cancelHref);
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: words.title(model.clientName),
    shape: "door",
    main: html`
      <div class="opening">
        <h1>${words.heading(client)}</h1>
        <p class="host">${nameOf(model.clientHost)}</p>
      </div>
      <div class="stack">
        ${personOf(model.account)}
        <p>${words.sentence(client)}</p>
        ${model.requestId !== undefined && html`<p class="muted">${texts.error.reference} <code>${model.requestId}</code></p>`}
      </div>
      ${linkRow(
        html`<a href="${harmlessHref(model.useAnotherHref)}">${texts.continue.useAnother}</a>`,
        cancelHref && html`<a href="${cancelHref}">${texts.backTo(client)}</a>`,
      )}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}
