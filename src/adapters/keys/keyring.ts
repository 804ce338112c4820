import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";
import type {
  KeyPurpose,
  KeyRecord,
  KeyRecords,
  RotatingPurpose,
  Sealer,
  Signer,
} from "../../flows/key-ports.ts";
import type { Clock, Random } from "../../flows/ports.ts";
import type { SideEffects } from "../../flows/side-effect-ports.ts";
import type { SigningAlgorithm } from "../../protocol/jwk.ts";
import { fromBase64Url, toBase64Url } from "../../values/base64url.ts";
import { type KeyId, parseKeyId } from "../../values/ids.ts";
import {
  isLastingPurpose,
  isMacPurpose,
  isSymmetricPurpose,
  type MacPurpose,
  type SealPurpose,
  type SymmetricPurpose,
  symmetricPurposes,
} from "../../values/key-purpose.ts";
import { type Instant, instantOf, plus } from "../../values/time.ts";
import { decrypt, encrypt, overheadBytes } from "./aes-gcm.ts";
import { keyLives } from "./key-lives.ts";
import {
  createKeyId,
  type KeySummary,
  keyIdBytes,
  unwrapWithAny,
  WrongMasterKey,
  wrapKey,
} from "./key-wrap.ts";
import { KnownSeals } from "./known-seals.ts";
import { type MasterKey, masterKeyId } from "./master-key.ts";
import { KeyedSigner } from "./signer.ts";
import {
  createSigningKey,
  openSigningKey,
  requireKeyFor,
  type SigningKey,
  type SigningPurpose,
} from "./signing-key.ts";

/** The keys of this installation, opened in memory: for sealing, for MACs and for signing. */
export interface Keyring extends Sealer {
  readonly signer: Signer;
  /** The MAC of a link of the audit trail, under a key that never changes: HMAC-SHA-256. */
  chainMac(message: Uint8Array): Uint8Array;
  /** Newest first. */
  list(): readonly KeySummary[];
  /** Makes a new key that seals at once, or signs after a minute. Older keys still open and verify. */
  rotate(purpose: RotatingPurpose, sideEffects?: SideEffects): Promise<void>;
  /** Makes a new key and removes all older ones: everything they sealed or signed is void. For a leak, or a restored database. */
  replace(purpose: RotatingPurpose, sideEffects?: SideEffects): Promise<void>;
  /** Takes a private key from outside, PKCS #8 in DER, which signs from then on. For tests that know the key. */
  place(purpose: SigningPurpose, pkcs8: Uint8Array): Promise<void>;
  /** Reads the changes of other processes. Runs by itself every second until `close`. */
  refresh(): Promise<void>;
  /** Rotates keys that are due and removes keys that nothing valid needs any more. Call it about every minute. */
  maintain(): Promise<void>;
  /** Stops refreshing and forgets the keys. */
  close(): void;
}

interface KeyringOptions {
  readonly records: KeyRecords;
  readonly masterKey: MasterKey;
  /** Reads the master keys again; there are two while one is being replaced. If absent, there is only the one. */
  readonly readMasterKeys?: () => readonly MasterKey[];
  readonly clock: Clock;
  readonly random: Random;
}

interface Key {
  readonly id: KeyId;
  readonly number: number;
  readonly purpose: SymmetricPurpose;
  readonly key: KeyObject;
  readonly authenticated: Uint8Array;
}

const signingPurposes: readonly SigningPurpose[] = ["sign-RS256", "sign-ES256", "sign-EdDSA"];

/** A new key seals once every node has read it: nodes look every second. Until then the previous key goes on. */
const knownEverywhereSeconds = 2;

const refreshMilliseconds = 1_000;
const beforeEverything = instantOf(-1);

/**
 * Opens every key in the database and makes missing symmetric keys; of many nodes that start at once, one makes them. A signing
 * key is made when it is first needed, because making an RSA key takes longer than the rest of a start.
 * Rejects with `WrongMasterKey` before anything is written.
 */
export async function openKeyring(options: KeyringOptions): Promise<Keyring> {
  const keyring = new SealedKeyring(options);
  await keyring.refresh();
  for (const purpose of symmetricPurposes) if (!keyring.hasLive(purpose)) await keyring.make(purpose);
  keyring.refreshEverySecond();
  return keyring;
}

class SealedKeyring implements Keyring {
  readonly signer: KeyedSigner;
  readonly #records: KeyRecords;
  readonly #readMasterKeys: () => readonly MasterKey[];
  #masterKeys: readonly MasterKey[];
  /** The id of the master key that seals the keys in the database. */
  #sealedBy: string | undefined;
  readonly #clock: Clock;
  readonly #random: Random;
  #byId = new Map<number, Key>();
  #live = new Map<SymmetricPurpose, Key>();
  readonly #knownCodes = new KnownSeals<Key>();
  readonly #knownVisits = new KnownSeals<Key>();
  #summaries: readonly KeySummary[] = [];
  #askedAt = beforeEverything;
  /** Numbers of refreshes: the answer to an older refresh may arrive after the answer to a newer one. */
  #refreshBegun = 0;
  #refreshTaken = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: KeyringOptions) {
    this.#records = options.records;
    const { masterKey, readMasterKeys = () => [masterKey] } = options;
    this.#readMasterKeys = readMasterKeys;
    this.#masterKeys = [masterKey];
    this.#clock = options.clock;
    this.#random = options.random;
    this.signer = new KeyedSigner({
      clock: options.clock,
      createFirst: (algorithm) => this.#createFirst(algorithm),
    });
  }

  seal(purpose: SealPurpose, plaintext: Uint8Array): string {
    const live = this.#liveFor(purpose);
    const message = Buffer.allocUnsafe(keyIdBytes + overheadBytes + plaintext.length);
    message.writeUInt32BE(live.number);
    encrypt(message.subarray(keyIdBytes), {
      key: live.key,
      nonce: this.#random.bytes(12),
      authenticated: live.authenticated,
      plaintext,
    });
    const sealed = toBase64Url(message);
    if (purpose === "code") this.#knownCodes.remember(sealed, live, plaintext);
    return sealed;
  }

  open(purpose: SealPurpose, sealed: string): Uint8Array | undefined {
    const known = this.#knownBefore(purpose, sealed);
    // Once a key is gone, what it sealed is void, also if it is known.
    if (known !== undefined && this.#byId.get(known.key.number) === known.key) return known.plaintext;
    const message = fromBase64Url(sealed);
    if (!message || message.length < keyIdBytes + overheadBytes) return undefined;
    const key = this.#find(purpose, new DataView(message.buffer, message.byteOffset).getUint32(0));
    const plaintext = key && decrypt(message.subarray(keyIdBytes), key);
    if (key && plaintext && purpose === "forward-auth") this.#knownVisits.remember(sealed, key, plaintext);
    return plaintext;
  }

  mac(purpose: MacPurpose, message: string): string {
    return macOf(this.#liveFor(purpose), message);
  }

  pseudonym(text: string): string {
    return digestTextOf(this.#liveFor("subject"), text);
  }

  chainMac(message: Uint8Array): Uint8Array {
    return createHmac("sha256", this.#liveFor("audit").key).update(message).digest();
  }

  isMacOf(purpose: MacPurpose, message: string, mac: string): boolean {
    const id = parseKeyId(mac.slice(0, 2 * keyIdBytes));
    const key = id && this.#find(purpose, numberOf(id));
    if (!key) return false;
    const [ours, theirs] = [Buffer.from(macOf(key, message)), Buffer.from(mac)];
    return ours.length === theirs.length && timingSafeEqual(ours, theirs);
  }

  hasLive(purpose: SymmetricPurpose): boolean {
    return this.#live.has(purpose);
  }

  list(): readonly KeySummary[] {
    return this.#summaries;
  }

  async rotate(purpose: RotatingPurpose, sideEffects?: SideEffects): Promise<void> {
    await this.make(purpose, sideEffects);
  }

  /**
   * A lasting purpose has one key for good: of many nodes that make it one wins, and all use its key. If the master key is replaced
   * at the same moment, it is made again under the new one.
   */
  async make(purpose: KeyPurpose, sideEffects?: SideEffects): Promise<void> {
    const bytes = isSymmetricPurpose(purpose) ? this.#random.bytes(32) : await createSigningKey(purpose);
    await this.#keep(purpose, bytes, sideEffects);
  }

  async place(purpose: SigningPurpose, pkcs8: Uint8Array): Promise<void> {
    requireKeyFor(purpose, pkcs8);
    await this.#keep(purpose, pkcs8);
  }

  async #keep(purpose: KeyPurpose, bytes: Uint8Array, sideEffects?: SideEffects): Promise<void> {
    const newest = isLastingPurpose(purpose) ? beforeEverything : this.#newest(purpose);
    const createdAt = instantOf(Math.max(this.#clock.now(), newest + 1));
    const id = createKeyId(this.#random, (taken) => this.#summaries.some((key) => key.id === taken));
    for (let tries = 0; tries < 2; tries++) {
      const masterKey = this.#sealingMasterKey();
      const record = wrapKey({ id, purpose, createdAt }, bytes, { masterKey, random: this.#random });
      const isMade = await this.#records.rotate(record, newest, sideEffects);
      await this.refresh();
      if (isMade || this.#sealedBy === masterKeyId(masterKey)) return;
    }
  }

  async replace(purpose: RotatingPurpose, sideEffects?: SideEffects): Promise<void> {
    await this.rotate(purpose, sideEffects);
    await this.#records.removeRetired(purpose, plus(this.#newest(purpose), 1));
    await this.refresh();
  }

  async refresh(): Promise<void> {
    this.#refreshBegun += 1;
    const number = this.#refreshBegun;
    const byId = new Map<number, Key>();
    const live = new Map<SymmetricPurpose, Key>();
    const newest = new Map<SymmetricPurpose, Key>();
    const now = this.#clock.now();
    const signing: SigningKey[] = [];
    const records = await this.#records.list();
    const sealedBy = records.find((record) => record.masterKeyId !== undefined)?.masterKeyId;
    for (const record of records) {
      const { id, purpose } = record;
      if (!isSymmetricPurpose(purpose)) {
        signing.push(this.signer.keyWith(id) ?? openSigningKey({ ...record, purpose }, this.#unwrap(record)));
        continue;
      }
      const key = this.#byId.get(numberOf(id)) ?? this.#keyOf(record, purpose);
      byId.set(key.number, key);
      if (!newest.has(purpose)) newest.set(purpose, key);
      if (plus(record.createdAt, knownEverywhereSeconds) <= now && !live.has(purpose)) live.set(purpose, key);
    }
    for (const [purpose, key] of newest) if (!live.has(purpose)) live.set(purpose, key);
    if (this.#isClosed || number < this.#refreshTaken) return;
    this.#refreshTaken = number;
    this.#byId = byId;
    this.#live = live;
    this.#sealedBy = sealedBy;
    this.#summaries = records.map(summaryOf);
    this.signer.take(signing);
  }

  async maintain(): Promise<void> {
    await this.refresh();
    const now = this.#clock.now();
    for (const purpose of [...symmetricPurposes, ...signingPurposes]) {
      if (isLastingPurpose(purpose)) {
        if (!this.hasLive(purpose)) await this.make(purpose);
        continue;
      }
      const { activeSeconds, retiredSeconds } = keyLives[purpose];
      const newest = this.#newest(purpose);
      const isDue =
        newest === beforeEverything ? isSymmetricPurpose(purpose) : plus(newest, activeSeconds) <= now;
      if (isDue) await this.rotate(purpose);
      await this.#records.removeRetired(purpose, plus(now, -retiredSeconds));
    }
    await this.refresh();
  }

  refreshEverySecond(): void {
    this.#timer = setInterval(() => this.#refreshQuietly(), refreshMilliseconds).unref();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#byId = new Map();
    this.#live = new Map();
    this.signer.close();
  }

  /** A code is used once; the cookie of a visit comes with every request to its application. */
  #knownBefore(purpose: SealPurpose, sealed: string) {
    if (purpose === "code") return this.#knownCodes.take(sealed);
    return purpose === "forward-auth" ? this.#knownVisits.find(sealed) : undefined;
  }

  #liveFor(purpose: SymmetricPurpose): Key {
    const live = this.#live.get(purpose);
    if (!live) throw new Error(`The keyring has no live key for ${purpose}.`);
    return live;
  }

  #find(purpose: SymmetricPurpose, number: number): Key | undefined {
    const key = this.#byId.get(number);
    if (!key) this.#askForRefresh();
    return key?.purpose === purpose ? key : undefined;
  }

  /** Looks again, because another process may have made the key a moment ago. */
  async #createFirst(algorithm: SigningAlgorithm): Promise<void> {
    const purpose = `sign-${algorithm}` as const;
    await this.refresh();
    if (this.#newest(purpose) === beforeEverything) await this.rotate(purpose);
  }

  /** An unknown key may be one that another process made a moment ago; garbage must not cause a read each time. */
  #askForRefresh(): void {
    const now = this.#clock.now();
    if (Math.abs(now - this.#askedAt) < refreshMilliseconds) return;
    this.#askedAt = now;
    this.#refreshQuietly();
  }

  /** The keys in memory remain while the store is away; a flow that needs the store says so. */
  #refreshQuietly(): void {
    this.refresh().catch(() => undefined);
  }

  #newest(purpose: KeyPurpose): Instant {
    const newest = this.#summaries.find((key) => key.purpose === purpose);
    return newest?.createdAt ?? beforeEverything;
  }

  /** Another process may have replaced the master key since this one read it. */
  #unwrap(record: KeyRecord): Uint8Array {
    try {
      return unwrapWithAny(record, this.#masterKeys);
    } catch (error) {
      if (!(error instanceof WrongMasterKey)) throw error;
      this.#masterKeys = this.#readMasterKeys();
      return unwrapWithAny(record, this.#masterKeys);
    }
  }

  /** The master key that seals all other keys, or the one in use if 0.1.0 sealed them. */
  #sealingMasterKey(): MasterKey {
    const isRight = (key: MasterKey) => this.#sealedBy === undefined || masterKeyId(key) === this.#sealedBy;
    const known = this.#masterKeys.find(isRight);
    if (known !== undefined) return known;
    this.#masterKeys = this.#readMasterKeys();
    const found = this.#masterKeys.find(isRight);
    if (found === undefined) throw new WrongMasterKey(this.#sealedBy);
    return found;
  }

  #keyOf(record: KeyRecord, purpose: SymmetricPurpose): Key {
    const bytes = this.#unwrap(record);
    return {
      id: record.id,
      number: numberOf(record.id),
      purpose,
      key: createSecretKey(isMacPurpose(purpose) ? macKeyOf(bytes) : bytes),
      authenticated: Buffer.from(`${purpose} ${record.id}`),
    };
  }
}

/** Derives a key for MACs alone, because the bytes in the database may have sealed messages too (ADR 0021). */
function macKeyOf(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", bytes, "", "latchkey mac", 32));
}

function macOf(key: Key, message: string): string {
  return `${key.id}.${digestTextOf(key, message)}`;
}

function digestTextOf({ key }: Key, message: string): string {
  return createHmac("sha256", key).update(message).digest("base64url");
}

function summaryOf({ sealedKey: _, masterKeyId: __, ...summary }: KeyRecord): KeySummary {
  return summary;
}

function numberOf(id: KeyId): number {
  return Number.parseInt(id, 16);
}
