import { createHash, timingSafeEqual } from "node:crypto";

const hashes: Readonly<Record<string, string>> = { "256": "sha256", "384": "sha384", "512": "sha512" };

/**
 * True if the hash in an ID token is that of the value that came with it (OpenID Connect Core §3.1.3.6). False for an algorithm whose
 * hash is not known.
 */
export function isHashOf(value: string, hash: unknown, algorithm: string): boolean {
  const name = algorithm === "EdDSA" || algorithm === "Ed25519" ? "sha512" : hashes[algorithm.slice(-3)];
  if (name === undefined || typeof hash !== "string") return false;
  const digest = createHash(name).update(value).digest();
  const ours = Buffer.from(digest.subarray(0, digest.length / 2).toString("base64url"));
  const theirs = Buffer.from(hash);
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}
