import type { KeyRecord, SealedKey } from "../../flows/key-ports.ts";
import type { Random } from "../../flows/ports.ts";
import { toHex } from "../../values/hex.ts";
import { type KeyId, parseKeyId } from "../../values/ids.ts";
import { decrypt, encrypt, overheadBytes } from "./aes-gcm.ts";
import { type MasterKey, masterKeyId } from "./master-key.ts";

/** Thrown if the master key does not open the keys in the database, before anything is changed. Exit code 78. */
export class WrongMasterKey extends Error {
  override readonly name = "WrongMasterKey";
  readonly exitCode = 78;

  /** `sealedBy` is the id of the master key that is missing, if it is known. */
  constructor(sealedBy?: string) {
    super(
      `The master key does not open the keys in the database. Set LATCHKEY_SECRET, or put back the file master.key, as it was when this database was made.${
        sealedBy === undefined
          ? ""
          : ` The right one has the id ${sealedBy}: where it was replaced, that is master.key.retired-${sealedBy}, or the LATCHKEY_SECRET before.`
      }`,
    );
  }
}

/** The public facts of a key. */
export type KeySummary = Omit<KeyRecord, "sealedKey" | "masterKeyId">;

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
  return { ...summary, sealedKey, masterKeyId: masterKeyId(masterKey) };
}

/** Opens a stored key with the first master key that does. Throws `WrongMasterKey`. */
export function unwrapWithAny(record: KeyRecord, masterKeys: readonly MasterKey[]): Uint8Array {
  for (const key of masterKeys) {
    const bytes = decrypt(record.sealedKey, { key, authenticated: labelOf(record) });
    if (bytes) return bytes;
  }
  throw new WrongMasterKey(record.masterKeyId);
}

/** Reseals a stored key under another master key. Throws `WrongMasterKey` if none of these opens it. */
export function sealAnew(
  stored: SealedKey,
  to: { readonly from: readonly MasterKey[]; readonly masterKey: MasterKey; readonly random: Random },
): Uint8Array {
  const authenticated = labelOf(stored);
  for (const key of to.from) {
    const plaintext = decrypt(stored.sealedKey, { key, authenticated });
    if (!plaintext) continue;
    const sealed = Buffer.allocUnsafe(overheadBytes + plaintext.length);
    encrypt(sealed, { key: to.masterKey, nonce: to.random.bytes(12), authenticated, plaintext });
    return sealed;
  }
  throw new WrongMasterKey();
}

/** Makes a random id that no key has yet. */
export function createKeyId(random: Random, isTaken: (id: KeyId) => boolean): KeyId {
  for (;;) {
    const id = parseKeyId(toHex(random.bytes(keyIdBytes)));
    if (id && !isTaken(id)) return id;
  }
}

/** Authenticated with the key, so that a stored key cannot be passed off as one of another purpose or age. */
function labelOf({ id, purpose, createdAt }: Pick<SealedKey, "id" | "purpose" | "createdAt">): Uint8Array {
  return Buffer.from(`key ${id} ${purpose} ${createdAt}`);
}
