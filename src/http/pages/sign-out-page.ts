import { explainSignOut, type SignOutProblemDetail } from "../../flows/session/explain-sign-out.ts";
import type { SignOutStep, WayBack } from "../../flows/session/sign-out.ts";
import type { Catalogue } from "../../pages/catalogue.ts";
import {
  renderSignedOutPage,
  renderSignOutPage,
  type ShownWayBack,
  type SignedOutPageModel,
  type SignOutPageModel,
  type SignOutProblem,
} from "../../pages/sign-out.ts";
import { queryTo } from "../../protocol/authorization/return-target.ts";
import { signOutErrors } from "../../protocol/openid/sign-out.ts";
import { findFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import { withoutPicker } from "../language.ts";
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

/** The error page for a request that cannot be read. */
export function refusedPage(
  web: Web,
  incoming: Incoming,
  reason: Extract<SignOutStep, { kind: "refused" }>["reason"],
): Reply {
  if (reason === "too-many-parameters") return web.errorResponses.refusedRequest(incoming, reason);
  web.ports.events.record({ kind: "request-refused", reason, status: 400 }, incoming);
  const developer = web.isDevelopment
    ? { cause: signOutErrors[reason].description, received: [] }
    : undefined;
  return web.errorResponses.errorPage(400, incoming, { problem: { kind: "broken-request" }, developer });
}

/** What the page tells after its form was sent; the form may have been old, or made for another browser or session. */
export interface ToldSignOut {
  readonly isStale?: true;
  /** One of several accounts was signed out. */
  readonly isDone?: true;
}

/** The page that asks whether the person wants to sign out. */
export function signOutPage(
  web: Web,
  incoming: Incoming,
  { uiLocales, facts, hasOthers, wayBack, problem }: Extract<SignOutStep, { kind: "ask" }>,
): Reply {
  const { isStale = false } = findFlash<ToldSignOut>(web, incoming) ?? {};
  const { logout, home, account } = web.paths;
  const { query } = incoming;
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const sessionId = facts.session.id;
  const model: SignOutPageModel = {
    cspNonce,
    formAction: query === "" ? logout : `${logout}?${query}`,
    csrfToken: csrfTokenFor(web, {
      step: "sign-out",
      browser: browserCookie.value,
      request: query,
      sessionId,
    }),
    account: personOf(facts.account),
    hasOthers,
    stayHref: home,
    accountHref: account,
    isStale,
    wayBack: wayBack && shownWayBack(wayBack),
    problem: problem && shownProblem(web, problem),
  };
  const html = renderSignOutPage(model, textsOf(web, incoming, uiLocales, problem));
  return web.replies.page(isStale ? 403 : 200, html, cspNonce, {
    ...(wayBack !== undefined && { formTargets: formTargetsOf(wayBack.location) }),
    headers: browserCookie.setCookie === undefined ? {} : { "set-cookie": browserCookie.setCookie },
  });
}

/** The page that says that nobody is signed in here any more. */
export function signedOutPage(
  web: Web,
  incoming: Incoming,
  { uiLocales, offered, problem, left }: Extract<SignOutStep, { kind: "signed-out" }>,
  headers: ReplyHeaders,
): Reply {
  const cspNonce = createNonce(web);
  const signInHref = `${web.paths.signIn}?${queryTo("account")}`;
  const model: SignedOutPageModel = {
    cspNonce,
    signInHref,
    hasOthers: incoming.hasCookie(web.cookies.accounts) && left.accountsCookie !== "",
    wayBack: offered && shownWayBack(offered),
    problem: problem && shownProblem(web, problem),
  };
  const html = renderSignedOutPage(model, textsOf(web, incoming, uiLocales, problem));
  return web.replies.page(200, html, cspNonce, { headers });
}

function textsOf(
  web: Web,
  incoming: Incoming,
  uiLocales: readonly string[],
  problem: SignOutProblemDetail | undefined,
): Catalogue {
  const texts = web.textsFor(incoming, uiLocales);
  return problem === undefined ? texts : withoutPicker(texts);
}

function shownWayBack({ client, location }: WayBack): ShownWayBack {
  return { clientName: shownNameOf(client), clientHost: hostOf(location), href: location };
}

/**
 * The reason why the person is not sent back to the client. People read one sentence; developers read the rest, in production in
 * the log.
 */
function shownProblem(web: Web, problem: SignOutProblemDetail): SignOutProblem {
  if (!web.isDevelopment) return {};
  const { cause, received, nearest, repair } = explainSignOut(problem, web.runLatchkey);
  return { developer: { cause, received, difference: nearest, repair } };
}
