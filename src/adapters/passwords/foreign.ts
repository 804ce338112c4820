import {
  createCipheriv,
  type ScryptOptions,
  pbkdf2 as startPbkdf2,
  scrypt as startScrypt,
  timingSafeEqual,
} from "node:crypto";
import { promisify } from "node:util";
import { verify as verifyArgon2 } from "@node-rs/argon2";
import type { ReadForeignHash } from "../../identity/foreign-hash.ts";
import { unreachable } from "../../values/result.ts";

const pbkdf2 = promisify(startPbkdf2);
const scrypt = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(startScrypt);

/** Compares a password with a hash of another program. The hash was read, so its cost is within bounds. */
export async function verifyForeignHash(
  password: string,
  { text, parts }: ReadForeignHash,
): Promise<boolean> {
  switch (parts.scheme) {
    case "argon2":
      return verifyArgon2(text, password);
    case "bcrypt": {
      const { verify } = await import("@node-rs/bcrypt");
      return verify(password, text);
    }
    case "pbkdf2": {
      const { salt, iterations, hash, digest } = parts;
      return timingSafeEqual(await pbkdf2(password, salt, iterations, hash.length, digest), hash);
    }
    case "scrypt": {
      const { salt, hash, logCost, blockSize, lanes, firebase } = parts;
      // Node counts a little more than the 128 * N * r bytes of the algorithm.
      const options = {
        N: 2 ** logCost,
        r: blockSize,
        p: lanes,
        maxmem: 2 * 128 * 2 ** logCost * blockSize + 2 ** 20,
      };
      if (firebase === undefined)
        return timingSafeEqual(await scrypt(password, salt, hash.length, options), hash);
      const key = await scrypt(password, Buffer.concat([salt, firebase.separator]), 32, options);
      const cipher = createCipheriv("aes-256-ctr", key, Buffer.alloc(16));
      return timingSafeEqual(cipher.update(firebase.signerKey), hash);
    }
    default:
      return unreachable(parts);
  }
}
