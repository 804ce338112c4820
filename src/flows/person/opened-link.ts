import type { AuthorizationRequest } from "../../protocol/authorization/request.ts";
import { queryTo, readReturnTarget } from "../../protocol/authorization/return-target.ts";
import { sha256 } from "../../values/digest.ts";
import type { LinkKind } from "../../values/link-kind.ts";
import { inTime, type ReadPorts, readRequest } from "../authorize/read-request.ts";
import type { Link } from "../link.ts";
import type { Ports } from "../ports.ts";

/** Finds the link with this secret if it is of one of these kinds: a link of one kind never does the work of another. */
export async function findOpenedLink(
  { links, clock }: Pick<Ports, "links" | "clock">,
  secret: string | undefined,
  kinds: readonly LinkKind[],
): Promise<Link | undefined> {
  if (secret === undefined) return undefined;
  const link = await links.find(sha256(secret), clock.now());
  return link !== undefined && kinds.includes(link.kind) ? link : undefined;
}

/** Where a person goes on after a link has done its work. */
export interface Resumed {
  /** The query of the sign-in that the link interrupted. */
  readonly query: string;
  /** The request of the sign-in; absent for a page of the service. */
  readonly request?: AuthorizationRequest;
}

/**
 * Finds where the person goes on: to the account page if nothing was interrupted, or if the request is not valid any more. They
 * have done everything right, so they see no error page.
 */
export async function findResumed(ports: ReadPorts, { query = "" }: Pick<Link, "query">): Promise<Resumed> {
  if (readReturnTarget(query).kind === "own-page") return { query };
  const read = await readRequest(ports, { query, arrivedAt: inTime });
  if (!read.ok && read.reason.errorFormat === "sign-in") return { query };
  return read.ok ? { query, request: read.value.request } : { query: queryTo("account") };
}
