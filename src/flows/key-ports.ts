/** The ports for keys: sealing, signing, verifying, and the records of stored keys. */
import type { PublicJwk, SigningAlgorithm } from "../protocol/jwk.ts";
import type { Jwt } from "../protocol/jwt.ts";
import type { Eventual } from "../values/eventual.ts";
import type { KeyId } from "../values/ids.ts";
import type { LastingPurpose, MacPurpose, SealPurpose, SymmetricPurpose } from "../values/key-purpose.ts";
import type { Instant } from "../values/time.ts";
import type { SideEffects } from "./side-effect-ports.ts";

/** Authenticated encryption under the keyring, and authentication alone. Synchronous: the keys are in memory. */
export interface Sealer {
  /** Returns base64url text: key id, nonce, ciphertext and tag. */
  seal(purpose: SealPurpose, plaintext: Uint8Array): string;
  /** Undefined for anything that this installation did not seal for this purpose with a key it still has. */
  open(purpose: SealPurpose, sealed: string): Uint8Array | undefined;
  /** Returns a MAC of the message: key id, a dot, and HMAC-SHA-256 in base64url. */
  mac(purpose: MacPurpose, message: string): string;
  /**
   * Returns a pseudonym: HMAC-SHA-256 in base64url, under a key that never changes. So the same text has the same pseudonym for as
   * long as the installation lives.
   */
  pseudonym(text: string): string;
  /** True if this installation computed the MAC of this message for this purpose, with a key that it still has. */
  isMacOf(purpose: MacPurpose, message: string, mac: string): boolean;
}

/** The keys that sign ID tokens, logout tokens, userinfo answers and JWT access tokens. */
export interface Signer {
  /**
   * Undefined if there is a key of the algorithm. Otherwise resolves when there is: the first call creates it, and one of many nodes
   * wins. Wait for it before `publicKeys` is published, so that a client never learns an empty set.
   */
  ready(algorithm: SigningAlgorithm): Promise<void> | undefined;
  /** Throws `StoreUnavailable` if too many signatures are waiting. Ask before anything is spent for one. */
  requireRoom(algorithm: SigningAlgorithm): void;
  /** A compact JWS; its header has `alg`, `kid` and `typ`. A new key signs a minute after it was published. */
  sign(algorithm: SigningAlgorithm, typ: string, claims: Readonly<Record<string, unknown>>): Eventual<string>;
  /** The claims of a JWS of this `typ` that a key of this service signed, expired or not; undefined for anything else. */
  verifyOwn(jwt: string, typ: string): Promise<Jwt["claims"] | undefined>;
  /** The public keys that may be needed to verify a signature of this service, the retired ones included. */
  publicKeys(): readonly PublicJwk[];
}

/** Verifies signatures of clients. */
export interface JwtVerifier {
  /**
   * Header and claims of a JWT that one of the keys signed with one of the algorithms; undefined for anything else. It checks
   * the signature only.
   */
  verify(jwt: string, keys: readonly PublicJwk[]): Promise<Jwt | undefined>;
  /** The RFC 7638 thumbprint of a public key, SHA-256 in base64url; undefined if it is none. */
  thumbprint(key: PublicJwk): Promise<string | undefined>;
}

/** The public keys that clients publish at their `jwks_uri`. */
export interface PublishedKeys {
  /** The keys at the address, cached for five minutes. Empty if none can be read. Never rejects. */
  find(uri: string): Promise<readonly PublicJwk[]>;
  /**
   * Fetches the keys again, because none in the cache fits: the client may have new keys. Undefined if the address was fetched
   * within the last minute. Never rejects.
   */
  findAgain(uri: string): Promise<readonly PublicJwk[] | undefined>;
}

/** The use of a stored key: sealing and MACs, or signing with an algorithm. */
export type KeyPurpose = SymmetricPurpose | `sign-${SigningAlgorithm}`;

/** The uses whose keys rotate, by themselves or by an operator. */
export type RotatingPurpose = Exclude<KeyPurpose, LastingPurpose>;

/** A stored key, sealed under the master key. */
export interface KeyRecord {
  readonly id: KeyId;
  readonly purpose: KeyPurpose;
  readonly createdAt: Instant;
  /** From then on it opens but no longer seals. */
  readonly retiredAt?: Instant;
  readonly sealedKey: Uint8Array;
  /** Which master key sealed it; absent if 0.1.0 did. */
  readonly masterKeyId?: string;
}

/** A stored key of any purpose, also of one that only a newer release knows. */
export interface SealedKey {
  readonly id: string;
  readonly purpose: string;
  readonly createdAt: number;
  readonly sealedKey: Uint8Array;
}

/** The keys of the keyring, as they are stored. */
export interface KeyRecords {
  /** Every key of every purpose, newest first. */
  list(): Promise<readonly KeyRecord[]>;
  /**
   * Durable. Inserts the key and retires the live ones of its purpose in one transaction, unless a key of that purpose was
   * created after `unlessNewerThan`: of many nodes that start at once, one wins. Nor if another master key has sealed any key: it
   * was replaced meanwhile. True when this call did it.
   */
  rotate(record: KeyRecord, unlessNewerThan: Instant, sideEffects?: SideEffects): Promise<boolean>;
  /**
   * Durable. Seals every key anew, all of them in one transaction, so that one master key seals all at any time. `choose` is called while
   * nobody else changes a key; it, or `seal`, throws to undo it. Returns how many there are.
   */
  sealAnew(
    choose: () => { readonly masterKeyId: string; readonly seal: (key: SealedKey) => Uint8Array },
    sideEffects?: SideEffects,
  ): Promise<number>;
  /** Runs the work while nobody else changes a key. It is told which master key has sealed them, if that is known. */
  hold<T>(work: (sealedBy: string | undefined) => T): Promise<T>;
  /** Removes keys that were retired before the instant; returns how many. */
  removeRetired(purpose: KeyPurpose, before: Instant): Promise<number>;
}
