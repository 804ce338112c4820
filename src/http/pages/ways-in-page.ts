import type { NextStep } from "../../flows/authorize/dispatch.ts";
import { offerRequest } from "../../flows/authorize/offer-passkey.ts";
import { listOwnPasskeys } from "../../flows/person/passkeys.ts";
import { listOwnUpstreams } from "../../flows/upstream/link.ts";
import { renderWaysInPage } from "../../pages/ways-in.ts";
import type { Incoming } from "../incoming.ts";
import { ownPagePath } from "../paths.ts";
import { formTargetsOf, type Reply, type ReplyHeaders } from "../reply.ts";
import { createNonce, csrfTokenFor, ensureBrowserCookie, personOf, type Web } from "../web.ts";

/**
 * The page that shows what else leads into an account whose password a mailed link has just set. Its form is that of the passkey offer
 * without a passkey: it goes on with the interrupted request, as right after the sign-in.
 */
export async function waysInPage(
  web: Web,
  incoming: Incoming,
  query: string,
  { person, request }: Extract<NextStep, { kind: "review-ways-in" }>,
  headers?: ReplyHeaders,
): Promise<Reply> {
  const { account, session } = person;
  const { passkeys, userHandle } = await listOwnPasskeys(web.ports, account.id);
  const upstreams = await listOwnUpstreams(web.ports, account);
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const model = {
    cspNonce,
    account: personOf(account),
    formAction: `${web.paths.addPasskey}?${query}`,
    csrfToken: csrfTokenFor(web, {
      step: "passkey-offer",
      browser: browserCookie.value,
      request: offerRequest(query, userHandle),
      sessionId: session.id,
    }),
    userHandle,
    passkeys,
    passkeysHref: ownPagePath(web.paths, "account/passkeys"),
    upstreams: upstreams.flatMap(({ upstream: { displayName }, identity }) =>
      identity === undefined ? [] : [{ displayName, label: identity.label }],
    ),
    upstreamsHref: ownPagePath(web.paths, "account/upstreams"),
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderWaysInPage(model, web.textsFor(incoming, request?.uiLocales, request?.client));
  return web.replies.page(200, html, cspNonce, {
    ...(request && { formTargets: formTargetsOf(request.redirectUri) }),
    headers: { ...(browserCookie.setCookie && { "set-cookie": browserCookie.setCookie }), ...headers },
  });
}
