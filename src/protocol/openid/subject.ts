import type { AccountId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Client, type ClientMetadata, metadataOf } from "../client/client.ts";

declare const brand: unique symbol;

/** The `sub` under which a client knows a person. `subjectOf` alone makes one, so that no account id passes for it. */
export type Subject = string & { readonly [brand]: "Subject" };

/** Why the redirect URIs of a client give it no sector of its own. */
export type SectorProblem =
  | { readonly kind: "hosts-differ"; readonly hosts: readonly string[] }
  /** The scheme of an app: nobody else's host stands in it. */
  | { readonly kind: "host-missing"; readonly uri: string };

const hostLengthMax = 253;

/**
 * The sector of a client with these redirect URIs: their host, without the port, which all of them must share (OpenID Connect
 * Core §8.1).
 */
export function sectorOfRedirectUris(redirectUris: readonly string[]): Result<string, SectorProblem> {
  const named = redirectUris.map((uri) => ({ uri, host: hostOf(uri) }));
  const without = named.find(({ host }) => host === "");
  if (without !== undefined) return refuse({ kind: "host-missing", uri: without.uri });
  const [host = "", ...others] = new Set(named.map((each) => each.host));
  return others.length === 0 ? ok(host) : refuse({ kind: "hosts-differ", hosts: [host, ...others] });
}

/** Reads a sector that an operator names: a host in lower case, without scheme, port and path. */
export function readSector(text: string): string | undefined {
  const sector = text.toLowerCase();
  const isHost = sector.length <= hostLengthMax && URL.parse(`https://${sector}/`)?.hostname === sector;
  return isHost ? sector : undefined;
}

/** The sector whose clients know a person by the same subject; undefined for a client with public subjects. */
export function sectorOf(client: Pick<Client, "metadata" | "redirectUris">): string | undefined {
  const { isPairwise, sector } = metadataOf(client);
  return isPairwise ? (sector ?? hostOf(client.redirectUris[0] ?? "")) : undefined;
}

/** subject_type of OpenID Connect Dynamic Client Registration §2. */
export function subjectTypeOf({ isPairwise }: ClientMetadata): "pairwise" | "public" {
  return isPairwise ? "pairwise" : "public";
}

/**
 * THE way from a person to the `sub` that a client gets to see: the account id or, for pairwise subjects, what `pseudonymOf` makes
 * of sector and account id (OpenID Connect Core §8.1). A sector has no space in it.
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

function hostOf(uri: string): string {
  const url = /^https?:/.test(uri) ? URL.parse(uri) : null;
  return url?.hostname ?? "";
}
