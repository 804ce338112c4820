import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { DigestRecipe } from "../../identity/old-digest.ts";

const alphabet = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** About a millisecond of work, after which other requests have their turn. */
const roundsAtOnce = 500;

const md5 = (bytes: Uint8Array) => hash("md5", bytes, "buffer");

/** Computes the text of the old digest of a password, as `readOldDigest` gives it. */
export async function computeOldDigest(
  password: string,
  { kind, rounds, salt }: DigestRecipe,
): Promise<string> {
  const bytes = Buffer.from(password);
  switch (kind) {
    case "md5-crypt":
      return md5Crypt(bytes, salt, "$1$");
    case "apr1":
      return md5Crypt(bytes, salt, "$apr1$");
    case "sha256-crypt":
      return shaCrypt(bytes, { salt, rounds, name: "sha256" });
    case "sha512-crypt":
      return shaCrypt(bytes, { salt, rounds, name: "sha512" });
    case "phpass":
      return inOrder(await repeat("md5", bytes, salt, rounds));
    case "drupal":
      // Drupal keeps the first 55 characters of the whole text, 12 of which are the setting.
      return inOrder(await repeat("sha512", bytes, salt, rounds)).slice(0, 43);
    default: {
      const [name = "", place] = kind.split("-salt-");
      const parts = place === "first" ? [salt, bytes] : [bytes, salt];
      return hash(name, Buffer.concat(parts), "buffer").toString("base64").replaceAll("=", "");
    }
  }
}

/** The portable hash of phpass: MD5 there, SHA-512 in Drupal. */
async function repeat(name: string, password: Uint8Array, salt: Uint8Array, rounds: number): Promise<Buffer> {
  let digest = hash(name, Buffer.concat([salt, password]), "buffer");
  for (let round = 0; round < rounds; round += 1) {
    if (round % roundsAtOnce === roundsAtOnce - 1) await setImmediate();
    digest = hash(name, Buffer.concat([digest, password]), "buffer");
  }
  return digest;
}

/** crypt(3) with MD5, as FreeBSD introduced it; Apache has another prefix. */
async function md5Crypt(password: Buffer, salt: Uint8Array, prefix: string): Promise<string> {
  const first = md5(Buffer.concat([password, salt, password]));
  const parts: Uint8Array[] = [password, Buffer.from(prefix), salt, repeated(first, password.length)];
  for (let bits = password.length; bits > 0; bits >>= 1)
    parts.push(bits & 1 ? Buffer.alloc(1) : password.subarray(0, 1));
  const digest = await mix("md5", md5(Buffer.concat(parts)), { password, salt, rounds: 1000 });
  const order = [0, 6, 12, 1, 7, 13, 2, 8, 14, 3, 9, 15, 4, 10, 5];
  return spelled(digest, order, { last: [11], length: 22 });
}

/** crypt(3) with SHA-2: https://www.akkadia.org/drepper/SHA-crypt.txt. */
async function shaCrypt(
  password: Buffer,
  {
    salt,
    rounds,
    name,
  }: { readonly salt: Uint8Array; readonly rounds: number; readonly name: "sha256" | "sha512" },
): Promise<string> {
  const digestOf = (bytes: Uint8Array) => hash(name, bytes, "buffer");
  const other = digestOf(Buffer.concat([password, salt, password]));
  const parts: Uint8Array[] = [password, salt, repeated(other, password.length)];
  for (let bits = password.length; bits > 0; bits >>= 1) parts.push(bits & 1 ? other : password);
  const first = digestOf(Buffer.concat(parts));
  const ofPassword = digestOf(repeated(password, password.length ** 2));
  const ofSalt = digestOf(repeated(salt, salt.length * (16 + (first[0] ?? 0))));
  const mixed = {
    password: repeated(ofPassword, password.length),
    salt: repeated(ofSalt, salt.length),
    rounds,
  };
  const digest = await mix(name, first, mixed);
  return name === "sha256"
    ? spelled(digest, columns(10, [0, 10, 20], 21), { last: [31, 30], length: 43 })
    : spelled(digest, columns(21, [0, 21, 42], 22), { last: [63], length: 86 });
}

/** The rounds that all kinds of crypt(3) share. */
async function mix(
  name: string,
  start: Buffer,
  {
    password,
    salt,
    rounds,
  }: { readonly password: Uint8Array; readonly salt: Uint8Array; readonly rounds: number },
): Promise<Buffer> {
  let digest = start;
  for (let round = 0; round < rounds; round += 1) {
    if (round % roundsAtOnce === roundsAtOnce - 1) await setImmediate();
    const isOdd = round % 2 === 1;
    const parts = [isOdd ? password : digest];
    if (round % 3 !== 0) parts.push(salt);
    if (round % 7 !== 0) parts.push(password);
    parts.push(isOdd ? digest : password);
    digest = hash(name, Buffer.concat(parts), "buffer");
  }
  return digest;
}

function repeated(bytes: Uint8Array, length: number): Uint8Array {
  return bytes.length === 0 ? bytes : Buffer.alloc(length, bytes);
}

/** The order in which SHA-crypt writes the bytes, in three columns: each group of three follows from the previous group by `step`. */
function columns(groups: number, [...group]: number[], step: number): readonly number[] {
  const size = 3 * groups;
  return Array.from({ length: groups }, () => {
    const now = [...group];
    group = group.map((index) => (index + step) % size);
    return now;
  }).flat();
}

/** Six bits a character, the lowest first, of three bytes at a time. */
function spelled(
  digest: Uint8Array,
  order: readonly number[],
  { last, length }: { readonly last: readonly number[]; readonly length: number },
): string {
  let text = "";
  for (let at = 0; at < order.length; at += 3) text += sextets(digest, order.slice(at, at + 3), 4);
  return text + sextets(digest, last, length - text.length);
}

/** The bytes in their order, with the first of each three as the lowest. */
function inOrder(digest: Uint8Array): string {
  let text = "";
  for (let at = 0; at < digest.length; at += 3) {
    const indices = [at + 2, at + 1, at].filter((index) => index < digest.length);
    text += sextets(digest, indices, indices.length + 1);
  }
  return text;
}

function sextets(digest: Uint8Array, indices: readonly number[], count: number): string {
  let value = indices.reduce((sum, index) => sum * 256 + (digest[index] ?? 0), 0);
  let text = "";
  for (let index = 0; index < count; index += 1) {
    text += alphabet[value & 63];
    value >>= 6;
  }
  return text;
}
