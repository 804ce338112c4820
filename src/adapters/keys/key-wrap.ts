import type { KeyRecord } from "../../flows/key-ports.ts";
import type { Random } from "../../flows/ports.ts";
import { type KeyId, parseKeyId } from "../../values/ids.ts";
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

/** How many bytes of a sealed message name its key. */
export const keyIdBytes = 4;

/** The record of a key as it lies in the database: sealed under the master key, together with what it is for. */
export function wrapKey(
  summary: KeySummary,
  bytes: Uint8Array,
  { masterKey, random }: { readonly masterKey: MasterKey; readonly random: Random },
): KeyRecord {
  const sealedKey = Buffer.allocUnsafe(overheadBytes + bytes.length);
  encrypt(sealedKey, {
    key: masterKey,
    nonce: random.bytes(12),
    authenticated: labelOf(summary),
    plaintext: bytes,
  });
  return { ...summary, sealedKey };
}

/** The bytes of a stored key. Throws `WrongMasterKey`. */
export function unwrapKey(record: KeyRecord, masterKey: MasterKey): Uint8Array {
  const bytes = decrypt(record.sealedKey, { key: masterKey, authenticated: labelOf(record) });
  if (!bytes) throw new WrongMasterKey();
  return bytes;
}

/** A random id that no key has yet. */
export function createKeyId(random: Random, isTaken: (id: KeyId) => boolean): KeyId {
  for (;;) {
    const id = parseKeyId(Buffer.from(random.bytes(keyIdBytes)).toString("hex"));
    if (id && !isTaken(id)) return id;
  }
}

/** Authenticated with the key, so that a stored key cannot be passed off as one of another purpose or age. */
function labelOf({ id, purpose, createdAt }: KeySummary): Uint8Array {
  return Buffer.from(`key ${id} ${purpose} ${createdAt}`);
}
