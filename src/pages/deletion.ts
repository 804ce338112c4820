import type { Instant } from "../values/time.ts";
import type { Catalogue } from "./catalogue.ts";
import { harmlessHref, submitButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { linkRow, type Person, personOf, renderDocument } from "./layout.ts";
import {
  dayOf,
  outcomeOf,
  renderSettingsPage,
  type SettingsForm,
  type SettingsPageModel,
  stepField,
} from "./settings.ts";

/** The model of the page that asks once more before an account is deleted. */
export interface DeletionPageModel extends SettingsPageModel, SettingsForm {
  /** When the account would go. */
  readonly deleteAt: Instant;
  readonly isStale?: boolean | undefined;
}

/** Says what deleting the account means, with the button that asks for it. */
export function renderDeletionPage(model: DeletionPageModel, texts: Catalogue): SafeHtml {
  const words = texts.deletion;
  return renderSettingsPage(model, texts, {
    place: "deletion",
    title: texts.account.deletion,
    lead: words.lead(dayOf(model.deleteAt, texts)),
    isProblem: model.isStale,
    main: html`
      ${outcomeOf(model, texts)}
      ${personOf(model.account)}
      <ul class="points">${words.points.map((point) => html`<li>${point}</li>`)}</ul>
      ${linkRow(html`<a href="${harmlessHref(model.hrefs.export)}">${texts.account.download}</a>`)}
      <form class="actions" method="post" action="${model.formAction}">
        ${stepField(model)}
        ${submitButton(words.submit, { kind: "action danger", id: "delete" })}
      </form>`,
  });
}

/** The model of the page after an account's deletion was asked for. */
export interface DeletionAskedPageModel {
  readonly cspNonce: string;
  readonly deleteAt: Instant;
  readonly homeHref: string;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Says when the account goes, and how to keep it. The person is signed out. */
export function renderDeletionAskedPage(model: DeletionAskedPageModel, texts: Catalogue): SafeHtml {
  const words = texts.deletion;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: words.askedTitle,
    shape: "door",
    main: html`
      <div class="opening">
        <h1>${words.askedTitle}</h1>
        <p class="lead">${words.askedLead(dayOf(model.deleteAt, texts))}</p>
      </div>
      ${linkRow(html`<a href="${harmlessHref(model.homeHref)}">${texts.error.home}</a>`)}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}

/** The model of the page for a person who signs in while their account waits for its deletion. */
export interface KeepAccountPageModel extends SettingsForm {
  readonly cspNonce: string;
  readonly account: Person;
  readonly deleteAt: Instant;
  readonly signOutHref: string;
  readonly isStale?: boolean | undefined;
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** Asks whether the account shall stay. */
export function renderKeepAccountPage(model: KeepAccountPageModel, texts: Catalogue): SafeHtml {
  const words = texts.deletion;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: model.isStale ? texts.problemTitle(words.keepTitle) : words.keepTitle,
    shape: "door",
    main: html`
      <div class="opening">
        <h1>${words.keepTitle}</h1>
        <p class="lead">${words.keepLead(dayOf(model.deleteAt, texts))}</p>
      </div>
      ${outcomeOf(model, texts)}
      ${personOf(model.account)}
      <form class="stack" method="post" action="${model.formAction}">
        ${stepField(model)}
        ${submitButton(words.keep, { id: "continue" })}
      </form>
      ${linkRow(html`<a href="${harmlessHref(model.signOutHref)}">${texts.home.signOut}</a>`)}`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}
