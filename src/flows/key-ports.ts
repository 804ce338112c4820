/** What flows need of keys: sealing, signing, verifying, and the records in which keys are kept. */
import type { PublicJwk, SigningAlgorithm } from "../protocol/jwk.ts";
import type { Jwt } from "../protocol/jwt.ts";
import type { KeyId } from "../values/ids.ts";
import type { LastingPurpose, MacPurpose, SealPurpose, SymmetricPurpose } from "../values/key-purpose.ts";
import type { Instant } from "../values/time.ts";

/** Authenticated encryption under the keyring, and authentication alone. Synchronous: the keys are in memory. */
export interface Sealer {
  /** Returns base64url text: key id, nonce, ciphertext and tag. */
  seal(purpose: SealPurpose, plaintext: Uint8Array): string;
  /** Undefined for anything that this installation did not seal for this purpose with a key it still has. */
  open(purpose: SealPurpose, sealed: string): Uint8Array | undefined;
  /** Text that nobody else can make of the message: key id, a dot, and HMAC-SHA-256 in base64url. */
  mac(purpose: MacPurpose, message: string): string;
  /**
   * Text that names something without saying what: HMAC-SHA-256 in base64url, under a key that is made once and never changes,
   * so the same text has the same pseudonym for as long as the installation lives.
   */
  pseudonym(text: string): string;
  /** True where this installation made it of this very message for this purpose, with a key that it still has. */
  isMacOf(purpose: MacPurpose, message: string, mac: string): boolean;
}

/** The keys that ID tokens, logout tokens and signed userinfo answers are signed with. */
export interface Signer {
  /**
   * Resolves when there is a key of the algorithm, which is made when first asked for: of many nodes one makes it. Wait for it
   * before `publicKeys` is published, so that a client never learns an empty set.
   */
  ready(algorithm: SigningAlgorithm): Promise<void>;
  /** Throws `StoreUnavailable` where too many wait for a signature. Ask before anything is spent for one. */
  requireRoom(algorithm: SigningAlgorithm): void;
  /** A compact JWS; its header has `alg`, `kid` and `typ`. A new key signs a minute after it was published. */
  sign(algorithm: SigningAlgorithm, typ: string, claims: Readonly<Record<string, unknown>>): Promise<string>;
  /** The claims of a JWS that one of our keys made, expired or not; undefined for anything else. */
  verifyOwn(jwt: string): Promise<Jwt["claims"] | undefined>;
  /** The public keys that may be needed to verify what we signed, the retired ones included. */
  publicKeys(): readonly PublicJwk[];
}

/** Verifies what clients signed. */
export interface JwtVerifier {
  /**
   * Header and claims when one of the keys made the signature with one of the algorithms; undefined for anything else. Nothing
   * but the signature is checked.
   */
  verify(jwt: string, keys: readonly PublicJwk[]): Promise<Jwt | undefined>;
  /** The RFC 7638 thumbprint of a public key, SHA-256 in base64url; undefined where it is none. */
  thumbprint(key: PublicJwk): Promise<string | undefined>;
}

/** The public keys that clients publish at an address of their own (jwks_uri). */
export interface PublishedKeys {
  /** The keys at the address, remembered for five minutes. Empty where none can be read. Never rejects. */
  find(uri: string): Promise<readonly PublicJwk[]>;
  /**
   * The same, asked again because what is remembered did not do: the client may have new keys. Undefined where the address
   * was asked within the last minute. Never rejects.
   */
  findAgain(uri: string): Promise<readonly PublicJwk[] | undefined>;
}

/** What a stored key is for: sealing and MACs, or signing with an algorithm. */
export type KeyPurpose = SymmetricPurpose | `sign-${SigningAlgorithm}`;

/** What keys rotate for, by themselves or by an operator. */
export type RotatingPurpose = Exclude<KeyPurpose, LastingPurpose>;

/** A key as it lies in the database: sealed under the master key. */
export interface KeyRecord {
  readonly id: KeyId;
  readonly purpose: KeyPurpose;
  readonly createdAt: Instant;
  /** From then on it opens but no longer seals. */
  readonly retiredAt?: Instant;
  readonly sealedKey: Uint8Array;
}

/** The keys of the keyring, as they are stored. */
export interface KeyRecords {
  /** Every key of every purpose, newest first. */
  list(): Promise<readonly KeyRecord[]>;
  /**
   * Durable. Inserts the key and retires the live ones of its purpose in one transaction, unless a key of that purpose was
   * created after `unlessNewerThan`: of many nodes that start at once, one wins. True when this call did it.
   */
  rotate(record: KeyRecord, unlessNewerThan: Instant): Promise<boolean>;
  /** Removes keys that were retired before the instant; answers how many. */
  removeRetired(purpose: KeyPurpose, before: Instant): Promise<number>;
}
