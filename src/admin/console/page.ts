/**
 * Room: admin. It has what operators use over HTTP: the console, in server-rendered HTML, and the admin API. It is loaded with the first
 * request for either, so that it costs nothing until then. It reads and acts through flows, and only the table of routes imports it.
 */
import type { Brand } from "../../pages/brand.ts";
import { doneNotice, keyMark, problemOf, warningNotice } from "../../pages/components.ts";
import { constantMarkup, html, type Printable, type SafeHtml } from "../../pages/html.ts";
import { nameOf } from "../../pages/layout.ts";
import { dark, light } from "../../pages/tokens.ts";
import type { FlashMessage } from "./sealed.ts";
import { everySearchScript } from "./search-script.ts";
import { consoleStyle } from "./style.ts";

/** A place of the navigation. */
export interface Place {
  readonly href: string;
  readonly text: string;
  readonly isHere: boolean;
}

/** A part of the navigation: a heading, and the places under it. */
export interface PlaceGroup {
  readonly heading: string;
  readonly places: readonly Place[];
}

/** The frame around every page of the console. */
export interface Frame {
  readonly cspNonce: string;
  readonly brand: Brand;
  readonly homeHref: string;
  /** Empty if nobody has entered. */
  readonly places: readonly PlaceGroup[];
  /** The page that searches everything; absent before an operator has entered. */
  readonly searchHref?: string;
  /** The person, and the form that ends their visit; absent if nobody has entered. */
  readonly self?: Self | undefined;
  readonly flash?: FlashMessage | undefined;
  /** The button that undoes what the message reports. */
  readonly undo?: SafeHtml | undefined;
  readonly isInsecureDevelopment: boolean;
}

/** The person who uses the console. */
export interface Self {
  readonly name: string;
  readonly accountHref: string;
  readonly signOutAction: string;
  readonly csrfToken: string;
}

/** The content of a page. */
export interface Content {
  readonly title: string;
  /** The page above this one. */
  readonly up?: { readonly href: string; readonly text: string } | undefined;
  readonly lead?: Printable;
  /** Buttons beside the title. */
  readonly actions?: Printable;
  /** A sentence at the top that says why the page is shown again. */
  readonly problem?: Printable;
  readonly main: Printable;
  readonly script?: SafeHtml | undefined;
}

const style = constantMarkup(consoleStyle);

/** Renders a whole page of the console. */
export function renderPage(frame: Frame, content: Content): SafeHtml {
  const { cspNonce, brand } = frame;
  const { title, script, problem } = content;
  const { paint } = brand;
  return html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="robots" content="noindex">
        <meta name="theme-color" content="${paint?.light ?? light.door}" media="(prefers-color-scheme:light)">
        <meta name="theme-color" content="${paint?.dark ?? dark.door}" media="(prefers-color-scheme:dark)">
        <title>${problem !== undefined && "Error: "}${title} · ${brand.name} console</title>
        <style nonce="${cspNonce}">${style}${paint?.css}</style>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        ${side(frame)}
        <main id="content">${opening(content)}${notices(frame, content)}${content.main}</main>
        ${frame.searchHref && html`<script type="module" nonce="${cspNonce}">${everySearchScript}</script>`}
        ${script && html`<script type="module" nonce="${cspNonce}">${script}</script>`}
      </body>
    </html>`;
}

/** On a phone, the navigation is a popover, which needs no script. A browser that does not know popovers shows it at once. */
function side({ brand, homeHref, places, searchHref, self, isInsecureDevelopment }: Frame): SafeHtml {
  const note =
    isInsecureDevelopment && html`<p class="small">Development: this connection is not encrypted.</p>`;
  const mark = brand.logoSrc === undefined ? keyMark : html`<img src="${brand.logoSrc}" alt="">`;
  return html`
    <header class="side"><div class="stay">
      <div class="bar">
        <a class="brand" href="${homeHref}">${mark}<span translate="no">${nameOf(brand.name)}</span></a>
        ${searchHref && everySearch(searchHref)}${searchHref && html`<a class="seek" href="${searchHref}" aria-label="Search everything">${lens}</a>`}
        ${places.length > 0 && html`<button class="menu-button" type="button" popovertarget="menu">Menu</button>`}
      </div>
      ${places.length > 0 && html`<div class="menu" id="menu" popover><nav aria-label="Console">${places.map(placeGroupOf)}</nav>${self && selfOf(self)}${note}</div>`}
      ${places.length === 0 && note}
    </div></header>`;
}

const lens = constantMarkup(
  '<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" d="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm5 11.5L20 20"/></svg>',
);

/** With scripts, the slash and Ctrl+K or ⌘K open it in a dialog. */
function everySearch(href: string): SafeHtml {
  return html`
    <form id="everywhere" method="get" action="${href}" role="search" aria-label="Everything">
      <label class="vh" for="everything">Search everything</label>
      <input id="everything" name="q" type="search" placeholder="Search  /" autocomplete="off" spellcheck="false" maxlength="100" aria-keyshortcuts="/ Control+K Meta+K">
    </form>`;
}

function placeGroupOf({ heading, places }: PlaceGroup): SafeHtml {
  const id = `places-${heading.toLowerCase()}`;
  return html`<div><p class="small" id="${id}">${heading}</p><ul class="places" aria-labelledby="${id}">${places.map(placeOf)}</ul></div>`;
}

function placeOf({ href, text, isHere }: Place): SafeHtml {
  return html`<li><a href="${href}"${isHere && html` aria-current="true"`}>${text}</a></li>`;
}

function selfOf({ name, accountHref, signOutAction, csrfToken }: Self): SafeHtml {
  return html`
    <div class="self">
      <a href="${accountHref}">${nameOf(name)}</a>
      <form method="post" action="${signOutAction}">
        <input type="hidden" name="step" value="${csrfToken}">
        <button id="leave">Leave the console</button>
      </form>
    </div>`;
}

function opening({ title, up, lead, actions }: Content): SafeHtml {
  return html`
    <div class="opening">
      ${up && html`<p class="up"><a href="${up.href}">← ${up.text}</a></p>`}
      <div class="head"><h1>${title}</h1>${actions !== undefined && html`<div class="actions">${actions}</div>`}</div>
      ${lead !== undefined && lead !== false && html`<p class="muted">${lead}</p>`}
    </div>`;
}

function notices({ flash, undo }: Frame, { problem }: Content): SafeHtml {
  const told =
    flash &&
    (flash.tone === "done"
      ? doneNotice(flash.text)
      : html`<div role="status">${warningNotice(flash.text)}</div>`);
  return html`
    ${undo === undefined ? told : html`<div class="told">${told}${undo}</div>`}
    ${problem !== undefined && problemOf(problem)}`;
}
