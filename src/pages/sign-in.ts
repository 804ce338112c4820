import { unreachable } from "../values/result.ts";
import { enhancePasskey } from "./browser/passkey.ts";
import { enhanceSignIn } from "./browser/sign-in.ts";
import { type Catalogue, constantInEachLanguage, throttledSentence, type Wait } from "./catalogue.ts";
import {
  autofocus,
  boxedField,
  describedBy,
  harmlessHref,
  problemOf,
  showButton,
  submitButton,
} from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import {
  type ApplicationPages,
  applicationLinks,
  languagePicker,
  linkRow,
  logoOf,
  nameOf,
  renderDocument,
  scriptOf,
  strongNameOf,
} from "./layout.ts";
import { type PasskeyRequest, passkeyButton } from "./passkey-request.ts";
import {
  type UpstreamChoice,
  type UpstreamProblem,
  upstreamButtons,
  upstreamProblemOf,
} from "./upstream-buttons.ts";

/** The reason why the form is shown again. */
export type SignInProblem =
  | { readonly kind: "mismatch" }
  /** Some passwords cannot be checked now. */
  | { readonly kind: "unavailable" }
  /** As "mismatch", and some people need a new password. */
  | { readonly kind: "not-moved" }
  /** The password is right in the product that the person came from, which wants it changed. */
  | { readonly kind: "expired" }
  /** The proof was right, but the account is locked. */
  | { readonly kind: "locked" }
  | ({ readonly kind: "throttled" } & Wait)
  /** The queue of passwords to check is full. */
  | { readonly kind: "busy" }
  /** The form was old, or was made for another browser. */
  | { readonly kind: "stale" }
  /** The browser sent no cookie with the form. `origin` is that of the service, if the request named another host. */
  | { readonly kind: "no-cookie"; readonly origin?: string | undefined }
  /** The answer of a passkey does not sign anybody in. */
  | { readonly kind: "passkey-refused" }
  | { readonly kind: "missing-username" }
  | { readonly kind: "missing-password" }
  | { readonly kind: "too-long-password" }
  | { readonly kind: "upstream"; readonly problem: UpstreamProblem };

export interface SignInPageModel extends ApplicationPages {
  readonly cspNonce: string;
  /** Absent, like its host, if the sign-in is for a page of the service, such as the account page. */
  readonly clientName: string | undefined;
  /** Host of the redirect URI, with a port that is not the default; the scheme if it has no host. */
  readonly clientHost: string | undefined;
  /** Path and query to post to. */
  readonly formAction: string;
  readonly csrfToken: string;
  /** The username that was typed before or that `login_hint` names; empty if there is none. */
  readonly username: string;
  readonly problem?: SignInProblem | undefined;
  /** Absent if there can be no passkeys. */
  readonly passkey?: PasskeyRequest | undefined;
  /** The page for a forgotten password. */
  readonly recoverHref: string;
  /** The page that begins a sign-up; absent if people cannot sign up by themselves. */
  readonly signUpHref?: string | undefined;
  /** The providers at which people can sign in instead. */
  readonly upstreams?: UpstreamChoice | undefined;
  /** True on the first of two steps, which asks for the name alone, because the name may lead to a provider. */
  readonly asksNameOnly?: boolean | undefined;
  /** The address back to the application, or to the home page if there is none. It is shown only if it is harmless to follow. */
  readonly cancelHref?: string | undefined;
  /** The address that the language picker posts to; without it there is no picker. */
  readonly pickerAction?: string | undefined;
  /** True when the service is reached by plain http on this computer. */
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** The script of every page with a password field and a passkey button. */
export const signInScript: SafeHtml = scriptOf(enhanceSignIn, enhancePasskey);
const wrongField = describedBy(["problem"], { isWrong: true });
const describedField = describedBy(["problem"]);

/** The one page with username and password. It needs no script; with an error it keeps the username and clears the password. */
export function renderSignInPage(model: SignInPageModel, texts: Catalogue): SafeHtml {
  const { clientName, problem, pickerAction } = model;
  const title = clientName === undefined ? texts.signIn.ownTitle : texts.signIn.title(clientName);
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: problem === undefined ? title : texts.problemTitle(title),
    shape: "door",
    script: signInScript,
    main: html`
      ${opening(model, texts)}
      ${problem && problemOf(sentenceOf(problem, texts), { isFocused: false })}
      ${form(model, texts)}
      ${otherWays(model, texts)}
      ${model.upstreams && upstreamButtons(model.upstreams, model.csrfToken, texts)}
      ${closing(model, texts)}`,
    picker: pickerAction === undefined ? undefined : languagePicker(pickerAction, texts),
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}

function opening(model: SignInPageModel, texts: Catalogue): SafeHtml {
  const { clientName, clientHost } = model;
  return html`
    <div class="opening">
      ${clientName !== undefined && logoOf(model, clientName)}
      <h1>${texts.signIn.heading}</h1>
      <p class="lead">${leadOf(model, texts)}</p>
      ${clientHost !== undefined && html`<p class="host">${nameOf(clientHost)}</p>`}
    </div>`;
}

function leadOf({ clientName }: SignInPageModel, { signIn: words }: Catalogue): SafeHtml | string {
  return clientName === undefined ? words.ownLead : words.lead(strongNameOf(clientName));
}

function form(model: SignInPageModel, texts: Catalogue): SafeHtml {
  const { formAction, csrfToken, username, problem, passkey, asksNameOnly = false } = model;
  const words = texts.signIn;
  // The field is tied to the summary after an error too, so that screen readers read it out.
  const isUsernameNext = username.trim() === "";
  const focusUsername = (isUsernameNext || asksNameOnly) && autofocus;
  return html`
    <form class="stack" method="post" action="${formAction}" novalidate>
      <input type="hidden" name="step" value="${csrfToken}">
      ${boxedField({
        id: "username",
        label: texts.recover.name,
        value: username,
        autocomplete: passkey ? "username webauthn" : "username",
        isRequired: true,
        attributes: html` dir="auto" enterkeyhint="next"${linkTo(problem, "username")}${focusUsername}`,
      })}
      ${asksNameOnly ? html`<input type="hidden" name="first" value="1">` : passwordFieldOf(model, texts)}
      ${submitButton(asksNameOnly ? texts.upstreamSignIn.next : words.submit, { id: "sign-in" })}
      ${passkey && passkeyButton(passkey, texts)}
    </form>`;
}

function passwordFieldOf({ username, problem }: SignInPageModel, texts: Catalogue): SafeHtml {
  const focusPassword = username.trim() !== "" && autofocus;
  return problem === undefined && !focusPassword
    ? plainPasswordField(texts)
    : passwordField(texts, html`${linkTo(problem, "password")}${focusPassword}`);
}

const plainPasswordField = constantInEachLanguage((texts) => passwordField(texts));

/** The field of the current password. `attributes` tie it to an error or give it the focus. */
export function passwordField({ signIn: words }: Pick<Catalogue, "signIn">, attributes?: SafeHtml): SafeHtml {
  const field = {
    id: "password",
    label: words.password,
    type: "password",
    autocomplete: "current-password",
    isRequired: true,
    attributes: html` enterkeyhint="go"${attributes}`,
    after: html`<p class="hint" id="caps-lock" role="status" data-on="${words.capsLock}"></p>`,
  };
  return boxedField(field, showButton("password", words));
}

/** For people who cannot sign in yet. */
function otherWays({ recoverHref, signUpHref }: SignInPageModel, texts: Catalogue): SafeHtml {
  const words = texts.signIn;
  return linkRow(
    html`<a href="${harmlessHref(recoverHref)}">${words.forgot}</a>`,
    signUpHref !== undefined && html`<a href="${harmlessHref(signUpHref)}">${words.signUp}</a>`,
  );
}

/** The end of the page: the note about the password, and the link back. */
export function closing(model: SignInPageModel, texts: Catalogue): SafeHtml {
  const { clientName, policyHref, termsHref } = model;
  const cancelHref = harmlessHref(model.cancelHref);
  if (clientName === undefined)
    return html`${cancelHref && linkRow(html`<a href="${cancelHref}">${texts.error.home}</a>`)}`;
  const client = nameOf(clientName);
  const back = cancelHref && html`<a href="${cancelHref}">${texts.backTo(client)}</a>`;
  const hasLinks = [cancelHref, policyHref, termsHref].some((href) => href !== undefined);
  return html`
    <div class="closing">
      <p class="muted">${texts.signIn.promise(client)}</p>
      ${hasLinks && linkRow(back, applicationLinks(model, texts))}
    </div>`;
}

export function sentenceOf(problem: SignInProblem, texts: Catalogue): string {
  const words = texts.signIn;
  switch (problem.kind) {
    case "mismatch":
      return words.mismatch;
    case "unavailable":
      return words.unavailable;
    case "not-moved":
      return words.notMoved(words.forgot);
    case "expired":
      return words.expired(words.forgot);
    case "throttled":
      return throttledSentence(texts, problem);
    case "busy":
      return words.busy;
    case "stale":
      return words.stale;
    case "no-cookie":
      return problem.origin === undefined
        ? words.noCookie
        : words.noCookie + texts.gap + words.otherAddress(problem.origin);
    case "locked":
      return words.locked(texts.mail.lockButton, words.forgot);
    case "passkey-refused":
      return words.passkeyRefused;
    case "missing-username":
      return texts.recover.missing;
    case "missing-password":
      return words.missingPassword;
    case "too-long-password":
      return words.tooLongPassword;
    case "upstream":
      return upstreamProblemOf(problem.problem, texts);
    default:
      return unreachable(problem);
  }
}

/** Ties a field to the error. A wrong field is marked as such; if name and password do not match, both are. */
export function linkTo(
  problem: SignInProblem | undefined,
  field: "username" | "password",
): SafeHtml | undefined {
  switch (problem?.kind) {
    case undefined:
      return undefined;
    case "mismatch":
    case "not-moved":
      return wrongField;
    case "missing-username":
      return field === "username" ? wrongField : undefined;
    case "missing-password":
    case "too-long-password":
      return field === "password" ? wrongField : undefined;
    case "locked":
    case "expired":
    case "unavailable":
    case "throttled":
    case "busy":
    case "stale":
    case "no-cookie":
    case "passkey-refused":
    case "upstream":
      return describedField;
    default:
      return unreachable(problem);
  }
}
