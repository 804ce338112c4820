import { randomFillSync } from "node:crypto";
import type { Random } from "../../flows/ports.ts";

/** A call of the operating system costs as much as thousands of bytes, so bytes are fetched in advance. */
const poolBytes = 4096;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** The largest multiple of 62 in a byte. A larger byte would favour the first letters. */
const byteLimit = Math.floor(256 / alphabet.length) * alphabet.length;

/**
 * Hands out bytes of a pool that `fill` makes unpredictable. No byte is handed out twice, and used bytes are wiped from the pool, so
 * that a later look at this memory shows no old secret.
 */
export function pooledRandom(fill: (target: Uint8Array) => void): Random {
  const pool = Buffer.alloc(poolBytes);
  let used = poolBytes;

  function refill(): void {
    fill(pool);
    used = 0;
  }

  function bytes(count: number): Uint8Array {
    const out = new Uint8Array(count);
    if (count > poolBytes) {
      fill(out);
      return out;
    }
    if (used + count > poolBytes) refill();
    for (let index = 0; index < count; index += 1) out[index] = byte();
    return out;
  }

  function byte(): number {
    if (used === poolBytes) refill();
    const value = pool.readUInt8(used);
    pool.writeUInt8(0, used);
    used += 1;
    return value;
  }

  function alphanumeric(length: number): string {
    let text = "";
    while (text.length < length) {
      const value = byte();
      if (value < byteLimit) text += alphabet.charAt(value % alphabet.length);
    }
    return text;
  }

  return { bytes, alphanumeric };
}

/** The operating system's cryptographically secure generator. */
export const systemRandom: Random = pooledRandom((target) => {
  randomFillSync(target);
});
