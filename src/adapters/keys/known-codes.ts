const codesMax = 1_024;
/** In characters of the sealed text. Longer codes are not remembered, so that all of them together take about two megabytes at most. */
const lengthMax = 512;

interface KnownCode<Key> {
  readonly key: Key;
  readonly plaintext: Uint8Array;
}

interface Remembered<Key> {
  readonly key: Key;
  /** NOTE: one character a byte. A buffer of its own costs ten times as much, and a part of Node's pool would keep the whole pool. */
  readonly plaintext: string;
}

/**
 * What the codes that this process sealed last contain: at most two generations of 1,024. Most come back within a moment to the process
 * that made them, where a look-up costs less than opening one. A known code is not a valid one: the caller judges it as if it had been
 * opened, and asks whether its key still opens anything.
 */
export class KnownCodes<Key> {
  #young = new Map<string, Remembered<Key>>();
  #old = new Map<string, Remembered<Key>>();

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

  /** Forgets the code; the bytes belong to the caller. Undefined for a code that is not known, or was taken before. */
  take(sealed: string): KnownCode<Key> | undefined {
    const known = this.#young.get(sealed) ?? this.#old.get(sealed);
    if (known === undefined) return undefined;
    if (!this.#young.delete(sealed)) this.#old.delete(sealed);
    return { key: known.key, plaintext: Buffer.from(known.plaintext, "latin1") };
  }
}
