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
import { redirectWithFlash } from "../flash.ts";
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
  const step = await signOut(web.ports, {
    query: incoming.query,
    sessionCookie: isHead ? undefined : incoming.cookie(web.cookies.session),
    userAgent: userAgentOf(incoming),
    mayChange: !isHead,
    context: incoming,
  });
  return replyToStep(web, incoming, step, isHead ? {} : forgetSession(web, incoming));
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
    userAgent: userAgentOf(incoming),
    answer: { step: form.value.only("step"), browserCookie: incoming.cookie(web.cookies.browser) },
    context: incoming,
  };
  const step = await signOut(web.ports, visit);
  if (step.kind === "ask")
    return redirectWithFlash(web, incoming, { told: { isStale: true } satisfies ToldSignOut });
  if (step.kind === "signed-out" && step.location === undefined && !isProgram(incoming)) {
    // Without a session the page tells that nobody is signed in any more.
    const cookies = incoming.hasCookie(web.cookies.session)
      ? [web.cookies.write(web.cookies.session, "", 0)]
      : [];
    return redirectWithFlash(web, incoming, { session: "none", cookies });
  }
  return replyToStep(web, incoming, step, forgetSession(web, incoming));
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

/** Removes only a cookie that came with the request: a post that another site caused has none, and must sign nobody out. */
function forgetSession({ cookies }: Web, incoming: Incoming): ReplyHeaders {
  if (!incoming.hasCookie(cookies.session)) return {};
  return { "set-cookie": cookies.write(cookies.session, "", 0) };
}
