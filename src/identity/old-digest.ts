import { ok, type Result, refuse } from "../values/result.ts";
import type { PasswordHash } from "./password.ts";

/** The kinds of password digests that allow guessing too fast to be stored. */
const digestNames = ["md5", "sha1", "sha256", "sha384", "sha512"] as const;
type DigestName = (typeof digestNames)[number];
const cryptKinds = ["md5-crypt", "apr1", "sha256-crypt", "sha512-crypt", "phpass", "drupal"] as const;

/** How to compute an old digest from a password. */
export interface DigestRecipe {
  /** A plain digest of the password behind or before its salt, or one of the algorithms that repeat it. */
  readonly kind: `${DigestName}-salt-${"first" | "last"}` | (typeof cryptKinds)[number];
  readonly rounds: number;
  readonly salt: Uint8Array;
}

/** A digest that is wrapped before it is stored: Argon2id is computed over its text. */
export interface OldDigest {
  readonly recipe: DigestRecipe;
  /** Base64 without padding, or the alphabet of crypt(3) for an algorithm that has one. */
  readonly digest: string;
}

type Read = Result<OldDigest, "costly" | "damaged"> | undefined;

/** The rounds are computed on the thread that answers requests, a piece at a time, in some tenths of a second (ADR 0089). */
const roundsMax = 100_000;
const saltBytesMax = 128;

const digestBytes: Readonly<Record<DigestName, number>> = {
  md5: 16,
  sha1: 20,
  sha256: 32,
  sha384: 48,
  sha512: 64,
};
const cryptAlphabet = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const ldapShape = /^\{(S?)(MD5|SHA|SHA256|SHA384|SHA512)\}([A-Za-z0-9+/]+={0,2})$/i;
const djangoShape = /^(md5|sha1)\$([^$]{0,128})\$([0-9a-f]+)$/;
const ownShape =
  /^\$(md5|sha1|sha256|sha384|sha512)-salt-(first|last)\$([A-Za-z0-9+/]*)={0,2}\$([A-Za-z0-9+/]+)={0,2}$/;
const md5CryptShape = /^\$(1|apr1)\$([^$:\n]{0,8})\$([./0-9A-Za-z]{22})$/;
const shaCryptShape =
  /^\$([56])\$(?:rounds=(\d{1,9})\$)?([^$:\n]{0,16})\$([./0-9A-Za-z]{43}|[./0-9A-Za-z]{86})$/;
const portableShape =
  /^\$(?:([PH])\$([./0-9A-Za-z])(.{8})([./0-9A-Za-z]{22})|S\$([./0-9A-Za-z])(.{8})([./0-9A-Za-z]{43}))$/;
const wrappedShape =
  /^\$wrapped-([a-z0-9-]{1,20})\$i=([1-9]\d{0,6})\$([A-Za-z0-9+/]{0,172})(\$argon2id\$v=19\$.{1,300})$/;

/**
 * Reads a digest that is too fast to be stored as it is: of LDAP (RFC 2307 and its salted successors), of crypt(3) with MD5 or SHA, of
 * Apache, phpass and Drupal, of Django, and bare hex. Undefined for anything else, such as crypt(3) with DES.
 */
export function readOldDigest(text: string): Read {
  return readPlain(text) ?? readMd5Crypt(text) ?? readShaCrypt(text) ?? readPortable(text);
}

function readPlain(text: string): Read {
  const ldap = ldapShape.exec(text);
  if (ldap !== null) {
    const name = ldap[2]?.toUpperCase() === "SHA" ? "sha1" : (ldap[2]?.toLowerCase() as DigestName);
    const bytes = Buffer.from(ldap[3] ?? "", "base64");
    const [digest, salt] = [bytes.subarray(0, digestBytes[name]), bytes.subarray(digestBytes[name])];
    if ((ldap[1] === "") !== (salt.length === 0)) return refuse("damaged");
    return plainDigest(name, "last", salt, digest);
  }
  const django = djangoShape.exec(text);
  if (django !== null)
    return plainDigest(
      django[1] as DigestName,
      "first",
      Buffer.from(django[2] ?? ""),
      Buffer.from(django[3] ?? "", "hex"),
    );
  const own = ownShape.exec(text);
  if (own !== null) {
    const [salt, digest] = [Buffer.from(own[3] ?? "", "base64"), Buffer.from(own[4] ?? "", "base64")];
    return plainDigest(own[1] as DigestName, own[2] as "first" | "last", salt, digest);
  }
  if (!/^[0-9a-f]+$/i.test(text)) return undefined;
  const name = digestNames.find((each) => 2 * digestBytes[each] === text.length);
  return name && plainDigest(name, "first", new Uint8Array(), Buffer.from(text, "hex"));
}

function plainDigest(name: DigestName, place: "first" | "last", salt: Uint8Array, digest: Uint8Array): Read {
  if (digest.length !== digestBytes[name] || salt.length > saltBytesMax) return refuse("damaged");
  return ok({ recipe: { kind: `${name}-salt-${place}`, rounds: 1, salt }, digest: unpadded(digest) });
}

function readMd5Crypt(text: string): Read {
  const match = md5CryptShape.exec(text);
  if (match === null) return undefined;
  const [, name, salt = "", digest = ""] = match;
  const kind = name === "1" ? "md5-crypt" : "apr1";
  return ok({ recipe: { kind, rounds: 1000, salt: Buffer.from(salt) }, digest });
}

function readShaCrypt(text: string): Read {
  const match = shaCryptShape.exec(text);
  if (match === null) return undefined;
  const [, name, said, salt = "", digest = ""] = match;
  const kind = name === "5" ? "sha256-crypt" : "sha512-crypt";
  if ((name === "5") !== (digest.length === 43)) return refuse("damaged");
  const rounds = Math.max(1000, Number(said ?? 5000));
  if (rounds > roundsMax) return refuse("costly");
  return ok({ recipe: { kind, rounds, salt: Buffer.from(salt) }, digest });
}

function readPortable(text: string): Read {
  const match = portableShape.exec(text);
  if (match === null) return undefined;
  const isPhpass = match[1] !== undefined;
  const [cost = "", salt = "", digest = ""] = isPhpass ? match.slice(2, 5) : match.slice(5, 8);
  const rounds = 2 ** cryptAlphabet.indexOf(cost);
  if (rounds > roundsMax) return refuse("costly");
  if (rounds < 2 ** 7) return refuse("damaged");
  return ok({ recipe: { kind: isPhpass ? "phpass" : "drupal", rounds, salt: Buffer.from(salt) }, digest });
}

/** The stored text of a wrapped digest. `outer` is the Argon2id PHC string over the text of the digest. */
export function spellWrapped({ kind, rounds, salt }: DigestRecipe, outer: PasswordHash): PasswordHash {
  return `$wrapped-${kind}$i=${rounds}$${unpadded(salt)}${outer}` as PasswordHash;
}

/** Takes the text of `spellWrapped` apart; undefined for any other text, and for a cost beyond the bounds. */
export function readWrapped(
  text: string,
): { readonly recipe: DigestRecipe; readonly outer: string } | undefined {
  const match = wrappedShape.exec(text);
  if (match === null) return undefined;
  const [, kind = "", said, saltText = "", outer = ""] = match;
  const [rounds, salt] = [Number(said), Buffer.from(saltText, "base64")];
  if (!isKind(kind) || rounds > roundsMax || unpadded(salt) !== saltText) return undefined;
  return { recipe: { kind, rounds, salt }, outer };
}

function isKind(text: string): text is DigestRecipe["kind"] {
  return (
    cryptKinds.some((kind) => kind === text) ||
    /^(?:md5|sha1|sha256|sha384|sha512)-salt-(?:first|last)$/.test(text)
  );
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replaceAll("=", "");
}
