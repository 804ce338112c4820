const codesMax = 1_024;
/** In characters of the sealed text. Longer codes are not remembered, so that all of them together take about two megabytes at most. */
const lengthMax = 512;

interface KnownCode<Key> {
  readonly key: Key;
  readonly plaintext: Uint8Array;
}

/**
 * What the codes that this process sealed last contain: at most two generations of 1,024. Most come back within a moment to the process
 * that made them, where a look-up costs less than opening one. A known code is not a valid one: the caller judges it as if it had been
 * opened, and asks whether its key still opens anything.
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

  /** Forgets the code; the bytes belong to the caller. Undefined for a code that is not known, or was taken before. */
  take(sealed: string): KnownCode<Key> | undefined {
    const known = this.#young.get(sealed) ?? this.#old.get(sealed);
    if (known === undefined) return undefined;
    this.#young.delete(sealed);
    this.#old.delete(sealed);
    return known;
  }
}
