import { ok, type Result, refuse } from "../../values/result.ts";

/**
 * How a proxy tells which request it asks about. "original": nginx names the whole address in `X-Original-URL`. "forwarded": Traefik,
 * Caddy and HAProxy send `X-Forwarded-Method`, `-Proto`, `-Host` and `-Uri`. "prefixed": Envoy repeats method, host and target, with a
 * prefix before the path.
 */
export type Dialect = "original" | "forwarded" | "prefixed";

/** What a proxy said about the request that it holds. A header that came twice is joined by Node with a comma and a space. */
export interface ProxyWords {
  readonly method: string | undefined;
  readonly scheme: string | undefined;
  readonly host: string | undefined;
  /** Path and query as in the request line of the visitor. */
  readonly target: string | undefined;
}

/** A request that a proxy holds until it is checked. */
export interface ForwardedRequest {
  readonly method: string;
  /** Scheme and host, with a port that is not the default, spelt as a protected application registers it. */
  readonly origin: string;
  /** The path as sent. */
  readonly path: string;
  /** Path and query as sent. */
  readonly target: string;
}

/** Why the request that a proxy asks about cannot be read in one way only. */
export type ForwardedProblem =
  | "method-malformed"
  | "scheme-malformed"
  | "host-malformed"
  | "target-malformed";

const methodShape = /^[A-Z][A-Z-]{0,31}$/;
/** As browsers send it: lower case, no dot at the end, no user information, and never the default port. */
const hostShape =
  /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:]+\])(?::[1-9][0-9]{0,4})?$/;
/** Origin form alone (RFC 9112 §3.2.1), in visible ASCII and without a fragment. */
const targetShape = /^\/[\x21\x22\x24-\x7e]*$/;
const targetLengthMax = 16_384;
/** Traefik names the scheme of a WebSocket. */
const schemes: ReadonlyMap<string | undefined, "http" | "https"> = new Map([
  ["https", "https"],
  ["http", "http"],
  ["wss", "https"],
  ["ws", "http"],
]);
const defaultPort = { http: ":80", https: ":443" } as const;

/** Splits the address in `X-Original-URL` before anything is parsed, because URL parsers repair. */
export function splitOriginalUrl(url: string | undefined): Pick<ProxyWords, "scheme" | "host" | "target"> {
  const [, scheme, host, target] = /^(https?):\/\/([^/?#]*)(\/.*)$/s.exec(url ?? "") ?? [];
  return { scheme, host, target };
}

/** Reads what a proxy said, strictly: a spelling that browsers do not use is refused and never repaired. */
export function readForwardedRequest(words: ProxyWords): Result<ForwardedRequest, ForwardedProblem> {
  const { method = "", host = "", target = "" } = words;
  if (!methodShape.test(method)) return refuse("method-malformed");
  const scheme = schemes.get(words.scheme);
  if (scheme === undefined) return refuse("scheme-malformed");
  if (host.length > 260 || !hostShape.test(host) || host.endsWith(defaultPort[scheme]))
    return refuse("host-malformed");
  if (target.length > targetLengthMax || !targetShape.test(target)) return refuse("target-malformed");
  const mark = target.indexOf("?");
  const path = mark === -1 ? target : target.slice(0, mark);
  return ok({ method, origin: `${scheme}://${host}`, path, target });
}

/** The characters of a path segment (RFC 3986 §3.3), without `;`, which some servers take for the beginning of parameters. */
const plainPath = /^\/(?:[A-Za-z0-9\-._~!$&'()*+,=:@/]|%[0-9A-Fa-f]{2})*$/;
/**
 * Escapes that servers decode at different moments: letters, digits and `-._~`, control characters, and `% / \ ; # ?`. What remains are
 * escapes that a browser may write.
 */
const disputedEscape = /%(?:[01][0-9A-F]|7F|2[35DEF]|3[0-9BF]|[46][1-9A-F]|[57][0-9A]|5[CF]|7E)/i;
/** A dot segment, an empty one, and one with a dot or a space at its end, which file systems drop. */
const disputedSegment = /\/\/|(?:\.|%20)(?:\/|$)/;

/**
 * The path as every reader understands it, decoded; undefined if two readers could disagree on it. Rules on paths judge no other path:
 * the proxy and the application may each decode, merge slashes or cut parameters before they look at it.
 */
export function decodedPath(path: string): string | undefined {
  if (!plainPath.test(path) || disputedEscape.test(path) || disputedSegment.test(path)) return undefined;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined; // The escapes are not UTF-8.
  }
}

const targetKeptLengthMax = 2_000;

/** The place on the application's own host that a sign-in leads back to; the first page for anything else than a path there. */
export function returnTarget(target: string | undefined): string {
  const isOwn =
    target !== undefined &&
    target.length <= targetKeptLengthMax &&
    targetShape.test(target) &&
    !/^\/[/\\]/.test(target) &&
    !/^\/\.latchkey(?:\/|$|\?)/.test(target);
  return isOwn ? target : "/";
}
