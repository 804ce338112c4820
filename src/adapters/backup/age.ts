import { createHash } from "node:crypto";
import { closeSync, createReadStream, createWriteStream, openSync, readSync, statSync } from "node:fs";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { BackupKey, BackupLock } from "../../values/backup-lock.ts";
import { StoreUnopenable } from "../store.ts";

/** Thrown if the passphrase or the age key is the wrong one. Exit code 4. */
class BackupLocked extends Error {
  override readonly name = "BackupLocked";
  readonly exitCode = 4;
}

/** Called with the fraction of the file that is done, 0 to 1. */
export type OnShare = (share: number) => void;

const firstLine = "age-encryption.org/v1\n";
const armourLine = "-----BEGIN AGE ENCRYPTED FILE-----";
const headerBytesMax = 64 * 1024;
const chunkBytes = 64 * 1024;

/** What is needed to read a file, judged by its first bytes. */
export function encryptionOf(file: string): "none" | "passphrase" | "identities" {
  const start = startOf(file);
  if (start.startsWith(armourLine))
    throw new StoreUnopenable(
      "not-a-database",
      `${file} is an encrypted file in text form (armor). Take that off first: grep -v '^-----' '${file}' | base64 -d > FILE`,
    );
  if (!start.startsWith(firstLine)) return "none";
  return start.startsWith(`${firstLine}-> scrypt `) ? "passphrase" : "identities";
}

/** Encrypts a file into a new one (0600) in the format of age, a chunk at a time, and reads it back. */
export async function encryptFile(options: {
  readonly from: string;
  readonly to: string;
  readonly lock: BackupLock;
  readonly onShare: OnShare;
}): Promise<void> {
  const { from, to, lock, onShare } = options;
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  if (lock.kind === "passphrase") encrypter.setPassphrase(lock.passphrase.reveal());
  else for (const recipient of lock.recipients) encrypter.addRecipient(recipient);
  const plain = createReadStream(from, { highWaterMark: chunkBytes });
  const digest = createHash("sha256");
  const encrypted = await encrypter.encrypt(asWeb(plain));
  await pipeline(encrypted, counted(statSync(from).size, onShare, digest), intoNewFile(to));
  const written = createHash("sha256");
  await pipeline(createReadStream(to), written);
  if (digest.digest("hex") !== written.digest("hex"))
    throw new StoreUnopenable("damaged", `The disk did not keep what was written to ${to}. Use another.`);
}

/**
 * Decrypts into a new file (0600). Rejects with `BackupLocked` for another passphrase or key, and with `StoreUnopenable` if
 * a single bit of the file is not as it was written, or its end is missing.
 */
export async function decryptFile(options: {
  readonly from: string;
  readonly to: string;
  readonly key: BackupKey;
  readonly onShare?: OnShare;
}): Promise<void> {
  const { from, to, key, onShare = () => {} } = options;
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  if (key.kind === "passphrase") decrypter.addPassphrase(key.passphrase.reveal());
  else for (const identity of key.identities) decrypter.addIdentity(identity.reveal());
  const source = createReadStream(from, { highWaterMark: chunkBytes });
  try {
    const plain = await decrypter.decrypt(asWeb(source));
    await pipeline(plain, counted(statSync(from).size, onShare), intoNewFile(to));
  } catch (error) {
    throw asUnreadable(from, key, error);
  } finally {
    source.destroy();
  }
}

/** Writes into a new file (0600), which is there at once: after a failure the caller can remove it, and nothing appears later. */
function intoNewFile(path: string): Writable {
  return createWriteStream(path, { fd: openSync(path, "wx", 0o600), flush: true });
}

// Node's types of web streams differ from the platform's in name only.
function asWeb(source: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(source) as ReadableStream<Uint8Array>;
}

function counted(sizeBytes: number, onShare: OnShare, digest?: { update(chunk: Uint8Array): unknown }) {
  let done = 0;
  return async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      digest?.update(chunk);
      done += chunk.length;
      onShare(Math.min(1, done / Math.max(1, sizeBytes)));
      yield chunk;
    }
  };
}

/** The library throws plain errors; only system errors have a code. */
function asUnreadable(file: string, key: BackupKey, error: unknown): unknown {
  if (!Error.isError(error) || "code" in error) return error;
  if (!error.message.startsWith("no identity matched"))
    return new StoreUnopenable(
      "damaged",
      `The backup ${file} is damaged: it is cut off, or not as it was written. Use an older one.`,
      error,
    );
  const what = key.kind === "passphrase" ? "passphrase" : "age key";
  return new BackupLocked(
    `This ${what} does not open ${file}: it is another one, or the head of the file is damaged.`,
    { cause: error },
  );
}

function startOf(file: string): string {
  const descriptor = openSync(file, "r");
  try {
    const start = Buffer.alloc(Math.min(headerBytesMax, 256));
    return start.toString("latin1", 0, readSync(descriptor, start));
  } finally {
    closeSync(descriptor);
  }
}
