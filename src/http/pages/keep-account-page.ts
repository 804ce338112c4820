import type { NextStep } from "../../flows/authorize/dispatch.ts";
import { renderKeepAccountPage } from "../../pages/deletion.ts";
import type { Incoming } from "../incoming.ts";
import { formTargetsOf, type Reply, type ReplyHeaders } from "../reply.ts";
import { createNonce, csrfTokenFor, ensureBrowserCookie, personOf, type Web } from "../web.ts";
import { isShownAgain } from "./step-flash.ts";

/** The page for a person who signs in while their account waits for its deletion. */
export function keepAccountPage(
  web: Web,
  incoming: Incoming,
  query: string,
  { person, request }: Extract<NextStep, { kind: "keep-account" }>,
  headers: ReplyHeaders = {},
): Reply {
  const { account, session } = person;
  const isStale = isShownAgain(web, incoming);
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const claim = {
    step: "keep-account",
    browser: browserCookie.value,
    request: query,
    sessionId: session.id,
  } as const;
  const html = renderKeepAccountPage(
    {
      cspNonce,
      formAction: `${web.paths.keepAccount}?${query}`,
      csrfToken: csrfTokenFor(web, claim),
      account: personOf(account),
      deleteAt: account.deleteAfter ?? web.ports.clock.now(),
      signOutHref: web.paths.logout,
      isStale,
      isInsecureDevelopment: web.isInsecure,
    },
    web.textsFor(incoming, request?.uiLocales, request?.client),
  );
  return web.replies.page(isStale ? 403 : 200, html, cspNonce, {
    ...(request && { formTargets: formTargetsOf(request.redirectUri) }),
    headers: { ...(browserCookie.setCookie && { "set-cookie": browserCookie.setCookie }), ...headers },
  });
}
