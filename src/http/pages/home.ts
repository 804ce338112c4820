import { findLiveSession } from "../../flows/session/find-session.ts";
import { type HomePageModel, renderHomePage } from "../../pages/home.ts";
import { queryTo } from "../../protocol/authorization/return-target.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import { createNonce, personOf, type Web } from "../web.ts";

/** GET of the base URL: a page about this service and the signed-in person. */
export async function getHome(web: Web, incoming: Incoming): Promise<Reply> {
  const facts = await findLiveSession(web.ports, incoming.cookie(web.cookies.session), web.ports.clock.now());
  const cspNonce = createNonce(web);
  const model: HomePageModel = {
    cspNonce,
    signedIn: facts && {
      account: personOf(facts.account),
      accountHref: web.paths.account,
      signOutHref: web.paths.logout,
    },
    signInHref: `${web.paths.signIn}?${queryTo("home")}`,
    connectCommand: web.isDevelopment
      ? `${web.runLatchkey} client create --name "My app" --redirect-uri http://localhost:3000/callback`
      : undefined,
    docsHref: web.docsPath && `${web.docsPath}/`,
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderHomePage(model, web.textsFor(incoming));
  return web.replies.page(200, html, cspNonce);
}
