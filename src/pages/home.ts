import { brandOf } from "./brand.ts";
import type { Catalogue } from "./catalogue.ts";
import { boxedField, harmlessHref, linkButton } from "./components.ts";
import { copyableCommand, copyingScript, developerWords } from "./error.ts";
import { html, type SafeHtml } from "./html.ts";
import { initialOf, linkRow, logoOf, nameOf, type Person, personOf, renderDocument } from "./layout.ts";
import { homeStyle } from "./style.ts";

/** An application that the person may open. */
interface ShownApplication {
  readonly name: string;
  /** Where it starts. An address that could be anything but a page is not linked. */
  readonly href: string;
  /** A path of the service. */
  readonly logoSrc?: string | undefined;
}

/** One page of the applications that the person may open. */
export interface ShownApplications {
  readonly applications: readonly ShownApplication[];
  /** Where the search goes. */
  readonly action: string;
  /** What was searched for; empty if nothing was. */
  readonly search: string;
  /** True if there are more than these. */
  readonly isPart: boolean;
  readonly moreHref?: string | undefined;
}

/** The model of the page at the base URL, which people open by hand. */
export interface HomePageModel {
  readonly cspNonce: string;
  /** The signed-in person, and the addresses at which they see their consents and sign out. */
  readonly signedIn?:
    | {
        readonly account: Person;
        readonly accountHref: string;
        readonly signOutHref: string;
        /** Absent if the session is too weak to show them. */
        readonly applications?: ShownApplications | undefined;
      }
    | undefined;
  readonly signInHref: string;
  /** The command that registers a client; present only if developer and service share a computer. */
  readonly connectCommand?: string | undefined;
  /** Where this process serves the documents, for developers. */
  readonly docsHref?: string | undefined;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Shows the person's applications and who is signed in; says what this service is where there is nothing else to show. */
export function renderHomePage(model: HomePageModel, texts: Catalogue): SafeHtml {
  const words = texts.home;
  const listed = listedOf(model);
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: brandOf(texts).name,
    shape: "door",
    style: listed && homeStyle,
    ...(model.connectCommand !== undefined && { script: copyingScript }),
    main: html`
      ${
        listed === undefined
          ? html`
            <div class="opening">
              <h1>${words.heading}</h1>
              <p>${words.whatThisIs}</p>
            </div>`
          : applicationsPart(listed, texts)
      }
      ${who(model, texts)}
      ${model.connectCommand !== undefined && connect(model.connectCommand, model.docsHref)}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}

/** The applications, if there is something to list or to search in. */
function listedOf({ signedIn }: HomePageModel): ShownApplications | undefined {
  const shown = signedIn?.applications;
  if (shown === undefined) return undefined;
  return shown.applications.length > 0 || shown.isPart || shown.search !== "" ? shown : undefined;
}

function applicationsPart(shown: ShownApplications, texts: Catalogue): SafeHtml {
  const words = texts.home;
  const { applications, action, search, isPart, moreHref } = shown;
  return html`
    <div class="opening"><h1 id="applications">${words.applications}</h1></div>
    ${
      (isPart || search !== "") &&
      html`
        <form role="search" method="get" action="${action}">
          ${boxedField(
            { id: "search", label: words.find, type: "search", value: search, maxLength: 100 },
            html`<button type="submit">${words.search}</button>`,
          )}
        </form>`
    }
    ${
      applications.length > 0
        ? html`<ul class="apps" aria-labelledby="applications">${applications.map(applicationItem)}</ul>`
        : html`<p>${words.noneFound}</p>`
    }
    ${moreHref !== undefined && linkRow(html`<a href="${harmlessHref(moreHref)}">${words.more}</a>`)}`;
}

function applicationItem(application: ShownApplication): SafeHtml {
  const { name, href } = application;
  const harmless = harmlessHref(href);
  // The name says all that the picture does.
  const content = html`${logoOf(application, "") ?? initialOf(name)}<span>${nameOf(name)}</span>`;
  return harmless === undefined
    ? html`<li><span class="app">${content}</span></li>`
    : html`<li><a class="app" href="${harmless}" rel="noopener noreferrer">${content}</a></li>`;
}

function who(model: HomePageModel, texts: Catalogue): SafeHtml {
  const { signedIn, signInHref } = model;
  const words = texts.home;
  if (signedIn === undefined)
    return html`
      <div class="stack">
        <p>${words.notSignedIn}</p>
        ${linkButton(signInHref, texts.signIn.submit, "action")}
      </div>`;
  const signOut = html`<a href="${harmlessHref(signedIn.signOutHref)}">${words.signOut}</a>`;
  const isListed = listedOf(model) !== undefined;
  const account = html`
    <div class="field">
      <p>${words.signedInAs}</p>
      ${personOf(signedIn.account)}
    </div>`;
  return isListed
    ? html`
      <div class="self">
        ${account}
        ${linkRow(html`<a href="${harmlessHref(signedIn.accountHref)}">${words.account}</a>`, signOut)}
      </div>`
    : html`
      <div class="stack">
        ${account}
        ${linkButton(signedIn.accountHref, words.account, "action")}
        ${linkRow(signOut)}
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
