import type { Catalogue } from "./catalogue.ts";
import { harmlessHref } from "./components.ts";
import { copyableCommand, copyingScript } from "./error.ts";
import { html, type SafeHtml } from "./html.ts";
import { linkRow, nameOf, type Person, personOf, renderDocument } from "./layout.ts";

/** The page for an administrator who cannot add a second factor with only a password. */
export interface LinkNeededPageModel {
  readonly cspNonce: string;
  /** Absent if the sign-in is for a page of the service. */
  readonly clientName: string | undefined;
  readonly account: Person;
  /** The command that makes the link. */
  readonly command: string;
  readonly useAnotherHref: string;
  readonly cancelHref?: string | undefined;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Says why nothing can be set up here, and how the person gets a link. */
export function renderLinkNeededPage(model: LinkNeededPageModel, texts: Catalogue): SafeHtml {
  const words = texts.linkNeeded;
  const { clientName } = model;
  const cancelHref = harmlessHref(model.cancelHref);
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: words.title,
    shape: "door",
    script: copyingScript,
    main: html`
      <div class="opening">
        <h1>${words.title}</h1>
        <p class="lead">${words.lead}</p>
      </div>
      <div class="stack">
        ${personOf(model.account)}
        <p>${words.repair}</p>
        ${copyableCommand(model.command, texts.recoveryCodes)}
      </div>
      ${linkRow(
        html`<a href="${harmlessHref(model.useAnotherHref)}">${texts.continue.useAnother}</a>`,
        cancelHref &&
          html`<a href="${cancelHref}">${clientName === undefined ? texts.home.account : texts.backTo(nameOf(clientName))}</a>`,
      )}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}
