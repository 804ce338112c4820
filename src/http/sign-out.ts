import { findLiveSession } from "../flows/authorize.ts";
import { signOut } from "../flows/sign-out.ts";
import type { Account } from "../identity/account.ts";
import { renderHomePage } from "../pages/home.ts";
import { renderSignedOutPage, renderSignOutPage } from "../pages/sign-out.ts";
import type { SessionId } from "../values/ids.ts";
import type { Incoming } from "./incoming.ts";
import type { Reply } from "./reply.ts";
import { readPageForm } from "./sign-in.ts";
import { newNonce, personOf, stepField, tieToBrowser, type Web } from "./web.ts";

/** GET of the logout endpoint: asks first, so that a picture or link on another site signs nobody out. */
export async function getSignOut(web: Web, incoming: Incoming): Promise<Reply> {
  const facts = await findLiveSession(web.ports, incoming.cookie(web.cookies.session), web.ports.clock.now());
  return facts === undefined
    ? signedOutPage(web)
    : signOutPage(web, incoming, facts.account, facts.session.id, false);
}

/** POST of the confirm page. */
export async function postSignOut(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const outcome = await signOut(web.ports, {
    step: form.get("step"),
    sessionCookie: incoming.cookie(web.cookies.session),
    browserCookie: incoming.cookie(web.cookies.browser),
    origin: incoming,
  });
  return outcome.kind === "signed-out"
    ? signedOutPage(web)
    : signOutPage(web, incoming, outcome.facts.account, outcome.facts.session.id, true);
}

/** GET of the base URL: what this place is, and who is signed in here. */
export async function getHome(web: Web, incoming: Incoming): Promise<Reply> {
  const facts = await findLiveSession(web.ports, incoming.cookie(web.cookies.session), web.ports.clock.now());
  const cspNonce = newNonce(web);
  const html = renderHomePage({
    cspNonce,
    signedIn: facts && { account: personOf(facts.account), signOutHref: web.paths.logout },
    connectCommand: web.isDevelopment
      ? `${web.runLatchkey} client create --name "My app" --redirect-uri http://localhost:3000/callback`
      : undefined,
    isInsecureDevelopment: web.isInsecure,
  });
  return web.replies.page(200, html, cspNonce);
}

function signOutPage(
  web: Web,
  incoming: Incoming,
  account: Account,
  sessionId: SessionId,
  isStale: boolean,
): Reply {
  const tie = tieToBrowser(web, incoming);
  const cspNonce = newNonce(web);
  const html = renderSignOutPage({
    cspNonce,
    formAction: web.paths.logout,
    stepToken: stepField(web, { step: "sign-out", browser: tie.value, request: "", sessionId }),
    account: personOf(account),
    stayHref: web.paths.home,
    isStale,
  });
  const headers = tie.setCookie === undefined ? {} : { "set-cookie": tie.setCookie };
  return web.replies.page(isStale ? 403 : 200, html, cspNonce, { headers });
}

function signedOutPage(web: Web): Reply {
  const cspNonce = newNonce(web);
  const { cookies } = web;
  return web.replies.page(200, renderSignedOutPage({ cspNonce }), cspNonce, {
    headers: { "set-cookie": cookies.write(cookies.session, "", 0) },
  });
}
