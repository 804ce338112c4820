const generationMax = 1_024;
/** In characters of the sealed text. Longer ones are not remembered, so that all of them together take about two megabytes at most. */
const lengthMax = 512;

interface KnownSeal<Key> {
  readonly key: Key;
  readonly plaintext: Uint8Array;
}

interface Remembered<Key> {
  readonly key: Key;
  /** NOTE: one character a byte. A buffer of its own costs ten times as much, and a part of Node's pool would keep the whole pool. */
  readonly plaintext: string;
}

/**
 * What sealed texts contain that this process sealed or opened last: at most two generations of 1,024. Most codes come back within a moment
 * to the process that made them, and the cookie of a visit with every request, where a look-up costs less than opening one. A known text is
 * not a valid one: the caller judges it as if it had been opened, and asks whether its key still opens anything.
 */
export class KnownSeals<Key> {
  #young = new Map<string, Remembered<Key>>();
  #old = new Map<string, Remembered<Key>>();

  remember(sealed: string, key: Key, plaintext: Uint8Array): void {
    if (sealed.length > lengthMax) return;
    const { buffer, byteOffset, byteLength } = plaintext;
    const text = Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
    this.#keep(sealed, { key, plaintext: text });
  }

  /** The bytes belong to the caller. What is asked for stays known longest. */
  find(sealed: string): KnownSeal<Key> | undefined {
    const young = this.#young.get(sealed);
    if (young !== undefined) return copyOf(young);
    const old = this.#old.get(sealed);
    if (old === undefined) return undefined;
    this.#keep(sealed, old);
    return copyOf(old);
  }

  /** The same, and forgets it: undefined for a text that was taken before. */
  take(sealed: string): KnownSeal<Key> | undefined {
    const known = this.#young.get(sealed) ?? this.#old.get(sealed);
    if (known === undefined) return undefined;
    if (!this.#young.delete(sealed)) this.#old.delete(sealed);
    return copyOf(known);
  }

  #keep(sealed: string, known: Remembered<Key>): void {
    if (this.#young.size >= generationMax) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(sealed, known);
  }
}

function copyOf<Key>({ key, plaintext }: Remembered<Key>): KnownSeal<Key> {
  return { key, plaintext: Buffer.from(plaintext, "latin1") };
}
