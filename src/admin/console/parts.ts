import { type ButtonKind, linkButton, scriptButton } from "../../pages/components.ts";
import { html, type Printable, type SafeHtml } from "../../pages/html.ts";
import type { Instant } from "../../values/time.ts";
import { ago } from "./overview-words.ts";

/** The facts that matter most, in one row below the title. A fact without a value is left out. */
export function glanceOf(facts: readonly (readonly [label: string, value: Printable] | false)[]): SafeHtml {
  const shown = facts.filter((fact) => fact !== false && fact[1] !== undefined && fact[1] !== false);
  return html`<dl class="glance">${shown.map((fact) => fact && html`<div><dt>${fact[0]}</dt><dd>${fact[1]}</dd></div>`)}</dl>`;
}

/** A part of a page under a heading, with buttons beside it. */
export function panel(heading: string, content: Printable, actions?: Printable): SafeHtml {
  return html`
    <section class="panel">
      <div class="head"><h2>${heading}</h2>${actions !== undefined && html`<div class="actions">${actions}</div>`}</div>
      ${content}
    </section>`;
}

/** A row of a list: its link, title and current state. */
export interface Row {
  readonly href?: string | undefined;
  readonly name: string | SafeHtml;
  readonly detail?: Printable;
  readonly state?: Printable;
}

/** A list of rows, or a sentence if there is none. */
export function rowsOf(rows: readonly Row[], empty: Printable): SafeHtml {
  if (rows.length === 0) return html`<p class="muted">${empty}</p>`;
  return html`<ul class="rows" data-filter>${rows.map(
    ({ href, name, detail, state }) => html`
      <li>
        <div class="what">
          ${href === undefined ? html`<strong><bdi>${name}</bdi></strong>` : html`<a href="${href}"><bdi>${name}</bdi></a>`}
          ${detail !== undefined && html`<span class="muted small">${detail}</span>`}
        </div>
        ${state !== undefined && html`<div class="state">${state}</div>`}
      </li>`,
  )}</ul>`;
}

/** A table that scrolls by itself if it is wider than the page. `caption` names it for screen readers. */
export function tableOf(
  caption: string,
  headings: readonly string[],
  rows: readonly (readonly Printable[])[],
): SafeHtml {
  return html`
    <div class="sheet" role="region" aria-label="${caption}" tabindex="0">
      <table>
        <thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
        <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
      </table>
    </div>`;
}

/** A link to a page that asks before an act. With scripts, the question appears in a dialog instead. */
export function askingLink(href: string, text: string, kind: ButtonKind = "action second"): SafeHtml {
  return linkButton(href, text, kind, html` data-ask`);
}

/** A value to copy; the button appears only with scripts. */
export function copyable(
  value: string,
  { id, isBlock = false }: { id: string; isBlock?: boolean },
): SafeHtml {
  const shown = isBlock
    ? html`<pre id="${id}"><code>${value}</code></pre>`
    : html`<code id="${id}">${value}</code>`;
  return html`<div class="copy">${shown}${scriptButton("Copy", "little", html` data-copy="${id}"`)}</div>`;
}

/** The day of a time in UTC, for tables; the time itself appears under the pointer. */
export function dayOf(at: Instant): SafeHtml {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}" title="${iso.slice(0, 16).replace("T", " ")} UTC">${iso.slice(0, 10)}</time>`;
}

/** The age of a time, for tables; the time itself appears under the pointer. Nothing if there is no time. */
export function agoOf(at: Instant | undefined, now: Instant): SafeHtml | undefined {
  if (at === undefined) return undefined;
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}" title="${iso.slice(0, 16).replace("T", " ")} UTC">${ago(at, now)}</time>`;
}

/** A time in UTC, marked as such. */
export function momentOf(at: Instant): SafeHtml {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace("T", " ")} UTC</time>`;
}

/** The name of a setting or an account, which may break after a mark between its words. */
export function breakable(name: string): SafeHtml {
  return html`${name.split(/(?<=[._@-])/).map((word, index) => html`${index > 0 && html`<wbr>`}${word}`)}`;
}

/** An e-mail address in a list, which a phone breaks before its domain; the whole of it appears under the pointer. */
export function addressIn(email: string, mark?: SafeHtml): SafeHtml {
  const at = email.lastIndexOf("@");
  return html`<span class="marked"><bdi title="${email}">${email.slice(0, at)}<wbr>${email.slice(at)}</bdi>${mark}</span>`;
}

/** `1 person`, `2 people`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
