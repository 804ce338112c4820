import { dangerouslyUnescaped, html, type Printable, type SafeHtml } from "./html.ts";

// No page has this character: the `html` tag prints it as `[U+0000]`.
const edge = "\0";

/** A page that is drawn once, with holes in it where visitors' pages differ, and then filled for each of them. */
export class Stencil<Name extends string> {
  /** Markup, the name of a hole, markup, and so on. */
  readonly #parts: readonly string[];

  /** `draw` gets what makes a hole, and may put one in as often as it likes. */
  constructor(draw: (hole: (name: Name) => SafeHtml) => string) {
    this.#parts = draw((name) => dangerouslyUnescaped(`${edge}${name}${edge}`)).split(edge);
  }

  /** The page with these values, escaped as the `html` tag escapes them. */
  fill(values: { readonly [name in Name]: Printable }): string {
    const printed: Readonly<Record<string, Printable>> = values;
    let page = "";
    for (const [index, part] of this.#parts.entries())
      page += index % 2 === 0 ? part : html`${printed[part]}`.toString();
    return page;
  }
}
