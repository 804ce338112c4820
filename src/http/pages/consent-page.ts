import { consentRequest } from "../../flows/authorize/consent.ts";
import type { NextStep } from "../../flows/authorize/dispatch.ts";
import { type ConsentPageModel, renderConsentPage } from "../../pages/consent.ts";
import { isKnownScope } from "../../protocol/scope.ts";
import type { Incoming } from "../incoming.ts";
import { formTargetsOf, type Reply, type ReplyHeaders } from "../reply.ts";
import {
  abilitiesOf,
  createNonce,
  csrfTokenFor,
  ensureBrowserCookie,
  personOf,
  toldOf,
  type Web,
} from "../web.ts";
import { shownApisOf } from "./access.ts";
import { applicationOf } from "./application.ts";
import { isShownAgain } from "./step-flash.ts";

/** The page that asks whether a third party's application may have the scope that it lists. */
export function consentPage(
  web: Web,
  incoming: Incoming,
  query: string,
  next: Extract<NextStep, { kind: "consent" }>,
  headers?: ReplyHeaders,
): Reply {
  const { request, person, allowedScope } = next;
  // The answer came from an old form or another browser, or the client now wants more than the form listed.
  const isStale = isShownAgain(web, incoming);
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const scope = next.scope.join(" ");
  const texts = web.textsFor(incoming, request.uiLocales, request.client);
  const model: ConsentPageModel = {
    cspNonce,
    ...applicationOf(web, request.client, request.redirectUri),
    formAction: `${web.paths.consent}?${query}`,
    csrfToken: csrfTokenFor(web, {
      step: "consent",
      browser: browserCookie.value,
      request: consentRequest(query, scope, request.client),
      sessionId: person.session.id,
    }),
    scope,
    // A client that asks for more of an API later knows the person already.
    abilities: allowedScope === undefined || next.scope.some(isKnownScope) ? abilitiesOf(next.scope) : [],
    told: toldOf(person.account),
    apis: shownApisOf(next.scope, request.apis, texts.lang),
    isOffline: request.scope.includes("offline_access"),
    keepsEarlier: (allowedScope ?? []).some((value) => !next.scope.includes(value)),
    account: personOf(person.account),
    useAnotherHref: `${web.paths.useAnother}?${query}`,
    isStale,
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderConsentPage(model, texts);
  return web.replies.page(isStale ? 403 : 200, html, cspNonce, {
    formTargets: formTargetsOf(request.redirectUri),
    headers: { ...(browserCookie.setCookie && { "set-cookie": browserCookie.setCookie }), ...headers },
  });
}
