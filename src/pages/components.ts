/**
 * The components that people's pages and the console draw alike: their markup and, beside it, their style. People's pages have room and the
 * console has rows, so each sets the sizes: --tall is the height of a button and a field, --low that of a little button, --text the size of
 * the text in buttons, and --round the radius of their corners.
 *
 * What differs by design is drawn twice. A row of people's pages is as tall as a finger, and all of it is a link; the console shows many
 * rows at once. A field of people's pages has a box around the input and the button in it; its hint is below, and the problem at the top
 * of the page, because a form has few fields. In the console the hint comes first, because it explains a setting, and the problem stands
 * under its field. People's facts are parameters in fixed digits. The tick boxes of the console come in sets, each with a frame and a
 * hint. Tables, and the empty page with its first act, are the console's alone.
 *
 * Two pages show all components in each of their states, for the sheets of screenshots and for axe (test/support/component-pages.ts).
 */
import type { Catalogue } from "./catalogue.ts";
import { constantMarkup, html, type Printable, type SafeHtml } from "./html.ts";

/** What elements look like on both sides. */
export const groundStyle = `
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
a{color:var(--link);text-underline-offset:.2em;text-decoration-thickness:.06em}
a:hover{text-decoration-thickness:.12em}
label{font-weight:600;font-size:.9375rem}
progress{inline-size:100%;accent-color:var(--action)}
[hidden]{display:none!important}
.vh{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;

/**
 * The look of a button. `action`: the filled one, once on a page; `second` beside it, and `danger` for acts that cannot be undone; `little`
 * in rows. `plain` and `quiet` look like links.
 */
export type ButtonKind =
  | "action"
  | "action second"
  | "action danger"
  | "little"
  | "little danger"
  | "plain"
  | "quiet";

/** Buttons, and links that look like them. */
export const buttonStyle = `
.action{display:inline-block;min-block-size:var(--tall);padding:calc(var(--tall)/2 - .65em - 1px) 1.1em;border:1px solid transparent;border-radius:var(--round);background:var(--action);color:var(--on-action);font:600 var(--text)/1.3 var(--sans);cursor:pointer;overflow-wrap:anywhere;text-align:center;text-decoration:none}
.action:hover{background:var(--action-hover)}
.second{background:none;border-color:var(--edge);color:var(--link)}
.second:hover{background:var(--note)}
`;

/** The style of `danger` and `little`. */
export const moreButtonStyle = `
.little{display:inline-block;min-block-size:var(--low);padding:calc(var(--low)/2 - .65em - 1px) 1em;border:1px solid var(--edge);border-radius:.5rem;background:none;color:var(--link);font:600 .875rem/1.3 var(--sans);cursor:pointer;text-align:center;text-decoration:none}
.little:hover{background:var(--note)}
.danger{background:none;border-color:var(--problem-edge);color:var(--problem-ink)}
.danger:hover{background:var(--problem)}
`;

/** What a button is and sends. `name` and `value` go with its form. */
export interface ButtonOptions {
  readonly kind?: ButtonKind;
  readonly id?: string;
  readonly name?: string;
  readonly value?: string;
  readonly attributes?: SafeHtml;
}

/** A button that sends its form. */
export function submitButton(
  text: Printable,
  { kind = "action", id, name, value, attributes }: ButtonOptions = {},
): SafeHtml {
  return html`<button class="${kind}" type="submit"${name !== undefined && html` name="${name}" value="${value}"`}${id !== undefined && html` id="${id}"`}${attributes}>${text}</button>`;
}

/** A button for a script, which finds it by its attributes and shows it. */
export function scriptButton(text: Printable, kind: ButtonKind, attributes: SafeHtml): SafeHtml {
  return html`<button class="${kind}" type="button"${attributes} hidden>${text}</button>`;
}

const ownPath = /^\/(?![/\\])/;
const webAddress = /^https?:\/\//i;
const privateUseScheme = /^[a-z][a-z0-9+-]*\.[a-z0-9.+-]*:/i;

/**
 * Returns an address that can only lead to a page or an application: a path of the service, http(s), or a private-use scheme, which
 * has a dot (RFC 8252 §7.1). Undefined for `javascript:` and everything else; then show no link.
 */
export function harmlessHref(href: string | undefined): string | undefined {
  if (href === undefined) return undefined;
  return ownPath.test(href) || webAddress.test(href) || privateUseScheme.test(href) ? href : undefined;
}

/** A link that looks like a button. */
export function linkButton(
  href: string,
  text: Printable,
  kind: ButtonKind = "action second",
  attributes?: SafeHtml,
): SafeHtml {
  return html`<a class="${kind}"${attributes} href="${harmlessHref(href)}">${text}</a>`;
}

/** The text of a button that others have too, with what it is about for people who do not see the row. */
export function spokenWith(text: Printable, about: Printable): SafeHtml {
  return html`${text}<span class="vh"> ${about}</span>`;
}

/** The attribute of the field that has the focus when the page is shown. */
export const autofocus = html` autofocus`;

/** What a field has beside its control. */
export interface Labelled {
  readonly id: string;
  readonly label: Printable;
  readonly before?: Printable;
  readonly after?: Printable;
}

/** A labelled control. */
export function fieldOf({ id, label, before, after }: Labelled, control: Printable): SafeHtml {
  return html`<div class="field"><label for="${id}">${label}</label>${before}${control}${after}</div>`;
}

/** A line of text to type. Its name is its id by default. */
export interface TextInput {
  readonly id: string;
  readonly name?: string;
  readonly type?: string;
  readonly value?: string | undefined;
  readonly autocomplete?: string;
  /** "capitals" for a keyboard of capitals; "free" for words that the browser may capitalise and correct. */
  readonly spelling?: "exact" | "capitals" | "free";
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  /** Such as those of `describedBy`. */
  readonly attributes?: Printable;
}

/** The control alone. */
export function textInput(input: TextInput): SafeHtml {
  const { id, name = id, type = "text", value, autocomplete = "off", spelling = "exact" } = input;
  const { isRequired = false, maxLength, attributes } = input;
  const capitals = spelling === "capitals" ? "characters" : "none";
  const exact =
    spelling !== "free" && html` autocapitalize="${capitals}" autocorrect="off" spellcheck="false"`;
  return html`<input id="${id}" name="${name}" type="${type}"${value !== undefined && html` value="${value}"`} autocomplete="${autocomplete}"${exact}${maxLength !== undefined && html` maxlength="${maxLength}"`}${isRequired && html` required`}${attributes}>`;
}

/** A field of people's pages: the input in a box, with what stands in the box behind it. */
export function boxedField(field: Labelled & TextInput, inside?: SafeHtml): SafeHtml {
  return fieldOf(field, html`<div class="box">${textInput(field)}${inside}</div>`);
}

/** The button in the box of a password. Scripts show it. */
export function showButton(
  id: string,
  { show, showWhat }: Pick<Catalogue["signIn"], "show" | "showWhat">,
): SafeHtml {
  return html`<button type="button" id="show-password" aria-pressed="false" aria-controls="${id}" hidden>${show}<span class="vh">${showWhat}</span></button>`;
}

/** The style of `tickBox`. */
export const tickStyle = `
.check{display:flex;gap:.75rem;align-items:start;padding-block:.625rem;margin-block:-.625rem;font-weight:400;cursor:pointer}
.check input{flex:none;inline-size:1.375rem;block-size:1.375rem;min-block-size:0;margin:.0625rem 0 0;accent-color:var(--action)}
.check input:focus{outline:.1875rem solid var(--focus);outline-offset:.1875rem}
`;

/** A tick box of people's pages, with its sentence. Its value is "yes". */
export function tickBox(name: string, text: Printable, isTicked = false): SafeHtml {
  return html`<label class="check"><input type="checkbox" name="${name}" value="yes"${isTicked && html` checked`}><span>${text}</span></label>`;
}

/** The attributes that mark a control as wrong, and tie it to the texts with these ids. */
export function describedBy(
  ids: readonly (string | false | undefined)[],
  { isWrong = false }: { readonly isWrong?: boolean | undefined } = {},
): SafeHtml {
  const present = ids.filter((id) => id !== false && id !== undefined);
  return html`${isWrong && html` aria-invalid="true"`}${present.length > 0 && html` aria-describedby="${present.join(" ")}"`}`;
}

const noticeOf = (selectors: string, rules: string, more = "") => `
${selectors}{padding:.75rem 1rem;border-radius:.625rem;border:1px solid;border-inline-start-width:.25rem;${rules};font-weight:600}
${more}
`;
const good = "background:var(--good);color:var(--good-ink)";

/** The notice of a problem. Like the others, its edge all around shows that it is as wide as the fields below it, also with the focus. */
export const problemStyle = `
${noticeOf(".problem", "border-color:var(--problem-edge);background:var(--problem);color:var(--problem-ink)")}
.problem:focus{outline-color:var(--problem-edge);outline-offset:-.1875rem}
`;

/** The notices where the colours are forced: with the element's name, so that it holds wherever their own style stands. */
export const forcedNoticeStyle =
  ".problem,p.done,p.warning{border:.125rem solid CanvasText;border-inline-start-width:.5rem}";

/** A sentence that says what was done. */
export const doneStyle: string = noticeOf(".done", good);

/** The notices of what was done, and of what to know first. */
export const noticeStyle: string = noticeOf(
  ".done,.warning",
  good,
  ".warning{border-color:var(--brass);background:var(--note);color:var(--note-ink)}",
);

/**
 * An error summary. Screen readers announce it, and `aria-describedby="problem"` points to it. It takes the focus if no field of the
 * page is wrong.
 */
export function problemOf(text: Printable, { isFocused = true } = {}): SafeHtml {
  return html`<div class="problem" id="problem" role="alert" tabindex="-1"${isFocused && autofocus}><p>${text}</p></div>`;
}

/** Says what was just done. */
export function doneNotice(text: Printable): SafeHtml {
  return html`<p class="done" role="status">${text}</p>`;
}

/** Something to know before an act. */
export function warningNotice(text: Printable): SafeHtml {
  return html`<p class="warning">${text}</p>`;
}

/** The look of a badge. Its words say the same, for people who do not see the colour. */
export type Tone = "plain" | "good" | "warn" | "bad";

/** The style of badges in the tones that people's pages show. */
export const badgeStyle = `
.badge{display:inline-block;padding:0 .5rem;border-radius:.375rem;background:var(--hairline);color:var(--muted);font-size:.75rem;font-weight:600;line-height:1.375rem;white-space:nowrap}
.badge.good{background:var(--good);color:var(--good-ink)}
`;

/** The same with the tones that only the console shows. */
export const badgesStyle: string = `${badgeStyle}
.badge.warn{background:var(--note);color:var(--note-ink)}
.badge.bad{background:var(--problem);color:var(--problem-ink)}
`;

/** A state in a word. */
export function badge(text: string, tone: Tone = "plain"): SafeHtml {
  return html`<span class="badge${tone !== "plain" && ` ${tone}`}">${text}</span>`;
}

/** A labelled fact with one value or several. Absent values print nothing. */
export type Fact = readonly [label: string | SafeHtml, ...values: readonly Printable[]];

/** Facts under their labels. A fact without a value is left out. */
export function factsOf(facts: readonly (Fact | false | undefined)[]): SafeHtml {
  const shown = facts.flatMap((fact) => {
    if (!fact) return [];
    const [label, ...values] = fact;
    const present = values.filter((value) => value !== undefined && value !== false && value !== "");
    return present.length === 0 ? [] : [{ label, values: present }];
  });
  return html`<dl class="facts">${shown.map(
    ({ label, values }) =>
      html`<div><dt>${label}</dt>${values.map((value) => html`<dd>${value}</dd>`)}</div>`,
  )}</dl>`;
}

/** The mark: a latch key whose bow is a ring and whose bit is cut like an L. Drawn in the colour of the text around it. */
export const keyMark: SafeHtml = constantMarkup(
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">' +
    '<g fill="none" stroke="currentColor" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round">' +
    '<circle cx="16" cy="8" r="6"/><path d="M16 14v16m0-1.5h6m-6-5.5h4"/></g></svg>',
);

/** The lock on the door: a brass plate, a knob, a keyhole, and a little light around them. */
export const lockPlate: SafeHtml = constantMarkup(
  '<svg class="lock" viewBox="0 0 56 148" aria-hidden="true" focusable="false">' +
    '<defs><linearGradient id="b" x2="1" y2="1"><stop class="b1"/><stop class="b2" offset=".55"/><stop class="b3" offset="1"/></linearGradient>' +
    '<radialGradient id="k" cx=".36" cy=".3" r=".75"><stop class="b1"/><stop class="b2" offset=".4"/><stop class="b3" offset="1"/></radialGradient></defs>' +
    '<rect class="cast" x="8" y="4" width="44" height="144" rx="22"/>' +
    '<rect class="plate" x="6" y="1" width="44" height="144" rx="22" fill="url(#b)"/>' +
    '<rect class="rim" x="9.5" y="4.5" width="37" height="137" rx="18.5"/>' +
    '<circle class="cast" cx="28.5" cy="42.5" r="16"/><circle class="knob" cx="28" cy="40" r="16" fill="url(#k)"/>' +
    '<path class="hole" d="M28 89a9 9 0 0 1 5 16.5l3.4 18.5H19.6L23 105.5A9 9 0 0 1 28 89Z"/></svg>',
);

/** The mark as a picture of its own, for browser tabs: the same drawing on a tile of the door's colour, `#rrggbb`. */
export function iconOn(door: string): string {
  return iconParts.join(door);
}

const iconParts = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="',
  '"/>' +
    '<g transform="translate(4.8 4.8) scale(.7)" fill="none" stroke="#f4e3b2" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round">' +
    '<circle cx="16" cy="8" r="6"/><path d="M16 14v16m0-1.5h6m-6-5.5h4"/></g></svg>',
];
