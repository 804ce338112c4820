import { type Instant, instantOf } from "../../values/time.ts";
import { BoundedCache, bytesOf, textOf } from "../bounded-cache.ts";

const codesMax = 1_024;
/** In characters of the sealed text. Nearly all codes are shorter, so that all of them together take a megabyte at most. */
const lengthMax = 512;
/** Where few people sign in, no newer code would push an old one out. */
const knownMilliseconds = 60_000;

/**
 * The codes that this process sealed last, and what they say: most come back in a moment, to where they were made, and opening one
 * takes longer than reading what is in it. Kept as text, which keeps no larger buffer alive.
 */
export class KnownCodes {
  readonly #plaintexts = new BoundedCache<string, string>(codesMax);
  #forgottenAt = instantOf(0);

  remember(sealed: string, plaintext: Uint8Array): void {
    if (sealed.length <= lengthMax) this.#plaintexts.set(sealed, textOf(plaintext));
  }

  /** Bytes of the caller's own; undefined for a code that is not known, or no longer. */
  find(sealed: string): Uint8Array | undefined {
    const known = this.#plaintexts.get(sealed);
    return known === undefined ? undefined : bytesOf(known);
  }

  /** Call it every second or so. Forgets everything once a minute, and when the clock was set. */
  forgetOld(now: Instant): void {
    if (Math.abs(now - this.#forgottenAt) < knownMilliseconds) return;
    this.forgetAll();
    this.#forgottenAt = now;
  }

  /** For when a key is gone: what it sealed is void. */
  forgetAll(): void {
    this.#plaintexts.clear();
  }
}
