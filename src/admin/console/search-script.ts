import type { SafeHtml } from "../../pages/html.ts";
import { scriptOf } from "../../pages/layout.ts";

// The parts of the browser's API that the script uses. It is sent as text, so it must not refer to anything outside itself.
interface Part {
  readonly tagName: string;
  readonly isContentEditable: boolean;
  readonly href: string;
  readonly action: string;
  readonly open: boolean;
  value: string;
  innerHTML: string;
  readonly content?: Part;
  append(...parts: readonly Part[]): void;
  focus(): void;
  select(): void;
  submit(): void;
  close(): void;
  showModal(): void;
  setAttribute(name: string, value: string): void;
  replaceChildren(...parts: readonly Part[]): void;
  readonly children: Iterable<Part>;
  addEventListener(type: string, listener: (event: Press) => void): void;
  querySelector(selectors: string): Part | null;
  querySelectorAll(selectors: string): Iterable<Part>;
}
interface Press {
  readonly key?: string;
  readonly target: Part;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
  readonly altKey?: boolean;
  readonly isComposing?: boolean;
  preventDefault(): void;
}
declare const document: {
  readonly body: Part;
  readonly activeElement: Part | null;
  createElement(name: string): Part;
  getElementById(id: string): Part | null;
  addEventListener(type: string, listener: (event: Press) => void): void;
};
declare const location: { href: string };
declare function setTimeout(act: () => void, milliseconds: number): number;
declare function clearTimeout(timer: number): void;

/**
 * Runs in the browser: `/` and Ctrl+K or ⌘K open a dialog that shows the results of the search page while somebody types. Arrow keys move
 * between them, Enter opens the first. If a sign-in is needed first, the search page is opened instead.
 */
function enhanceEverySearch(): void {
  const form = document.getElementById("everywhere");
  if (form === null) return;
  let dialog: Part | undefined;
  let [timer, asked, shown] = [0, 0, ""];
  const addressOf = (text: string) => `${form.action}?q=${encodeURIComponent(text)}`;
  const open = () => {
    dialog ??= build();
    if (!dialog.open) dialog.showModal();
    dialog.querySelector("input")?.select();
  };
  const build = (): Part => {
    const made = document.createElement("dialog");
    made.setAttribute("id", "palette");
    made.setAttribute("aria-label", "Search everything");
    const field = document.createElement("input");
    const results = document.createElement("div");
    field.setAttribute("type", "search");
    field.setAttribute("maxlength", "100");
    field.setAttribute("aria-label", "Search everything");
    field.setAttribute("placeholder", "Search people, applications, settings, pages …");
    results.setAttribute("class", "found");
    made.append(field, results);
    document.body.append(made);
    const ask = async () => {
      asked += 1;
      const [own, text] = [asked, field.value];
      const answer = await fetch(addressOf(text), { redirect: "manual" });
      // A redirect leads to the sign-in.
      if (!answer.ok) location.href = addressOf(text);
      const template = document.createElement("template");
      template.innerHTML = await answer.text();
      const found = template.content?.querySelector("#results");
      // An earlier question may be answered later.
      if (!found || own !== asked) return;
      results.replaceChildren(...found.children);
      shown = text;
    };
    field.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => ask().catch(() => {}), 150);
    });
    made.addEventListener("keydown", (press) => {
      const { key = "", isComposing } = press;
      if (isComposing || !["ArrowDown", "ArrowUp", "Enter"].includes(key)) return;
      const places = [field, ...results.querySelectorAll("a")];
      const at = document.activeElement === null ? 0 : places.indexOf(document.activeElement);
      // On a link, Enter opens that link.
      if (key === "Enter" && at > 0) return;
      press.preventDefault();
      const first = shown === field.value ? places[1]?.href : undefined;
      if (key === "Enter") location.href = first ?? addressOf(field.value);
      else places[(at + (key === "ArrowDown" ? 1 : places.length - 1)) % places.length]?.focus();
    });
    return made;
  };
  document.addEventListener("keydown", (press) => {
    const { key, ctrlKey, metaKey, altKey, target } = press;
    const isTyping = ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName) || target.isContentEditable;
    const isSlash = key === "/" && !isTyping && !ctrlKey && !metaKey && !altKey;
    if (!isSlash && !(key === "k" && (ctrlKey || metaKey))) return;
    press.preventDefault();
    open();
  });
}

/** The script of the search, for every page. */
export const everySearchScript: SafeHtml = scriptOf(enhanceEverySearch);
