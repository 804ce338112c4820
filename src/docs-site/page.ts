import { keyMark } from "../pages/components.ts";
import { html, type SafeHtml } from "../pages/html.ts";
import { type DocumentPage, type PageGroup, relativeTo } from "./documents.ts";
import type { Heading } from "./markdown.ts";
import { plainPathOf } from "./plain.ts";

interface SitePageModel {
  readonly page: DocumentPage;
  readonly groups: readonly PageGroup[];
  readonly body: SafeHtml;
  readonly headings: readonly Heading[];
  /** What stands between the list of sections and the text. */
  readonly above?: SafeHtml | undefined;
}

/** Renders a page. Style, script and search index are files of the same site. */
export function renderSitePage({ page, groups, body, headings, above }: SitePageModel): string {
  const to = (target: string) => relativeTo(page.page, target);
  const [first] = headings;
  const name = first === undefined || first.text === "Latchkey" ? page.title : first.text;
  const document = html`<!doctype html>
    <html lang="en" data-root="${to(".") || "."}/">
    <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>${name} – Latchkey</title>
      <link rel="icon" href="${to("icon.svg")}">
      <link rel="alternate" type="text/markdown" href="${to(plainPathOf(page))}">
      <link rel="stylesheet" href="${to("style.css")}">
      <script src="${to("site.js")}" defer></script>
    </head>
    <body>
      <a class="skip" href="#site-text">To the text</a>
      <header class="top">
        <a class="brand" href="${to("index.html")}">${keyMark}Latchkey</a>
        <a class="pages" href="#site-pages">All pages</a>
        <div class="search" role="search" hidden>
          <label class="vh" for="site-search">Search the documents</label>
          <input id="site-search" type="search" placeholder="Search  /" autocomplete="off" spellcheck="false" aria-describedby="site-found">
          <div class="results" hidden><p id="site-found" role="status"></p><ul id="site-results" aria-label="Results"></ul></div>
        </div>
        <noscript><p>The search needs scripts. <a href="#site-pages">All pages</a> are listed on each.</p></noscript>
      </header>
      <div class="columns">
        <main id="site-text" tabindex="-1">
          ${onThisPage(headings)}
          ${above}
          <article>${body}</article>
          <p class="muted plain"><a href="${to(plainPathOf(page))}">This page as Markdown</a></p>
          ${neighbours(page, groups, to)}
        </main>
        ${navigation(page, groups, to)}
      </div>
    </body>
    </html>`;
  return document.toString();
}

function onThisPage(headings: readonly Heading[]): SafeHtml | undefined {
  const shown = headings.filter(({ depth }) => depth === 2);
  if (shown.length < 2) return undefined;
  return html`<nav class="here" aria-labelledby="site-here"><details><summary id="site-here">On this page</summary>
    <ul>${shown.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></details></nav>`;
}

function navigation(
  page: DocumentPage,
  groups: readonly PageGroup[],
  to: (target: string) => string,
): SafeHtml {
  const shown = groups.map(({ title, pages }, index) => {
    const isOpen = index === 0 || pages.includes(page);
    const links = pages.map(
      (one) =>
        html`<li><a href="${to(one.page)}"${one === page && html` aria-current="page"`}>${one.title}</a></li>`,
    );
    return html`<details${isOpen && html` open`}><summary>${title}</summary><ul>${links}</ul></details>`;
  });
  return html`<nav id="site-pages" class="side" aria-label="All pages" tabindex="-1">${shown}
    <p><a href="${to("contents.html")}">What each document answers</a></p></nav>`;
}

function neighbours(
  page: DocumentPage,
  groups: readonly PageGroup[],
  to: (target: string) => string,
): SafeHtml | undefined {
  const pages = groups.flatMap((group) => group.pages);
  const at = pages.indexOf(page);
  const [before, after] = at === -1 ? [] : [pages[at - 1], pages[at + 1]];
  const link = (one: DocumentPage | undefined, kind: "prev" | "next", word: string) =>
    one &&
    html`<a class="${kind}" rel="${kind}" href="${to(one.page)}"><span class="muted">${word}</span>${one.title}</a>`;
  return html`<nav class="neighbours" aria-label="Before and after">
    ${link(before, "prev", "Before")}${link(after, "next", "Next")}</nav>`;
}
