/**
 * Rows that are filled into a database by their number, so that the driver's process can make the secret that belongs to any of
 * them without having been told: a million cookies need not travel.
 */
import { hash } from "node:crypto";

/** Which numbers there are: 0 up to, not including, `count`. */
export interface StoredSessions {
  readonly count: number;
}

/** Tokens were issued at even distances from `firstAt` on, in milliseconds since 1970. */
export interface StoredTokens {
  readonly count: number;
  readonly firstAt: number;
  readonly millisecondsApart: number;
}

/** A row's id, and the secret that opens it, of which the row keeps a digest. */
export interface Stored {
  readonly id: Buffer;
  readonly secret: string;
}

const idBytes = 16;
const secretBytes = 32;
const timeBytes = 6;

/** The session of a number; the secret is the value of its cookie. */
export function storedSession(index: number): Stored {
  const bytes = hash("sha512", `session ${index}`, "buffer").subarray(0, idBytes + secretBytes);
  return { id: bytes.subarray(0, idBytes), secret: bytes.toString("base64url") };
}

/** The access token of a number. */
export function storedToken({ firstAt, millisecondsApart }: StoredTokens, index: number): Stored {
  const bytes = hash("sha512", `token ${index}`, "buffer").subarray(0, idBytes + secretBytes);
  bytes.writeUIntBE(firstAt + Math.floor(index * millisecondsApart), 0, timeBytes);
  return { id: bytes.subarray(0, idBytes), secret: `lkat_${bytes.toString("base64url")}` };
}

/** What the row keeps of a secret. */
export function digestOf(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}

/** Any of the numbers, each as likely. */
export function anyOf({ count }: { readonly count: number }): number {
  return Math.floor(Math.random() * count);
}
