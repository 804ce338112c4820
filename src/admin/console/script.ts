import type { SafeHtml } from "../../pages/html.ts";
import { scriptOf } from "../../pages/layout.ts";

// The parts of the browser's API that the scripts use. They are sent as text, so they must not refer to anything outside themselves.
interface Part {
  hidden: boolean;
  textContent: string;
  value: string;
  checked: boolean;
  indeterminate: boolean;
  open: boolean;
  innerHTML: string;
  id: string;
  readonly outerHTML: string;
  readonly dataset: { readonly copy?: string; readonly live?: string };
  readonly href: string;
  readonly children: Iterable<Part>;
  addEventListener(type: string, listener: (event: Press) => void): void;
  append(...parts: readonly (Part | string)[]): void;
  focus(): void;
  click(): void;
  showModal(): void;
  close(): void;
  setAttribute(name: string, value: string): void;
  contains(part: Part | null): boolean;
  replaceWith(part: Part): void;
  readonly content?: Part;
  prepend(...parts: readonly Part[]): void;
  remove(): void;
  querySelectorAll(selectors: string): Iterable<Part>;
  closest(selectors: string): Part | null;
  readonly form?: Part | null;
  readonly action: string;
}
interface Press {
  readonly target: Part;
  readonly button?: number;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
  readonly shiftKey?: boolean;
  preventDefault(): void;
}
declare const location: { href: string };
declare const history: { replaceState(state: null, title: string, address: string): void };
declare class FormData implements Iterable<[string, string]> {
  constructor(form: Part);
  [Symbol.iterator](): Iterator<[string, string]>;
}
declare function setTimeout(act: () => void, milliseconds: number): number;
declare function clearTimeout(timer: number): void;
declare const document: {
  readonly body: Part;
  readonly activeElement: Part | null;
  createElement(name: string): Part;
  addEventListener(type: string, listener: (event: Press) => void): void;
  getElementById(id: string): Part | null;
  querySelectorAll(selectors: string): Iterable<Part>;
};
declare class EventSource {
  readonly readyState: number;
  constructor(address: string);
  addEventListener(type: string, listener: (event: { readonly data: string }) => void): void;
}
declare const navigator: { readonly clipboard?: { writeText(text: string): Promise<void> } };

/** Runs in the browser: buttons copy the value beside them. Without a clipboard they stay hidden. */
export function enhanceCopying(): void {
  const { clipboard } = navigator;
  if (clipboard === undefined) return;
  for (const button of document.querySelectorAll("[data-copy]")) {
    const source = document.getElementById(button.dataset.copy ?? "");
    if (source === null) continue;
    const words = button.textContent;
    button.hidden = false;
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      await clipboard.writeText(source.textContent);
      button.textContent = "Copied";
      setTimeout(() => {
        button.textContent = words;
      }, 2_000);
    });
  }
}

/**
 * Runs in the browser: searches for the text while it is being typed, after each pause, and replaces the marked parts of the page with
 * those of the answer. Without scripts, or if a sign-in is needed first, submitting the form does it.
 */
function enhanceSearch(): void {
  const field = document.getElementById("q");
  const form = field?.form;
  const status = document.getElementById("found-count");
  if (!field || !form || status === null) return;
  let [timer, asked] = [0, 0];
  const ask = async () => {
    asked += 1;
    const own = asked;
    const address = `${form.action}?${new URLSearchParams([...new FormData(form)])}`;
    const answer = await fetch(address, { redirect: "manual" });
    const template = document.createElement("template");
    template.innerHTML = /<main[\s\S]*<\/main>/.exec(await answer.text())?.[0] ?? "";
    // An earlier question may be answered later.
    if (!answer.ok || own !== asked) return;
    for (const part of [...(template.content?.querySelectorAll("[data-found]") ?? [])])
      document.getElementById(part.id)?.replaceWith(part);
    history.replaceState(null, "", address);
    status.textContent = document.getElementById("count")?.textContent ?? "";
  };
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => ask().catch(() => {}), 250);
  });
}

/**
 * Runs in the browser: replaces parts of a page, or prepends rows to a table, as the service sends them. The part that has the focus is not
 * replaced, and expanded tables stay expanded.
 */
function enhanceLive(): void {
  const [place] = document.querySelectorAll("[data-live]");
  const state = document.getElementById("live-state");
  if (place === undefined || state === null) return;
  const source = new EventSource(place.dataset.live ?? "");
  const sentParts = (data: string) => {
    // Unlike a div, a template can hold table rows.
    const sent = document.createElement("template");
    sent.innerHTML = JSON.parse(data);
    return [...(sent.content?.children ?? [])];
  };
  source.addEventListener("open", () => {
    state.textContent = "Live";
  });
  source.addEventListener("parts", ({ data }) => {
    for (const part of sentParts(data)) {
      const shown = document.getElementById(part.id);
      if (shown?.contains(document.activeElement) !== false) continue;
      for (const details of part.querySelectorAll("details")) {
        const before = document.getElementById(details.id);
        if (before?.open) details.open = true;
      }
      if (shown.outerHTML !== part.outerHTML) shown.replaceWith(part);
    }
  });
  source.addEventListener("rows", ({ data }) => {
    const [rows] = place.querySelectorAll("tbody");
    rows?.prepend(...sentParts(data));
    for (const row of [...(rows?.children ?? [])].slice(200)) row.remove();
  });
  source.addEventListener("error", () => {
    state.textContent = source.readyState === 2 ? "No longer live." : "Reconnecting …";
  });
}

/**
 * Runs in the browser: shows the confirmation form of the linked page in a dialog. If that page cannot be shown at once, such as before a
 * fresh sign-in, the link is followed.
 */
function enhanceAsking(): void {
  const ask = async ({ href }: Part) => {
    const answer = await fetch(href, { redirect: "manual" });
    const template = document.createElement("template");
    // This page's content security policy does not allow the other page's style and script.
    template.innerHTML = /<main[\s\S]*<\/main>/.exec(await answer.text())?.[0] ?? "";
    const [heading] = template.content?.querySelectorAll("h1") ?? [];
    const [panel] = template.content?.querySelectorAll(".panel:has(#do)") ?? [];
    if (!answer.ok || heading === undefined || panel === undefined) return false;
    const dialog = document.createElement("dialog");
    const title = document.createElement("h2");
    title.id = "asked";
    title.textContent = heading.textContent;
    dialog.setAttribute("aria-labelledby", title.id);
    dialog.append(title, ...panel.children);
    const [cancel] = dialog.querySelectorAll(".actions a");
    cancel?.addEventListener("click", (press) => {
      press.preventDefault();
      dialog.close();
    });
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    // A second press of Enter must not carry the act out.
    if (document.activeElement?.id === "do") cancel?.focus();
    return true;
  };
  let isAsking = false;
  // On the document, because a search replaces some of the links.
  document.addEventListener("click", async (press) => {
    const link = press.target.closest("a[data-ask]");
    if (link === null || press.button !== 0 || press.ctrlKey || press.metaKey || press.shiftKey) return;
    press.preventDefault();
    // The second press of a double click comes before the answer to the first.
    if (isAsking) return;
    isAsking = true;
    if (!(await ask(link).catch(() => false))) location.href = link.href;
    isAsking = false;
  });
}

/** Runs in the browser: a box ticks everybody on the page, and the menu of acts says how many are ticked. */
function enhanceChoosing(): void {
  const words = document.getElementById("act-on")?.textContent ?? "";
  // On the document, because a search replaces the list and the menu.
  document.addEventListener("change", ({ target }) => {
    const [menu, all] = [document.getElementById("act-on"), document.getElementById("all")];
    const boxes = [...document.querySelectorAll("[name=user]")];
    if (menu === null || all === null) return;
    if (target.id === "all") for (const box of boxes) box.checked = target.checked;
    const count = boxes.filter(({ checked }) => checked).length;
    all.checked = count > 0 && count === boxes.length;
    all.indeterminate = count > 0 && count < boxes.length;
    menu.textContent = count === 0 ? words : `Act on ${count} ${count === 1 ? "person" : "people"}`;
  });
}

/**
 * Runs in the browser: presses the button that continues what takes several requests. The next page often comes before somebody has
 * released the button that stops it, so pressing that one down is enough.
 */
function enhanceGoingOn(): void {
  document.addEventListener("pointerdown", ({ target, button }) => {
    if (target.id === "stop" && button === 0) target.click();
  });
  document.getElementById("go-on")?.click();
}

/** The scripts that a page can use. */
export const enhancements = {
  ask: enhanceAsking,
  choose: enhanceChoosing,
  copy: enhanceCopying,
  goOn: enhanceGoingOn,
  live: enhanceLive,
  search: enhanceSearch,
};

const scripts = new Map<string, SafeHtml>();

/** The combined script of a page that uses the given ones. */
export function scriptFor(...names: readonly (keyof typeof enhancements)[]): SafeHtml {
  const key = names.join();
  const known = scripts.get(key);
  if (known !== undefined) return known;
  const script = scriptOf(...names.map((name) => enhancements[name]));
  scripts.set(key, script);
  return script;
}
