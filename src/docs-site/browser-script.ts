import { createSearch, type SearchIndex } from "./search.ts";

// The few parts of the browser that this file touches. The functions are sent as text, so they refer to nothing outside themselves.
interface Part {
  hidden: boolean;
  open: boolean;
  textContent: string;
  value: string;
  type: string;
  href: string;
  className: string;
  readonly dataset: { readonly root?: string };
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly parentElement: Part;
  querySelector(selector: string): Part | null;
  addEventListener(type: string, listener: (event: Key) => void): void;
  append(...parts: readonly (Part | string)[]): void;
  replaceChildren(...parts: readonly Part[]): void;
  contains(part: Part | null): boolean;
  matches(selectors: string): boolean;
  removeAttribute(name: string): void;
  focus(): void;
}
interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly relatedTarget: Part | null;
  preventDefault(): void;
}
declare const document: {
  readonly documentElement: Part;
  readonly activeElement: Part | null;
  querySelector(selector: string): Part | null;
  querySelectorAll(selectors: string): Iterable<Part>;
  createElement(name: string): Part;
  addEventListener(type: string, listener: (event: Key) => void): void;
};
declare const navigator: { readonly clipboard?: { writeText(text: string): Promise<void> } };
declare function matchMedia(query: string): { readonly matches: boolean };

/** Runs in the browser: the search field. The index is fetched when the field is first focused. */
function enhanceSearch(create: typeof createSearch): void {
  const box = document.querySelector(".search");
  const field = document.querySelector("#site-search");
  const panel = document.querySelector(".results");
  const list = document.querySelector("#site-results");
  const status = document.querySelector("#site-found");
  const root = document.documentElement.dataset.root ?? "./";
  if (box === null || field === null || panel === null || list === null || status === null) return;
  let loading: Promise<ReturnType<typeof createSearch> | undefined> | undefined;
  let links: Part[] = [];

  const load = () => {
    loading ??= fetch(`${root}search.json`)
      .then(async (response) => (response.ok ? create((await response.json()) as SearchIndex) : undefined))
      .catch(() => undefined);
    return loading;
  };
  const show = async () => {
    const query = field.value;
    const search = await load();
    if (query !== field.value) return;
    const found = search?.(query, 20) ?? [];
    links = found.map(({ href }) => {
      const link = document.createElement("a");
      link.href = root + href;
      return link;
    });
    const rows = found.map(({ heading, page, group }, at) => {
      const row = document.createElement("li");
      const place = document.createElement("span");
      place.textContent = heading === page ? group : `${group} › ${page}`;
      links[at]?.append(heading, place);
      row.append(...links.slice(at, at + 1));
      return row;
    });
    list.replaceChildren(...rows);
    panel.hidden = query.trim() === "";
    if (search === undefined) {
      loading = undefined;
      status.textContent = "The search could not be loaded.";
    } else if (rows.length === 0) status.textContent = "Nothing found. Try fewer letters.";
    else
      status.textContent =
        rows.length === 1 ? "1 place" : `${rows.length === 20 ? "The best 20" : rows.length} places`;
  };
  const move = (event: Key) => {
    const at = document.activeElement === null ? -1 : links.indexOf(document.activeElement);
    if (event.key === "Escape") {
      field.focus();
      panel.hidden = true;
    } else if (event.key === "ArrowDown") links[Math.min(at + 1, links.length - 1)]?.focus();
    else if (event.key === "ArrowUp") (at < 1 ? field : links[at - 1])?.focus();
    else if (event.key === "Enter" && at === -1 && links[0] !== undefined) location.assign(links[0].href);
    else return;
    event.preventDefault();
  };
  box.hidden = false;
  field.addEventListener("focus", () => void load());
  field.addEventListener("input", () => void show());
  box.addEventListener("keydown", move);
  box.addEventListener("focusout", ({ relatedTarget }) => {
    if (!box.contains(relatedTarget)) panel.hidden = true;
  });
  box.addEventListener("focusin", () => {
    panel.hidden = field.value.trim() === "";
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.activeElement?.matches("input, textarea, select")) return;
    event.preventDefault();
    field.focus();
  });
}
declare const location: { assign(href: string): void };

/** Runs in the browser: buttons that copy code, and no stop for the keyboard at what does not scroll. */
function enhanceReading(): void {
  const { clipboard } = navigator;
  for (const block of document.querySelectorAll("pre, .sheet"))
    if (block.scrollWidth <= block.clientWidth) block.removeAttribute("tabindex");
  const here = document.querySelector(".here details");
  if (here !== null && matchMedia("(min-width:80rem)").matches) here.open = true;
  if (clipboard === undefined) return;
  const addCopy = (parent: Part, name: string, words: string, read: () => string | Promise<string>) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = name;
    button.textContent = words;
    button.addEventListener("click", async () => {
      await clipboard.writeText(await read());
      button.textContent = "Copied";
      setTimeout(() => {
        button.textContent = words;
      }, 2_000);
    });
    parent.append(button);
  };
  for (const block of document.querySelectorAll(".code pre"))
    addCopy(block.parentElement, "copy", "Copy", () => block.textContent.trimEnd());
  const plain = document.querySelector(".plain a");
  if (plain === null) return;
  const markdown = async () => (await fetch(plain.href)).text();
  addCopy(plain.parentElement, "copy-page", "Copy as Markdown", markdown);
}

/** The script of every page: the source of these functions, without comments, indentation and the gaps that types leave. */
export const pageScript: string = `(${enhanceSearch})(${createSearch});\n(${enhanceReading})();\n`
  .replace(/^\s+(\/\/.*)?/gm, "")
  .replace(/ {2,}/g, " ")
  .replace(/ (?=[),;])/g, "");
