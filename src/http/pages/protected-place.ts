import { findPersonHere, findPlace, type ProtectedPlace } from "../../flows/forward-auth/find-place.ts";
import { renderNotAdmittedPage } from "../../pages/not-admitted.ts";
import { renderNotSentPage } from "../../pages/not-sent.ts";
import { ownPathOnHost } from "../../protocol/forward-auth/protected-origin.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import { createNonce, hostOf, personOf, type Web } from "../web.ts";

/**
 * GET of the page for a form that came without a visit to a protected application. Like the next one it is at the service's own address,
 * where language, brand and logo are.
 */
export async function getNotSent(web: Web, incoming: Incoming): Promise<Reply> {
  const place = await findPlace(web.ports, incoming.query);
  if (place === undefined) return web.errorResponses.notFound(incoming, undefined);
  const cspNonce = createNonce(web);
  const model = { ...partsOf(web, place), cspNonce, signInHref: signInHref(place) };
  return web.replies.page(200, renderNotSentPage(model, web.textsFor(incoming, [], place.client)), cspNonce);
}

/** GET of the page for a person who may not open a path of a protected application. */
export async function getNotAdmitted(web: Web, incoming: Incoming): Promise<Reply> {
  const place = await findPlace(web.ports, incoming.query);
  if (place === undefined) return web.errorResponses.notFound(incoming, undefined);
  const account = await findPersonHere(web.ports, incoming.cookie(web.cookies.session));
  // Signed out meanwhile: the sign-in finds out who is there.
  if (account === undefined) return web.replies.redirect(303, signInHref(place));
  const cspNonce = createNonce(web);
  const model = {
    ...partsOf(web, place),
    cspNonce,
    requestId: place.reference,
    account: personOf(account),
    useAnotherHref: `${signInHref(place)}&prompt=select_account`,
    cancelHref: `${place.origin}/`,
  };
  const html = renderNotAdmittedPage(model, web.textsFor(incoming, [], place.client));
  return web.replies.page(403, html, cspNonce);
}

function partsOf({ isInsecure }: Web, { client, origin }: ProtectedPlace) {
  return { clientName: client.name, clientHost: hostOf(origin), isInsecureDevelopment: isInsecure };
}

function signInHref({ origin, to }: ProtectedPlace): string {
  return `${origin}${ownPathOnHost}/sign-in?to=${encodeURIComponent(to)}`;
}
