import type { AccountId, KeptSubject } from "../../values/ids.ts";
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

/** The person as a `sub` names them: an account has both members. */
export interface NamedBySubject {
  readonly id: AccountId;
  readonly subject?: KeptSubject;
}

/**
 * THE way from a person to the `sub` that a client sees: the subject that the person kept from another product, or else the account id.
 * For pairwise subjects it is the pseudonym of sector and account id (OpenID Connect Core §8.1). A sector contains no space.
 */
export function subjectOf(given: {
  readonly client: Pick<Client, "metadata" | "redirectUris">;
  readonly account: NamedBySubject;
  readonly pseudonymOf: (text: string) => string;
}): Subject {
  const { client, account, pseudonymOf } = given;
  const sector = sectorOf(client);
  const subject =
    sector === undefined ? (account.subject ?? account.id) : pseudonymOf(`${sector} ${account.id}`);
  return subject as string as Subject;
}
