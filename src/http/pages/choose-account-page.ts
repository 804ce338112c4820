import type { NextStep } from "../../flows/authorize/dispatch.ts";
import { type ChooseAccountPageModel, renderChooseAccountPage } from "../../pages/choose-account.ts";
import { formatSessionId } from "../../values/ids.ts";
import type { Incoming } from "../incoming.ts";
import { formTargetsOf, type Reply, type ReplyHeaders } from "../reply.ts";
import {
  createNonce,
  csrfTokenFor,
  ensureBrowserCookie,
  hostOf,
  personOf,
  shownNameOf,
  type Web,
} from "../web.ts";
import { cancelHrefOf } from "./application.ts";
import { isShownAgain } from "./step-flash.ts";

/** The page that asks which account of the browser to go on with. */
export function chooseAccountPage(
  web: Web,
  incoming: Incoming,
  query: string,
  { request, among }: Extract<NextStep, { kind: "choose-account" }>,
  headers?: ReplyHeaders,
): Reply {
  const { paths } = web;
  const isStale = isShownAgain(web, incoming);
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const model: ChooseAccountPageModel = {
    cspNonce,
    client: request && { name: shownNameOf(request.client), host: hostOf(request.redirectUri) },
    formAction: `${paths.chooseAccount}?${query}`,
    csrfToken: csrfTokenFor(web, { step: "choose-account", browser: browserCookie.value, request: query }),
    accounts: among.map(({ account, session }) => ({
      ...personOf(account),
      sessionId: formatSessionId(session.id),
    })),
    useAnotherHref: `${paths.useAnother}?${query}`,
    cancelHref: request && cancelHrefOf(web, request, query),
    signOutHref: paths.logout,
    isStale,
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderChooseAccountPage(model, web.textsFor(incoming, request?.uiLocales, request?.client));
  return web.replies.page(isStale ? 403 : 200, html, cspNonce, {
    ...(request && { formTargets: formTargetsOf(request.redirectUri) }),
    headers: { ...(browserCookie.setCookie && { "set-cookie": browserCookie.setCookie }), ...headers },
  });
}
