import { createCipheriv, createDecipheriv, type KeyObject } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
/** The full tag length, Node's default. */
const tagBytes = 16;

/** How much longer a message is than its plaintext, in bytes: nonce and tag. */
export const overheadBytes = nonceBytes + tagBytes;

/** Fills `message`, which is as long as plaintext and overhead, with nonce, ciphertext and tag (AES-256-GCM, NIST SP 800-38D). */
export function encrypt(
  message: Uint8Array,
  parts: {
    readonly key: KeyObject;
    readonly nonce: Uint8Array;
    readonly authenticated: Uint8Array;
    readonly plaintext: Uint8Array;
  },
): void {
  message.set(parts.nonce);
  const cipher = createCipheriv(algorithm, parts.key, message.subarray(0, nonceBytes));
  cipher.setAAD(parts.authenticated);
  message.set(cipher.update(parts.plaintext), nonceBytes);
  cipher.final();
  message.set(cipher.getAuthTag(), message.length - tagBytes);
}

/** Returns the plaintext of such a message; undefined unless key, authenticated bytes and message belong together. */
export function decrypt(
  message: Uint8Array,
  parts: { readonly key: KeyObject; readonly authenticated: Uint8Array },
): Uint8Array | undefined {
  if (message.length < overheadBytes) return undefined;
  const nonce = message.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, parts.key, nonce);
  decipher.setAAD(parts.authenticated);
  decipher.setAuthTag(message.subarray(message.length - tagBytes));
  const plaintext = decipher.update(message.subarray(nonceBytes, message.length - tagBytes));
  try {
    decipher.final();
  } catch {
    return undefined; // Tampered with, or sealed with another key: to the caller it is garbage like any other.
  }
  return plaintext;
}
