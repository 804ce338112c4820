import { type EndSessionStep, type EndSessionVisit, endSession } from "../flows/end-session.ts";
import { queryTo } from "../flows/own-page.ts";
import {
  renderSignedOutPage,
  renderSignOutPage,
  type SignedOutPageModel,
  type SignOutPageModel,
} from "../pages/sign-out.ts";
import { type EndSessionProblem, endSessionErrors, endSessionParameters } from "../protocol/end-session.ts";
import { type Parameters, parseParameters } from "../protocol/parameters.ts";
import { unreachable } from "../values/result.ts";
import { queryLengthMax, queryWithForm } from "./form-query.ts";
import type { Incoming } from "./incoming.ts";
import { isSameOrigin } from "./origin.ts";
import { formTargetsOf, type Reply, type ReplyHeaders } from "./reply.ts";
import { newNonce, personOf, stepField, tieToBrowser, type Web } from "./web.ts";

/**
 * GET of the logout endpoint, by the person or with the request of a client. It asks first, so that a picture or link on
 * another site signs nobody out. HEAD is answered as for a stranger.
 */
export async function getSignOut(web: Web, incoming: Incoming): Promise<Reply> {
  if (incoming.query.length > queryLengthMax) return web.surfaces.refusedRequest(incoming, "query-too-long");
  const isHead = incoming.method === "HEAD";
  const step = await endSession(web.ports, {
    query: incoming.query,
    sessionCookie: isHead ? undefined : incoming.cookie(web.cookies.session),
    origin: incoming,
  });
  return replyToStep(web, incoming, step, isHead ? {} : forgetSession(web, incoming));
}

/** POST of the logout endpoint: the answer to our own page, or the request of a client (RP-Initiated Logout §2). */
export async function postSignOut(web: Web, incoming: Incoming): Promise<Reply> {
  const body = await incoming.readForm();
  if (!body.ok) return web.surfaces.refusedForm(incoming, body.reason);
  const form = parseParameters(body.value);
  if (!form.ok) return web.surfaces.refusedForm(incoming, form.reason);
  if (isFromClient(form.value)) return asGet(web, incoming, body.value);
  if (!isSameOrigin(incoming, web.origin)) return web.surfaces.refusedForm(incoming, "foreign-origin");
  const visit: EndSessionVisit = {
    query: incoming.query,
    sessionCookie: incoming.cookie(web.cookies.session),
    answer: { step: form.value.get("step"), browserCookie: incoming.cookie(web.cookies.browser) },
    origin: incoming,
  };
  return replyToStep(web, incoming, await endSession(web.ports, visit), forgetSession(web, incoming));
}

/** Only our own page has a step token in its form, and nothing of a request: that stands in its address. */
function isFromClient(form: Parameters): boolean {
  return !form.isSent("step") && endSessionParameters.some((name) => form.isSent(name));
}

/** What another site makes the browser post comes without our cookies; the redirect to the same request has them. */
function asGet(web: Web, incoming: Incoming, form: string): Reply {
  const query = queryWithForm(incoming.query, form);
  if (query.length > queryLengthMax) return web.surfaces.refusedRequest(incoming, "body-too-large");
  return web.replies.redirect(303, `${web.paths.logout}?${query}`);
}

/** `headers` go with an answer that says that nobody is signed in any more. */
function replyToStep(web: Web, incoming: Incoming, step: EndSessionStep, headers: ReplyHeaders): Reply {
  switch (step.kind) {
    case "refused":
      return refusedPage(web, incoming, step.reason);
    case "ask":
      return signOutPage(web, incoming, step);
    case "signed-out":
      return step.location === undefined
        ? signedOutPage(web, incoming, step, headers)
        : web.replies.redirect(incoming.method === "POST" ? 303 : 302, step.location, headers);
    default:
      return unreachable(step);
  }
}

function refusedPage(
  web: Web,
  incoming: Incoming,
  reason: Extract<EndSessionStep, { kind: "refused" }>["reason"],
): Reply {
  if (reason === "too-many-parameters") return web.surfaces.refusedRequest(incoming, reason);
  web.ports.events.record({ kind: "request-refused", reason, status: 400 }, incoming);
  const developer = web.isDevelopment
    ? { cause: endSessionErrors[reason].description, received: [] }
    : undefined;
  return web.surfaces.errorPage(400, incoming, { problem: { kind: "broken-request" }, developer });
}

function signOutPage(
  web: Web,
  incoming: Incoming,
  { uiLocales, facts, isStale, location, problem }: Extract<EndSessionStep, { kind: "ask" }>,
): Reply {
  const { logout, home, account } = web.paths;
  const { query } = incoming;
  const tie = tieToBrowser(web, incoming);
  const cspNonce = newNonce(web);
  const sessionId = facts.session.id;
  const model: SignOutPageModel = {
    cspNonce,
    formAction: query === "" ? logout : `${logout}?${query}`,
    stepToken: stepField(web, { step: "sign-out", browser: tie.value, request: query, sessionId }),
    account: personOf(facts.account),
    stayHref: home,
    accountHref: account,
    isStale,
    developerNote: developerNoteOf(web, problem),
  };
  const html = renderSignOutPage(model, web.textsFor(incoming, uiLocales));
  return web.replies.page(isStale ? 403 : 200, html, cspNonce, {
    ...(location !== undefined && { formTargets: formTargetsOf(location) }),
    headers: tie.setCookie === undefined ? {} : { "set-cookie": tie.setCookie },
  });
}

function signedOutPage(
  web: Web,
  incoming: Incoming,
  { uiLocales, problem }: Extract<EndSessionStep, { kind: "signed-out" }>,
  headers: ReplyHeaders,
): Reply {
  const cspNonce = newNonce(web);
  const signInHref = `${web.paths.signIn}?${queryTo("account")}`;
  const model: SignedOutPageModel = { cspNonce, signInHref, developerNote: developerNoteOf(web, problem) };
  const html = renderSignedOutPage(model, web.textsFor(incoming, uiLocales));
  return web.replies.page(200, html, cspNonce, { headers });
}

/** Why nobody is sent back to the client. People need not know; in production the log says it. */
function developerNoteOf(web: Web, problem: EndSessionProblem | undefined): string | undefined {
  return web.isDevelopment && problem !== undefined ? endSessionErrors[problem].description : undefined;
}

/** Only a cookie that came is taken away: what another site makes the browser post comes without, and must sign nobody out. */
function forgetSession({ cookies }: Web, incoming: Incoming): ReplyHeaders {
  if (!incoming.header("cookie")?.includes(`${cookies.session}=`)) return {};
  return { "set-cookie": cookies.write(cookies.session, "", 0) };
}
