/**
 * Room: pages. It turns a model, a plain object, into one HTML page as markup.
 * It is pure: no I/O, no clock, no randomness, no decisions about people or clients. The `html` tag escapes every value, and every
 * sentence comes from the catalogue. http fills the models, picks status and headers, and encodes the parts of the page.
 */

/** A text of the source that is equal for everybody. It is one object in every page, so its encoded form can be kept with it. */
export interface Constant {
  readonly text: string;
}

type Part = string | Constant;

const noParts: readonly Part[] = [];

/** Shorter texts of the source are not worth a part of their own: compression saves some sixty bytes of them. */
const constantLengthMin = 300;

/**
 * Markup: constants of the source and other text, in turn. Only this file can create one, so having it proves that its values were
 * escaped.
 */
class Markup {
  /** Up to the last constant; absent without one, as in most markup of a page. */
  #parts: Part[] | undefined;
  /** The text behind the last constant. */
  #end = "";

  /** Writes each literal with the value behind it. */
  static of(literals: readonly Part[], values: readonly Printable[] = []): Markup {
    const markup = new Markup();
    for (let index = 0; index < literals.length; index += 1) {
      markup.#add(literals[index] ?? "");
      markup.#print(values[index]);
    }
    return markup;
  }

  get parts(): readonly Part[] {
    return [...(this.#parts ?? noParts), this.#end];
  }

  toString(): string {
    let text = "";
    for (const part of this.parts) text += typeof part === "string" ? part : part.text;
    return text;
  }

  /** Neighbouring texts become one part. */
  #add(part: Part): void {
    if (typeof part === "string") this.#end += part;
    else {
      this.#parts ??= [];
      if (this.#end !== "") this.#parts.push(this.#end);
      this.#parts.push(part);
      this.#end = "";
    }
  }

  #print(value: Printable): void {
    if (typeof value === "string") this.#end += escaped(value);
    else if (value instanceof Markup) {
      for (const part of value.#parts ?? noParts) this.#add(part);
      this.#end += value.#end;
    } else if (typeof value === "number") this.#end += String(value);
    else if (value !== undefined && value !== false) for (const item of value) this.#print(item);
  }
}

export type { Markup as SafeHtml };

/** A value in the `html` tag. `undefined` and `false` print nothing, a list prints its items in turn. */
export type Printable = string | number | Markup | undefined | false | readonly Printable[];

/**
 * The characters of markup, controls (all but tab and line ends), and the marks that reverse or embed the direction of text, with
 * which a name could pretend to be another one.
 */
const special = /[&<>"'`\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;
const everySpecial = new RegExp(special, "g");
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
const printedLiterals = new Map<TemplateStringsArray, readonly Part[]>();

/**
 * Writes markup with values in it. Strings are escaped for text and for quoted attributes alike; attribute values must
 * stand in double quotes. Characters that nobody could see are printed as their code point: `[U+202E]`.
 * A line break with its indentation prints nothing beside a tag or a value, and one space elsewhere.
 */
export function html(literals: TemplateStringsArray, ...values: readonly Printable[]): Markup {
  return Markup.of(printedLiterals.get(literals) ?? withoutLines(literals), values);
}

/** Takes a text as markup without escaping. Use it only for what this service wrote, never for input. */
export function dangerouslyUnescaped(ownText: string): Markup {
  return Markup.of([ownText]);
}

/** The same for a text of the source that is equal for everybody. Call it once for each text, never in a request. */
export function constantMarkup(ownConstant: string): Markup {
  return Markup.of([partOf(ownConstant)]);
}

/** True for markup, and false for every other body of an answer. */
export function isMarkup(body: string | Uint8Array | Markup): body is Markup {
  return body instanceof Markup;
}

/**
 * Prints a value that a program reads, for an attribute in double quotes, exactly: with invisible characters and line ends.
 */
export function exactValue(text: string): Markup {
  return Markup.of([text.replace(inexact, referenceTo)]);
}

/** Names a character that cannot be seen: `[U+202E]`. */
export function codePointOf(character: string): string {
  const hex = character.codePointAt(0)?.toString(16).toUpperCase() ?? "";
  return `[U+${hex.padStart(4, "0")}]`;
}

function withoutLines(literals: TemplateStringsArray): readonly Part[] {
  const printed = literals.map((literal) =>
    partOf(literal.replace(/\s*\n\s*(?=<|$)|(?<=^|>)\s*\n\s*/g, "").replace(/\s*\n\s*/g, " ")),
  );
  printedLiterals.set(literals, printed);
  return printed;
}

function partOf(ownConstant: string): Part {
  return ownConstant.length < constantLengthMin ? ownConstant : { text: ownConstant };
}

function escaped(text: string): string {
  if (!special.test(text)) return text;
  return text.replace(everySpecial, (character) => entities[character] ?? codePointOf(character));
}

function referenceTo(character: string): string {
  return `&#${character.codePointAt(0)};`;
}
