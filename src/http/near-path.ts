/** The readers of a route's answers: people in a browser, or programs. */
export type ErrorFormat = "page" | "json";

/** The endpoint that a mistyped path most likely means, and its readers. */
export interface NearPath {
  readonly path: string;
  readonly errorFormat: ErrorFormat;
}

/** Finds the endpoint near a path that no route has; undefined if none is near. */
export type FindNearPath = (path: string) => NearPath | undefined;

/** The names that other services give to these endpoints. */
const otherNames: Readonly<Record<string, string>> = {
  authorize: "authorization",
  introspect: "introspection",
  revoke: "revocation",
};

/**
 * Recognises two kinds of mistakes: the right path in other letters or with too many slashes, and the right last segment in another
 * place (`/oauth2/token`). The second kind is recognised for endpoints that applications are configured with.
 */
export function createFindNearPath(routes: readonly NearPath[], configured: readonly string[]): FindNearPath {
  const bySpelling = new Map<string, NearPath>();
  const byLastSegment = new Map<string, NearPath>();
  for (const { path, errorFormat } of routes) {
    bySpelling.set(spellingOf(path), { path, errorFormat });
    const segment = lastSegmentOf(spellingOf(path));
    // The end of such an address is that of the thing which the document is about (RFC 8414 §3.1, RFC 9728 §3.1).
    const isAboutAnother = /^\/\.well-known\/[^/]+\//.test(path);
    const isWanted = !isAboutAnother && (errorFormat === "json" || configured.includes(path));
    if (isWanted && !byLastSegment.has(segment)) byLastSegment.set(segment, { path, errorFormat });
  }
  return (path) => {
    const spelling = spellingOf(path);
    const segment = lastSegmentOf(spelling);
    const name = Object.hasOwn(otherNames, segment) ? otherNames[segment] : segment;
    return bySpelling.get(spelling) ?? byLastSegment.get(name ?? segment);
  };
}

/** Removes common mistakes from a path: the result is in lower case, with single slashes and none at the end. */
function spellingOf(path: string): string {
  return decoded(path)
    .toLowerCase()
    .replace(/\/+/g, "/")
    .replace(/(.)\/$/, "$1");
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function lastSegmentOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
