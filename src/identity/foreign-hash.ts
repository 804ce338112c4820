import { ok, type Result, refuse } from "../values/result.ts";
import { encode, respelt } from "./hash-spellings.ts";
import { type DigestRecipe, type OldDigest, readOldDigest, readWrapped } from "./old-digest.ts";
import type { PasswordHash } from "./password.ts";

/** A password hash that another program made, taken apart. */
type ForeignHash =
  | {
      readonly scheme: "bcrypt";
      readonly cost: number;
      readonly bcrypt: string;
      /** What is hashed instead of the password: its HMAC in WordPress, its SHA-256 in Django. */
      readonly prehash?: "wordpress" | "django";
    }
  /** Argon2id over a digest that was too fast to be stored. */
  | { readonly scheme: "wrapped"; readonly recipe: DigestRecipe; readonly outer: string }
  | {
      readonly scheme: "argon2";
      readonly memoryKib: number;
      readonly passes: number;
      readonly lanes: number;
    }
  | {
      readonly scheme: "pbkdf2";
      readonly digest: "sha1" | "sha256" | "sha512";
      readonly iterations: number;
      readonly salt: Uint8Array;
      readonly hash: Uint8Array;
    }
  | {
      readonly scheme: "scrypt";
      readonly logCost: number;
      readonly blockSize: number;
      readonly lanes: number;
      readonly salt: Uint8Array;
      readonly hash: Uint8Array;
      /** Firebase encrypts this key with what scrypt gives, and its separator follows the salt. */
      readonly firebase?: { readonly signerKey: Uint8Array; readonly separator: Uint8Array };
    };

/** Why a hash is not kept as it is. "weak": it allows guessing too fast; `readOldDigest` may read it so that it can be wrapped. */
type ForeignHashProblem = "unknown" | "weak" | "costly" | "damaged";

/** One spelling of a hash, and its parts. */
export interface ReadForeignHash {
  readonly text: PasswordHash;
  readonly parts: ForeignHash;
}

/** The longest text of a hash. */
const lengthMax = 1024;
/** About a second and a half of one core each. A stored cost must not make one sign-in take minutes or gigabytes. */
const bounds = {
  bcryptCost: 14,
  pbkdf2Rounds: 2_000_000,
  scryptBytes: 256 * 1024 * 1024,
  /** Bytes of all lanes together. */
  scryptWork: 1024 * 1024 * 1024,
  scryptLanes: 16,
  argon2: { memoryKib: 256 * 1024, passes: 16, lanes: 16, work: 1024 * 1024 },
};
const iterationsMin = 1000;

const bcryptShape = /^(\$wp|bcrypt_sha256\$)?(\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{21}[.Oeu][./A-Za-z0-9]{31})$/;
const argon2Shape =
  /^\$argon2(id|i|d)\$v=19\$m=([1-9]\d{0,9}),t=([1-9]\d{0,9}),p=([1-9]\d{0,9})\$([A-Za-z0-9+/]+)={0,2}\$([A-Za-z0-9+/]+)={0,2}$/;
const pbkdf2Shape =
  /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?([1-9]\d{0,9})(?:,l=\d+)?\$([A-Za-z0-9+/.]+)={0,2}\$([A-Za-z0-9+/.]+)={0,2}$/;
const scryptShape =
  /^\$(firebase-)?scrypt\$ln=([1-9]\d?),r=([1-9]\d{0,3}),p=([1-9]\d{0,3})(?:,ss=([A-Za-z0-9+/]*),sk=([A-Za-z0-9+/]+))?\$([A-Za-z0-9+/]+)={0,2}\$([A-Za-z0-9+/]+)={0,2}$/;
/** crypt(3) with DES, which reads only the first eight characters of a password. */
const desShape = /^[./A-Za-z0-9]{13}$/;

/**
 * Reads a password hash of another program: bcrypt ($2a$, $2b$, $2y$, and as WordPress and Django use it), Argon2 of any kind, PBKDF2
 * and scrypt in the spellings of PHC, passlib and the products that `respelt` knows, and a digest that was wrapped. The text that it
 * gives is the one spelling that is stored.
 */
export function readForeignHash(text: string): Result<ReadForeignHash, ForeignHashProblem> {
  if (text.length > lengthMax) return refuse("damaged");
  const spelt = respelt(text);
  const read =
    readBcrypt(spelt) ??
    readArgon2(spelt) ??
    readPbkdf2(spelt) ??
    readScrypt(spelt) ??
    readWrappedHash(spelt);
  if (read !== undefined) return read;
  const old = readOldDigest(spelt);
  if (old !== undefined) return refuse(old.ok ? "weak" : old.reason);
  if (desShape.test(spelt)) return refuse("weak");
  return refuse(
    /^\$(?:2[aby]|argon2|pbkdf2|scrypt|firebase-scrypt|wrapped)/.test(spelt) ? "damaged" : "unknown",
  );
}

/** A digest to be wrapped, in any spelling that `readForeignHash` calls weak; undefined for one that cannot be computed here. */
export function readWeakHash(text: string): OldDigest | undefined {
  const read = text.length > lengthMax ? undefined : readOldDigest(respelt(text));
  return read?.ok ? read.value : undefined;
}

type Read = Result<ReadForeignHash, ForeignHashProblem> | undefined;

function readWrappedHash(text: string): Read {
  const wrapped = readWrapped(text);
  if (wrapped === undefined) return undefined;
  const outer = readArgon2(wrapped.outer);
  return outer?.ok === false ? outer : outer && kept(text, { scheme: "wrapped", ...wrapped });
}

function readBcrypt(text: string): Read {
  const match = bcryptShape.exec(text);
  if (match === null) return undefined;
  const [, prefix, bcrypt = "", costText] = match;
  const cost = Number(costText);
  if (cost < 4) return refuse("damaged");
  if (cost > bounds.bcryptCost) return refuse("costly");
  if (prefix === undefined) return kept(text, { scheme: "bcrypt", cost, bcrypt });
  return kept(text, { scheme: "bcrypt", cost, bcrypt, prehash: prefix === "$wp" ? "wordpress" : "django" });
}

function readArgon2(text: string): Read {
  const match = argon2Shape.exec(text);
  if (match === null) return undefined;
  const [, kind = "", memory, passes, lanes, salt = "", hash = ""] = match;
  const [saltBytes, hashBytes] = [decode(salt), decode(hash)];
  if (saltBytes === undefined || hashBytes === undefined) return refuse("damaged");
  const parts = {
    scheme: "argon2",
    memoryKib: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
  } as const;
  // The lengths are those that the hash library reads; RFC 9106 §3.1 asks for 8 KiB a lane.
  if (saltBytes.length < 8 || saltBytes.length > 48 || hashBytes.length < 16 || hashBytes.length > 64)
    return refuse("damaged");
  if (parts.memoryKib < 8 * parts.lanes) return refuse("damaged");
  const { memoryKib: memoryMax, passes: passesMax, lanes: lanesMax, work } = bounds.argon2;
  if (parts.memoryKib > memoryMax || parts.passes > passesMax || parts.lanes > lanesMax)
    return refuse("costly");
  if (parts.memoryKib * parts.passes > work) return refuse("costly");
  return kept(`$argon2${kind}$v=19$m=${memory},t=${passes},p=${lanes}$${salt}$${hash}`, parts);
}

function readPbkdf2(text: string): Read {
  const match = pbkdf2Shape.exec(text);
  if (match === null) return undefined;
  const digest = (match[1] ?? "sha1") as "sha1" | "sha256" | "sha512";
  const iterations = Number(match[2]);
  // passlib and Authelia write a dot for the plus of base64.
  const [salt, hash] = [decode(match[3]?.replaceAll(".", "+")), decode(match[4]?.replaceAll(".", "+"))];
  if (salt === undefined || hash === undefined || hash.length < 16 || hash.length > 128)
    return refuse("damaged");
  if (iterations < iterationsMin || salt.length < 8) return refuse("weak");
  if (iterations > bounds.pbkdf2Rounds) return refuse("costly");
  // RFC 8018 §5.2: the blocks do not depend on each other, so the first says as much as all. Keycloak keeps four of SHA-1.
  const block = hash.subarray(0, { sha1: 20, sha256: 32, sha512: 64 }[digest]);
  const parts = { scheme: "pbkdf2", digest, iterations, salt, hash: block } as const;
  return kept(`$pbkdf2-${digest}$i=${iterations}$${encode(salt)}$${encode(hash)}`, parts);
}

function readScrypt(text: string): Read {
  const match = scryptShape.exec(text);
  if (match === null) return undefined;
  const [, kind, cost, block, parallel, separatorText, signerText] = match;
  const [logCost, blockSize, lanes] = [Number(cost), Number(block), Number(parallel)];
  const [salt, hash] = [decode(match[7]), decode(match[8])];
  const [separator, signerKey] = [decode(separatorText), decode(signerText)];
  const firebase = separator && signerKey ? { separator, signerKey } : undefined;
  if (salt === undefined || hash === undefined || (kind !== undefined) !== (firebase !== undefined))
    return refuse("damaged");
  if (hash.length < 16 || hash.length > 128 || (firebase && hash.length !== firebase.signerKey.length))
    return refuse("damaged");
  if (logCost < 10 || salt.length < 8) return refuse("weak");
  const bytes = 128 * 2 ** logCost * blockSize;
  if (bytes > bounds.scryptBytes || bytes * lanes > bounds.scryptWork || lanes > bounds.scryptLanes)
    return refuse("costly");
  const extra = firebase ? `,ss=${encode(firebase.separator)},sk=${encode(firebase.signerKey)}` : "";
  const head = `$${kind ?? ""}scrypt$ln=${logCost},r=${blockSize},p=${lanes}${extra}`;
  return kept(`${head}$${encode(salt)}$${encode(hash)}`, {
    scheme: "scrypt",
    logCost,
    blockSize,
    lanes,
    salt,
    hash,
    ...(firebase && { firebase }),
  });
}

function kept(text: string, parts: ForeignHash): Read {
  return ok({ text: text as PasswordHash, parts });
}

/**
 * The name of the kind of a hash that is not read, as far as its text says it: yescrypt, the scheme of LDAP, or the word before a dollar
 * sign or colon. Undefined for a text that names none, which might be a secret, such as a digest before its salt.
 */
export function kindOfHash(text: string): string | undefined {
  const spelt = respelt(text);
  if (/^\$g?y\$/.test(spelt)) return "yescrypt";
  if (desShape.test(spelt)) return "DES";
  return /^(?:\{([\w-]{1,30})\}|\$([a-z][a-z0-9-]{1,30})\$|(?![0-9a-f]+:)([a-z][a-z0-9-]{1,40}):|([A-Z][A-Z0-9]{1,8}_[A-Z0-9]{1,12})$)/
    .exec(text)
    ?.slice(1)
    .find((word) => word !== undefined);
}

/** One sentence for the operator. */
export function describeForeignHashProblem(problem: ForeignHashProblem, kind: string | undefined): string {
  return {
    unknown:
      kind === undefined
        ? "The password hash is of a kind that this release does not verify."
        : `The password hash is of the kind ${kind}, which this release does not verify.`,
    weak: "The password hash is of a kind that is guessed too fast to be kept.",
    costly: "The password hash costs more time or memory than a sign-in may take.",
    damaged: "The password hash is damaged.",
  }[problem];
}

/** Undefined if padding bits are not zero: two texts must not mean the same bytes. */
function decode(text: string | undefined): Uint8Array | undefined {
  if (text === undefined) return undefined;
  const bytes = Buffer.from(text, "base64");
  return encode(bytes) === text ? bytes : undefined;
}
