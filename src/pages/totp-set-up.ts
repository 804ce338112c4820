import type { QrSquares } from "../identity/totp.ts";
import type { Catalogue } from "./catalogue.ts";
import { autofocus, boxedField, describedBy, submitButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";

/** The form that sets an authenticator app up. */
export interface TotpSetUpModel {
  readonly formAction: string;
  readonly csrfToken: string;
  /** The hidden field with the sealed secret. */
  readonly sealed: string;
  /** The address that the picture holds; phones open it in the app. */
  readonly uri: string;
  /** The secret in base32. */
  readonly key: string;
  readonly squares: QrSquares;
  /** True if the code of the form before was wrong or missing. */
  readonly isWrong: boolean;
}

/** The picture, the same as text, and the field for the first code. */
export function totpSetUpForm(model: TotpSetUpModel, words: Catalogue["totp"]): SafeHtml {
  return html`
    <div class="scan">
      <p>${words.scan}</p>
      ${pictureOf(model.squares, words.picture)}
      <div class="field">
        <p>${words.key}</p>
        <p class="key" dir="ltr"><a href="${model.uri}"><code id="key">${spaced(model.key)}</code></a></p>
      </div>
    </div>
    <form class="stack" method="post" action="${model.formAction}" novalidate>
      <input type="hidden" name="step" value="${model.csrfToken}">
      <input type="hidden" name="sealed" value="${model.sealed}">
      ${boxedField({
        id: "otp",
        label: words.enter,
        autocomplete: "one-time-code",
        maxLength: 64,
        isRequired: true,
        attributes: html` inputmode="numeric" dir="ltr" enterkeyhint="go"${model.isWrong && [describedBy(["problem"], { isWrong: true }), autofocus]}`,
      })}
      ${submitButton(words.confirm, { id: "verify" })}
    </form>`;
}

/** In groups of four, as people copy it. */
function spaced(key: string): string {
  return key.replace(/(.{4})(?=.)/g, "$1 ");
}

/** One path whose strokes are the runs of dark squares. The colours are fixed, because cameras need this contrast. */
function pictureOf(squares: QrSquares, description: string): SafeHtml {
  const size = squares.length;
  const path = squares.map((row, y) => `M0 ${y}${strokesOf(row)}`).join("");
  return html`
    <svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${description}" shape-rendering="crispEdges">
      <path fill="#fff" d="M0 0h${size}v${size}H0z"/><path stroke="#000" transform="translate(0 .5)" d="${path}"/>
    </svg>`;
}

/** The dark squares of a row, each run relative to the end of the one before: small numbers compress best. */
function strokesOf(row: readonly boolean[]): string {
  const squares = row.map((isDark) => (isDark ? "1" : "0")).join("");
  return [...squares.matchAll(/(0*)(1+)/g)]
    .map(([, gap = "", run = ""]) => `${gap === "" ? "" : `m${gap.length} 0`}h${run.length}`)
    .join("");
}
