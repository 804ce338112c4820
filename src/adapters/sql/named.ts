import type { Parameter, Statement, Values } from "./fact.ts";

interface Ready<Native> {
  readonly native: Native;
  readonly names: readonly string[];
}

/**
 * A statement with named parameters, translated for an engine: each `:name` becomes a number after the engine's own mark (`$1`, `?1`);
 * a cast (`::text`) is left alone. It is prepared at its first use, because a process uses few of the several hundred.
 */
export class NamedStatement<Native> implements Statement {
  readonly text: string;
  readonly #mark: "$" | "?";
  readonly #prepare: (numbered: string) => Native;
  #ready: Ready<Native> | undefined;

  constructor(text: string, mark: "$" | "?", prepare: (numbered: string) => Native) {
    this.text = text;
    this.#mark = mark;
    this.#prepare = prepare;
  }

  get native(): Native {
    return this.#made().native;
  }

  /** The values in the order of their numbers. Throws if one is missing; undefined counts as given. */
  inOrder<T>(values: Values, encode: (value: Parameter) => T): readonly T[] {
    const ordered: T[] = [];
    for (const name of this.#made().names) {
      const value = values[name];
      if (value === undefined && !(name in values))
        throw new TypeError(`No value for the parameter :${name}.`);
      ordered.push(encode(value));
    }
    return ordered;
  }

  #made(): Ready<Native> {
    this.#ready ??= this.#number();
    return this.#ready;
  }

  #number(): Ready<Native> {
    const names: string[] = [];
    const numbered = this.text.replace(/(?<!:):([a-z]\w*)/gi, (_, name: string) => {
      if (!names.includes(name)) names.push(name);
      return `${this.#mark}${names.indexOf(name) + 1}`;
    });
    return { native: this.#prepare(numbered), names };
  }
}
