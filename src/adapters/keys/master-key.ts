import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { KeyRecords } from "../../flows/key-ports.ts";
import type { Random } from "../../flows/ports.ts";
import { toBase64Url } from "../../values/base64url.ts";
import { errorCodeOf } from "../../values/error-code.ts";
import { Secret } from "../../values/secret.ts";
import { createPrivateFolder } from "../system/folders.ts";

declare const brand: unique symbol;

/** The key that seals the keyring. It lives outside the database, so that a stolen database opens nothing. */
export type MasterKey = KeyObject & { readonly [brand]: "MasterKey" };

/** Thrown if there is no usable master key; the message says the cause and the repair. Exit code 78. */
export class MasterKeyUnusable extends Error {
  override readonly name = "MasterKeyUnusable";
  readonly exitCode = 78;
}

const charactersMin = 32;

/** Derives the key from a text of at least 32 characters (HKDF-SHA256, RFC 5869). Throws `MasterKeyUnusable` for a shorter one. */
export function masterKeyFromSecret(secret: Secret, source = "LATCHKEY_SECRET"): MasterKey {
  const text = secret.reveal().trim();
  if (text.length < charactersMin)
    throw new MasterKeyUnusable(
      `${source} has ${text.length} characters; it needs at least ${charactersMin} random ones. \`openssl rand -base64 32\` makes some.`,
    );
  const bytes = hkdfSync("sha256", text, "", "latchkey master key", 32);
  return createSecretKey(new Uint8Array(bytes)) as MasterKey;
}

/** An id of a master key that reveals nothing about it: 16 hexadecimal digits. */
export function masterKeyId(masterKey: MasterKey): string {
  return createHmac("sha256", masterKey).update("latchkey master key id").digest("hex").slice(0, 16);
}

/** Where a configuration keeps the master key: a secret if there is one, else a file of the data folder. */
export interface MasterKeySource {
  readonly secret?: Secret | undefined;
  /** The master key that replaces it. */
  readonly secretNext?: Secret | undefined;
  readonly dataDir: string;
}

/** Returns the path of the master key's file, for a configuration without a secret. */
export function masterKeyFile({ dataDir }: Pick<MasterKeySource, "dataDir">): string {
  return join(dataDir, "master.key");
}

/** The path of the file with the next master key, which exists while the one in use is being replaced. */
export function nextMasterKeyFile(source: Pick<MasterKeySource, "dataDir">): string {
  return `${masterKeyFile(source)}.next`;
}

/** True while there are two master keys because a replacement was begun and not finished. */
export function isMasterKeyReplaced(source: MasterKeySource): boolean {
  return source.secret === undefined
    ? existsSync(nextMasterKeyFile(source))
    : source.secretNext !== undefined;
}

/** The repair that finishes the replacement, as a finding has it. */
export function masterKeyRepair({ secret }: MasterKeySource) {
  const after = ", then set LATCHKEY_SECRET to the new one and remove LATCHKEY_SECRET_NEXT";
  return {
    repair: `finish the rotation${secret === undefined ? "" : after}`,
    commands: ["latchkey key rotate-master"],
  };
}

/**
 * Reads the master keys that may open the database: the one in use and, while it is replaced, the next one. Files are read anew by each
 * call. Throws `MasterKeyUnusable`.
 */
export function readMasterKeys(source: MasterKeySource): readonly MasterKey[] {
  const { secret, secretNext } = source;
  if (secret !== undefined) {
    const next = secretNext && masterKeyFromSecret(secretNext, "LATCHKEY_SECRET_NEXT");
    return [masterKeyFromSecret(secret), ...(next ? [next] : [])];
  }
  // The next one is read first, because it may replace the other between the two reads.
  const nextFile = nextMasterKeyFile(source);
  const next = read(nextFile);
  const file = masterKeyFile(source);
  const present = masterKeyFromSecret(new Secret(read(file) ?? missing(file)), file);
  return next === undefined ? [present] : [present, masterKeyFromSecret(new Secret(next), nextFile)];
}

/**
 * Opens the master key. A file is created only for a database without keys, because a new master key could not open keys that
 * exist. Throws `MasterKeyUnusable`.
 */
export async function openMasterKey(
  source: MasterKeySource,
  records: Pick<KeyRecords, "list">,
  random: Random,
): Promise<MasterKey> {
  if (source.secret !== undefined) return masterKeyFromSecret(source.secret);
  const mayCreate = (await records.list()).length === 0;
  return masterKeyFromFile({ file: masterKeyFile(source), mayCreate, random });
}

/**
 * Reads the key file, whose content LATCHKEY_SECRET takes as well. `mayCreate` makes a missing file (0600); of several processes
 * that start at once one makes it and all read the same. Pass `mayCreate: false` once the database holds keys: a new key could
 * not open them. Throws `MasterKeyUnusable`.
 */
export function masterKeyFromFile(options: {
  readonly file: string;
  readonly mayCreate: boolean;
  readonly random: Random;
}): MasterKey {
  const { file, mayCreate, random } = options;
  const text = read(file) ?? (mayCreate ? create(file, random) : missing(file));
  return masterKeyFromSecret(new Secret(text), file);
}

/** Opens the file once, because another process may take its name away at any moment. */
function read(file: string): string | undefined {
  try {
    const descriptor = openSync(file, "r");
    try {
      if (process.platform !== "win32" && (fstatSync(descriptor).mode & 0o077) !== 0)
        throw new MasterKeyUnusable(`Others may read the master key ${file}. Run: chmod 600 '${file}'`);
      return readFileSync(descriptor, "utf8");
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCodeOf(error))) return undefined;
    throw asUnusable(file, "read", error);
  }
}

/** Writes the file elsewhere and links it into place when it is whole, so that no process ever reads half a key. */
function create(file: string, random: Random): string {
  createMasterKeyFile(file, new Secret(toBase64Url(random.bytes(32))));
  return read(file) ?? missing(file);
}

/** Creates the key file (0600) with this content; an existing one is kept. Throws `MasterKeyUnusable`. */
export function createMasterKeyFile(file: string, content: Secret): void {
  try {
    createPrivateFolder(dirname(file));
    const aside = mkdtempSync(`${file}.new-`);
    try {
      const made = join(aside, "key");
      writeFileSync(made, `${content.reveal().trim()}\n`, { mode: 0o600, flag: "wx", flush: true });
      linkSync(made, file);
      syncFolder(file);
    } finally {
      rmSync(aside, { recursive: true, force: true });
    }
  } catch (error) {
    const isTaken = errorCodeOf(error) === "EEXIST";
    if (!isTaken) throw asUnusable(file, "write", error);
  }
}

/** Syncs the names in the folder of a file. */
export function syncFolder(file: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(dirname(file), "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function missing(file: string): never {
  throw new MasterKeyUnusable(
    `The master key ${file} is gone, and the database holds keys that only it opens. Put it back from your backup, or set LATCHKEY_SECRET to its content.`,
  );
}

function asUnusable(file: string, verb: "read" | "write", cause: unknown): MasterKeyUnusable {
  if (cause instanceof MasterKeyUnusable) return cause;
  const code = Error.isError(cause) && "code" in cause ? ` (${cause.code})` : "";
  return new MasterKeyUnusable(
    `Cannot ${verb} the master key ${file}${code}. Give the user of this process the right to, or set LATCHKEY_SECRET.`,
    { cause },
  );
}
