import type { NextStep } from "../../flows/authorize/dispatch.ts";
import { renderLinkNeededPage } from "../../pages/link-needed.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply, ReplyHeaders } from "../reply.ts";
import { createNonce, personOf, shownNameOf, type Web } from "../web.ts";
import { cancelHrefOf } from "./application.ts";

/** The page for an administrator who has only a password and no link from an operator. It has no form, so nothing can be set up. */
export function linkNeededPage(
  web: Web,
  incoming: Incoming,
  query: string,
  { person, request }: Extract<NextStep, { kind: "link-needed" }>,
  headers?: ReplyHeaders,
): Reply {
  const { account } = person;
  const cspNonce = createNonce(web);
  const html = renderLinkNeededPage(
    {
      cspNonce,
      clientName: request && shownNameOf(request.client),
      account: personOf(account),
      command: `${web.runLatchkey} user recover ${account.id}`,
      useAnotherHref: `${web.paths.useAnother}?${query}`,
      cancelHref: request === undefined ? web.paths.account : cancelHrefOf(web, request, query),
      isInsecureDevelopment: web.isInsecure,
    },
    web.textsFor(incoming, request?.uiLocales, request?.client),
  );
  return web.replies.page(403, html, cspNonce, headers && { headers });
}
