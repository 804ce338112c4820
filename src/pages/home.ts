import { brandOf } from "./brand.ts";
import type { Catalogue } from "./catalogue.ts";
import { harmlessHref, linkButton } from "./components.ts";
import { copyableCommand, copyingScript, developerWords } from "./error.ts";
import { html, type SafeHtml } from "./html.ts";
import { linkRow, type Person, personOf, renderDocument } from "./layout.ts";

/** The model of the page at the base URL, which people open by hand. */
export interface HomePageModel {
  readonly cspNonce: string;
  /** The signed-in person, and the addresses at which they see their consents and sign out. */
  readonly signedIn?:
    | { readonly account: Person; readonly accountHref: string; readonly signOutHref: string }
    | undefined;
  readonly signInHref: string;
  /** The command that registers a client; present only if developer and service share a computer. */
  readonly connectCommand?: string | undefined;
  /** Where this process serves the documents, for developers. */
  readonly docsHref?: string | undefined;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Says what this service is, and who is signed in. */
export function renderHomePage(model: HomePageModel, texts: Catalogue): SafeHtml {
  const words = texts.home;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: brandOf(texts).name,
    shape: "door",
    ...(model.connectCommand !== undefined && { script: copyingScript }),
    main: html`
      <div class="opening">
        <h1>${words.heading}</h1>
        <p>${words.whatThisIs}</p>
      </div>
      ${who(model, texts)}
      ${model.connectCommand !== undefined && connect(model.connectCommand, model.docsHref)}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}

function who({ signedIn, signInHref }: HomePageModel, texts: Catalogue): SafeHtml {
  const words = texts.home;
  if (signedIn === undefined)
    return html`
      <div class="stack">
        <p>${words.notSignedIn}</p>
        ${linkButton(signInHref, texts.signIn.submit, "action")}
      </div>`;
  return html`
    <div class="stack">
      <div class="field">
        <p>${words.signedInAs}</p>
        ${personOf(signedIn.account)}
      </div>
      ${linkButton(signedIn.accountHref, words.account, "action")}
      ${linkRow(html`<a href="${harmlessHref(signedIn.signOutHref)}">${words.signOut}</a>`)}
    </div>`;
}

function connect(command: string, docsHref: string | undefined): SafeHtml {
  return html`
    <section class="field" lang="en" dir="ltr">
      <h2>${developerWords.connectHeading}</h2>
      <p class="muted">${developerWords.connectLead}</p>
      ${copyableCommand(command)}
      ${docsHref !== undefined && linkRow(html`<a href="${harmlessHref(docsHref)}">${developerWords.documents}</a>`)}
    </section>`;
}
