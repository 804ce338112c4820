import type { Catalogue } from "./catalogue.ts";
import { harmlessHref, problemOf } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { linkRow, nameOf, type Person, personOf, renderDocument, strongNameOf } from "./layout.ts";
import { type NewPasskeyForm, passkeyCreation, passkeyCreationScript } from "./passkey-creation.ts";
import { type TotpSetUpModel, totpSetUpForm } from "./totp-set-up.ts";

/** The model of the page on which a person sets up a second proof in the middle of a sign-in. */
export interface EnrolPageModel {
  readonly cspNonce: string;
  /** Absent if the sign-in is for a page of the service. */
  readonly clientName: string | undefined;
  readonly account: Person;
  /** Absent if only a passkey is strong enough. */
  readonly totp?: TotpSetUpModel | undefined;
  /** Absent if there can be no passkeys. */
  readonly passkey?: NewPasskeyForm | undefined;
  readonly problem?: "missing" | "wrong" | "stale" | undefined;
  readonly useAnotherHref: string;
  readonly cancelHref?: string | undefined;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/**
 * Says who needs more than a password, and offers what the person can set up now. The person stands below that, beside the way to
 * another account, so that picture, field and button are in view at once.
 */
export function renderEnrolPage(model: EnrolPageModel, texts: Catalogue): SafeHtml {
  const words = texts.enrol;
  const ofTotp = texts.totp;
  const { clientName, totp, passkey, problem } = model;
  const cancelHref = harmlessHref(model.cancelHref);
  const heading = totp === undefined ? words.otherTitle : ofTotp.setUpTitle;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: problem === undefined ? heading : texts.problemTitle(heading),
    shape: "factor",
    ...(passkey && { script: passkeyCreationScript }),
    main: html`
      <div class="opening">
        <h1>${heading}</h1>
        <p class="lead">${clientName === undefined ? words.ownNeeded : words.needed(strongNameOf(clientName))}</p>
      </div>
      ${problem && problemOf(saidOf(problem, texts), { isFocused: problem === "stale" })}
      ${totp === undefined ? html`<p>${words.passkeyOnly}</p>` : totpSetUpForm(totp, ofTotp)}
      ${passkey && passkeyForm(passkey, texts, { isMain: totp === undefined })}
      ${personOf(model.account)}
      ${linkRow(
        html`<a href="${harmlessHref(model.useAnotherHref)}">${texts.continue.useAnother}</a>`,
        cancelHref &&
          (clientName === undefined
            ? html`<a href="${cancelHref}">${texts.error.home}</a>`
            : html`<a href="${cancelHref}">${texts.backTo(nameOf(clientName))}</a>`),
      )}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}

function saidOf(problem: NonNullable<EnrolPageModel["problem"]>, texts: Catalogue): string {
  if (problem === "stale") return texts.stale;
  return problem === "missing" ? texts.verify.missing : texts.totp.wrong;
}

function passkeyForm(
  { formAction, csrfToken, creation }: NewPasskeyForm,
  texts: Catalogue,
  { isMain }: { readonly isMain: boolean },
): SafeHtml {
  const label = isMain ? texts.enrol.setUpPasskey : texts.enrol.passkey;
  return html`
    <form class="stack" method="post" action="${formAction}">
      <input type="hidden" name="step" value="${csrfToken}">
      ${passkeyCreation(creation, label, texts.passkeyCreation, { isMain })}
    </form>`;
}
