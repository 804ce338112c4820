import type { JWK } from "jose";
import type { JwtVerifier } from "../../flows/key-ports.ts";
import type { PublicJwk } from "../../protocol/jwk.ts";
import type { Jwt } from "../../protocol/jwt.ts";
import { verifyJwt } from "./verified-jwt.ts";

/** The algorithms of clients (RFC 7518 §3.1, RFC 8037 §3.1), none symmetric: a public key must never serve as a secret. */
const algorithms = ["ES256", "EdDSA", "RS256", "PS256"];

/** How many keys are tried if no `kid` tells them apart. */
const triedMax = 8;

/** 32 bytes: a coordinate of P-256, or an Ed25519 public key. */
const point = /^[A-Za-z0-9_-]{43}$/;
/** 2048 to 4096 bits (RFC 7518 §3.3): a larger modulus or exponent would let a caller choose how long verifying takes. */
const modulus = /^[A-Za-z0-9_-]{342,683}$/;
const exponent = /^[A-Za-z0-9_-]{1,6}$/;

/** Makes a verifier, which loads its library with the first signature. */
export function createJwtVerifier(): JwtVerifier {
  return new JoseVerifier();
}

class JoseVerifier implements JwtVerifier {
  /** A registered key keeps its object, under which the library remembers the imported key. */
  readonly #publicKeys = new WeakMap<PublicJwk, JWK>();

  async verify(jwt: string, keys: readonly PublicJwk[]): Promise<Jwt | undefined> {
    return verifyJwt(jwt, ({ alg, kid, crit, b64 }) => {
      // No extension is known here, and b64 is one that changes what is signed (RFC 7515 §4.1.11, RFC 7797 §6).
      if (alg === undefined || !algorithms.includes(alg) || crit !== undefined || b64 !== undefined)
        return [];
      return candidates(keys, kid).flatMap((key) => this.#publicKeyOf(key) ?? []);
    });
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

/** The members of the public key, and the algorithm that it names; undefined for a private, symmetric or unsuitable key. */
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
