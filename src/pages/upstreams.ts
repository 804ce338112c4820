import type { Catalogue } from "./catalogue.ts";
import { doneNotice, problemOf, submitButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { nameOf } from "./layout.ts";
import { renderSettingsPage, type SettingsForm, type SettingsPageModel, stepField } from "./settings.ts";

/** A provider on the page. */
export interface ShownUpstream {
  /** The value of the form's field `upstream`. */
  readonly name: string;
  readonly displayName: string;
  readonly isLinked: boolean;
  /** What the person recognises their account there by. */
  readonly label?: string | undefined;
}

/** What the page says above the list. */
export type UpstreamsNotice =
  | { readonly kind: "linked" | "unlinked" | "taken"; readonly displayName: string }
  | { readonly kind: "denied" | "unavailable" | "misconfigured" | "untrusted"; readonly displayName: string }
  | { readonly kind: "lastWay" | "stale" | "late" | "gone" };

/** The model of the page on which people connect their accounts elsewhere. */
export interface UpstreamsPageModel extends SettingsPageModel, SettingsForm {
  readonly upstreams: readonly ShownUpstream[];
  readonly notice?: UpstreamsNotice | undefined;
}

/** Shows every provider with the person's account there, and a button to connect or disconnect it. */
export function renderUpstreamsPage(model: UpstreamsPageModel, texts: Catalogue): SafeHtml {
  const { notice, upstreams } = model;
  const words = texts.upstreams;
  const isDone = notice?.kind === "linked" || notice?.kind === "unlinked";
  const sentence = notice && sentenceOf(notice, texts);
  return renderSettingsPage(model, texts, {
    place: "upstreams",
    title: words.title,
    lead: upstreams.length === 0 ? words.none : words.lead,
    isProblem: notice !== undefined && !isDone,
    main: html`
      ${sentence !== undefined && (isDone ? doneNotice(sentence) : problemOf(sentence))}
      ${upstreams.length > 0 && html`<ul class="rows">${upstreams.map((upstream) => row(upstream, model, words))}</ul>`}`,
  });
}

function row(
  { name, displayName, isLinked, label }: ShownUpstream,
  { formAction, csrfToken, account }: UpstreamsPageModel,
  words: Catalogue["upstreams"],
): SafeHtml {
  const shown = nameOf(displayName);
  const state = isLinked ? words.as(nameOf(label ?? displayName)) : words.notLinked;
  return html`
    <li class="row">
      <span class="what">${nameOf(displayName)}<span class="muted">${state}</span></span>
      <form class="end" method="post" action="${formAction}">
        ${stepField({ csrfToken, account })}
        <input type="hidden" name="upstream" value="${name}">
        ${submitButton(isLinked ? words.unlink(shown) : words.link(shown), { kind: "little", name: "change", value: isLinked ? "unlink" : "link" })}
      </form>
    </li>`;
}

function sentenceOf(notice: UpstreamsNotice, texts: Catalogue): string {
  const words = { ...texts.upstreamSignIn, ...texts.upstreams, stale: texts.stale };
  return "displayName" in notice ? words[notice.kind](notice.displayName) : words[notice.kind];
}
