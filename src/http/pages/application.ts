import type { ShownApplication } from "../../pages/access.ts";
import type { ApplicationPages } from "../../pages/layout.ts";
import { provesItsApp } from "../../protocol/authorization/consent.ts";
import type { RedirectRefusalReason } from "../../protocol/authorization/errors.ts";
import { refuseAuthorization, type ShownRequest } from "../../protocol/authorization/request.ts";
import { refusalRedirect } from "../../protocol/authorization/response.ts";
import { type Client, isFromDocument, isSelfRegistered } from "../../protocol/client/client.ts";
import { isKept } from "../../protocol/client/described-client.ts";
import { hostOf, shownNameOf, type Web } from "../web.ts";

/** The registered details of a client for people to read. */
export function pagesOf({ ports, paths }: Web, client: Client): ApplicationPages {
  const { id, metadata } = client;
  // A page shows the service's own copy of a logo, and there is none for a client that nobody has allowed yet.
  const version = isKept(client) ? ports.shownLogos.versionOf(client) : undefined;
  const logoSrc = version && `${paths.logo}?client=${encodeURIComponent(id)}&v=${version}`;
  return { logoSrc, policyHref: metadata?.policyUri, termsHref: metadata?.tosUri };
}

/**
 * A client as pages name it where people decide about it. A client that is known by its document alone goes by the host that serves
 * the document, which is the one part that was verified; its name is a claim. `redirectUri` is undefined if none is in use.
 */
export function applicationOf(web: Web, client: Client, redirectUri: string | undefined): ShownApplication {
  const pages = pagesOf(web, client);
  const host = redirectUri === undefined ? undefined : hostOf(redirectUri);
  const isLocal = redirectUri !== undefined && !provesItsApp({ client, redirectUri });
  const clientName = shownNameOf(client);
  if (!isFromDocument(client)) {
    const isSelfNamed = isSelfRegistered(client);
    const unverifiedName = isSelfNamed ? clientName : undefined;
    return { ...pages, clientName, clientHost: host, unverifiedName, isLocal: isLocal && isSelfNamed };
  }
  return {
    ...pages,
    clientName,
    clientHost: undefined,
    unverifiedName: client.name === clientName ? undefined : client.name,
    // The warning says more about a program on the same device than its port would.
    onwardHost: host === clientName || isLocal ? undefined : host,
    isLocal,
  };
}

/** The link back to the client. Cancelling is an ordinary error redirect; a form that is posted takes a page of its own. */
export function cancelHrefOf(
  web: Web,
  request: ShownRequest,
  query: string,
  reason: RedirectRefusalReason = "access-denied",
): string {
  if (request.responseMode === "form_post") return `${web.paths.cancel}?${query}`;
  return refusalRedirect(refuseAuthorization(request, reason), web.ports.settings.issuer);
}
