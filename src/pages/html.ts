/**
 * Room: pages. It turns a model, a plain object, into one HTML page as a string.
 * It is pure: no I/O, no clock, no randomness, no decisions about people or clients. The `html` tag escapes every value, and every
 * sentence comes from the catalogue. http fills the models, picks status and headers, and sends the string.
 */

/** Markup. Only this file can create one, so having it proves that its values were escaped. */
class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type { Markup as SafeHtml };

/** A value in the `html` tag. `undefined` and `false` print nothing, a list prints its items in turn. */
export type Printable = string | number | Markup | undefined | false | readonly Printable[];

/**
 * The characters of markup, controls (all but tab and line ends), and the marks that reverse or embed the direction of text, with
 * which a name could pretend to be another one.
 */
const special = /[&<>"'`\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;
/** The characters of markup, controls and line ends. */
const inexact = /[&<>"'`\0-\x1f\x7f]/g;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

// The literals of every use of the tag in the source, as they are printed.
const printedLiterals = new Map<TemplateStringsArray, readonly string[]>();

/**
 * Writes markup with values in it. Strings are escaped for text and for quoted attributes alike; attribute values must
 * stand in double quotes. Characters that nobody could see are printed as their code point: `[U+202E]`.
 * A line break with its indentation prints nothing beside a tag or a value, and one space elsewhere.
 */
export function html(literals: TemplateStringsArray, ...values: readonly Printable[]): Markup {
  const printed = printedLiterals.get(literals) ?? withoutLines(literals);
  let text = printed[0] ?? "";
  for (let index = 0; index < values.length; index += 1)
    text += print(values[index]) + (printed[index + 1] ?? "");
  return new Markup(text);
}

/** Takes a text as markup without escaping. Use it only for constants of this room, never for input. */
export function dangerouslyUnescaped(ownConstant: string): Markup {
  return new Markup(ownConstant);
}

/**
 * Prints a value that a program reads, for an attribute in double quotes, exactly: with invisible characters and line ends.
 */
export function exactValue(text: string): Markup {
  return new Markup(text.replace(inexact, referenceTo));
}

/** Names a character that cannot be seen: `[U+202E]`. */
export function codePointOf(character: string): string {
  const hex = character.codePointAt(0)?.toString(16).toUpperCase() ?? "";
  return `[U+${hex.padStart(4, "0")}]`;
}

function withoutLines(literals: TemplateStringsArray): readonly string[] {
  const printed = literals.map((literal) =>
    literal.replace(/\s*\n\s*(?=<|$)|(?<=^|>)\s*\n\s*/g, "").replace(/\s*\n\s*/g, " "),
  );
  printedLiterals.set(literals, printed);
  return printed;
}

function print(value: Printable): string {
  if (typeof value === "string") return escaped(value);
  if (value instanceof Markup) return value.toString();
  if (typeof value === "number") return String(value);
  if (value === undefined || value === false) return "";
  let text = "";
  for (const item of value) text += print(item);
  return text;
}

function escaped(text: string): string {
  return text.replace(special, (character) => entities[character] ?? codePointOf(character));
}

function referenceTo(character: string): string {
  return `&#${character.codePointAt(0)};`;
}
