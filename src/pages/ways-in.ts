import type { Catalogue } from "./catalogue.ts";
import { doneNotice, problemOf, spokenWith, submitButton } from "./components.ts";
import { constantMarkup, html, type SafeHtml } from "./html.ts";
import { nameOf, type Person, personOf, renderDocument, strongNameOf } from "./layout.ts";
import { passkeyHistoryOf, type ShownPasskey } from "./passkeys.ts";
import { waysInStyle } from "./style.ts";
import type { ShownUpstream } from "./upstreams.ts";

/** What the page says above the list, after a button was pressed. */
export type WaysInNotice =
  | { readonly kind: "removed" | "unlinked"; readonly name: string }
  | { readonly kind: "gone" | "last" | "lastWay" | "stale" };

/** The model of the page that shows what else leads into an account that was recovered. */
export interface WaysInPageModel {
  readonly cspNonce: string;
  readonly account: Person;
  readonly formAction: string;
  readonly csrfToken: string;
  /** The field `user_handle` of the form, which goes with its token. */
  readonly userHandle: string;
  readonly passkeys: readonly ShownPasskey[];
  readonly upstreams: readonly Pick<ShownUpstream, "name" | "displayName" | "label">[];
  readonly notice?: WaysInNotice | undefined;
  readonly isInsecureDevelopment?: boolean | undefined;
}

const style = constantMarkup(waysInStyle);

/** Lists passkeys and connected accounts, each with the button that removes what the person does not know, and goes on. */
export function renderWaysInPage(model: WaysInPageModel, texts: Catalogue): SafeHtml {
  const { notice, passkeys, upstreams } = model;
  const words = texts.waysIn;
  const ofUpstreams = texts.upstreams;
  const isEmpty = passkeys.length + upstreams.length === 0;
  const title = isEmpty ? words.nothingLeft : words.title;
  const isDone = notice?.kind === "removed" || notice?.kind === "unlinked";
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: notice === undefined || isDone ? title : texts.problemTitle(title),
    shape: "list",
    style,
    main: html`
      <div class="opening"><h1>${title}</h1>${!isEmpty && html`<p class="lead">${words.lead}</p>`}</div>
      ${notice && noticeOf(notice, texts)}
      ${personOf(model.account)}
      <form class="stack" method="post" action="${model.formAction}">
        <input type="hidden" name="step" value="${model.csrfToken}">
        <input type="hidden" name="user_handle" value="${model.userHandle}">
        ${section(
          texts.passkeys.title,
          passkeys.map((passkey) => {
            const { id, name } = passkey;
            const remove = spokenWith(texts.passkeys.remove, nameOf(name));
            return row(name, passkeyHistoryOf(passkey, texts), button(remove, "passkey_id", id));
          }),
        )}
        ${section(
          ofUpstreams.title,
          upstreams.map(({ name, displayName, label }) => {
            const shown = nameOf(displayName);
            const about = ofUpstreams.as(nameOf(label ?? displayName));
            return row(displayName, about, button(ofUpstreams.unlink(shown), "upstream", name));
          }),
        )}
        ${submitButton(isEmpty ? texts.formPost.submit : words.allMine, { id: "continue" })}
      </form>`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}

function noticeOf(notice: WaysInNotice, texts: Catalogue): SafeHtml {
  switch (notice.kind) {
    case "removed":
      return doneNotice(texts.passkeys.removed(nameOf(notice.name)));
    case "unlinked":
      return doneNotice(texts.upstreams.unlinked(notice.name));
    case "lastWay":
      return problemOf(texts.upstreams.lastWay);
    case "stale":
      return problemOf(texts.stale);
    default:
      return problemOf(texts.passkeys[notice.kind]);
  }
}

function section(title: string, rows: readonly SafeHtml[]): SafeHtml | false {
  return (
    rows.length > 0 &&
    html`<section class="field"><h2>${title}</h2><ul class="allowed">${rows}</ul></section>`
  );
}

function row(name: string, about: SafeHtml, remove: SafeHtml): SafeHtml {
  return html`<li><div class="who">${strongNameOf(name)}<span class="muted">${about}</span></div>${remove}</li>`;
}

function button(text: SafeHtml, name: string, value: string): SafeHtml {
  return submitButton(text, { kind: "little", name, value });
}
