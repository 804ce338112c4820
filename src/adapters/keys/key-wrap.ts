import type { KeyRecord } from "../../flows/key-ports.ts";
import type { Random } from "../../flows/ports.ts";
import { type KeyId, parseKeyId } from "../../values/ids.ts";
import { decrypt, encrypt, overheadBytes } from "./aes-gcm.ts";
import type { MasterKey } from "./master-key.ts";

/** Thrown where the master key does not open the keys in the database, before anything is changed. Exit code 78. */
export class WrongMasterKey extends Error {
  override readonly name = "WrongMasterKey";
  readonly exitCode = 78;

  constructor() {
    super(
      "The master key does not open the keys in the database. Set LATCHKEY_SECRET, or put back the file master.key, as it was when this database was made.",
    );
  }
}

/** The public facts of a key. */
export type KeySummary = Omit<KeyRecord, "sealedKey">;

/** How many bytes of a sealed message name its key. */
export const keyIdBytes = 4;

/** Makes the record of a key for the database: sealed under the master key, together with its purpose. */
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

/** Opens a stored key. Throws `WrongMasterKey`. */
export function unwrapKey(record: KeyRecord, masterKey: MasterKey): Uint8Array {
  const bytes = decrypt(record.sealedKey, { key: masterKey, authenticated: labelOf(record) });
  if (!bytes) throw new WrongMasterKey();
  return bytes;
}

/** Makes a random id that no key has yet. */
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
