import type { Catalogue } from "./catalogue.ts";
import { harmlessHref, submitButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { nameOf, type Person, personOf, renderDocument, strongNameOf } from "./layout.ts";
import { passkeyHistoryOf, type ShownPasskey } from "./passkeys.ts";
import type { ShownUpstream } from "./upstreams.ts";

/** The model of the page that shows what else leads into an account that was recovered. */
export interface WaysInPageModel {
  readonly cspNonce: string;
  readonly account: Person;
  readonly formAction: string;
  readonly csrfToken: string;
  /** The field `user_handle` of the form, which goes with its token. */
  readonly userHandle: string;
  readonly passkeys: readonly ShownPasskey[];
  /** Where passkeys are removed. */
  readonly passkeysHref: string;
  readonly upstreams: readonly Pick<ShownUpstream, "displayName" | "label">[];
  /** Where accounts elsewhere are disconnected. */
  readonly upstreamsHref: string;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Lists passkeys and connected accounts, with the way to remove what the person does not know, and goes on. */
export function renderWaysInPage(model: WaysInPageModel, texts: Catalogue): SafeHtml {
  const words = texts.waysIn;
  const ofUpstreams = texts.upstreams;
  const passkeys = model.passkeys.map((passkey) => row(passkey.name, passkeyHistoryOf(passkey, texts)));
  const upstreams = model.upstreams.map(({ displayName, label }) =>
    row(displayName, ofUpstreams.as(nameOf(label ?? displayName))),
  );
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: words.title,
    shape: "list",
    main: html`
      <div class="opening"><h1>${words.title}</h1><p class="lead">${words.lead}</p></div>
      ${personOf(model.account)}
      ${passkeys.length > 0 && section(texts.passkeys.title, passkeys, model.passkeysHref, words.remove)}
      ${upstreams.length > 0 && section(ofUpstreams.title, upstreams, model.upstreamsHref, words.remove)}
      <form class="stack" method="post" action="${model.formAction}">
        <input type="hidden" name="step" value="${model.csrfToken}">
        <input type="hidden" name="user_handle" value="${model.userHandle}">
        ${submitButton(words.allMine, { id: "continue" })}
      </form>`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}

function section(title: string, rows: readonly SafeHtml[], href: string, remove: string): SafeHtml {
  return html`
    <section class="field">
      <h2>${title}</h2>
      <ul class="allowed">${rows}</ul>
      <p><a href="${harmlessHref(href)}">${remove}<span class="vh"> ${title}</span></a></p>
    </section>`;
}

function row(name: string, about: SafeHtml): SafeHtml {
  return html`<li><div class="who">${strongNameOf(name)}<span class="muted">${about}</span></div></li>`;
}
