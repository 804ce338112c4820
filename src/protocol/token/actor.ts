import type { ClientId } from "../../values/ids.ts";
import type { Actor } from "./jwt-access-token.ts";

/** Makes the claim `act` of the clients that act for a person, the latest first; undefined for none (RFC 8693 §4.1). */
export function actorOf(clients: readonly ClientId[]): Actor | undefined {
  return clients.reduceRight<Actor | undefined>(
    (before, sub) => ({ sub, ...(before !== undefined && { act: before }) }),
    undefined,
  );
}
