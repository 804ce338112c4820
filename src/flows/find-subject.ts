import type { Client } from "../protocol/client/client.ts";
import { type NamedBySubject, type Subject, subjectOf } from "../protocol/openid/subject.ts";
import type { Ports } from "./ports.ts";

/** The `sub` under which this client knows the person. Reads nothing from the store. */
export function findSubject(
  { sealer }: Pick<Ports, "sealer">,
  client: Pick<Client, "metadata" | "redirectUris">,
  account: NamedBySubject,
): Subject {
  return subjectOf({ client, account, pseudonymOf: (text) => sealer.pseudonym(text) });
}
