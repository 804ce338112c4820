import type { NextStep } from "../../flows/authorize/dispatch.ts";
import { offerRequest } from "../../flows/authorize/offer-passkey.ts";
import { passkeyAlgorithms, userHandleOf } from "../../identity/passkey.ts";
import { type PasskeyOfferPageModel, renderPasskeyOfferPage } from "../../pages/passkey-offer.ts";
import type { Incoming } from "../incoming.ts";
import { formTargetsOf, type Reply, type ReplyHeaders } from "../reply.ts";
import { createNonce, csrfTokenFor, personOf, tieToBrowser, type Web } from "../web.ts";

/** The page that offers a passkey to a person who has just signed in and has none. */
export function passkeyOfferPage(
  web: Web,
  incoming: Incoming,
  query: string,
  { person, request }: Extract<NextStep, { kind: "offer-passkey" }>,
  headers?: ReplyHeaders,
): Reply {
  const { brandName, passkeys } = web.ports.settings;
  const tie = tieToBrowser(web, incoming);
  const cspNonce = createNonce(web);
  const userHandle = userHandleOf(web.ports.random.bytes(32));
  const account = personOf(person.account);
  const model: PasskeyOfferPageModel = {
    cspNonce,
    formAction: `${web.paths.addPasskey}?${query}`,
    csrfToken: csrfTokenFor(web, {
      step: "passkey-offer",
      browser: tie.value,
      request: offerRequest(query, userHandle),
      sessionId: person.session.id,
    }),
    account,
    creation: {
      ...account,
      rpId: passkeys?.rpId ?? "",
      site: brandName,
      userHandle,
      algorithms: passkeyAlgorithms,
      known: [],
    },
    hasFailed: incoming.path === web.paths.addPasskey,
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderPasskeyOfferPage(model, web.textsFor(incoming, request?.uiLocales, request?.client));
  return web.replies.page(200, html, cspNonce, {
    ...(request && { formTargets: formTargetsOf(request.redirectUri) }),
    headers: { ...(tie.setCookie && { "set-cookie": tie.setCookie }), ...headers },
  });
}
