import type { NextStep } from "../../flows/authorize/dispatch.ts";
import { renderPasskeyOfferPage } from "../../pages/passkey-offer.ts";
import type { Incoming } from "../incoming.ts";
import { formTargetsOf, type Reply, type ReplyHeaders } from "../reply.ts";
import { createNonce, ensureBrowserCookie, personOf, type Web } from "../web.ts";
import { newPasskeyForm } from "./passkey-form.ts";
import { isShownAgain } from "./step-flash.ts";

/** The page that offers a passkey to a person who has just signed in and has none. */
export function passkeyOfferPage(
  web: Web,
  incoming: Incoming,
  query: string,
  { person, request }: Extract<NextStep, { kind: "offer-passkey" }>,
  headers?: ReplyHeaders,
): Reply {
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const form = newPasskeyForm(web, query, person, browserCookie.value);
  if (form === undefined) throw new Error("A passkey was offered where there can be none.");
  const model = {
    ...form,
    cspNonce,
    account: personOf(person.account),
    hasFailed: isShownAgain(web, incoming),
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderPasskeyOfferPage(model, web.textsFor(incoming, request?.uiLocales, request?.client));
  return web.replies.page(200, html, cspNonce, {
    ...(request && { formTargets: formTargetsOf(request.redirectUri) }),
    headers: { ...(browserCookie.setCookie && { "set-cookie": browserCookie.setCookie }), ...headers },
  });
}
