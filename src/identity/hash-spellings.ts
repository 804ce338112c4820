/** Base64 without padding, as PHC strings have it. */
export function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replaceAll("=", "");
}

const ldapPbkdf2Shape =
  /^\{PBKDF2(?:-SHA(1|256|512))?\}(\d{1,10})\$([A-Za-z0-9+/.]+)={0,2}\$([A-Za-z0-9+/.]+)={0,2}$/i;
const directoryServerShape = /^\{PBKDF2_SHA256\}([A-Za-z0-9+/]{432})$/i;
const werkzeugScryptShape =
  /^scrypt:([1-9]\d{0,9}):([1-9]\d{0,3}):([1-9]\d{0,3})\$([^$]{1,128})\$([0-9a-f]+)$/;
const werkzeugPbkdf2Shape = /^pbkdf2:(sha1|sha256|sha512):([1-9]\d{0,9})\$([^$]{1,128})\$([0-9a-f]+)$/;
const kratosFirebaseShape = /^\$firescrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)\$([^$]+)\$([^$]+)$/;
const goTrueFirebaseShape =
  /^\$fbscrypt\$v=1,n=(\d+),r=(\d+),p=(\d+)(?:,ss=([^,$]*))?(?:,sk=([^,$]+))?\$([^$]+)\$([^$]+)$/;
const djangoPbkdf2Shape = /^pbkdf2_(sha1|sha256)\$([1-9]\d{0,9})\$([^$]{1,128})\$([A-Za-z0-9+/]+)={0,2}$/;
const djangoScryptShape =
  /^scrypt\$([1-9]\d{0,9})\$([^$]{1,128})\$([1-9]\d{0,3})\$([1-9]\d{0,3})\$([A-Za-z0-9+/]+)={0,2}$/;
const betterAuthShape = /^([0-9a-f]{32}):([0-9a-f]{128})$/;
const atlassianShape = /^\{PKCS5S2\}([A-Za-z0-9+/]{64})$/;
const aspNetShape = /^A[A-Za-z0-9+/]{40,}={0,2}$/;

/** Rewrites a program's own spelling of a hash as the one above; returns any other text unchanged. */
export function respelt(text: string): string {
  const inner = /^(?:\{(?:CRYPT|BCRYPT|ARGON2)\}|(?:bcrypt|argon2)\$)(?=[$./A-Za-z0-9])/i.exec(text);
  if (inner !== null) return text.startsWith("argon2$") ? `$${text.slice(7)}` : text.slice(inner[0].length);
  const ldap = ldapPbkdf2Shape.exec(text);
  if (ldap !== null) {
    const [, digest = "1", rounds, ...parts] = ldap;
    return `$pbkdf2-sha${digest}$i=${rounds}$${parts.map((part = "") => canonical(part.replaceAll(".", "+"))).join("$")}`;
  }
  const directoryServer = directoryServerShape.exec(text)?.[1];
  if (directoryServer !== undefined) return directoryServerText(Buffer.from(directoryServer, "base64"));
  const firebase = kratosFirebaseShape.exec(text) ?? goTrueFirebaseShape.exec(text);
  if (firebase !== null) {
    const [, cost, block, lanes, ...parts] = firebase;
    const [one = "", two = "", three = "", four = ""] = parts.map((part = "") => canonical(part));
    const [salt, hash, separator, key] = text.startsWith("$fire")
      ? [one, two, three, four]
      : [three, four, one, two];
    return `$firebase-scrypt$ln=${cost},r=${block},p=${lanes},ss=${separator},sk=${key}$${salt}$${hash}`;
  }
  const werkzeug = werkzeugScryptShape.exec(text);
  if (werkzeug !== null) {
    const [, work, block, lanes, salt = "", hash = ""] = werkzeug;
    return `$scrypt$ln=${Math.log2(Number(work))},r=${block},p=${lanes}$${encode(Buffer.from(salt))}$${encode(Buffer.from(hash, "hex"))}`;
  }
  const flask = werkzeugPbkdf2Shape.exec(text);
  if (flask !== null) {
    const [, digest, rounds, salt = "", hash = ""] = flask;
    return `$pbkdf2-${digest}$i=${rounds}$${encode(Buffer.from(salt))}$${encode(Buffer.from(hash, "hex"))}`;
  }
  const pbkdf2 = djangoPbkdf2Shape.exec(text);
  if (pbkdf2 !== null)
    return `$pbkdf2-${pbkdf2[1]}$i=${pbkdf2[2]}$${encode(Buffer.from(pbkdf2[3] ?? ""))}$${pbkdf2[4]}`;
  const scrypt = djangoScryptShape.exec(text);
  if (scrypt !== null) {
    const [, work, salt = "", block, lanes, hash] = scrypt;
    return `$scrypt$ln=${Math.log2(Number(work))},r=${block},p=${lanes}$${encode(Buffer.from(salt))}$${hash}`;
  }
  const better = betterAuthShape.exec(text);
  if (better !== null) {
    const [, salt = "", hash = ""] = better;
    return `$scrypt$ln=14,r=16,p=1$${encode(Buffer.from(salt))}$${encode(Buffer.from(hash, "hex"))}`;
  }
  const atlassian = atlassianShape.exec(text)?.[1];
  if (atlassian !== undefined) return pbkdf2Text("sha1", 10_000, Buffer.from(atlassian, "base64"), 16);
  return (aspNetShape.test(text) ? aspNetText(Buffer.from(text, "base64")) : undefined) ?? text;
}

/** PasswordHasher of ASP.NET Core Identity: a format byte, in the third version digest, rounds and length of the salt, salt, subkey. */
function aspNetText(bytes: Buffer): string | undefined {
  if (bytes[0] === 0 && bytes.length === 49) return pbkdf2Text("sha1", 1000, bytes.subarray(1), 16);
  const digest =
    bytes[0] === 1 && bytes.length > 13
      ? (["sha1", "sha256", "sha512"] as const)[bytes.readUInt32BE(1)]
      : undefined;
  return digest && pbkdf2Text(digest, bytes.readUInt32BE(5), bytes.subarray(13), bytes.readUInt32BE(9));
}

function pbkdf2Text(digest: string, rounds: number, bytes: Uint8Array, saltBytes: number): string {
  return `$pbkdf2-${digest}$i=${rounds}$${encode(bytes.subarray(0, saltBytes))}$${encode(bytes.subarray(saltBytes))}`;
}

/**
 * 389 Directory Server: the rounds as four bytes, 64 of salt and 256 of hash (389ds/389-ds-base, pwdstorage/pbkdf2_pwd.c). The blocks of
 * PBKDF2 do not depend on each other, so the first of eight says as much as all.
 */
function directoryServerText(bytes: Buffer): string {
  return pbkdf2Text("sha256", bytes.readUInt32BE(0), bytes.subarray(4, 4 + 64 + 32), 64);
}

/** The bytes of a base64 text whose last bits may not be zero, as OpenLDAP and Directory Server accept it. */
function canonical(base64: string): string {
  return encode(Buffer.from(base64, "base64"));
}
