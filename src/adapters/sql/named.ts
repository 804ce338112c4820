import type { Parameter, Statement, Values } from "./fact.ts";

/**
 * SQL with named parameters as an engine runs it: each `:name` has become a number behind the engine's own mark (`$1`, `?1`).
 * A cast (`::text`) is left alone.
 */
export class NamedStatement<Native> implements Statement {
  readonly text: string;
  readonly native: Native;
  readonly #names: readonly string[];

  constructor(text: string, mark: "$" | "?", prepare: (numbered: string) => Native) {
    const names: string[] = [];
    const numbered = text.replace(/(?<!:):([a-z]\w*)/gi, (_, name: string) => {
      if (!names.includes(name)) names.push(name);
      return `${mark}${names.indexOf(name) + 1}`;
    });
    this.text = text;
    this.native = prepare(numbered);
    this.#names = names;
  }

  /** The values in the order of their numbers. Throws where one is missing; undefined counts as given. */
  inOrder<T>(values: Values, encode: (value: Parameter) => T): readonly T[] {
    const ordered: T[] = [];
    for (const name of this.#names) {
      const value = values[name];
      if (value === undefined && !(name in values))
        throw new TypeError(`No value for the parameter :${name}.`);
      ordered.push(encode(value));
    }
    return ordered;
  }
}
