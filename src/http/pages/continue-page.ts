import type { NextStep } from "../../flows/authorize/dispatch.ts";
import { type ContinuePageModel, renderContinuePage } from "../../pages/continue.ts";
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

/** The page that asks whether to go on with the account that is signed in here. */
export function continuePage(
  web: Web,
  incoming: Incoming,
  query: string,
  next: Extract<NextStep, { kind: "continue" }>,
  headers?: ReplyHeaders,
): Reply {
  const { request, person } = next;
  const isStale = isShownAgain(web, incoming);
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const sessionId = person.session.id;
  const model: ContinuePageModel = {
    cspNonce,
    clientName: shownNameOf(request.client),
    clientHost: hostOf(request.redirectUri),
    formAction: `${web.paths.continue}?${query}`,
    csrfToken: csrfTokenFor(web, {
      step: "continue",
      browser: browserCookie.value,
      request: query,
      sessionId,
    }),
    account: personOf(person.account),
    useAnotherHref: `${web.paths.useAnother}?${query}`,
    cancelHref: cancelHrefOf(web, request, query),
    isStale,
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderContinuePage(model, web.textsFor(incoming, request.uiLocales, request.client));
  return web.replies.page(isStale ? 403 : 200, html, cspNonce, {
    formTargets: formTargetsOf(request.redirectUri),
    headers: { ...(browserCookie.setCookie && { "set-cookie": browserCookie.setCookie }), ...headers },
  });
}
