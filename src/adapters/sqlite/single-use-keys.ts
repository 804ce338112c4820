import type { SealPurpose } from "../../values/key-purpose.ts";
import type { Connection } from "./connection.ts";

const purposes: readonly SealPurpose[] = ["code", "pushed-request", "refresh"];

/**
 * Part of a transaction: removes the keys of everything that may be used once, so that all that was sealed before is void. For a
 * database that missed which of it was spent. Returns the purposes; the next start makes new keys for them.
 */
export function removeSingleUseKeys(connection: Connection): readonly SealPurpose[] {
  const remove = connection.prepare("DELETE FROM sealing_keys WHERE purpose = ?");
  for (const purpose of purposes) remove.run(purpose);
  return purposes;
}
