import type { SafeHtml } from "../../pages/html.ts";
import { scriptOf } from "../../pages/layout.ts";

// The few parts of the browser that this file touches; the scripts are sent as text, so they refer to nothing outside themselves.
interface Part {
  hidden: boolean;
  textContent: string;
  value: string;
  readonly dataset: { readonly copy?: string };
  readonly children: Iterable<Part>;
  addEventListener(type: string, listener: () => void): void;
  setAttribute(name: string, value: string): void;
}
declare const document: {
  getElementById(id: string): Part | null;
  querySelectorAll(selectors: string): Iterable<Part>;
};
declare const navigator: { readonly clipboard?: { writeText(text: string): Promise<void> } };

/** Runs in the browser: buttons that copy the value beside them. Without a clipboard they stay hidden. */
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

/** Runs in the browser: hides the rows of a list that do not have the typed text, while it is typed. The search itself asks the service. */
export function enhanceFilter(): void {
  const field = document.getElementById("q");
  const [list] = document.querySelectorAll("[data-filter]");
  if (field === null || list === undefined) return;
  field.addEventListener("input", () => {
    const text = field.value.trim().toLowerCase();
    for (const row of list.children) row.hidden = !row.textContent.toLowerCase().includes(text);
  });
}

const enhancements = { copy: enhanceCopying, filter: enhanceFilter };

/** The script of a page that uses these. */
export function scriptFor(...names: readonly (keyof typeof enhancements)[]): SafeHtml {
  return scriptOf(...names.map((name) => enhancements[name]));
}
