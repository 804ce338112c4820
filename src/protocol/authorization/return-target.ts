/** The service's own pages that a sign-in can lead to. The list is closed: no address of a request is ever followed (RFC 9700 §4.11). */
const ownPages = ["account", "home"] as const;

/** One of them. */
export type OwnPage = (typeof ownPages)[number];

/** The target of a sign-in: an authorization request, as the query of its URL, or a page of the service. */
export type ReturnTarget =
  | { readonly kind: "request"; readonly query: string }
  | { readonly kind: "own-page"; readonly page: OwnPage };

const pageOfQuery: ReadonlyMap<string, OwnPage> = new Map(ownPages.map((page) => [queryTo(page), page]));

/** The query of the sign-in address that leads to this page. */
export function queryTo(page: OwnPage): string {
  return `to=${page}`;
}

/** Reads the query of the sign-in address. Every query that does not name a page is an authorization request. */
export function readReturnTarget(query: string): ReturnTarget {
  const page = pageOfQuery.get(query);
  return page === undefined ? { kind: "request", query } : { kind: "own-page", page };
}
