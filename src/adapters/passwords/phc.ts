import type { PasswordHash } from "../../identity/password.ts";

/** The cost of one Argon2id hash. */
export interface Argon2Settings {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

/** The parameters in a stored hash. */
interface Argon2Parameters extends Argon2Settings {
  readonly saltBytes: number;
  readonly hashBytes: number;
}

/** Bytes of salt in a new hash (RFC 9106 §4). */
const saltBytes = 16;
/** Bytes of a new hash itself. */
export const hashBytes = 32;

/**
 * The upper bound for stored parameters. A row that somebody tampered with must not make one sign-in take gigabytes or
 * minutes.
 */
const bounds = { memoryKib: 256 * 1024, passes: 16, lanes: 16 };

const decimal = "([1-9]\\d{0,9})";
const base64 = "([A-Za-z0-9+/]+)";
const shape = new RegExp(
  `^\\$argon2id\\$v=19\\$m=${decimal},t=${decimal},p=${decimal}\\$${base64}\\$${base64}$`,
);

/** Reads the parameters of an Argon2id PHC string; undefined for another algorithm, a damaged text or absurd costs. */
export function readParameters(stored: PasswordHash): Argon2Parameters | undefined {
  const match = stored.length > 256 ? null : shape.exec(stored);
  if (match === null) return undefined;
  const [, memory, passes, lanes, salt = "", hash = ""] = match;
  const parameters = {
    memoryKib: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    saltBytes: decodedLength(salt),
    hashBytes: decodedLength(hash),
  };
  return isAcceptable(parameters) ? parameters : undefined;
}

/** True if the current settings would give a hash other parameters than these. */
export function isOutdated(found: Argon2Parameters, current: Argon2Settings): boolean {
  return (
    found.memoryKib !== current.memoryKib ||
    found.passes !== current.passes ||
    found.lanes !== current.lanes ||
    found.saltBytes !== saltBytes ||
    found.hashBytes !== hashBytes
  );
}

/**
 * A hash of no password, at the cost of these settings. Salt and hash are zero bytes: finding a password for them would mean inverting
 * Argon2, and comparing with them costs as much as with a real hash.
 */
export function unmatchableHash(settings: Argon2Settings): PasswordHash {
  const zeros = (count: number) => Buffer.alloc(count).toString("base64").replaceAll("=", "");
  const cost = `m=${settings.memoryKib},t=${settings.passes},p=${settings.lanes}`;
  return `$argon2id$v=19$${cost}$${zeros(saltBytes)}$${zeros(hashBytes)}` as PasswordHash;
}

function isAcceptable(found: Argon2Parameters): boolean {
  if (found.memoryKib > bounds.memoryKib || found.passes > bounds.passes || found.lanes > bounds.lanes)
    return false;
  // RFC 9106 §3.1 asks for 8 KiB a lane; the lengths are those that the hash library reads.
  if (found.memoryKib < 8 * found.lanes) return false;
  return found.saltBytes >= 8 && found.saltBytes <= 48 && found.hashBytes >= 16 && found.hashBytes <= 64;
}

/** The number of bytes in unpadded base64, or -1 if padding bits are not zero: two texts must not mean the same bytes. */
function decodedLength(text: string): number {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64").replaceAll("=", "") === text ? bytes.length : -1;
}
