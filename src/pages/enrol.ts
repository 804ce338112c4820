import type { Catalogue } from "./catalogue.ts";
import { html } from "./html.ts";
import {
  actionLink,
  linkRow,
  nameOf,
  type Person,
  personOf,
  problemOf,
  renderDocument,
  strongNameOf,
} from "./layout.ts";
import { harmlessHref } from "./link.ts";
import { type TotpSetUpModel, totpSetUpForm } from "./totp-set-up.ts";
import { totpWords } from "./words/totp.ts";

/** The model of the page on which a person sets up a second proof in the middle of a sign-in. */
export interface EnrolPageModel {
  readonly cspNonce: string;
  /** Absent where the sign-in is for a page of the service. */
  readonly clientName: string | undefined;
  readonly account: Person;
  /** Absent where only a passkey is strong enough. */
  readonly totp?: TotpSetUpModel | undefined;
  /** The page of passkeys. */
  readonly passkeyHref?: string | undefined;
  readonly problem?: "wrong" | "stale" | undefined;
  readonly useAnotherHref: string;
  readonly cancelHref?: string | undefined;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Says who needs more than a password, and offers what the person can set up now. */
export function renderEnrolPage(model: EnrolPageModel, texts: Catalogue): string {
  const words = totpWords[texts.lang];
  const { clientName, totp, passkeyHref, problem } = model;
  const cancelHref = harmlessHref(model.cancelHref);
  const heading = totp === undefined ? words.otherTitle : words.setUpTitle;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: problem === undefined ? heading : texts.problemTitle(heading),
    shape: "factor",
    main: html`
      <div class="opening">
        <h1>${heading}</h1>
        <p class="lead">${clientName === undefined ? words.ownNeeded : words.needed(strongNameOf(clientName))}</p>
      </div>
      ${problem && problemOf(problem === "wrong" ? words.wrong : texts.continue.stale, { isFocused: problem === "stale" })}
      ${personOf(model.account)}
      <p>${totp === undefined ? words.passkeyOnly : words.what}</p>
      ${totp && totpSetUpForm(totp, words)}
      ${totp === undefined && passkeyHref !== undefined && actionLink(passkeyHref, words.setUpPasskey)}
      ${linkRow(
        totp !== undefined &&
          passkeyHref !== undefined &&
          html`<a href="${harmlessHref(passkeyHref)}">${words.passkey}</a>`,
        html`<a href="${harmlessHref(model.useAnotherHref)}">${texts.continue.useAnother}</a>`,
        cancelHref &&
          (clientName === undefined
            ? html`<a href="${cancelHref}">${texts.error.home}</a>`
            : html`<a href="${cancelHref}">${texts.backTo(nameOf(clientName))}</a>`),
      )}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}
