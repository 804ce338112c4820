import type { Client } from "./client.ts";
import { loopbackShape, redirectUriBytesMax } from "./redirect-uri-registration.ts";

declare const brand: unique symbol;

/** A redirect URI that was found in the client's registration. Browsers are redirected to no other kind. */
export type VerifiedRedirectUri = string & { readonly [brand]: "VerifiedRedirectUri" };

/**
 * Compares as strings, before any parsing, because parsers repair URIs in different ways. Only a public client may vary something,
 * the port of a registered loopback address (RFC 8252 §7.3) or of `localhost` (§8.3), which many installed apps name.
 */
export function verifyRedirectUri(client: Client, received: string): VerifiedRedirectUri | undefined {
  const isRegistered =
    client.redirectUris.includes(received) ||
    (client.isPublic && client.redirectUris.some((registered) => sameButForPort(registered, received)));
  return isRegistered ? (received as VerifiedRedirectUri) : undefined;
}

function sameButForPort(registered: string, received: string): boolean {
  const left = loopbackShape.exec(registered);
  const right = loopbackShape.exec(received);
  if (left === null || right === null) return false;
  const port = Number(right[2] ?? 80);
  return left[1] === right[1] && left[3] === right[3] && port >= 1 && port <= 65535;
}

/** The difference between a received and a registered redirect URI; "other" for more than one. */
export type RedirectUriDifference =
  | "trailing-slash"
  | "case"
  | "encoding"
  | "scheme"
  | "host"
  | "port"
  | "path"
  | "query"
  | "other";

/**
 * The registered redirect URI that is most like the received one, cut where they differ: `same` + `receivedDiffers` + `rest` was
 * received, `same` + `registeredDiffers` + `rest` is registered.
 */
export interface NearestRedirectUri {
  readonly registered: string;
  readonly same: string;
  readonly receivedDiffers: string;
  readonly registeredDiffers: string;
  readonly rest: string;
  readonly difference: RedirectUriDifference;
}

/** Finds the difference for a developer; undefined if nothing is registered. Reads 2000 characters of the received URI. */
export function nearestRedirectUri(
  registered: readonly string[],
  received: string,
): NearestRedirectUri | undefined {
  const cut = received.slice(0, redirectUriBytesMax).toWellFormed();
  const candidates = registered.map((uri) => splitWhereTheyPart(uri, cut));
  const nearest = candidates.reduce<UriSplit | undefined>(
    (best, candidate) => (best === undefined || differing(candidate) < differing(best) ? candidate : best),
    undefined,
  );
  return nearest && { ...nearest, difference: differenceBetween(nearest.registered, cut) };
}

type UriSplit = Omit<NearestRedirectUri, "difference">;

function differing(split: UriSplit): number {
  return split.receivedDiffers.length + split.registeredDiffers.length;
}

function splitWhereTheyPart(registered: string, received: string): UriSplit {
  const shorter = Math.min(registered.length, received.length);
  let start = 0;
  while (start < shorter && registered[start] === received[start]) start += 1;
  let end = 0;
  while (end < shorter - start && registered.at(-1 - end) === received.at(-1 - end)) end += 1;
  return {
    registered,
    same: registered.slice(0, start),
    receivedDiffers: received.slice(start, received.length - end),
    registeredDiffers: registered.slice(start, registered.length - end),
    rest: registered.slice(registered.length - end),
  };
}

/** RFC 3986 appendix B, with the port apart from the host. */
const uriParts = /^([^:/?#]*:)?(?:\/\/([^/?#]*?)(:[0-9]*)?(?=[/?#]|$))?([^?#]*)(.*)$/s;
const partNames = ["scheme", "host", "port", "path", "query"] as const;

function differenceBetween(registered: string, received: string): RedirectUriDifference {
  if (`${registered}/` === received || `${received}/` === registered) return "trailing-slash";
  if (registered.toLowerCase() === received.toLowerCase()) return "case";
  if (percentDecoded(registered) === percentDecoded(received)) return "encoding";
  const left = uriParts.exec(registered) ?? [];
  const right = uriParts.exec(received) ?? [];
  const [difference = "other", ...more] = partNames.filter(
    (_, index) => left[index + 1] !== right[index + 1],
  );
  return more.length === 0 ? difference : "other";
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
