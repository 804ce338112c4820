import type { JWK } from "jose";
import type { JwtPart, JwtVerifier } from "../../flows/key-ports.ts";
import type { PublicJwk } from "../../protocol/client/client.ts";
import { objectOf, readCompactJws } from "../../values/compact-jws.ts";

/** What clients may sign with (RFC 7518 §3.1, RFC 8037 §3.1). Nothing symmetric: a public key must never serve as a secret. */
const algorithms = ["ES256", "EdDSA", "RS256", "PS256"];

/** So many keys are tried where no `kid` tells them apart. */
const triedMax = 8;

/** 32 bytes: a coordinate of P-256, or an Ed25519 public key. */
const point = /^[A-Za-z0-9_-]{43}$/;
/** RFC 7518 §3.3 asks for 2048 bits; more than 4096, or a large exponent, would let a caller choose how long we compute. */
const modulus = /^[A-Za-z0-9_-]{342,683}$/;
const exponent = /^[A-Za-z0-9_-]{1,6}$/;

/** Makes a verifier. The library behind it is loaded when something is verified for the first time. */
export function openJwtVerifier(): JwtVerifier {
  return new JoseVerifier();
}

class JoseVerifier implements JwtVerifier {
  /** A registered key stays the same object, so that it is imported once. */
  readonly #publicKeys = new WeakMap<PublicJwk, JWK>();

  async verify(
    jwt: string,
    keys: readonly PublicJwk[],
  ): Promise<{ readonly header: JwtPart; readonly claims: JwtPart } | undefined> {
    // Taken apart here to refuse what is not wanted; what is answered comes from the bytes that the library verified.
    const presented = readCompactJws(jwt)?.header;
    if (!presented) return undefined;
    const { alg, kid } = presented;
    // No extension is known here, and b64 is one that changes what is signed (RFC 7515 §4.1.11, RFC 7797 §6).
    if (typeof alg !== "string" || !algorithms.includes(alg)) return undefined;
    if (presented.crit !== undefined || presented.b64 !== undefined) return undefined;
    const { compactVerify } = await import("jose");
    for (const key of candidates(keys, kid)) {
      const publicKey = this.#publicKeyOf(key);
      if (!publicKey) continue;
      try {
        const { payload, protectedHeader } = await compactVerify(jwt, publicKey, { algorithms: [alg] });
        const claims = objectOf(payload);
        return claims && { header: { ...protectedHeader }, claims };
      } catch {
        // Not made by this key, or it is no key for the algorithm: the next one may be.
      }
    }
    return undefined;
  }

  async thumbprint(key: PublicJwk): Promise<string | undefined> {
    const publicKey = this.#publicKeyOf(key);
    if (!publicKey) return undefined;
    const { calculateJwkThumbprint } = await import("jose");
    return calculateJwkThumbprint(publicKey);
  }

  #publicKeyOf(key: PublicJwk): JWK | undefined {
    const known = this.#publicKeys.get(key);
    if (known) return known;
    const publicKey = publicKeyOf(key);
    if (publicKey) this.#publicKeys.set(key, publicKey);
    return publicKey;
  }
}

/** The keys that `kid` names, and those without a name (RFC 7515 §4.1.4). */
function candidates(keys: readonly PublicJwk[], kid: unknown): readonly PublicJwk[] {
  const named = keys.filter((key) => kid === undefined || key.kid === undefined || key.kid === kid);
  return named.slice(0, triedMax);
}

/** The members that make the public key, and what it says it is for; undefined for a private, symmetric or unsuitable key. */
function publicKeyOf(key: PublicJwk): JWK | undefined {
  if (key.d !== undefined || (key.use !== undefined && key.use !== "sig")) return undefined;
  const { kty, alg, crv, x, y, n, e } = key;
  const use = alg === undefined ? {} : { alg };
  if (kty === "EC" && crv === "P-256" && is(point, x) && is(point, y)) return { kty, crv, x, y, ...use };
  if (kty === "OKP" && crv === "Ed25519" && is(point, x)) return { kty, crv, x, ...use };
  if (kty === "RSA" && is(modulus, n) && is(exponent, e)) return { kty, n, e, ...use };
  return undefined;
}

function is(shape: RegExp, member: unknown): member is string {
  return typeof member === "string" && shape.test(member);
}
