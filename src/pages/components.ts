/**
 * The components that people's pages and the console draw alike. Their style, with that of buttons, is at the head of `style.ts`; the notice
 * of a problem is in `layout.ts`, because the sign-in page needs nothing else of them. Fields and rows differ: people's have room for a
 * finger and a button inside, and the console has many of them beside each other. Two pages show all components in each of their states,
 * for the sheets of screenshots and for axe (test/support/component-pages.ts).
 */
import { html, type Printable, type SafeHtml } from "./html.ts";

/** The look of a badge. Its words say the same, for people who do not see the colour. */
export type Tone = "plain" | "good" | "warn" | "bad";

/** A state in a word. */
export function badge(text: string, tone: Tone = "plain"): SafeHtml {
  return html`<span class="badge${tone !== "plain" && ` ${tone}`}">${text}</span>`;
}

/** Says what was just done. */
export function doneNotice(text: Printable): SafeHtml {
  return html`<p class="done" role="status">${text}</p>`;
}

/** Something to know before an act. */
export function warningNotice(text: Printable): SafeHtml {
  return html`<p class="warning">${text}</p>`;
}
