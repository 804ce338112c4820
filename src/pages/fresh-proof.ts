import type { Catalogue } from "./catalogue.ts";
import { autofocus, harmlessHref, problemOf, submitButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import {
  languagePicker,
  linkRow,
  logoOf,
  nameOf,
  type Person,
  personOf,
  renderDocument,
  strongNameOf,
} from "./layout.ts";
import { usernameFor } from "./new-password.ts";
import { passkeyButton } from "./passkey-request.ts";
import { closing, linkTo, passwordField, type SignInPageModel, sentenceOf, signInScript } from "./sign-in.ts";
import { type UpstreamChoice, upstreamButtons } from "./upstream-buttons.ts";

/** The sign-in page for a person who is signed in and must prove again who they are. */
export interface FreshProofPageModel extends SignInPageModel {
  readonly account: Person;
  readonly takesPassword: boolean;
  /** The providers that can prove it; none if there is another way. */
  readonly upstreams: UpstreamChoice;
  readonly useAnotherHref: string;
}

/** Asks one person for a fresh proof: a passkey first, then the password, or a provider if there is neither. */
export function renderFreshProofPage(model: FreshProofPageModel, texts: Catalogue): SafeHtml {
  const { clientName, clientHost, problem, pickerAction, passkey, takesPassword, upstreams } = model;
  const words = texts.signIn;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: problem === undefined ? words.proofTitle : texts.problemTitle(words.proofTitle),
    shape: "door",
    script: signInScript,
    main: html`
      <div class="opening">
        ${clientName !== undefined && logoOf(model, clientName)}
        <h1>${words.proofTitle}</h1>
        <p class="lead">${clientName === undefined ? words.ownProofLead : words.proofLead(strongNameOf(clientName))}</p>
        ${clientHost !== undefined && html`<p class="host">${nameOf(clientHost)}</p>`}
      </div>
      ${problem && problemOf(saidOf(problem, texts), { isFocused: false })}
      ${personOf(model.account)}
      ${passkey && passkeyForm(model, passkey, texts)}
      ${passkey && takesPassword && html`<p class="muted or">${texts.upstreamSignIn.or}</p>`}
      ${takesPassword && passwordForm(model, texts)}
      ${upstreams.upstreams.length > 0 && upstreamButtons(upstreams, model.csrfToken, texts, { isOnlyWay: true })}
      ${linkRow(
        html`<a href="${harmlessHref(model.useAnotherHref)}">${words.notYou}</a>`,
        takesPassword && html`<a href="${harmlessHref(model.recoverHref)}">${words.forgot}</a>`,
      )}
      ${closing(model, texts)}`,
    picker: pickerAction === undefined ? undefined : languagePicker(pickerAction, texts),
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}

/** The page names the person, so only the password can be wrong. */
function saidOf(problem: NonNullable<SignInPageModel["problem"]>, texts: Catalogue): string {
  return problem.kind === "mismatch" ? texts.totp.wrongPassword : sentenceOf(problem, texts);
}

/** A dialog in front of a password field would be in the way, so the request starts by itself only if there is none (ADR 0116). */
function passkeyForm(
  { formAction, csrfToken, takesPassword, problem }: FreshProofPageModel,
  passkey: NonNullable<SignInPageModel["passkey"]>,
  texts: Catalogue,
): SafeHtml {
  const starts = !takesPassword && problem === undefined;
  return html`
    <form class="stack" method="post" action="${formAction}">
      <input type="hidden" name="step" value="${csrfToken}">
      ${passkeyButton(passkey, texts, { isMain: true, starts })}
    </form>`;
}

function passwordForm(model: FreshProofPageModel, texts: Catalogue): SafeHtml {
  const { formAction, csrfToken, username, passkey, problem } = model;
  const isNext = passkey === undefined || problem !== undefined;
  return html`
    <form class="stack" method="post" action="${formAction}" novalidate>
      <input type="hidden" name="step" value="${csrfToken}">
      ${usernameFor(username)}
      ${passwordField(texts, html`${linkTo(problem, "password")}${isNext && autofocus}`)}
      ${submitButton(texts.totp.confirm, { kind: passkey ? "action second" : "action", id: "sign-in" })}
    </form>`;
}
