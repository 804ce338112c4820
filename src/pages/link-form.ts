import { unreachable } from "../values/result.ts";
import { type Catalogue, describeWait } from "./catalogue.ts";
import {
  autofocus,
  boxedField,
  describedBy,
  harmlessHref,
  linkButton,
  problemOf,
  submitButton,
} from "./components.ts";
import { html, type Printable, type SafeHtml } from "./html.ts";
import { linkRow, nameOf, renderDocument, strongNameOf } from "./layout.ts";

/** The reason why a form that leads to a mail, or that a mail led to, is shown again. */
export type LinkFormProblem =
  /** The form was old, or was made for another browser. */
  | { readonly kind: "stale" }
  /** The browser sent no cookie with the form. */
  | { readonly kind: "no-cookie" }
  /** `left` says what still works meanwhile; absent if nothing does. */
  | { readonly kind: "throttled"; readonly waitSeconds: number; readonly left?: LinkLeft | undefined }
  /** The queue of passwords is full. */
  | { readonly kind: "busy" }
  /** A field is wrong, as the sentence says. */
  | { readonly kind: "field"; readonly field: string; readonly sentence: string };

/** A link that was sent before, or that and a passkey. */
export type LinkLeft = "link" | "link-and-passkey";

interface TextField {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly type: "text" | "email";
  readonly autocomplete: string;
  readonly hint?: string | undefined;
  readonly isRequired: boolean;
  readonly hasFocus: boolean;
}

/** A labelled field of text. A problem of this field marks it as wrong; any other one is only read out with it. */
export function textField(field: TextField, problem: LinkFormProblem | undefined): SafeHtml {
  const { name, hint, hasFocus, ...input } = field;
  const isWrong = problem?.kind === "field" && problem.field === name;
  const described = describedBy(
    [
      problem !== undefined && (problem.kind !== "field" || isWrong) && "problem",
      hint !== undefined && `${name}-hint`,
    ],
    { isWrong },
  );
  return boxedField({
    ...input,
    id: name,
    attributes: html` dir="auto"${described}${hasFocus && autofocus}`,
    after: hint !== undefined && html`<p class="muted" id="${name}-hint">${hint}</p>`,
  });
}

/** The error summary of such a form. */
export function linkProblemOf(problem: LinkFormProblem | undefined, texts: Catalogue): SafeHtml | undefined {
  return problem && problemOf(sentenceOf(problem, texts), { isFocused: false });
}

function sentenceOf(problem: LinkFormProblem, texts: Catalogue): string {
  const words = texts.link;
  switch (problem.kind) {
    case "stale":
      return texts.stale;
    case "no-cookie":
      return words.noCookie;
    case "throttled":
      return throttledSentence(describeWait(texts.lang, problem.waitSeconds), problem.left, texts);
    case "busy":
      return texts.signIn.busy;
    case "field":
      return problem.sentence;
    default:
      return unreachable(problem);
  }
}

function throttledSentence(wait: string, left: LinkLeft | undefined, texts: Catalogue): string {
  if (left === undefined) return texts.signIn.throttled(wait);
  const sentence = texts.link.throttled(wait);
  return left === "link" ? sentence : sentence + texts.gap + texts.recover.passkeyLeft;
}

/** The application whose sign-in such a page interrupts. */
export interface WaitingApplication {
  readonly clientName: string;
  /** The address back to it. It is shown only if it is harmless to follow. */
  readonly cancelHref: string;
}

/** The part of a page's model that names the application to which the person goes on. */
export interface Waited {
  /** Absent if no sign-in was interrupted. */
  readonly application?: WaitingApplication | undefined;
}

/** Title and lead of such a page. The application is named as on the sign-in page, and the page's own question stands below it. */
export function waitedOpening(
  { application }: Waited,
  texts: Catalogue,
  { title, lead }: { readonly title: string; readonly lead?: Printable },
): SafeHtml {
  const named = application && texts.signIn.lead(strongNameOf(application.clientName));
  const first = named ?? lead;
  return html`
    <div class="opening"><h1>${title}</h1>${first !== undefined && html`<p class="lead">${first}</p>`}</div>
    ${named && lead !== undefined && html`<p>${lead}</p>`}`;
}

/** The link back to the application. */
export function wayBack({ application }: Waited, texts: Catalogue): SafeHtml | undefined {
  const href = harmlessHref(application?.cancelHref);
  return application && href
    ? html`<a href="${href}">${texts.backTo(nameOf(application.clientName))}</a>`
    : undefined;
}

/** The model of a page before the sign-in that asks where to send a link. */
export interface LinkRequestPageModel extends Waited {
  readonly cspNonce: string;
  readonly formAction: string;
  readonly csrfToken: string;
  readonly problem?: LinkFormProblem | undefined;
  readonly signInHref: string;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Asks in one field for the name or address that a link is sent to. */
export function renderLinkRequestPage(
  model: LinkRequestPageModel,
  texts: Catalogue,
  {
    title,
    lead,
    signIn,
    help,
    ...field
  }: Omit<TextField, "isRequired" | "hasFocus"> & {
    readonly title: string;
    readonly lead: string;
    /** Where else the person can turn, if they have to wait. */
    readonly help?: string;
    /** What leads to the sign-in page. */
    readonly signIn: string;
  },
): SafeHtml {
  const { problem } = model;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: problem === undefined ? title : texts.problemTitle(title),
    shape: "door",
    main: html`
      ${waitedOpening(model, texts, { title, lead })}
      ${linkProblemOf(problem, texts)}
      <form class="stack" method="post" action="${model.formAction}" novalidate>
        <input type="hidden" name="step" value="${model.csrfToken}">
        ${textField({ ...field, isRequired: true, hasFocus: true }, problem)}
        ${submitButton(texts.link.send, { id: "send-link" })}
      </form>
      ${help !== undefined && problem?.kind === "throttled" && html`<p class="muted">${help}</p>`}
      ${linkRow(html`<a href="${harmlessHref(model.signInHref)}">${signIn}</a>`, wayBack(model, texts))}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}

/** The model of a page that says that a mail is on its way. It must not tell whether one really is. */
export interface MailSentPageModel extends Waited {
  readonly cspNonce: string;
  readonly lead: SafeHtml | string;
  /** What the person entered, if the lead does not say it. */
  readonly typed?: string | undefined;
  /** What helps if no mail can come. */
  readonly note?: string | undefined;
  /** The address of the form, to try again. */
  readonly againHref: string;
  readonly signInHref?: string | undefined;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Says "Check your e-mail". */
export function renderMailSentPage(model: MailSentPageModel, texts: Catalogue): SafeHtml {
  const words = texts.link;
  const { signInHref } = model;
  return renderNotice(model, texts, {
    title: words.sentTitle,
    lead: html`${model.lead}${model.typed !== undefined && html`<br>${strongNameOf(model.typed)}`}`,
    main: html`
      <div class="stack">
        <p class="muted">${words.nothingArrived}</p>
        ${model.note !== undefined && html`<p class="muted">${model.note}</p>`}
      </div>
      ${linkRow(
        html`<a href="${harmlessHref(model.againHref)}">${words.again}</a>`,
        signInHref !== undefined && html`<a href="${harmlessHref(signInHref)}">${words.signIn}</a>`,
        wayBack(model, texts),
      )}`,
  });
}

/** The model of the page for a link that does nothing any more. */
export interface DeadLinkPageModel {
  readonly cspNonce: string;
  /** The address at which people get another link; absent if only the operator makes them. */
  readonly askAgainHref?: string | undefined;
  /** The sign-in page, for people who have used the link already. */
  readonly signInHref: string;
  readonly homeHref: string;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Says that a link was used or is too old. It is the same page for a link that never existed. */
export function renderDeadLinkPage(model: DeadLinkPageModel, texts: Catalogue): SafeHtml {
  const words = texts.link;
  const { askAgainHref } = model;
  return renderNotice(model, texts, {
    title: words.deadTitle,
    lead: words.deadSentence,
    main: html`
      ${askAgainHref !== undefined && linkButton(askAgainHref, words.askAgain, "action")}
      ${linkRow(
        html`<a href="${harmlessHref(model.signInHref)}">${words.signIn}</a>`,
        html`<a href="${harmlessHref(model.homeHref)}">${texts.error.home}</a>`,
      )}`,
  });
}

/** A page of the door with a title and something to read, of which the lead is read out. */
export function renderNotice(
  model: { readonly cspNonce: string; readonly isInsecureDevelopment?: boolean | undefined },
  texts: Catalogue,
  { title, lead, main }: { readonly title: string; readonly lead?: Printable; readonly main: Printable },
): SafeHtml {
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title,
    shape: "door",
    main: html`<div class="opening"><h1>${title}</h1>${lead !== undefined && html`<p class="lead" role="status">${lead}</p>`}</div>${main}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}
