import { unreachable } from "../values/result.ts";
import { enhancePasskey } from "./browser/passkey.ts";
import { enhanceVerify } from "./browser/verify.ts";
import { type Catalogue, throttledSentence, type Wait } from "./catalogue.ts";
import {
  autofocus,
  boxedField,
  describedBy,
  harmlessHref,
  problemOf,
  scriptButton,
  submitButton,
  tickBox,
} from "./components.ts";
import { html, type Printable, type SafeHtml } from "./html.ts";
import { linkRow, nameOf, type Person, personOf, renderDocument, scriptOf, strongNameOf } from "./layout.ts";
import { type PasskeyRequest, passkeyButton } from "./passkey-request.ts";

/** The reason why the form is shown again. "spent": the code was right, and has been used. */
export type VerifyProblem =
  | { readonly kind: "missing" | "wrong" | "spent" | "stale" | "passkey-refused" }
  | ({ readonly kind: "throttled" } & Wait);

/** The model of the page that asks a signed-in person for a second proof. */
export interface VerifyPageModel {
  readonly cspNonce: string;
  /** Absent if the sign-in is for a page of the service. */
  readonly clientName: string | undefined;
  readonly formAction: string;
  readonly csrfToken: string;
  readonly account: Person;
  /** False if the person has neither an authenticator app nor recovery codes, or if these are not strong enough. */
  readonly takesCode: boolean;
  /** True if the person has an authenticator app. */
  readonly hasApp: boolean;
  /** Absent if the person has no passkey. */
  readonly passkey?: PasskeyRequest | undefined;
  /** True if the person has just set the passkey up. */
  readonly isPasskeyNew?: boolean | undefined;
  /** True if this browser may be trusted. */
  readonly mayTrust: boolean;
  /** True if the box was ticked in the form that is shown again. */
  readonly trusts?: boolean | undefined;
  /** True if the proof is for removing a way into the account: the form leads back to the list of them. */
  readonly isRemoving?: boolean | undefined;
  readonly problem?: VerifyProblem | undefined;
  readonly useAnotherHref: string;
  readonly cancelHref?: string | undefined;
  readonly isInsecureDevelopment?: boolean | undefined;
}

const verifyScript: SafeHtml = scriptOf(enhanceVerify, enhancePasskey);

/**
 * Asks for the code of an authenticator app, or a recovery code, in one field. Scripts ask for one of the two at a time.
 * Of a person without an app it first asks for the passkey, and starts by itself. A person with an app who wanted to use a passkey has
 * already passed the button for it on the page before, so a dialog in front of the field would only be in the way.
 */
export function renderVerifyPage(model: VerifyPageModel, texts: Catalogue): SafeHtml {
  const words = texts.verify;
  const { problem, clientName } = model;
  const cancelHref = harmlessHref(model.cancelHref);
  const asksForApp = model.takesCode && model.hasApp;
  const passkeyLead = model.isPasskeyNew ? words.passkeyMade : words.passkeyLead;
  const appLead = clientName === undefined ? words.ownLead : words.lead(strongNameOf(clientName));
  const forms = [
    model.takesCode && codeForm(model, texts),
    model.passkey && passkeyForm(model, model.passkey, texts),
  ];
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: problem === undefined ? words.heading : texts.problemTitle(words.heading),
    shape: "factor",
    script: verifyScript,
    main: html`
      <div class="opening">
        <h1>${words.heading}</h1>
        <p class="lead">${asksForApp ? eitherWay(appLead, words.recoveryLead, texts) : passkeyLead}</p>
      </div>
      ${problem && problemOf(saidOf(model, problem, texts), { isFocused: false })}
      ${personOf(model.account)}
      ${asksForApp ? forms : recoveryAfter(forms, texts)}
      ${!(model.isPasskeyNew && !asksForApp) && html`<p class="muted">${asksForApp ? words.lost : words.lostPasskey}</p>`}
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

function stepOf({ csrfToken, isRemoving }: VerifyPageModel): SafeHtml {
  return html`<input type="hidden" name="step" value="${csrfToken}">${isRemoving && html`<input type="hidden" name="removing" value="yes">`}`;
}

/** The passkey first, then the recovery code. */
function recoveryAfter(
  [code, passkey]: readonly (SafeHtml | false | undefined)[],
  texts: Catalogue,
): SafeHtml {
  const or = code && passkey && html`<p class="muted or">${texts.upstreamSignIn.or}</p>`;
  return html`${passkey}${or}${code}`;
}

function codeForm(model: VerifyPageModel, texts: Catalogue): SafeHtml {
  const words = texts.verify;
  const { problem } = model;
  const trust = model.mayTrust && tickBox("trust", words.trust, model.trusts);
  // The sixth digit of an app's code sends the form, so that its box has to be met before. A recovery code waits for the button.
  return html`
    <form class="stack" method="post" action="${model.formAction}" novalidate>
      ${stepOf(model)}
      ${model.hasApp && trust}
      ${boxedField({
        id: "otp",
        label: model.hasApp ? eitherWay(words.code, words.recoveryCode, texts) : words.recoveryCode,
        autocomplete: "one-time-code",
        maxLength: 64,
        isRequired: true,
        attributes: html` dir="ltr" enterkeyhint="go"${tiesOf(problem, model.hasApp)}${model.hasApp && autofocus}`,
        after: model.hasApp && eitherCode(texts),
      })}
      ${!model.hasApp && trust}
      ${submitButton(words.submit, { kind: model.passkey && !model.hasApp ? "action second" : "action", id: "verify" })}
    </form>`;
}

/** What the page says while it asks for the code of the app, and what a script puts there while it asks for a recovery code. */
function eitherWay(app: Printable, recovery: string, texts: Catalogue): SafeHtml {
  return html`<span data-code="app">${app}</span>${texts.gap}<span data-code="recovery" hidden>${recovery}</span>`;
}

function eitherCode(texts: Catalogue): SafeHtml {
  const words = texts.verify;
  return html`
    <p class="muted" id="either">
      <span data-code="either">${words.either}</span>${texts.gap}<span data-code="app" hidden>${words.atOnce}</span>
    </p>
    ${scriptButton(eitherWay(words.useRecoveryCode, words.useApp, texts), "plain", html` id="use-recovery-code"`)}`;
}

function passkeyForm(model: VerifyPageModel, passkey: PasskeyRequest, texts: Catalogue): SafeHtml {
  const { formAction, takesCode, hasApp, problem } = model;
  const isMain = !(takesCode && hasApp);
  return html`
    <form class="stack" method="post" action="${formAction}">
      ${stepOf(model)}
      ${passkeyButton(passkey, texts, { isMain, starts: isMain && problem === undefined })}
    </form>`;
}

function tiesOf(problem: VerifyProblem | undefined, hasApp: boolean): SafeHtml {
  const isWrong = problem?.kind === "missing" || problem?.kind === "wrong" || problem?.kind === "spent";
  return describedBy([problem && "problem", hasApp && "either"], { isWrong });
}

function saidOf({ hasApp }: VerifyPageModel, problem: VerifyProblem, texts: Catalogue): Printable {
  const words = texts.verify;
  switch (problem.kind) {
    case "wrong":
      return hasApp ? eitherWay(words.wrong, words.wrongRecovery, texts) : words.wrongRecovery;
    case "missing":
    case "spent":
      return words[problem.kind];
    case "passkey-refused":
      return texts.signIn.passkeyRefused;
    case "stale":
      return texts.stale;
    case "throttled":
      return throttledSentence(texts, problem);
    default:
      return unreachable(problem);
  }
}
