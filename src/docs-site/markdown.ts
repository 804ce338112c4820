import { Marked, type Token, type Tokens } from "marked";
import { dangerouslyUnescaped, html, type SafeHtml } from "../pages/html.ts";

/** A heading of a document, with the anchor that GitHub would give it. */
export interface Heading {
  readonly depth: number;
  readonly id: string;
  readonly text: string;
}

/** A document as markup. */
interface Rendered {
  readonly body: SafeHtml;
  readonly headings: readonly Heading[];
}

/** Where a link of a document leads: an address, or a file of the repository that the site does not have. */
export type LinkTarget = { readonly href: string } | { readonly file: string };

/** A document, cut at its headings. The first section begins with the title. */
export interface Section {
  readonly heading: Heading;
  readonly text: string;
}

/** A drawing in two colour schemes. GitHub shows it in the reader's, and so does the site. */
const drawing =
  /^<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\s*<img alt="([^"&]+)" src="([^"]+)">\s*<\/picture>\s*$/;

/** Turns a document into markup. Markup in the document is printed as text, except for a drawing; comments are left out. */
export function renderMarkdown(tokens: readonly Token[], targetOf: (href: string) => LinkTarget): Rendered {
  const headings: Heading[] = [];
  const idOf = createHeadingIds();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = plainText(tokens);
        const heading = { depth, id: idOf(text), text };
        headings.push(heading);
        return `<h${depth} id="${escaped(heading.id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return linkTo(targetOf(href), this.parser.parseInline(tokens), plainText(tokens));
      },
      image({ href, text }) {
        const target = targetOf(href);
        return "href" in target
          ? html`<img src="${target.href}" alt="${text}" loading="lazy">`.toString()
          : escaped(text);
      },
      codespan({ text }) {
        return `<code>${withBreaks(escaped(text))}</code>`;
      },
      code({ text }) {
        return html`<div class="code"><pre tabindex="0" role="group" aria-label="Code"><code>${text}
</code></pre></div>`.toString();
      },
      html({ text }) {
        const [, dark, words, light] = drawing.exec(text) ?? [];
        if (dark !== undefined && words !== undefined && light !== undefined)
          return drawingOf(targetOf(dark), targetOf(light), words).toString();
        return /^\s*<!--[\s\S]*-->\s*$/.test(text) ? "" : escaped(text);
      },
      table(token) {
        return tableOf(token, (cell) => this.parser.parseInline(cell.tokens));
      },
    },
  });
  // Every text in it went through the renderer, which escapes it.
  const body = dangerouslyUnescaped(marked.parser([...tokens]));
  return { body, headings };
}

export function readMarkdown(text: string): readonly Token[] {
  return new Marked().lexer(text);
}

/** Cuts a document at its headings. What stands before the first belongs to nobody. */
export function sectionsOf(tokens: readonly Token[]): readonly Section[] {
  const idOf = createHeadingIds();
  const sections: { heading: Heading; text: string }[] = [];
  for (const token of tokens) {
    if (token.type === "heading") {
      const { depth, tokens: inner } = token as Tokens.Heading;
      const text = plainText(inner);
      sections.push({ heading: { depth, id: idOf(text), text }, text: "" });
      continue;
    }
    const section = sections.at(-1);
    if (section !== undefined && token.type !== "html") section.text += ` ${plainText([token])}`;
  }
  return sections;
}

/** The words of markup, without it. */
function plainText(tokens: readonly Token[]): string {
  return tokens.map(textOf).join("");
}

function textOf(token: Token): string {
  if (token.type === "table") {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].map((row) => row.map(({ tokens }) => plainText(tokens)).join(" ")).join(" ");
  }
  if (token.type === "list")
    return (token as Tokens.List).items.map(({ tokens }) => plainText(tokens)).join(" ");
  if ("tokens" in token && token.tokens !== undefined) return plainText(token.tokens);
  if (token.type === "html") return "";
  return "text" in token ? String(token.text) : " ";
}

/** GitHub's anchors: lower case, hyphens for spaces, no other signs; a number after an anchor that is there already. */
function createHeadingIds(): (text: string) => string {
  const counts = new Map<string, number>();
  return (text) => {
    const id = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-");
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  };
}

function linkTo(target: LinkTarget, inner: string, text: string): string {
  if ("href" in target) return `<a href="${escaped(target.href)}">${inner}</a>`;
  const file = `<code>${escaped(target.file)}</code>`;
  return target.file.includes(text) ? file : `${inner} (${file})`;
}

function drawingOf(dark: LinkTarget, light: LinkTarget, words: string): SafeHtml {
  if (!("href" in dark && "href" in light)) return html`<p>${words}</p>`;
  return html`<figure tabindex="0" role="group" aria-label="Drawing"><picture>
    <source media="(prefers-color-scheme: dark)" srcset="${dark.href}">
    <img src="${light.href}" alt="${words}" loading="lazy">
  </picture></figure>`;
}

function tableOf({ header, rows }: Tokens.Table, print: (cell: Tokens.TableCell) => string): string {
  const cell = (name: "td" | "th", one: Tokens.TableCell): string => {
    const isNumber = one.align === "right" ? ' class="number"' : "";
    return `<${name}${isNumber}${name === "th" ? ' scope="col"' : ""}>${print(one)}</${name}>`;
  };
  const hasHeader = header.some(({ text }) => text !== "");
  const head = hasHeader
    ? `<thead><tr>${header.map((one) => (one.text === "" ? "<td></td>" : cell("th", one))).join("")}</tr></thead>`
    : "";
  const body = rows.map((row) => `<tr>${row.map((one) => cell("td", one)).join("")}</tr>`).join("\n");
  return `<div class="sheet" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${body}</tbody></table></div>\n`;
}

/** Long names may break behind an underscore, so that a table of them fits. */
function withBreaks(code: string): string {
  return code.length > 12 ? code.replaceAll("_", "_<wbr>") : code;
}

function escaped(text: string): string {
  return html`${text}`.toString();
}
