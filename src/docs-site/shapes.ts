import { html, type SafeHtml } from "../pages/html.ts";

/** A diagram, and its content as sentences. */
export interface Drawing {
  /** In pixels at the default text size. */
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly SafeHtml[];
  readonly sentences: readonly string[];
}

/** A point in a diagram, in pixels from its upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A generous estimate: fonts differ, and the server cannot measure them. */
const characterWidth = 7;

/** The estimated width of a line of text. */
export function textWidth(text: string): number {
  return text.length * characterWidth;
}

/** Breaks a text into lines, at spaces and after the punctuation of paths and calls. */
export function linesOf(text: string, charactersMax: number): readonly string[] {
  const lines: string[] = [];
  for (const part of text.match(/[^ /?(,]*[ /?(,]*/g) ?? []) {
    const longer = `${lines.at(-1) ?? ""}${part}`;
    if (lines.length > 0 && longer.trimEnd().length <= charactersMax) lines[lines.length - 1] = longer;
    else if (part !== "") lines.push(part);
  }
  return lines.map((line) => line.trimEnd());
}

/** A box with a name in its middle. */
export function box({ x, y }: Point, width: number, height: number, name: string): SafeHtml {
  const [left, top] = [round(x - width / 2), round(y - height / 2)];
  return html`<rect x="${left}" y="${top}" width="${round(width)}" height="${height}" rx="6"/><text class="name" x="${round(x)}" y="${round(y + 5)}">${name}</text>`;
}

/** The head of an arrow that comes from `from` and ends here. */
export function arrowHead(tip: Point, from: Point): SafeHtml {
  const angle = Math.atan2(tip.y - from.y, tip.x - from.x);
  const corner = (turn: number) =>
    `${round(tip.x - 9 * Math.cos(angle + turn))} ${round(tip.y - 9 * Math.sin(angle + turn))}`;
  return html`<path class="head" d="M${round(tip.x)} ${round(tip.y)}L${corner(0.42)} ${corner(-0.42)}z"/>`;
}

/** Two decimals are finer than anybody can see. */
export function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
