import { renderLeavingPage } from "../../pages/leaving.ts";
import type { ShownRequest } from "../../protocol/authorization/request.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply, ReplyHeaders } from "../reply.ts";
import { createNonce, hostOf, shownNameOf, type Web } from "../web.ts";

/** The page that goes on to a client by itself, after a form that could not redirect there. */
export function leavingPage(
  web: Web,
  incoming: Incoming,
  { client, redirectUri, uiLocales }: Pick<ShownRequest, "client" | "redirectUri" | "uiLocales">,
  { url, headers }: { readonly url: string; readonly headers: ReplyHeaders | undefined },
): Reply {
  const cspNonce = createNonce(web);
  const model = {
    cspNonce,
    clientName: shownNameOf(client),
    clientHost: hostOf(redirectUri),
    href: url,
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderLeavingPage(model, web.textsFor(incoming, uiLocales, client));
  return web.replies.page(200, html, cspNonce, { headers: { ...headers, refresh: `0;url=${url}` } });
}
