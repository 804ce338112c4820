declare const brand: unique symbol;

/** A resource indicator in its canonical form: the name of an API. Two spellings of one resource have one canonical form. */
export type ResourceUri = string & { readonly [brand]: "ResourceUri" };

/** A resource travels inside the authorization code, where there is room for little more than that. */
export const resourceLengthMax = 1000;

const printable = /^[\x21-\x7e]+$/;
const hierarchical = /^([A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*)(.*)$/s;
const schemeOnly = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/**
 * Reads a resource indicator (RFC 8707 §2): an absolute URI without a fragment. Scheme and host are lower-cased, and a bare origin
 * loses its slash, because client libraries write both ways. Undefined for any other text.
 */
export function parseResource(text: string): ResourceUri | undefined {
  if (text.length > resourceLengthMax || !printable.test(text) || text.includes("#")) return undefined;
  if (!URL.canParse(text)) return undefined;
  const [, origin, rest = ""] = hierarchical.exec(text) ?? [];
  if (origin === undefined) return text.replace(schemeOnly, (scheme) => scheme.toLowerCase()) as ResourceUri;
  return `${lowerCaseHost(origin)}${rest === "/" ? "" : rest}` as ResourceUri;
}

/**
 * A resource as URL parsers spell it, which clients and proxies pass it through: no default port, no dot segments, hosts in ASCII.
 * Undefined for text that is not a resource indicator.
 */
export function parsedSpelling(text: string): ResourceUri | undefined {
  const url = URL.parse(text);
  return url === null ? undefined : parseResource(url.href);
}

/** True for two spellings of one resource. */
export function isSameResource(one: string, other: string): boolean {
  if (one === other) return true;
  const canonical = parseResource(one);
  return canonical !== undefined && canonical === parseResource(other);
}

/** Credentials in front of the host keep their case; there should be none. */
function lowerCaseHost(origin: string): string {
  const at = origin.lastIndexOf("@");
  if (at === -1) return origin.toLowerCase();
  const scheme = origin.slice(0, origin.indexOf("://"));
  return `${scheme.toLowerCase()}${origin.slice(scheme.length, at)}${origin.slice(at).toLowerCase()}`;
}
