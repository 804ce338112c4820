const codesMax = 1_024;
/** In characters of the sealed text. Nearly all codes are shorter, so that all of them together take about a megabyte at most. */
const lengthMax = 512;

interface KnownCode<Key> {
  readonly key: Key;
  readonly plaintext: Uint8Array;
}

/**
 * What the codes say that this process sealed last. Most come back in a moment to where they were made, and opening one costs more
 * than the look-up. Each is known once, and at most two generations of 1,024 are. It is a memory of what is sealed, not of what is
 * valid: the caller judges a code as if it had been opened, and asks whether its key still opens anything.
 */
export class KnownCodes<Key> {
  #young = new Map<string, KnownCode<Key>>();
  #old = new Map<string, KnownCode<Key>>();

  remember(sealed: string, key: Key, plaintext: Uint8Array): void {
    if (sealed.length > lengthMax) return;
    if (this.#young.size >= codesMax) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(sealed, { key, plaintext: new Uint8Array(plaintext) });
  }

  /** The bytes belong to the caller from now on. Undefined for a code that is not known, or was taken before. */
  take(sealed: string): KnownCode<Key> | undefined {
    const known = this.#young.get(sealed) ?? this.#old.get(sealed);
    if (known === undefined) return undefined;
    this.#young.delete(sealed);
    this.#old.delete(sealed);
    return known;
  }
}
