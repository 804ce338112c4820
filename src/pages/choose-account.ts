import type { Catalogue } from "./catalogue.ts";
import { harmlessHref, problemOf, submitButton } from "./components.ts";
import { constantMarkup, html, type SafeHtml } from "./html.ts";
import { initialOf, linkRow, nameOf, type Person, renderDocument, strongNameOf } from "./layout.ts";

/** The page with the accounts that this browser is signed in to. */
export interface ChooseAccountPageModel {
  readonly cspNonce: string;
  /** The application that the person is on the way to, by its name and the host of its redirect URI. */
  readonly client?: { readonly name: string; readonly host: string } | undefined;
  readonly formAction: string;
  readonly csrfToken: string;
  /** The active one first. The id is public: the cookies prove the session. */
  readonly accounts: readonly (Person & { readonly sessionId: string })[];
  readonly useAnotherHref: string;
  readonly cancelHref?: string | undefined;
  readonly signOutHref: string;
  /** True when the answer came from an old form, one made for another browser, or for an account that is signed out by now. */
  readonly isStale?: boolean | undefined;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** The style of a button that shows a person. */
const choiceStyle = constantMarkup(
  ".second{padding:.75rem 1rem;color:var(--ink);font-weight:400;text-align:start}.second strong{color:var(--link)}" +
    // Here the name is not beside a full one, so it wraps instead of being cut.
    ".second span{min-inline-size:0}.second bdi{display:inline;white-space:normal;overflow-wrap:anywhere}",
);

/** Asks "Choose an account", with a button for each. */
export function renderChooseAccountPage(model: ChooseAccountPageModel, texts: Catalogue): SafeHtml {
  const words = texts.chooseAccount;
  const client = model.client && nameOf(model.client.name);
  const cancelHref = harmlessHref(model.cancelHref);
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: model.isStale ? texts.problemTitle(words.title) : words.title,
    shape: "door",
    style: choiceStyle,
    main: html`
      <div class="opening">
        <h1>${words.title}</h1>
        ${model.client && html`<p class="lead">${texts.signIn.lead(strongNameOf(model.client.name))}</p>`}
        ${model.client && html`<p class="host">${nameOf(model.client.host)}</p>`}
      </div>
      ${model.isStale && problemOf(texts.stale)}
      <form class="stack" method="post" action="${model.formAction}">
        <input type="hidden" name="step" value="${model.csrfToken}">
        ${model.accounts.map((account) =>
          submitButton(personIn(account), {
            kind: "action second",
            name: "session",
            value: account.sessionId,
          }),
        )}
        ${client && html`<p class="muted">${texts.continue.promise(client)}</p>`}
      </form>
      ${linkRow(
        html`<a href="${harmlessHref(model.useAnotherHref)}">${texts.continue.useAnother}</a>`,
        client && cancelHref
          ? html`<a href="${cancelHref}">${texts.backTo(client)}</a>`
          : html`<a href="${harmlessHref(model.signOutHref)}">${texts.home.signOut}</a>`,
      )}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}

/** The person as part of a button, which may contain nothing but phrases. */
function personIn({ displayName, username }: Person): SafeHtml {
  return html`
    <span class="person">
      ${initialOf(displayName.trim() || username)}
      <span class="who">
        ${strongNameOf(displayName)}
        ${displayName !== username && html` <span class="muted">${nameOf(username)}</span>`}
      </span>
    </span>`;
}
