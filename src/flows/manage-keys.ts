import type { KeyRecord, SealPurpose } from "./ports.ts";

/** The keyring as an operator uses it. */
export interface KeyAdministration {
  /** Newest first. */
  list(): readonly Omit<KeyRecord, "sealedKey">[];
  /** A new key seals; what older ones sealed still opens until they expire. */
  rotate(purpose: SealPurpose): Promise<void>;
  /** A new key seals; what older ones sealed opens no more. */
  replace(purpose: SealPurpose): Promise<void>;
}

/** Every purpose that has keys of its own. */
export const sealPurposes: readonly SealPurpose[] = ["code", "step", "device"];

/**
 * Makes new keys for the purposes. `discardsOlder` is for keys that may have leaked: codes under way,
 * open sign-in forms and remembered devices start anew. Answers the keys that seal from now on.
 */
export async function rotateKeys(
  keys: KeyAdministration,
  options: { readonly purposes: readonly SealPurpose[]; readonly discardsOlder: boolean },
): Promise<readonly Omit<KeyRecord, "sealedKey">[]> {
  const { purposes, discardsOlder } = options;
  for (const purpose of purposes) {
    if (discardsOlder) await keys.replace(purpose);
    else await keys.rotate(purpose);
  }
  return keys.list().filter((key) => purposes.includes(key.purpose) && key.retiredAt === undefined);
}
