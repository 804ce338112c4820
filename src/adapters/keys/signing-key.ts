import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, sign } from "node:crypto";
import { promisify } from "node:util";
import type { KeyPurpose, KeyRecord } from "../../flows/key-ports.ts";
import type { PublicJwk, SigningAlgorithm } from "../../protocol/jwk.ts";
import type { KeyId } from "../../values/ids.ts";
import type { SymmetricPurpose } from "../../values/key-purpose.ts";
import { unreachable } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";

/** The purpose of a stored signing key. */
export type SigningPurpose = Exclude<KeyPurpose, SymmetricPurpose>;

/** A key pair that signs with one algorithm; its id is the `kid`. */
export interface SigningKey {
  readonly id: KeyId;
  readonly algorithm: SigningAlgorithm;
  readonly createdAt: Instant;
  readonly privateKey: KeyObject;
  /** As it is published (RFC 7517 §4). */
  readonly jwk: PublicJwk;
}

const createPair = promisify(generateKeyPair);

/** Makes the private key for an algorithm as PKCS #8 bytes, in the thread pool. RSA keys have 2048 bits. */
export async function createSigningKey(purpose: SigningPurpose): Promise<Uint8Array> {
  const { privateKey } = await pairFor(algorithms[purpose]);
  return privateKey.export({ type: "pkcs8", format: "der" });
}

function pairFor(algorithm: SigningAlgorithm): Promise<{ readonly privateKey: KeyObject }> {
  switch (algorithm) {
    case "RS256":
      return createPair("rsa", { modulusLength: 2048 });
    case "ES256":
      return createPair("ec", { namedCurve: "P-256" });
    case "EdDSA":
      return createPair("ed25519");
    default:
      return unreachable(algorithm);
  }
}

/** Throws if a private key (PKCS #8 in DER) is not of the kind that the purpose needs. */
export function requireKeyFor(purpose: SigningPurpose, pkcs8: Uint8Array): void {
  const key = createPrivateKey({ key: Buffer.from(pkcs8), type: "pkcs8", format: "der" });
  const { kty, crv = "" } = createPublicKey(key).export({ format: "jwk" });
  if (`${kty} ${crv}`.trim() !== keyKinds[purpose])
    throw new TypeError(`The key for ${algorithms[purpose]} must be of the kind ${keyKinds[purpose]}.`);
}

const keyKinds: Readonly<Record<SigningPurpose, string>> = {
  "sign-RS256": "RSA",
  "sign-ES256": "EC P-256",
  "sign-EdDSA": "OKP Ed25519",
};

/** Reads a stored signing key from its unsealed bytes. */
export function openSigningKey(
  record: KeyRecord & { readonly purpose: SigningPurpose },
  bytes: Uint8Array,
): SigningKey {
  const algorithm = algorithms[record.purpose];
  const privateKey = createPrivateKey({ key: Buffer.from(bytes), type: "pkcs8", format: "der" });
  const { kty = "", ...members } = createPublicKey(privateKey).export({ format: "jwk" });
  const jwk = { kty, kid: record.id, alg: algorithm, use: "sig", ...members };
  return { id: record.id, algorithm, createdAt: record.createdAt, privateKey, jwk };
}

/**
 * Makes a compact JWS at once. From the thread pool signatures would come back one by one, and each with a commit of its own. RSA takes
 * ten times as long and has `SigningThread`.
 */
export function signWith({ algorithm, privateKey }: SigningKey, signingInput: string): string {
  const keyInput = { key: privateKey, dsaEncoding: "ieee-p1363" } as const;
  const signature = sign(hashes[algorithm], Buffer.from(signingInput), keyInput);
  return `${signingInput}.${signature.toString("base64url")}`;
}

const algorithms: Readonly<Record<SigningPurpose, SigningAlgorithm>> = {
  "sign-RS256": "RS256",
  "sign-ES256": "ES256",
  "sign-EdDSA": "EdDSA",
};

/** RFC 7518 §3.3 and §3.4; Ed25519 brings its own hash (RFC 8037 §3.1). */
const hashes: Readonly<Record<SigningAlgorithm, string | null>> = {
  RS256: "sha256",
  ES256: "sha256",
  EdDSA: null,
};
