import type { Instant } from "../values/time.ts";
import { showLocalTimes } from "./browser/local-times.ts";
import { enhanceRecoveryCodes } from "./browser/recovery-codes.ts";
import type { Catalogue } from "./catalogue.ts";
import {
  autofocus,
  boxedField,
  describedBy,
  doneNotice,
  fieldOf,
  problemOf,
  scriptButton,
  spokenWith,
  submitButton,
} from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { nameOf, scriptOf } from "./layout.ts";
import {
  dayOf,
  momentOf,
  renderSettingsPage,
  type SettingsForm,
  type SettingsPageModel,
  stepField,
  tellingRow,
} from "./settings.ts";

/** An app password in the list. */
export interface ShownAppPassword {
  readonly id: string;
  readonly name: string;
  readonly application: string;
  readonly createdAt: Instant;
  readonly lastUsedAt?: Instant | undefined;
}

/** The one that was just made, which no later page shows. */
export interface ShownNewAppPassword {
  readonly name: string;
  readonly text: string;
  readonly username: string;
  readonly application: string;
  /** The addresses of the application. */
  readonly origins: readonly string[];
}

/** The model of the page of app passwords. */
export interface AppPasswordsPageModel extends SettingsPageModel, SettingsForm {
  readonly appPasswords: readonly ShownAppPassword[];
  /** The applications to choose from, by the value of the form's field. */
  readonly applications: readonly { readonly id: string; readonly name: string }[];
  readonly made?: ShownNewAppPassword | undefined;
  /** What was typed into the form that is shown again. */
  readonly typed?: { readonly name: string; readonly clientId: string } | undefined;
  readonly problem?: "stale" | "badName" | "notThere" | "full" | "gone" | undefined;
  /** The name of the one that was just revoked. */
  readonly revoked?: string | undefined;
}

const script: SafeHtml = scriptOf(enhanceRecoveryCodes, showLocalTimes);

/** The person's app passwords, the form that makes another one, and the one that was just made. */
export function renderAppPasswordsPage(model: AppPasswordsPageModel, texts: Catalogue): SafeHtml {
  const words = texts.appPasswords;
  const { problem, revoked, made, appPasswords } = model;
  return renderSettingsPage(model, texts, {
    place: "appPasswords",
    title: words.title,
    lead: words.lead,
    isProblem: problem !== undefined,
    script,
    main: html`
      ${problem && problemOf({ ...words, stale: texts.stale }[problem], { isFocused: problem !== "badName" })}
      ${revoked !== undefined && doneNotice(words.revoked(nameOf(revoked)))}
      ${made === undefined ? makingForm(model, texts) : newOne(made, model, texts)}
      ${appPasswords.length === 0 && model.applications.length > 0 && html`<p class="muted">${words.none}</p>`}
      ${
        appPasswords.length > 0 &&
        html`
          <form class="stack apart" method="post" action="${model.formAction}">
            ${stepField(model)}
            <ul class="rows">${appPasswords.map((each) => rowOf(each, texts))}</ul>
          </form>`
      }`,
  });
}

function newOne(
  { name, text, username, application, origins }: ShownNewAppPassword,
  model: AppPasswordsPageModel,
  texts: Catalogue,
): SafeHtml {
  const { copy, copied } = texts.recoveryCodes;
  const words = texts.appPasswords;
  return html`
    <section class="group">
      <h2>${words.made(nameOf(name))}</h2>
      <p>${words.once}</p>
      <ul class="rows">
        <li class="row">
          <span class="what"><code id="codes" dir="ltr" tabindex="0">${text}</code></span>
          <span class="hint" id="copied" role="status" data-on="${copied}"></span>
          ${scriptButton(copy, "little", html` id="copy"`)}
        </li>
        ${tellingRow(texts.signIn.username, html`<bdi translate="no">${username}</bdi>`)}
        ${tellingRow(words.application, html`${nameOf(application)}${origins.map((origin) => html` <bdi translate="no">${origin}</bdi>`)}`)}
      </ul>
      <form class="actions" method="post" action="${model.formAction}">
        ${stepField(model)}
        ${submitButton(words.done, { id: "done", name: "change", value: "done" })}
      </form>
    </section>`;
}

function makingForm(
  { applications, problem, typed, ...model }: AppPasswordsPageModel,
  texts: Catalogue,
): SafeHtml {
  const words = texts.appPasswords;
  if (applications.length === 0) return html`<p class="muted">${words.noApplication}</p>`;
  const options = applications.map(
    ({ id, name }) =>
      html`<option value="${id}"${id === typed?.clientId && html` selected`}>${name}</option>`,
  );
  return html`
    <form class="stack" method="post" action="${model.formAction}" novalidate>
      ${stepField(model)}
      ${fieldOf(
        { id: "application", label: words.application },
        html`<select id="application" name="application">${options}</select>`,
      )}
      ${boxedField({
        id: "name",
        label: words.name,
        value: typed?.name,
        maxLength: 64,
        spelling: "free",
        isRequired: true,
        after: html`<p class="muted" id="name-hint">${words.nameHint}</p>`,
        attributes: html` dir="auto"${problem === "badName" ? [describedBy(["problem", "name-hint"], { isWrong: true }), autofocus] : describedBy(["name-hint"])}`,
      })}
      <div class="actions">
        ${submitButton(words.make, { kind: "action", id: "make", name: "change", value: "make" })}
      </div>
    </form>`;
}

function rowOf(
  { id, name, application, createdAt, lastUsedAt }: ShownAppPassword,
  texts: Catalogue,
): SafeHtml {
  const words = texts.appPasswords;
  const used = lastUsedAt === undefined ? words.neverUsed : words.lastUsed(momentOf(lastUsedAt, texts));
  return html`
    <li class="row">
      <span class="what">
        ${nameOf(name)}
        <span class="muted">${nameOf(application)}</span>
        <span class="muted">${words.created(dayOf(createdAt, texts))} · ${used}</span>
      </span>
      ${submitButton(spokenWith(words.revoke, nameOf(name)), { kind: "little", name: "revoke", value: id })}
    </li>`;
}
