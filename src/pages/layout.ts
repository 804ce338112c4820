import { languageRows } from "../protocol/language.ts";
import type { KnownScope } from "../protocol/scope.ts";
import { brandOf } from "./brand.ts";
import { enhanceLanguagePicker } from "./browser/language-picker.ts";
import { type Catalogue, constantInEachLanguage } from "./catalogue.ts";
import { harmlessHref, keyMark, lockPlate } from "./components.ts";
import { constantMarkup, html, type Printable, type SafeHtml } from "./html.ts";
import {
  doorStyle,
  factorStyle,
  listStyle,
  logoStyle as logoCss,
  plainStyle as plainCss,
  plainDoorStyle as plainDoorCss,
  wideStyle,
} from "./style.ts";
import { dark, light } from "./tokens.ts";

/** The frame of every page. */
interface Document {
  readonly texts: Catalogue;
  readonly title: string;
  readonly cspNonce: string;
  /** A name of `styles` below, or the page's own style. */
  readonly shape: keyof typeof styles | SafeHtml;
  /** What this page adds to the style of its shape. */
  readonly style?: SafeHtml | undefined;
  readonly script?: SafeHtml;
  readonly main: SafeHtml;
  /** What stands beside `main` if there is room. */
  readonly side?: SafeHtml | undefined;
  /** Replaces the usual language picker; false for a page that nobody stays on. */
  readonly picker?: SafeHtml | false | undefined;
  /** True if the page must say that the connection is not encrypted. */
  readonly isInsecureDevelopment?: boolean | undefined;
}

/** A person as pages show them. */
export interface Person {
  readonly displayName: string;
  readonly username: string;
}

const logoStyle = constantMarkup(logoCss);
const plainStyle = constantMarkup(plainCss);
const plainDoorStyle = constantMarkup(plainDoorCss);
const styles = {
  door: constantMarkup(doorStyle),
  list: constantMarkup(listStyle),
  factor: constantMarkup(factorStyle),
  wide: constantMarkup(wideStyle),
};
/** Created for the first person that is shown, because it takes longer than everything else in this file. */
let graphemes: Intl.Segmenter | undefined;

const head = html`
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width,initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="robots" content="noindex">`;

/** The script of every page with a language picker. */
export const languagePickerScript: SafeHtml = scriptOf(enhanceLanguagePicker);

const panels = html`<div class="panel over"></div><div class="panel under"></div>`;

/** Puts content into a whole HTML document. */
export function renderDocument(document: Document): SafeHtml {
  const { texts, title, cspNonce, shape, script, main } = document;
  const picker = pickerOf(document);
  const scripts = [picker && languagePickerScript, script].filter(
    (one) => one !== undefined && one !== false,
  );
  return html`<!doctype html>
    <html lang="${texts.lang}" dir="${texts.dir}">
      <head>
        ${head}
        ${themeOf(texts)}
        <title>${titleOf(title, texts)}</title>
        <style nonce="${cspNonce}">${typeof shape === "string" ? styles[shape] : shape}${ownStyleOf(document)}</style>
      </head>
      <body>
        <div class="card">
          ${door(texts)}
          ${document.side}
          <main class="room">${main}</main>
        </div>
        ${footer(document, picker)}
        ${scripts.length > 0 && html`<script type="module" nonce="${cspNonce}">${scripts}</script>`}
      </body>
    </html>`;
}

/** The title with the name of the service, for tabs, bookmarks and the history. */
function titleOf(title: string, texts: Catalogue): string {
  const { name } = brandOf(texts);
  return title === name ? name : `${title} · ${name}`;
}

/** The colours for the browser's own frame around the page. */
function themeOf(texts: Catalogue): SafeHtml {
  const { paint = { light: light.door, dark: dark.door } } = brandOf(texts);
  return html`
    <meta name="theme-color" content="${paint.light}" media="(prefers-color-scheme:light)">
    <meta name="theme-color" content="${paint.dark}" media="(prefers-color-scheme:dark)">`;
}

/** What the brand changes in the style of the page. */
function ownStyleOf({ texts, shape, style }: Document): SafeHtml {
  const { paint, hasDoor, logoSrc } = brandOf(texts);
  return html`${style}${paint?.css}${logoSrc !== undefined && logoStyle}${!hasDoor && (shape === "door" ? plainDoorStyle : plainStyle)}`;
}

function door(texts: Catalogue): SafeHtml {
  const { name, logoSrc, hasDoor } = brandOf(texts);
  const mark = logoSrc === undefined ? keyMark : html`<img class="mark" src="${logoSrc}" alt="">`;
  const brand = html`<div class="brand">${mark}<span translate="no">${nameOf(name)}</span></div>`;
  if (!hasDoor) return html`<header class="nameplate">${brand}</header>`;
  return html`
    <header class="door">
      ${panels}
      ${brand}
      ${lockPlate}
    </header>`;
}

/** The picker of the page. Pages of an account have none: a form of theirs keeps the language with the account. */
function pickerOf({ texts, shape, picker }: Document): SafeHtml | false | undefined {
  const { place } = texts;
  if (picker !== undefined || place === undefined || typeof shape !== "string") return picker;
  const page = html`<input type="hidden" name="page" value="${place.path}">`;
  return languagePicker(place.pickerAction, texts, page);
}

/**
 * The language picker. It is a form of its own, so that no typed text is sent with it. Each language has its own name for itself.
 * `hidden` are further fields.
 */
export function languagePicker(action: string, texts: Catalogue, hidden?: SafeHtml): SafeHtml {
  return html`<form class="languages" method="post" action="${action}">${hidden}${choicesIn(texts)}</form>`;
}

const choicesIn = constantInEachLanguage(({ lang, picker }) => {
  const { label, submit } = picker;
  return html`
    <label for="language">${label}</label>
    <select id="language" name="language" autocomplete="off">${languageRows.map(
      ({ tag, name }) =>
        html`<option value="${tag}" lang="${tag}"${tag === lang && html` selected`}>${name}</option>`,
    )}</select>
    <button type="submit">${submit}</button>`;
});

function footer(
  { texts, isInsecureDevelopment }: Document,
  picker: SafeHtml | false | undefined,
): SafeHtml | undefined {
  const note = isInsecureDevelopment && html`<p>${texts.developmentNote}</p>`;
  const links = brandLinks(texts);
  const isEmpty = !picker && !note && links === undefined;
  return isEmpty ? undefined : html`<footer class="small">${picker}${links}${note}</footer>`;
}

function brandLinks(texts: Catalogue): SafeHtml | undefined {
  const { imprintHref, privacyHref, helpHref } = brandOf(texts);
  const words = texts.brandLinks;
  const links = [
    [helpHref, words.help],
    [privacyHref, words.privacy],
    [imprintHref, words.imprint],
  ] as const;
  const shown = links.flatMap(([href, text]) => {
    const harmless = harmlessHref(href);
    return harmless === undefined ? [] : [html`<a href="${harmless}" rel="noopener noreferrer">${text}</a>`];
  });
  return shown.length === 0 ? undefined : linkRow(...shown);
}

/** A name that somebody chose, isolated from the direction of writing of its sentence. */
export function nameOf(name: string): SafeHtml {
  return html`<bdi>${name}</bdi>`;
}

/** The same with emphasis, for a sentence about the name. */
export function strongNameOf(name: string): SafeHtml {
  return html`<strong><bdi>${name}</bdi></strong>`;
}

/** A person: the initial, the name, and the username if it differs. */
export function personOf({ displayName, username }: Person): SafeHtml {
  return html`
    <div class="person">
      ${initialOf(displayName.trim() || username)}
      <div class="who">
        ${strongNameOf(displayName)}
        ${displayName !== username && html`<span class="muted">${nameOf(username)}</span>`}
      </div>
    </div>`;
}

/** The first letter of a name, instead of a picture. */
export function initialOf(name: string): SafeHtml {
  graphemes ??= new Intl.Segmenter();
  const [initial] = graphemes.segment(name);
  return html`<span class="initial" aria-hidden="true">${initial?.segment.toUpperCase()}</span>`;
}

/** What an application would be told of the person, by the scope value that lets it know. */
export type ToldValues = Readonly<Partial<Record<KnownScope, string | undefined>>>;

/** The rights of an application, as the end of the sentence above. Below a right stands what it tells, if that is given. */
export function abilityList(
  abilities: readonly KnownScope[],
  texts: Catalogue,
  told: ToldValues = {},
): SafeHtml {
  const item = (scope: KnownScope) =>
    html`<li>${texts.abilities[scope]}${told[scope] && html`<br><span class="host">${nameOf(told[scope])}</span>`}</li>`;
  return html`<ul class="abilities">${abilities.map(item)}</ul>`;
}

/** A row of links. Absent items print nothing. */
export function linkRow(...links: readonly Printable[]): SafeHtml {
  return html`<p class="ways">${links}</p>`;
}

/** The registered details of an application that people see. A link is shown only if it is harmless to follow. */
export interface ApplicationPages {
  /** A path of the service, never an address of the application. */
  readonly logoSrc?: string | undefined;
  readonly policyHref?: string | undefined;
  readonly termsHref?: string | undefined;
}

/** The logo, in a box of fixed size. */
export function logoOf({ logoSrc }: ApplicationPages, name: string): SafeHtml | undefined {
  return logoSrc === undefined
    ? undefined
    : html`<img class="logo" src="${logoSrc}" alt="${name}" width="48" height="48">`;
}

/** The links of an application. Pointing at one shows its host, which may be anybody's. */
export function applicationLinks({ policyHref, termsHref }: ApplicationPages, texts: Catalogue): SafeHtml {
  const { policy, terms } = texts.applicationPages;
  return html`${applicationLink(policyHref, policy)}${applicationLink(termsHref, terms)}`;
}

function applicationLink(href: string | undefined, text: string): SafeHtml | undefined {
  const harmless = harmlessHref(href);
  const host = harmless && URL.parse(harmless)?.host;
  return host ? html`<a href="${harmless}" rel="noopener noreferrer" title="${host}">${text}</a>` : undefined;
}

/** A command to copy. Lines break between its words only. */
export function commandOf(command: string): SafeHtml {
  const words = command
    .split(/( )/)
    .map((word) => (word === " " ? word : html`<span class="word">${word}</span>`));
  return html`<pre dir="ltr"><code id="command">${words}</code></pre>`;
}

/** Functions of the source as the text of an inline script: their own source, each called once. It is a constant: never make it in a request. */
export function scriptOf(...enhancements: readonly (() => void)[]): SafeHtml {
  return constantMarkup(enhancements.map(callOf).join(""));
}

function callOf(enhance: () => void): string {
  return `(${enhance.toString().replace(/^\s+(\/\/.*)?/gm, "")})();`;
}
