import { enhanceRecoveryCodes } from "./browser/recovery-codes.ts";
import type { Catalogue } from "./catalogue.ts";
import { harmlessHref, problemOf, scriptButton, submitButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { linkRow, nameOf, renderDocument, scriptOf } from "./layout.ts";
import { renderSettingsPage, type SettingsForm, type SettingsPageModel, stepField } from "./settings.ts";

/** The model of the page of a person's recovery codes. */
export interface RecoveryCodesPageModel extends SettingsPageModel, SettingsForm {
  /** How many codes are left. */
  readonly left: number;
  /** False if the person has nothing yet that the codes could replace. */
  readonly mayMake: boolean;
  readonly isStale?: boolean | undefined;
}

/** The model of the page that shows new codes. */
export interface NewCodesPageModel extends SettingsForm {
  readonly cspNonce: string;
  readonly codes: readonly string[];
  /** The service's host, which heads the file with the codes. */
  readonly service: string;
  readonly username: string;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** The script of the page with new codes. */
const recoveryCodesScript: SafeHtml = scriptOf(enhanceRecoveryCodes);

/** Says how many codes are left, and makes new ones. */
export function renderRecoveryCodesPage(model: RecoveryCodesPageModel, texts: Catalogue): SafeHtml {
  const words = texts.recoveryCodes;
  return renderSettingsPage(model, texts, {
    place: "recoveryCodes",
    title: words.title,
    lead: words.what,
    isProblem: model.isStale,
    main: html`
      ${model.isStale && problemOf(texts.stale)}
      ${model.left > 0 && model.mayMake ? leftRow(model, words) : leftLine(model, texts)}`,
  });
}

/** How many there are, with the button that replaces them. */
function leftRow(
  { formAction, csrfToken, left }: RecoveryCodesPageModel,
  words: Catalogue["recoveryCodes"],
): SafeHtml {
  return html`
    <ul class="rows">
      <li class="row">
        <span class="what">${words.left(left)}<span class="muted">${words.makeNote}</span></span>
        <form class="end" method="post" action="${formAction}">
          ${stepField({ csrfToken })}
          ${submitButton(words.make, { kind: "little", id: "make" })}
        </form>
      </li>
    </ul>`;
}

/** How many there are where none can be replaced: with the button that makes the first ones, or with what has to be set up before. */
function leftLine(model: RecoveryCodesPageModel, texts: Catalogue): SafeHtml {
  const { left, mayMake, formAction, csrfToken } = model;
  const words = texts.recoveryCodes;
  return html`
    <div class="group">
      <p><strong>${left === 0 ? words.none : words.left(left)}</strong></p>
      ${
        mayMake
          ? html`
            <form class="actions" method="post" action="${formAction}">
              ${stepField({ csrfToken })}
              ${submitButton(words.make, { id: "make" })}
            </form>`
          : needsFactor(model, texts)
      }
    </div>`;
}

function needsFactor({ hrefs }: RecoveryCodesPageModel, texts: Catalogue): SafeHtml {
  return html`
    <p class="muted">${texts.recoveryCodes.needFactor}</p>
    ${linkRow(
      hrefs.passkeys !== undefined &&
        html`<a href="${harmlessHref(hrefs.passkeys)}">${texts.passkeys.title}</a>`,
      hrefs.totp !== undefined && html`<a href="${harmlessHref(hrefs.totp)}">${texts.totp.title}</a>`,
    )}`;
}

/** Shows the codes to copy, download or print. */
export function renderNewCodesPage(model: NewCodesPageModel, texts: Catalogue): SafeHtml {
  const words = texts.recoveryCodes;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: words.title,
    shape: "factor",
    script: recoveryCodesScript,
    main: html`
      <div class="opening">
        <h1>${words.title}</h1>
        <p class="lead">${words.once}</p>
        <p class="host">${nameOf(model.service)} · ${nameOf(model.username)}</p>
      </div>
      <pre class="codes" id="codes" dir="ltr" tabindex="0">${model.codes.join("\n")}</pre>
      <p class="ways tools">
        ${scriptButton(words.copy, "plain", html` id="copy"`)}
        <a href="${fileOf(model)}" download="recovery-codes.txt">${words.download}</a>
        ${scriptButton(words.print, "plain", html` id="print"`)}
        <span class="hint" id="copied" role="status" data-on="${words.copied}"></span>
      </p>
      <p class="muted">${words.what}</p>
      <form class="stack" method="post" action="${model.formAction}">
        ${stepField(model)}
        ${submitButton(words.kept, { id: "continue", name: "saved", value: "yes" })}
      </form>`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}

/** A text file in the address itself, so that it can be downloaded without a script and is stored nowhere. */
function fileOf({ codes, service, username }: NewCodesPageModel): string {
  const text = [`${service} (${username})`, "", ...codes, ""].join("\r\n");
  return `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
}
