import type { Ports } from "../ports.ts";
import { findLiveSession } from "../session/find-session.ts";

/** The service's own pages that a sign-in can lead to. The list is closed: no address of a request is ever followed. */
export const ownPages = ["account", "home"] as const;

/** One of them. */
export type OwnPage = (typeof ownPages)[number];

const pageOfQuery: ReadonlyMap<string, OwnPage> = new Map(ownPages.map((page) => [queryTo(page), page]));

/** The query of the sign-in address that leads to this page. */
export function queryTo(page: OwnPage): string {
  return `to=${page}`;
}

/** The page that the query of the sign-in address leads to; undefined where the query is an authorization request. */
export function ownPageIn(query: string): OwnPage | undefined {
  return pageOfQuery.get(query);
}

/** Where the browser goes next on the way to a page of the service. */
export type OwnPageStep =
  | { readonly kind: "open"; readonly page: OwnPage }
  | { readonly kind: "sign-in-for-page"; readonly page: OwnPage };

/** The dispatcher's rule for the service's own pages: a live session opens the page, anybody else signs in first. */
export async function openOwnPage(
  ports: Pick<Ports, "sessions" | "settings" | "clock">,
  page: OwnPage,
  sessionCookie: string | undefined,
): Promise<OwnPageStep> {
  const facts = await findLiveSession(ports, sessionCookie, ports.clock.now());
  return { kind: facts === undefined ? "sign-in-for-page" : "open", page };
}
