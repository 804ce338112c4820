import type { Visitor } from "./browser-sessions.ts";
import { type Html, html } from "./html.ts";
import type { Claims, RelyingParty } from "./relying-party.ts";

/** The words of RFC 8176 that Latchkey uses. */
const methods: Readonly<Record<string, string>> = {
  pwd: "a password",
  otp: "a one-time code",
  hwk: "a key that cannot leave its device",
  swk: "a key that is synchronised between devices",
  user: "the device checked that it is this person",
  mfa: "more than one factor",
};

const contexts: Readonly<Record<string, string>> = {
  "urn:latchkey:acr:one": "one factor",
  "urn:latchkey:acr:two": "two factors",
  phr: "resistant to phishing, with two factors in one",
};

/** How the person signed in, as the ID token says it, and the two clicks that lead to a passkey. */
export function passkeyCard({ issuer }: RelyingParty, { claims }: Visitor): Html {
  const isByPasskey = claims.acr === "phr";
  return html`<section class="card" id="how">
    <h2>How the person signed in</h2>
    <div class="wire"><dl>
      <dt>amr</dt><dd id="amr">${explained(wordsIn(claims.amr), methods)}</dd>
      <dt>acr</dt><dd id="acr">${explained(wordsIn(claims.acr), contexts)}</dd>
    </dl></div>
    ${
      isByPasskey
        ? html`<p>That was a passkey: no password was typed, and none could have been stolen on the way.</p>`
        : html`<p>Try it without the password. The first step opens a page of the service, in a tab of its own; close it when the passkey is there.</p>`
    }
    <p class="row"><a class="quiet" id="demo-add-passkey" href="${issuer}/account/passkeys" target="_blank" rel="noopener">1. Add a passkey</a>
      <a class="quiet" id="demo-use-passkey" href="/start/again">2. Sign in again with it</a></p>
  </section>`;
}

function explained(words: readonly string[], meanings: Readonly<Record<string, string>>): readonly Html[] {
  return words.map((word) => html`<div><b>${word}</b> ${meanings[word] ?? ""}</div>`);
}

/** A claim that is a text or a list of texts. */
function wordsIn(claim: Claims[string]): readonly string[] {
  const values: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return values.filter((value) => typeof value === "string");
}
