import { dangerouslyUnescaped, html, type Printable, type SafeHtml } from "./html.ts";

// No page has this character: the `html` tag prints it as `[U+0000]`.
const edge = "\0";

/** A place in a page that a `Stencil` fills. */
export function hole(name: string): SafeHtml {
  return dangerouslyUnescaped(`${edge}${name}${edge}`);
}

/** A page that was drawn once with holes in it, to be filled for every visitor. */
export class Stencil<Name extends string> {
  /** In turns markup and the name of the hole behind it. */
  readonly #parts: readonly string[];

  constructor(drawn: string) {
    this.#parts = drawn.split(edge);
  }

  /** The page with these values, escaped as the `html` tag escapes them. A value may fill many holes. */
  fill(values: { readonly [name in Name]: Printable }): string {
    const printed: Readonly<Record<string, Printable>> = values;
    let page = "";
    for (const [index, part] of this.#parts.entries())
      page += index % 2 === 0 ? part : html`${printed[part]}`.toString();
    return page;
  }
}
