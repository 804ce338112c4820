import { hash, timingSafeEqual } from "node:crypto";

declare const digest: unique symbol;

/** A SHA-256 digest, 32 bytes. The only form in which tokens, client secrets and session cookies are kept. */
export type Digest = Uint8Array & { readonly [digest]: true };

const digestBytes = 32;

/** SHA-256 of bytes, or of the UTF-8 bytes of a string. */
export function sha256(input: string | Uint8Array): Digest {
  return digestOf(hash("sha256", input, "buffer"));
}

/** Takes 32 stored bytes back as a digest. Throws on any other length: the row is damaged. */
export function digestOf(bytes: Uint8Array): Digest {
  if (bytes.length !== digestBytes)
    throw new Error(`A SHA-256 digest has ${digestBytes} bytes, not ${bytes.length}.`);
  return bytes as Digest;
}

/** Compares in constant time; digests have one length, so nothing about the secret shows. */
export function equalDigests(left: Digest, right: Digest): boolean {
  return timingSafeEqual(left, right);
}
