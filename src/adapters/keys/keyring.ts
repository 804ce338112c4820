import { createSecretKey, type KeyObject } from "node:crypto";
import type { Clock, KeyRecord, KeyRecords, Random, Sealer, SealPurpose } from "../../flows/ports.ts";
import { fromBase64Url, toBase64Url } from "../../values/base64url.ts";
import { type KeyId, parseKeyId } from "../../values/ids.ts";
import { type Instant, instantOf, plus } from "../../values/time.ts";
import { decrypt, encrypt, overheadBytes } from "./aes-gcm.ts";
import type { MasterKey } from "./master-key.ts";

/** Thrown when the database holds keys that this master key does not open; nothing is changed then. Exit code 78. */
export class WrongMasterKey extends Error {
  override readonly name = "WrongMasterKey";
  readonly exitCode = 78;

  constructor() {
    super(
      "The master key does not open the keys in the database. Set LATCHKEY_SECRET, or put back the file master.key, as it was when this database was made.",
    );
  }
}

/** What may be shown about a key. */
export type KeySummary = Omit<KeyRecord, "sealedKey">;

/** The sealing keys of this installation, opened and in memory. */
export interface Keyring extends Sealer {
  /** Newest first. */
  list(): readonly KeySummary[];
  /** Makes a new key that seals from now on; what older keys sealed opens until they are removed. */
  rotate(purpose: SealPurpose): Promise<void>;
  /** Makes a new key and removes all older ones: what they sealed opens no more. For a leak, or a database put back by hand. */
  replace(purpose: SealPurpose): Promise<void>;
  /** Takes over what other processes changed. Happens by itself every second until `close`. */
  refresh(): Promise<void>;
  /** Rotates keys that are due and removes those that nothing sealed can need any more. Call it every minute or so. */
  maintain(): Promise<void>;
  /** Stops refreshing and forgets the keys. */
  close(): void;
}

interface Key {
  readonly summary: KeySummary;
  readonly key: KeyObject;
  readonly authenticated: Uint8Array;
}

/** How long a key seals, and how long it still opens after that: longer than anything it sealed is good for. */
interface KeyLife {
  readonly sealsSeconds: number;
  readonly opensSeconds: number;
}

const day = 86_400;
/** NIST SP 800-38D §8.3 allows 2^32 random nonces a key; a day of codes stays far below. */
const lives: Readonly<Record<SealPurpose, KeyLife>> = {
  code: { sealsSeconds: day, opensSeconds: 600 },
  step: { sealsSeconds: 30 * day, opensSeconds: 60 * day },
  device: { sealsSeconds: 30 * day, opensSeconds: 400 * day },
};
const purposes: readonly SealPurpose[] = ["code", "step", "device"];

const keyIdBytes = 4;
const refreshMilliseconds = 1_000;
const beforeEverything = instantOf(-1);

/**
 * Opens every key in the database and makes those that are missing; of many nodes that start at once, one makes them.
 * Rejects with `WrongMasterKey` before anything is written.
 */
export async function openKeyring(options: {
  readonly records: KeyRecords;
  readonly masterKey: MasterKey;
  readonly clock: Clock;
  readonly random: Random;
}): Promise<Keyring> {
  const keyring = new SealedKeyring(options);
  await keyring.refresh();
  for (const purpose of purposes) if (!keyring.hasLive(purpose)) await keyring.rotate(purpose);
  keyring.refreshEverySecond();
  return keyring;
}

class SealedKeyring implements Keyring {
  readonly #records: KeyRecords;
  readonly #masterKey: MasterKey;
  readonly #clock: Clock;
  readonly #random: Random;
  #byId = new Map<number, Key>();
  #live = new Map<SealPurpose, Key>();
  #askedAt = beforeEverything;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: {
    readonly records: KeyRecords;
    readonly masterKey: MasterKey;
    readonly clock: Clock;
    readonly random: Random;
  }) {
    this.#records = options.records;
    this.#masterKey = options.masterKey;
    this.#clock = options.clock;
    this.#random = options.random;
  }

  seal(purpose: SealPurpose, plaintext: Uint8Array): string {
    const live = this.#live.get(purpose);
    if (!live) throw new Error(`The keyring has no live key for ${purpose}.`);
    const message = Buffer.allocUnsafe(keyIdBytes + overheadBytes + plaintext.length);
    message.writeUInt32BE(numberOf(live.summary.id));
    encrypt(message.subarray(keyIdBytes), {
      key: live.key,
      nonce: this.#random.bytes(12),
      authenticated: live.authenticated,
      plaintext,
    });
    return toBase64Url(message);
  }

  open(purpose: SealPurpose, sealed: string): Uint8Array | undefined {
    const message = fromBase64Url(sealed);
    if (!message || message.length < keyIdBytes + overheadBytes) return undefined;
    const id = new DataView(message.buffer, message.byteOffset).getUint32(0);
    const key = this.#byId.get(id);
    if (!key) {
      this.#askForRefresh();
      return undefined;
    }
    if (key.summary.purpose !== purpose) return undefined;
    return decrypt(message.subarray(keyIdBytes), key);
  }

  hasLive(purpose: SealPurpose): boolean {
    return this.#live.has(purpose);
  }

  list(): readonly KeySummary[] {
    return [...this.#byId.values()].map((key) => key.summary);
  }

  async rotate(purpose: SealPurpose): Promise<void> {
    const newest = this.#newest(purpose);
    const createdAt = instantOf(Math.max(this.#clock.now(), newest + 1));
    const id = this.#newId();
    const sealedKey = this.#wrap({ id, purpose, createdAt }, this.#random.bytes(32));
    await this.#records.rotate({ id, purpose, createdAt, sealedKey }, newest);
    await this.refresh();
  }

  async replace(purpose: SealPurpose): Promise<void> {
    await this.rotate(purpose);
    await this.#records.removeRetired(purpose, plus(this.#newest(purpose), 1));
    await this.refresh();
  }

  async refresh(): Promise<void> {
    const byId = new Map<number, Key>();
    const live = new Map<SealPurpose, Key>();
    for (const record of await this.#records.list()) {
      const number = numberOf(record.id);
      const key = this.#byId.get(number) ?? this.#keyOf(record);
      const current = { ...key, summary: summaryOf(record) };
      byId.set(number, current);
      if (record.retiredAt === undefined && !live.has(record.purpose)) live.set(record.purpose, current);
    }
    if (this.#isClosed) return;
    this.#byId = byId;
    this.#live = live;
  }

  async maintain(): Promise<void> {
    await this.refresh();
    const now = this.#clock.now();
    for (const purpose of purposes) {
      const life = lives[purpose];
      const live = this.#live.get(purpose);
      if (!live || plus(live.summary.createdAt, life.sealsSeconds) <= now) await this.rotate(purpose);
      await this.#records.removeRetired(purpose, plus(now, -life.opensSeconds));
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
  }

  /** A key that we do not know may have been made by another process a moment ago; garbage must not make us look all the time. */
  #askForRefresh(): void {
    const now = this.#clock.now();
    if (Math.abs(now - this.#askedAt) < refreshMilliseconds) return;
    this.#askedAt = now;
    this.#refreshQuietly();
  }

  /** While the store is away the keys in memory go on; whoever needs the store says so. */
  #refreshQuietly(): void {
    this.refresh().catch(() => undefined);
  }

  #newest(purpose: SealPurpose): Instant {
    let newest = beforeEverything;
    for (const { summary } of this.#byId.values())
      if (summary.purpose === purpose && summary.createdAt > newest) newest = summary.createdAt;
    return newest;
  }

  #newId(): KeyId {
    for (;;) {
      const id = parseKeyId(Buffer.from(this.#random.bytes(keyIdBytes)).toString("hex"));
      if (id && !this.#byId.has(numberOf(id))) return id;
    }
  }

  #wrap(summary: KeySummary, key: Uint8Array): Uint8Array {
    const wrapped = Buffer.allocUnsafe(overheadBytes + key.length);
    encrypt(wrapped, {
      key: this.#masterKey,
      nonce: this.#random.bytes(12),
      authenticated: Buffer.from(`key ${summary.id} ${summary.purpose} ${summary.createdAt}`),
      plaintext: key,
    });
    return wrapped;
  }

  #keyOf(record: KeyRecord): Key {
    const { id, purpose, createdAt } = record;
    const bytes = decrypt(record.sealedKey, {
      key: this.#masterKey,
      authenticated: Buffer.from(`key ${id} ${purpose} ${createdAt}`),
    });
    if (!bytes) throw new WrongMasterKey();
    return {
      summary: summaryOf(record),
      key: createSecretKey(bytes),
      authenticated: Buffer.from(`${purpose} ${id}`),
    };
  }
}

function summaryOf({ sealedKey: _, ...summary }: KeyRecord): KeySummary {
  return summary;
}

function numberOf(id: KeyId): number {
  return Number.parseInt(id, 16);
}
