import { networkText } from "../values/network.ts";
import type { Seconds } from "../values/time.ts";
import {
  type AskedAccess,
  applicationOpening,
  askedAccess,
  promiseOf,
  type ShownApplication,
} from "./access.ts";
import { type Catalogue, describePast, describeWait } from "./catalogue.ts";
import {
  autofocus,
  boxedField,
  describedBy,
  harmlessHref,
  problemOf,
  submitButton,
  warningNotice,
} from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { applicationLinks, linkRow, nameOf, type Person, personOf, renderDocument } from "./layout.ts";

/** Why the person is asked for the code again. */
export type DeviceCodeProblem =
  | { readonly kind: "missing" | "unknown" | "over" | "stale" }
  | { readonly kind: "throttled"; readonly wait: Seconds };

/** What all pages about a device have in common. */
interface DeviceFrame {
  readonly cspNonce: string;
  readonly account: Person;
  readonly homeHref: string;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** The model of the page that asks for the code of a device. */
export interface DevicePageModel extends DeviceFrame {
  readonly formAction: string;
  readonly csrfToken: string;
  /** What the link of the device, or the person, brought. */
  readonly userCode: string;
  readonly signOutHref: string;
  readonly problem?: DeviceCodeProblem | undefined;
}

/** Asks for the code that the device shows (RFC 8628 §3.3). A link that brings the code fills it in, and does no more. */
export function renderDevicePage(model: DevicePageModel, texts: Catalogue): SafeHtml {
  const words = texts.device;
  const { problem } = model;
  const isWrong = problem !== undefined && problem.kind !== "stale" && problem.kind !== "throttled";
  const described = describedBy([problem && "problem", "hint"], { isWrong });
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: problem === undefined ? words.title : texts.problemTitle(words.title),
    shape: "list",
    main: html`
      <div class="opening">
        <h1>${words.title}</h1>
        <p class="lead">${words.lead}</p>
      </div>
      ${problem && problemOf(sentenceOf(problem, words, texts), { isFocused: false })}
      <form class="stack" method="post" action="${model.formAction}" novalidate>
        <input type="hidden" name="step" value="${model.csrfToken}">
        ${personOf(model.account)}
        ${boxedField({
          id: "user_code",
          label: words.code,
          value: model.userCode,
          spelling: "capitals",
          isRequired: true,
          attributes: html` translate="no" dir="ltr" enterkeyhint="go"${described}${autofocus}`,
          after: html`<p class="muted" id="hint">${words.hint}</p>`,
        })}
        ${submitButton(words.submit, { id: "continue" })}
      </form>
      ${linkRow(
        html`<a href="${harmlessHref(model.signOutHref)}">${texts.home.signOut}</a>`,
        html`<a href="${harmlessHref(model.homeHref)}">${texts.error.home}</a>`,
      )}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}

function sentenceOf(problem: DeviceCodeProblem, words: Catalogue["device"], texts: Catalogue): string {
  if (problem.kind === "throttled") return words.throttled(describeWait(texts.lang, problem.wait));
  return problem.kind === "stale" ? texts.stale : words[problem.kind];
}

/** The model of the page that asks whether a device gets in. */
export interface DeviceQuestionPageModel extends DeviceFrame, ShownApplication {
  readonly formAction: string;
  readonly csrfToken: string;
  /** As the device shows it. */
  readonly userCode: string;
  /** What a third party asks for; undefined for the operator's own application. */
  readonly asked: AskedAccess | undefined;
  /** How long ago the device asked. */
  readonly askedAgo: Seconds;
  /** The network that the device asked from; undefined if it is that of this browser. */
  readonly otherNetwork: string | undefined;
  readonly signOutHref: string;
}

/** Names the application, and says what helps people to recognise their own device (RFC 8628 §5.4). */
export function renderDeviceQuestionPage(model: DeviceQuestionPageModel, texts: Catalogue): SafeHtml {
  const words = texts.device;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: words.questionTitle(model.clientName),
    shape: "list",
    main: html`
      ${applicationOpening(model, words.question(nameOf(model.clientName)), texts)}
      <form class="stack" method="post" action="${model.formAction}">
        <input type="hidden" name="step" value="${model.csrfToken}">
        <input type="hidden" name="user_code" value="${model.userCode}">
        ${personOf(model.account)}
        <div class="field">
          <p>${words.compare}</p>
          <p class="user-code" translate="no"><bdi dir="ltr">${model.userCode}</bdi></p>
          <p>${originOf(model, words, texts)}</p>
        </div>
        ${model.asked && askedAccess(model.asked, texts)}
        ${warningNotice(words.warning)}
        <div class="answers">
          ${submitButton(texts.consent.allow, { id: "allow", name: "decision", value: "allow" })}
          ${submitButton(texts.consent.deny, { kind: "action second", id: "deny", name: "decision", value: "deny" })}
        </div>
        ${model.asked && promiseOf(model.clientName, texts)}
      </form>
      ${linkRow(
        html`<a href="${harmlessHref(model.signOutHref)}">${texts.home.signOut}</a>`,
        applicationLinks(model, texts),
      )}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}

function originOf(
  { askedAgo, otherNetwork }: DeviceQuestionPageModel,
  words: Catalogue["device"],
  texts: Catalogue,
): SafeHtml | string {
  const when = describePast(texts.lang, askedAgo);
  if (otherNetwork === undefined) return words.beganHere(when);
  return html`<strong>${words.beganElsewhere(when, html`<bdi dir="ltr">${networkText(otherNetwork)}</bdi>`)}</strong>`;
}

/** The model of the page after the person's answer. */
export interface DeviceAnsweredPageModel extends DeviceFrame {
  readonly clientName: string;
  readonly answer: "allowed" | "denied";
  readonly accountHref: string;
  readonly deviceHref: string;
}

/** Says what came of it. The device goes on by itself. */
export function renderDeviceAnsweredPage(model: DeviceAnsweredPageModel, texts: Catalogue): SafeHtml {
  const words = texts.device;
  const isAllowed = model.answer === "allowed";
  const title = isAllowed ? words.allowedTitle : words.deniedTitle;
  const client = nameOf(model.clientName);
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title,
    shape: "list",
    main: html`
      <div class="opening"><h1>${title}</h1></div>
      <div class="stack">
        ${personOf(model.account)}
        <p role="status">${isAllowed ? words.allowed(client) : words.denied(client)}</p>
      </div>
      ${linkRow(
        html`<a href="${harmlessHref(model.deviceHref)}">${words.another}</a>`,
        html`<a href="${harmlessHref(model.accountHref)}">${texts.home.account}</a>`,
      )}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}
