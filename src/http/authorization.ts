import {
  type AuthorizationVisit,
  authorize,
  type NextStep,
  type Refused,
  readRequest,
} from "../flows/authorize.ts";
import { explainRefusal, refusalEvent } from "../flows/explain-refusal.ts";
import type { SignInProblem as FlowProblem } from "../flows/sign-in.ts";
import { renderContinuePage } from "../pages/continue.ts";
import { renderSignInPage, type SignInProblem } from "../pages/sign-in.ts";
import {
  type AuthorizationRequest,
  refusalRedirect,
  refuseAuthorization,
} from "../protocol/authorization-request.ts";
import type { Incoming } from "./incoming.ts";
import { formTargetsOf, type Reply, type ReplyHeaders } from "./reply.ts";
import { newNonce, personOf, stepField, tieToBrowser, type Web } from "./web.ts";

/** A request line longer than this would not fit through common proxies; it is refused with our own page. */
const queryLengthMax = 12 * 1024;

/** GET of the authorization endpoint. HEAD is answered as for a stranger: it issues no code and touches no session. */
export async function getAuthorization(web: Web, incoming: Incoming): Promise<Reply> {
  const { query } = incoming;
  if (query === undefined) return web.surfaces.errorPage(400, incoming, { kind: "broken-request" });
  if (query.length > queryLengthMax) return web.surfaces.errorPage(414, incoming, { kind: "broken-request" });
  const sessionCookie = incoming.method === "HEAD" ? undefined : incoming.cookie(web.cookies.session);
  const visit: AuthorizationVisit = { query, sessionCookie };
  return replyToStep(web, incoming, query, await authorize(web.ports, visit, incoming));
}

/** POST of the authorization endpoint (OpenID Connect Core §3.1.2.1): the same request as GET, so the browser is sent there. */
export async function postAuthorization(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await incoming.readForm();
  if (!form.ok) return web.surfaces.unreadableForm(incoming, form.reason);
  const query = [incoming.query ?? "", queryOfForm(form.value)].filter((part) => part !== "").join("&");
  if (query.length > queryLengthMax) return web.surfaces.errorPage(413, incoming, { kind: "broken-request" });
  const read = await readRequest(web.ports, query);
  // Refused here and now: a broken request becomes no redirect to ourselves, and a secret in the form gets into no URL.
  if (!read.ok) {
    const refused = await authorize(web.ports, { query, sessionCookie: undefined }, incoming);
    return replyToStep(web, incoming, query, refused);
  }
  return web.replies.redirect(303, `${web.paths.authorization}?${query}`);
}

// A form body may hold what no URL and no header can (line ends, a raw #, letters beyond ASCII): encoded, it means the same.
function queryOfForm(form: string): string {
  return form.replace(/[^!$-~]+/g, encodeURIComponent);
}

/** Shows, or sends the browser to, what the dispatcher decided. `headers` carries cookies that a step set. */
export function replyToStep(
  web: Web,
  incoming: Incoming,
  query: string,
  next: NextStep,
  headers?: ReplyHeaders,
): Reply {
  const isPost = incoming.method === "POST";
  switch (next.kind) {
    case "refused":
      return replyToRefusal(web, incoming, next, headers);
    case "issued":
      return web.replies.redirect(isPost ? 303 : 302, next.location, headers);
    case "continue":
      return continuePage(web, incoming, query, next, headers);
    case "sign-in":
      return signInPage(web, incoming, query, {
        request: next.request,
        username: next.request.loginHint ?? next.signedInAs?.username ?? "",
        ...(next.signedInAs === undefined ? {} : { currentAccount: personOf(next.signedInAs) }),
        ...(headers === undefined ? {} : { headers }),
      });
  }
}

function replyToRefusal(web: Web, incoming: Incoming, { refusal }: Refused, headers?: ReplyHeaders): Reply {
  if (refusal.surface === "redirect") {
    const location = refusalRedirect(refusal, web.ports.settings.issuer);
    const { reason, client } = refusal;
    web.ports.events.record({ kind: "authorization-refused", reason, clientId: client.id }, incoming);
    return web.replies.redirect(incoming.method === "POST" ? 303 : 302, location, headers);
  }
  const explanation = explainRefusal(refusal, web.runLatchkey);
  web.ports.events.record(refusalEvent(refusal, explanation), incoming);
  const problem = {
    kind: refusal.reason.startsWith("client-") ? "unknown-application" : "broken-request",
  } as const;
  if (!web.isDevelopment) return web.surfaces.errorPage(400, incoming, problem);
  const { cause, received, nearest, repair } = explanation;
  return web.surfaces.errorPage(400, incoming, problem, { cause, received, difference: nearest, repair });
}

interface SignInPage {
  readonly request: AuthorizationRequest;
  readonly username: string;
  readonly problem?: FlowProblem;
  readonly currentAccount?: { readonly displayName: string };
  readonly headers?: ReplyHeaders;
}

/** The sign-in page for a request; with a problem it is the same form again, the username kept and the password gone. */
export function signInPage(web: Web, incoming: Incoming, query: string, page: SignInPage): Reply {
  const { request, problem } = page;
  const tie = tieToBrowser(web, incoming);
  const cspNonce = newNonce(web);
  const html = renderSignInPage({
    cspNonce,
    clientName: request.client.name,
    clientHost: hostOf(request.redirectUri),
    formAction: `${web.paths.signIn}?${query}`,
    stepToken: stepField(web, { step: "sign-in", browser: tie.value, request: query }),
    username: page.username,
    problem: problem && shownProblem(problem),
    cancelHref: cancelHrefOf(web, request),
    currentAccount: page.currentAccount,
    isInsecureDevelopment: web.isInsecure,
  });
  const headers = {
    ...(tie.setCookie && { "set-cookie": tie.setCookie }),
    ...retryAfterOf(problem),
    ...page.headers,
  };
  return web.replies.page(statusOf(problem), html, cspNonce, {
    formTargets: formTargetsOf(request.redirectUri),
    headers,
  });
}

function continuePage(
  web: Web,
  incoming: Incoming,
  query: string,
  next: Extract<NextStep, { kind: "continue" }>,
  headers?: ReplyHeaders,
): Reply {
  const { request, facts } = next;
  // Whoever answers this page and sees it again answered an old one, or one made for another browser.
  const isStale = incoming.method === "POST" && incoming.path === web.paths.continue;
  const tie = tieToBrowser(web, incoming);
  const cspNonce = newNonce(web);
  const sessionId = facts.session.id;
  const html = renderContinuePage({
    cspNonce,
    clientName: request.client.name,
    clientHost: hostOf(request.redirectUri),
    formAction: `${web.paths.continue}?${query}`,
    stepToken: stepField(web, { step: "continue", browser: tie.value, request: query, sessionId }),
    accounts: [personOf(facts.account)],
    useAnotherHref: `${web.paths.signIn}?${query}`,
    cancelHref: cancelHrefOf(web, request),
    isStale,
    isInsecureDevelopment: web.isInsecure,
  });
  return web.replies.page(isStale ? 403 : 200, html, cspNonce, {
    formTargets: formTargetsOf(request.redirectUri),
    headers: { ...(tie.setCookie && { "set-cookie": tie.setCookie }), ...headers },
  });
}

/** Cancelling is an ordinary error redirect, so a plain link does it and needs no request to us. */
function cancelHrefOf(web: Web, request: AuthorizationRequest): string {
  return refusalRedirect(refuseAuthorization(request, "access-denied"), web.ports.settings.issuer);
}

/** The host of a redirect URI as people read it; the scheme where it has no host. */
function hostOf(redirectUri: string): string {
  const afterScheme = redirectUri.indexOf("://");
  if (afterScheme === -1) return redirectUri.slice(0, redirectUri.indexOf(":"));
  const rest = redirectUri.slice(afterScheme + 3);
  const end = rest.search(/[/?]/);
  return end === -1 ? rest : rest.slice(0, end);
}

function shownProblem(problem: FlowProblem): SignInProblem {
  switch (problem.kind) {
    case "throttled":
      return { kind: "throttled", waitSeconds: problem.wait };
    case "busy":
      return { kind: "busy" };
    case "unusable-password":
      return problem.reason === "too-long" ? { kind: "too-long-password" } : { kind: "mismatch" };
    default:
      return problem;
  }
}

function statusOf(problem: FlowProblem | undefined): number {
  switch (problem?.kind) {
    case undefined:
      return 200;
    case "stale":
      return 403;
    case "throttled":
      return 429;
    case "busy":
      return 503;
    default:
      return 400;
  }
}

function retryAfterOf(problem: FlowProblem | undefined): ReplyHeaders {
  if (problem?.kind !== "throttled" && problem?.kind !== "busy") return {};
  return { "retry-after": String(problem.wait) };
}
