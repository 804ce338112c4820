import { enhancePasskeyCreation } from "./browser/passkey-creation.ts";
import type { Catalogue } from "./catalogue.ts";
import { scriptButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { scriptOf } from "./layout.ts";

/** What the browser needs in order to create a passkey. */
export interface PasskeyCreationRequest {
  /** The domain that passkeys belong to. */
  readonly rpId: string;
  /** The name of the service. */
  readonly site: string;
  readonly userHandle: string;
  /** The username, which authenticators show in their lists. */
  readonly username: string;
  readonly displayName: string;
  /** The COSE algorithms that are taken, the preferred one first. */
  readonly algorithms: readonly number[];
  /** The ids of the person's passkeys, whose authenticators shall not make another one. */
  readonly known: readonly string[];
  /** The id of a passkey that was just removed, so that the browser can forget it. */
  readonly removed?: string | undefined;
}

/** A form of its own that creates a passkey; its CSRF token is the challenge. */
export interface NewPasskeyForm {
  readonly formAction: string;
  readonly csrfToken: string;
  readonly creation: PasskeyCreationRequest;
}

/** The script of a page that only creates a passkey. */
export const passkeyCreationScript: SafeHtml = scriptOf(enhancePasskeyCreation);

/**
 * The part of a form that creates a passkey: the fields of its answer, the button, and the place where the script says what happened.
 * The form's `step` is the challenge. `isMain` makes its button the filled one.
 */
export function passkeyCreation(
  request: PasskeyCreationRequest,
  label: string,
  words: Catalogue["passkeyCreation"],
  { isMain = true } = {},
): SafeHtml {
  const { rpId, site, userHandle, username, displayName, algorithms, known, removed } = request;
  return html`
    <input type="hidden" name="user_handle" value="${userHandle}">
    <input type="hidden" name="passkey" id="passkey" data-rp="${rpId}" data-site="${site}" data-handle="${userHandle}"
      data-name="${username}" data-label="${displayName}" data-algorithms="${algorithms.join(" ")}"
      data-known="${known.join(" ")}"${removed && html` data-removed="${removed}"`}>
    ${scriptButton(label, isMain ? "action" : "action second", html` id="add-passkey"`)}
    <p class="hint" id="passkey-status" role="status" data-already="${words.already}"
      data-cancelled="${words.notAdded}" data-unsupported="${words.unsupported}"></p>
    <noscript><p class="muted">${words.needsScripts}</p></noscript>`;
}
