const codesMax = 1_024;
/** In characters of the sealed text. Nearly all codes are shorter, so that all of them together take about a megabyte at most. */
const lengthMax = 512;

interface KnownCode<Key> {
  readonly key: Key;
  /** As text of one byte a character, which keeps no larger buffer alive. */
  readonly plaintext: string;
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
    const { buffer, byteOffset, byteLength } = plaintext;
    const text = Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
    this.#young.set(sealed, { key, plaintext: text });
  }

  /** The key and the bytes, which are the caller's own. Undefined for a code that is not known, or was taken before. */
  take(sealed: string): { readonly key: Key; readonly plaintext: Uint8Array } | undefined {
    const generation = this.#young.has(sealed) ? this.#young : this.#old;
    const known = generation.get(sealed);
    if (known === undefined) return undefined;
    generation.delete(sealed);
    return { key: known.key, plaintext: Buffer.from(known.plaintext, "latin1") };
  }
}
