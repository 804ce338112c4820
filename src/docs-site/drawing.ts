import { html, type SafeHtml } from "../pages/html.ts";
import { drawFlowchart } from "./flowchart.ts";
import { drawSequence } from "./sequence.ts";
import type { Drawing } from "./shapes.ts";

/**
 * Draws the content of a `mermaid` block, so that GitHub and the site share one source. It supports the part of the language that these
 * documents use, and returns undefined for anything else.
 */
export function drawingOf(source: string): SafeHtml | undefined {
  const [kind = "", ...lines] = source
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (kind === "sequenceDiagram") return figureOf(drawSequence(lines));
  return kind === "flowchart TD" ? figureOf(drawFlowchart(lines)) : undefined;
}

function figureOf(drawing: Drawing | undefined): SafeHtml | undefined {
  if (drawing === undefined) return undefined;
  const { width, height, shapes, sentences } = drawing;
  return html`<figure>
    <div class="canvas" tabindex="0" role="group" aria-label="Diagram"><svg class="drawing" role="img" aria-label="The diagram that the text below describes" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}" width="${em(width)}" height="${em(height)}">${shapes}</svg></div>
    <details><summary>As text</summary><ol>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ol></details>
  </figure>`;
}

/** Sizes in em, so that diagrams scale with the page's text. */
function em(pixels: number): string {
  return `${Math.ceil(pixels) / 16}em`;
}
