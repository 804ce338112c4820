import type { Instant } from "../values/time.ts";
import { enhancePasskeyCreation } from "./browser/passkey-creation.ts";
import { enhancePasskeySignals } from "./browser/passkey-signals.ts";
import type { Catalogue } from "./catalogue.ts";
import {
  autofocus,
  boxedField,
  describedBy,
  doneNotice,
  problemOf,
  spokenWith,
  submitButton,
} from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { nameOf, scriptOf } from "./layout.ts";
import { type PasskeyCreationRequest, passkeyCreation } from "./passkey-creation.ts";
import { dayOf, renderSettingsPage, type SettingsPageModel, stepField } from "./settings.ts";

/** A passkey of the person. */
export interface ShownPasskey {
  readonly id: string;
  readonly name: string;
  /** True if it is synchronised between devices. */
  readonly isBackedUp: boolean;
  readonly createdAt: Instant;
  readonly lastUsedAt?: Instant | undefined;
  readonly counterWentBackAt?: Instant | undefined;
}

/** The reason why nothing was changed. */
export interface PasskeysProblem {
  readonly kind: "notAdded" | "already" | "full" | "badName" | "last" | "gone" | "stale";
}

/** The change that was just made, with the name of its passkey. */
export interface PasskeysDone {
  readonly kind: "added" | "renamed" | "removed";
  readonly name: string;
}

/** The model of the page on which people look after their passkeys. */
export interface PasskeysPageModel extends SettingsPageModel {
  readonly formAction: string;
  /** Of the form that adds one; the challenge. */
  readonly additionToken: string;
  /** Of the forms that rename and remove. */
  readonly csrfToken: string;
  readonly creation: PasskeyCreationRequest;
  readonly passkeys: readonly ShownPasskey[];
  readonly problem?: PasskeysProblem | undefined;
  /** With "badName": the id of the passkey, and what was typed. */
  readonly typed?: { readonly id: string; readonly name: string } | undefined;
  readonly done?: PasskeysDone | undefined;
}

const passkeysScript: SafeHtml = scriptOf(enhancePasskeyCreation, enhancePasskeySignals);

/** The person's passkeys, each with its name and last use, and the button that adds another one. */
export function renderPasskeysPage(model: PasskeysPageModel, texts: Catalogue): SafeHtml {
  const { problem, done, passkeys, formAction, creation } = model;
  const words = texts.passkeys;
  const ofCreation = texts.passkeyCreation;
  return renderSettingsPage(model, texts, {
    place: "passkeys",
    title: words.title,
    lead: words.lead,
    isProblem: problem !== undefined,
    script: passkeysScript,
    main: html`
      ${problem && problemOf({ ...words, ...ofCreation, stale: texts.stale }[problem.kind], { isFocused: model.typed === undefined })}
      ${done && doneNotice(words[done.kind](nameOf(done.name)))}
      ${passkeys.length === 0 && html`<p>${words.none}</p>`}
      <form class="actions" method="post" action="${formAction}">
        ${stepField({ csrfToken: model.additionToken, account: model.account })}
        ${passkeyCreation(creation, words.add, ofCreation)}
      </form>
      ${
        passkeys.length > 0 &&
        html`<ul class="rows">${passkeys.map((passkey, index) => row(passkey, index, model, texts))}</ul>`
      }`,
  });
}

function row(
  passkey: ShownPasskey,
  index: number,
  { formAction, csrfToken, account, typed }: PasskeysPageModel,
  texts: Catalogue,
): SafeHtml {
  const { id, name, counterWentBackAt } = passkey;
  const words = texts.passkeys;
  const isWrong = id === typed?.id;
  return html`
    <li class="row">
      <div class="what">
        ${nameOf(name)}
        <span class="muted">${passkeyHistoryOf(passkey, texts)}</span>
        ${counterWentBackAt !== undefined && html`<p class="hint">${words.wentBack(dayOf(counterWentBackAt, texts))}</p>`}
      </div>
      <details${isWrong && html` open`}>
        <summary class="little">${spokenWith(words.edit, nameOf(name))}</summary>
        <form class="stack" method="post" action="${formAction}">
          ${stepField({ csrfToken, account })}
          <input type="hidden" name="id" value="${id}">
          ${boxedField({
            id: `name-${index + 1}`,
            label: spokenWith(words.name, nameOf(name)),
            name: "name",
            value: isWrong ? typed.name : name,
            maxLength: 64,
            spelling: "free",
            attributes: html` dir="auto"${isWrong && [describedBy(["problem"], { isWrong }), autofocus]}`,
          })}
          <div class="save">
            ${submitButton(spokenWith(words.rename, nameOf(name)), { kind: "action second", name: "change", value: "rename" })}
            ${submitButton(spokenWith(words.remove, nameOf(name)), { kind: "quiet", name: "change", value: "remove" })}
          </div>
        </form>
      </details>
    </li>`;
}

/** Since when a passkey is there, when it was last used, and where it is. */
export function passkeyHistoryOf(
  { createdAt, lastUsedAt, isBackedUp }: ShownPasskey,
  texts: Catalogue,
): SafeHtml {
  const words = texts.passkeys;
  const used = lastUsedAt === undefined ? words.neverUsed : words.lastUsed(dayOf(lastUsedAt, texts));
  return html`${words.created(dayOf(createdAt, texts))} · ${used} · ${isBackedUp ? words.synchronised : words.onOneDevice}`;
}
