const hidden = "[secret]";

/** Text that must not be printed: logs, JSON, string templates and inspection all show a placeholder. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the text itself. Call it only to hash or compare the secret, or to hand it to its one reader. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return hidden;
  }

  toJSON(): string {
    return hidden;
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return hidden;
  }
}
