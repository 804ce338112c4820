import type { AccountId } from "../../values/ids.ts";
import type { Client } from "../client/client.ts";
import { hostOf } from "../client/sector.ts";

declare const brand: unique symbol;

/** The `sub` under which a client knows a person. `subjectOf` alone creates one, so no account id passes for it. */
export type Subject = string & { readonly [brand]: "Subject" };

/** The sector whose clients know a person by the same subject; undefined for a client with public subjects. */
export function sectorOf(client: Pick<Client, "metadata" | "redirectUris">): string | undefined {
  const { isPairwise, sector } = client.metadata;
  return isPairwise ? (sector ?? hostOf(client.redirectUris[0] ?? "")) : undefined;
}

/**
 * THE way from a person to the `sub` that a client sees: the account id or, for pairwise subjects, the pseudonym of sector and
 * account id (OpenID Connect Core §8.1). A sector contains no space.
 */
export function subjectOf(given: {
  readonly client: Pick<Client, "metadata" | "redirectUris">;
  readonly accountId: AccountId;
  readonly pseudonymOf: (text: string) => string;
}): Subject {
  const { client, accountId, pseudonymOf } = given;
  const sector = sectorOf(client);
  return (sector === undefined ? accountId : pseudonymOf(`${sector} ${accountId}`)) as string as Subject;
}
