import type { Client } from "../protocol/client/client.ts";
import { type Subject, subjectOf } from "../protocol/openid/subject.ts";
import type { AccountId } from "../values/ids.ts";
import type { Ports } from "./ports.ts";

/** The `sub` under which this client knows the person. Reads nothing from the store. */
export function findSubject(
  { sealer }: Pick<Ports, "sealer">,
  client: Pick<Client, "metadata" | "redirectUris">,
  accountId: AccountId,
): Subject {
  return subjectOf({ client, accountId, pseudonymOf: (text) => sealer.pseudonym(text) });
}
