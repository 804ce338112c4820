import { ok, type Result, refuse } from "../../values/result.ts";

/** Why the redirect URIs of a client give it no sector of its own. */
export type SectorProblem =
  | { readonly kind: "hosts-differ"; readonly hosts: readonly string[] }
  /** The scheme of an app, which has no host. */
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

/** The host of an http: or https: URI, without the port; empty for any other. */
export function hostOf(uri: string): string {
  const url = /^https?:/.test(uri) ? URL.parse(uri) : null;
  return url?.hostname ?? "";
}
