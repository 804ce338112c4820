import type { Catalogue } from "./catalogue.ts";
import { scriptButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";

/** What the browser needs in order to ask for a passkey. */
export interface PasskeyRequest {
  /** The domain that passkeys belong to. */
  readonly rpId: string;
  /** The id of a credential that nobody has, so that the browser can forget it. */
  readonly unknown?: string | undefined;
}

/**
 * The button that asks for a passkey, and the field of its answer. Without a script both stay out of the way.
 * `isMain` makes it the filled button of the page, with a sentence in its place if the browser cannot use passkeys; `starts` asks without a
 * press as soon as the page is there.
 */
export function passkeyButton(
  { rpId, unknown }: PasskeyRequest,
  texts: Catalogue,
  { isMain = false, starts = false } = {},
): SafeHtml {
  const words = texts.signIn;
  return html`
    <input type="hidden" name="passkey" id="passkey" data-rp="${rpId}"
      ${unknown && html` data-unknown="${unknown}"`}${starts && html` data-starts="yes"`}>
    ${scriptButton(words.usePasskey, isMain ? "action" : "action second", html` id="use-passkey"`)}
    <p class="hint" id="passkey-status" role="status" data-cancelled="${words.passkeyCancelled}"${isMain && html` data-unsupported="${words.passkeyUnsupported}"`}></p>
    <noscript><p class="muted">${words.passkeyNeedsScripts}</p></noscript>`;
}
