import type { SealPurpose } from "../../values/key-purpose.ts";
import type { Connection } from "./connection.ts";

const purposes: readonly SealPurpose[] = ["code", "pushed-request", "refresh"];

/**
 * Part of a transaction, or of one's own file: removes the keys of what is good once, so that everything sealed before is void.
 * For a database that missed what was spent meanwhile. Answers the purposes; the next start makes new keys for them.
 */
export function removeSingleUseKeys(connection: Connection): readonly SealPurpose[] {
  const remove = connection.prepare("DELETE FROM sealing_keys WHERE purpose = ?");
  for (const purpose of purposes) remove.run(purpose);
  return purposes;
}
