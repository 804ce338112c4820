import type { NextStep } from "../../flows/authorize/dispatch.ts";
import { type NotAdmittedPageModel, renderNotAdmittedPage } from "../../pages/not-admitted.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply, ReplyHeaders } from "../reply.ts";
import { createNonce, hostOf, personOf, shownNameOf, type Web } from "../web.ts";
import { cancelHrefOf } from "./application.ts";

/** The page for a person whose groups may not use the client. The log has the command that lets them in. */
export function notAdmittedPage(
  web: Web,
  incoming: Incoming,
  query: string,
  { request, person }: Extract<NextStep, { kind: "not-admitted" }>,
  headers?: ReplyHeaders,
): Reply {
  const reason = "account-not-admitted";
  const { client, redirectUri } = request;
  const [group = "GROUP"] = client.metadata.onlyGroups ?? [];
  const { id: accountId } = person.account;
  const repair = `${web.runLatchkey} group add ${group} ${accountId}`;
  const event = { kind: "authorization-refused", reason, clientId: client.id, accountId, repair } as const;
  web.ports.events.record(event, incoming);
  const cspNonce = createNonce(web);
  const model: NotAdmittedPageModel = {
    cspNonce,
    requestId: incoming.requestId,
    clientName: shownNameOf(client),
    clientHost: hostOf(redirectUri),
    account: personOf(person.account),
    useAnotherHref: `${web.paths.useAnother}?${query}`,
    cancelHref: cancelHrefOf(web, request, query, reason),
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderNotAdmittedPage(model, web.textsFor(incoming, request.uiLocales, client));
  return web.replies.page(403, html, cspNonce, headers && { headers });
}
