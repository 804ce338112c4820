import { documentIdLengthMax, isDocumentId } from "../../values/ids.ts";
import { isLoopbackName } from "../../values/issuer.ts";

/** The hosts whose documents describe clients here: none, all, or the listed ones (`*.example.com`: those below it). */
export type ClientDocumentPolicy =
  | { readonly mode: "closed" }
  | { readonly mode: "open" }
  | { readonly mode: "listed"; readonly hosts: readonly string[] };

/** Why the document at a client id does not describe a client here. */
type PolicyProblem = "closed" | "host-not-listed" | "development-only";

/**
 * Decides whether the document at this client id may describe a client. `isDevelopment` says that the service and its
 * clients run on the developer's machine.
 */
export function whyNotAdmitted(
  policy: ClientDocumentPolicy,
  id: string,
  { isDevelopment }: { readonly isDevelopment: boolean },
): PolicyProblem | undefined {
  if (policy.mode === "closed") return "closed";
  const { hostname } = new URL(id);
  if (isLoopbackName(hostname) && !isDevelopment) return "development-only";
  const isListed = policy.mode === "open" || policy.hosts.some((host) => covers(host, hostname));
  return isListed ? undefined : "host-not-listed";
}

function covers(listed: string, hostname: string): boolean {
  return listed.startsWith("*.") ? hostname.endsWith(listed.slice(1)) : hostname === listed;
}

/** True for a text that is meant as the address of a document, whether or not it can be a client id. */
export function looksLikeDocumentId(text: string): boolean {
  return /^https?:/i.test(text);
}

/** How a client id should be spelt that is meant as the address of a document; undefined if no spelling of it is one. */
export function documentIdFor(text: string): string | undefined {
  const url = text.length <= 4 * documentIdLengthMax ? URL.parse(text) : null;
  if (url === null) return undefined;
  url.hash = "";
  url.search = "";
  url.username = "";
  url.password = "";
  return isDocumentId(url.href) ? url.href : undefined;
}
