import {
  createCipheriv,
  createHmac,
  hash as digestOf,
  type ScryptOptions,
  pbkdf2 as startPbkdf2,
  scrypt as startScrypt,
  timingSafeEqual,
} from "node:crypto";
import { promisify } from "node:util";
import { verify as verifyArgon2 } from "@node-rs/argon2";
import { type ReadForeignHash, readForeignHash } from "../../identity/foreign-hash.ts";
import type { PasswordHash } from "../../identity/password.ts";
import { unreachable } from "../../values/result.ts";
import { computeOldDigest } from "./old-digest.ts";

const pbkdf2 = promisify(startPbkdf2);
const scrypt = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(startScrypt);

export { spellWrapped } from "../../identity/old-digest.ts";

/** Takes a stored hash apart; undefined unless it is in the one spelling that is stored, and its cost within bounds. */
export function readStored(stored: PasswordHash): ReadForeignHash | undefined {
  const read = readForeignHash(stored);
  return read.ok && read.value.text === stored ? read.value : undefined;
}

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
      return verify(bcryptInput(password, parts.prehash), parts.bcrypt);
    }
    case "wrapped":
      return verifyArgon2(parts.outer, await computeOldDigest(password, parts.recipe));
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

/** WordPress 6.8, `wp_hash_password`; Django, `BCryptSHA256PasswordHasher`. */
function bcryptInput(password: string, prehash: "wordpress" | "django" | undefined): string {
  if (prehash === undefined) return password;
  return prehash === "django"
    ? digestOf("sha256", password, "hex")
    : createHmac("sha384", "wp-sha384").update(password.trim()).digest("base64");
}
