/** A map that drops its oldest entry when it is full. */
export class BoundedCache<Key extends string, Value> {
  readonly #entries = new Map<Key, Value>();
  /** The keys as they came, in a ring: looking the oldest one up in the map itself walks past everything removed before. */
  readonly #arrivals: (Key | undefined)[] = [];
  readonly #entriesMax: number;
  #place = 0;

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  /** A key that was deleted and comes again is the newest; its former place in the ring may then drop it too early. */
  set(key: Key, value: Value): void {
    if (!this.#entries.has(key)) {
      const oldest = this.#arrivals[this.#place];
      if (oldest !== undefined) this.#entries.delete(oldest);
      this.#arrivals[this.#place] = key;
      this.#place = (this.#place + 1) % this.#entriesMax;
    }
    this.#entries.set(key, value);
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#arrivals.length = 0;
    this.#place = 0;
  }
}

/** Bytes as text, a character for each: what a map can look for, and `bytesOf` takes back. */
export function textOf(bytes: Uint8Array): string {
  return Reflect.apply(String.fromCharCode, undefined, bytes);
}

/** The bytes that `textOf` made the text of. */
export function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}
