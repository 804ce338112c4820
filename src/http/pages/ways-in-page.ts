import type { NextStep } from "../../flows/authorize/dispatch.ts";
import { offerRequest } from "../../flows/authorize/offer-passkey.ts";
import { listOwnPasskeys } from "../../flows/person/passkeys.ts";
import { listOwnUpstreams } from "../../flows/upstream/link.ts";
import { renderWaysInPage, type WaysInNotice } from "../../pages/ways-in.ts";
import { findFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import { formTargetsOf, type Reply, type ReplyHeaders } from "../reply.ts";
import { createNonce, csrfTokenFor, ensureBrowserCookie, personOf, type Web } from "../web.ts";
import { statusOfProblem } from "./problem-status.ts";

/** What a button of the page leaves for it. */
export interface ToldWaysIn {
  readonly notice: WaysInNotice;
}

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
  const [{ passkeys, userHandle }, upstreams] = await Promise.all([
    listOwnPasskeys(web.ports, account.id),
    listOwnUpstreams(web.ports, account),
  ]);
  const notice = findFlash<ToldWaysIn>(web, incoming)?.notice;
  const problem = notice && "name" in notice ? undefined : notice?.kind;
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
    upstreams: upstreams.flatMap(({ upstream: { name, displayName }, identity }) =>
      identity === undefined ? [] : [{ name, displayName, label: identity.label }],
    ),
    notice,
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderWaysInPage(model, web.textsFor(incoming, request?.uiLocales, request?.client));
  return web.replies.page(statusOfProblem(problem), html, cspNonce, {
    ...(request && { formTargets: formTargetsOf(request.redirectUri) }),
    headers: { ...(browserCookie.setCookie && { "set-cookie": browserCookie.setCookie }), ...headers },
  });
}
