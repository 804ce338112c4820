import {
  explainSignOut,
  type SignOutProblemDetail,
  signOutProblemEvent,
} from "../../flows/session/explain-sign-out.ts";
import { type SignOutStep, type SignOutVisit, signOut } from "../../flows/session/sign-out.ts";
import {
  type ServerLogoutRefusalReason,
  type SignOutRequestProblem,
  signOutErrors,
  signOutParameters,
} from "../../protocol/openid/sign-out.ts";
import { type Parameters, parseParameters } from "../../protocol/parameters.ts";
import type { ClientId } from "../../values/ids.ts";
import { unreachable } from "../../values/result.ts";
import { findFlash, redirectWithFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply, ReplyHeaders } from "../reply.ts";
import { isSameOrigin } from "../request-origin.ts";
import type { Web } from "../web.ts";
import { queryLengthMax, queryWithForm } from "./form-query.ts";
import { refusedPage, signedOutPage, signOutPage, type ToldSignOut } from "./sign-out-page.ts";

/**
 * GET of the logout endpoint, by the person or with the request of a client. It asks first, so that a picture or link on another site
 * signs nobody out. HEAD is answered as for a stranger.
 */
export async function getSignOut(web: Web, incoming: Incoming): Promise<Reply> {
  if (incoming.query.length > queryLengthMax)
    return web.errorResponses.refusedRequest(incoming, "query-too-long");
  const isHead = incoming.method === "HEAD";
  const { isDone = false } = findFlash<ToldSignOut>(web, incoming) ?? {};
  const step = await signOut(web.ports, {
    query: incoming.query,
    sessionCookie: isHead ? undefined : incoming.cookie(web.cookies.session),
    // The page after a sign-out does not ask about another account.
    accountsCookie: isHead || isDone ? undefined : incoming.cookie(web.cookies.accounts),
    deviceCookie: incoming.cookie(web.cookies.device),
    userAgent: userAgentOf(incoming),
    mayChange: !isHead,
    context: incoming,
  });
  return replyToStep(web, incoming, step, isHead || isDone ? {} : forgetSession(web, incoming, step));
}

/** POST of the logout endpoint: the answer to the service's page, or the request of a client (RP-Initiated Logout §2). */
export async function postSignOut(web: Web, incoming: Incoming): Promise<Reply> {
  const body = await incoming.readForm();
  if (!body.ok) return web.errorResponses.refusedForm(incoming, body.reason);
  const form = parseParameters(body.value);
  if (!form.ok) return web.errorResponses.refusedForm(incoming, form.reason);
  if (isFromClient(form.value)) return postOfClient(web, incoming, body.value);
  if (!isSameOrigin(incoming, web.origin)) return web.errorResponses.refusedForm(incoming, "foreign-origin");
  const visit: SignOutVisit = {
    query: incoming.query,
    sessionCookie: incoming.cookie(web.cookies.session),
    accountsCookie: incoming.cookie(web.cookies.accounts),
    deviceCookie: incoming.cookie(web.cookies.device),
    userAgent: userAgentOf(incoming),
    answer: {
      step: form.value.only("step"),
      browserCookie: incoming.cookie(web.cookies.browser),
      isForAll: form.value.isSent("all"),
    },
    context: incoming,
  };
  const step = await signOut(web.ports, visit);
  if (step.kind === "ask")
    return redirectWithFlash(web, incoming, { told: { isStale: true } satisfies ToldSignOut });
  if (step.kind === "signed-out" && step.location === undefined && !isProgram(incoming)) {
    const cookies = forgottenCookies(web, incoming, step);
    const { home } = web.paths;
    // The active account stays signed in if an application signed out another account.
    if (step.left.hasActive)
      return redirectWithFlash(web, incoming, { at: { path: home, query: "" }, cookies });
    // Without a session the page tells that nobody is signed in any more.
    const told = step.left.accountsCookie ? ({ isDone: true } satisfies ToldSignOut) : undefined;
    return redirectWithFlash(web, incoming, { told, session: "none", cookies });
  }
  return replyToStep(web, incoming, step, forgetSession(web, incoming, step));
}

function userAgentOf(incoming: Incoming): string {
  return incoming.header("user-agent") ?? "";
}

/** True for the form of the service's page. It alone has a CSRF token, and its request is in its address. */
function isFromClient(form: Parameters): boolean {
  return !form.isSent("step") && signOutParameters.some((name) => form.isSent(name));
}

/**
 * Redirects a post from another site to the same request, because the post comes without the service's cookies. A server that posts is
 * answered at once.
 */
async function postOfClient(web: Web, incoming: Incoming, form: string): Promise<Reply> {
  const query = queryWithForm(incoming.query, form);
  if (query.length > queryLengthMax) return web.errorResponses.refusedRequest(incoming, "body-too-large");
  if (!isProgram(incoming)) return web.replies.redirect(303, `${web.paths.logout}?${query}`);
  const step = await signOut(web.ports, {
    query,
    sessionCookie: undefined,
    userAgent: userAgentOf(incoming),
    context: incoming,
  });
  return replyToStep(web, incoming, step, {});
}

/** True for a server that calls without a browser. Every browser says what it accepts, and where a POST comes from. */
function isProgram(incoming: Incoming): boolean {
  const said = ["cookie", "origin", "sec-fetch-mode"].some((name) => incoming.header(name) !== undefined);
  return !said && !incoming.header("accept")?.includes("text/html");
}

/** `headers` go with an answer that says that nobody is signed in any more. */
function replyToStep(web: Web, incoming: Incoming, step: SignOutStep, headers: ReplyHeaders): Reply {
  switch (step.kind) {
    case "refused":
      return refusedPage(web, incoming, step.reason);
    case "ask":
      recordProblem(web, incoming, step.problem);
      return signOutPage(web, incoming, step);
    case "signed-out":
      recordProblem(web, incoming, step.problem);
      if (isProgram(incoming)) {
        const refusal = refusalForProgram(step);
        if (refusal !== undefined) return replyToProgram(web, incoming, refusal, step.clientId);
      }
      return step.location === undefined
        ? signedOutPage(web, incoming, step, headers)
        : web.replies.redirect(incoming.method === "POST" ? 303 : 302, step.location, headers);
    default:
      return unreachable(step);
  }
}

function recordProblem(web: Web, incoming: Incoming, problem: SignOutProblemDetail | undefined): void {
  if (problem === undefined) return;
  const explanation = explainSignOut(problem, web.runLatchkey);
  web.ports.events.record(signOutProblemEvent(problem, explanation), incoming);
}

type ProgramRefusal = SignOutRequestProblem | ServerLogoutRefusalReason;

/** Answers a server in JSON with the reason why no session ended, because it would take a page for success. */
function refusalForProgram({
  problem,
  notEnded,
}: Extract<SignOutStep, { kind: "signed-out" }>): ProgramRefusal | undefined {
  return problem?.request.idTokenHint === undefined ? notEnded : problem.reason;
}

function replyToProgram(
  web: Web,
  incoming: Incoming,
  reason: ProgramRefusal,
  clientId: ClientId | undefined,
): Reply {
  const { error, description } = signOutErrors[reason];
  web.ports.events.record({ kind: "server-logout-refused", reason, ...(clientId && { clientId }) }, incoming);
  const status = error === "unauthorized_client" ? 403 : 400;
  const named = clientId === undefined ? description : description.replace("CLIENT_ID", clientId);
  return web.replies.json(status, { status: "error", error, error_description: named }, {});
}

function forgetSession(web: Web, incoming: Incoming, step: SignOutStep): ReplyHeaders {
  const cookies = step.kind === "signed-out" ? forgottenCookies(web, incoming, step) : [];
  return cookies.length === 0 ? {} : { "set-cookie": [...cookies] };
}

/** Removes only cookies that came with the request: a post that another site caused has none, and must sign nobody out. */
function forgottenCookies(
  { cookies, ports }: Web,
  incoming: Incoming,
  { left: { hasActive, accountsCookie } }: Extract<SignOutStep, { kind: "signed-out" }>,
): readonly string[] {
  const written = [];
  if (!hasActive && incoming.hasCookie(cookies.session)) written.push(cookies.write(cookies.session, "", 0));
  if (accountsCookie !== undefined && accountsCookie !== incoming.cookie(cookies.accounts)) {
    const seconds = accountsCookie === "" ? 0 : ports.settings.sessionLifetime;
    written.push(cookies.write(cookies.accounts, accountsCookie, seconds));
  }
  return written;
}
