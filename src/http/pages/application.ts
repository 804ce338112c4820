import type { ApplicationPages } from "../../pages/layout.ts";
import {
  type RedirectRefusalReason,
  refuseAuthorization,
  type ShownRequest,
} from "../../protocol/authorization/request.ts";
import { refusalRedirect } from "../../protocol/authorization/response.ts";
import type { Client } from "../../protocol/client/client.ts";
import type { Web } from "../web.ts";

/** The registered details of a client for people to read. */
export function pagesOf({ ports, paths }: Web, client: Client): ApplicationPages {
  const { id, metadata } = client;
  const version = ports.shownLogos.versionOf(client);
  const logoSrc = version && `${paths.logo}?client=${id}&v=${version}`;
  return { logoSrc, policyHref: metadata?.policyUri, termsHref: metadata?.tosUri };
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
