/** Text that is safe inside an HTML document. Only the `html` tag makes it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template: text is escaped, Html is not, a list is joined, undefined prints nothing. */
export type Part = string | number | Html | undefined | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A template that escapes every value unless it is Html already. Attributes need quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((page, string, index) => page + render(parts[index - 1]) + string));
}

function render(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "string" || typeof part === "number")
    return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? "");
  return part.map(render).join("");
}
