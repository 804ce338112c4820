import { type AuthorizationVisit, authorize, type NextStep } from "../../flows/authorize/authorize.ts";
import { consentRequest } from "../../flows/authorize/consent.ts";
import { explainRefusal, refusalEvent } from "../../flows/authorize/explain-refusal.ts";
import { readRequest } from "../../flows/authorize/read-request.ts";
import type { SignInProblem as FlowProblem, SignInPurpose } from "../../flows/authorize/sign-in.ts";
import { cancelRequest, type Refused } from "../../flows/endpoint/answer-refusal.ts";
import { type ConsentPageModel, renderConsentPage } from "../../pages/consent.ts";
import { type ContinuePageModel, renderContinuePage } from "../../pages/continue.ts";
import type { ApplicationPages } from "../../pages/layout.ts";
import { type NotAdmittedPageModel, renderNotAdmittedPage } from "../../pages/not-admitted.ts";
import { renderSignInPage, type SignInPageModel, type SignInProblem } from "../../pages/sign-in.ts";
import {
  type RedirectRefusalReason,
  refuseAuthorization,
  type ShownRequest,
} from "../../protocol/authorization/request.ts";
import { refusalRedirect } from "../../protocol/authorization/response.ts";
import type { Client } from "../../protocol/client/client.ts";
import { unreachable } from "../../values/result.ts";
import { offerRefusal, replyWithCode, replyWithRefusal } from "../endpoints/client-answer.ts";
import type { Incoming } from "../incoming.ts";
import { formTargetsOf, type Reply, type ReplyHeaders } from "../reply.ts";
import {
  abilitiesOf,
  broughtRequest,
  createNonce,
  hostOf,
  personOf,
  stepField,
  tieToBrowser,
  type Web,
} from "../web.ts";
import { queryLengthMax, queryWithForm } from "./form-query.ts";
import { pickerActionOf } from "./language-picker.ts";

/** GET of the authorization endpoint. HEAD is answered as for a stranger: it issues no code and touches no session. */
export async function getAuthorization(web: Web, incoming: Incoming): Promise<Reply> {
  const { query } = incoming;
  if (query.length > queryLengthMax) return web.errorResponses.refusedRequest(incoming, "query-too-long");
  const sessionCookie = incoming.method === "HEAD" ? undefined : incoming.cookie(web.cookies.session);
  const visit: AuthorizationVisit = { query, sessionCookie };
  return replyToStep(web, incoming, query, await authorize(web.ports, visit, incoming));
}

/** POST of the authorization endpoint (OpenID Connect Core §3.1.2.1): the same request as GET, so the browser is sent there. */
export async function postAuthorization(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await incoming.readForm();
  if (!form.ok) return web.errorResponses.refusedRequest(incoming, form.reason);
  const query = queryWithForm(incoming.query, form.value);
  if (query.length > queryLengthMax) return web.errorResponses.refusedRequest(incoming, "body-too-large");
  const read = await readRequest(web.ports, broughtRequest(web, { query }));
  // Refused here and now: a broken request becomes no redirect to ourselves, and a secret in the form gets into no URL.
  if (!read.ok) {
    const next = await authorize(web.ports, { query, sessionCookie: undefined }, incoming);
    // A refusal that is held back is decided at the sign-in address, where the browser sends its cookies.
    if (next.kind !== "sign-in") return replyToStep(web, incoming, query, next);
  }
  return web.replies.redirect(303, `${web.paths.authorization}?${query}`);
}

/** Shows, or sends the browser to, what the dispatcher decided. `headers` carries cookies that a step set. */
export function replyToStep(
  web: Web,
  incoming: Incoming,
  query: string,
  next: NextStep,
  headers?: ReplyHeaders,
): Reply {
  switch (next.kind) {
    case "refused":
      return replyToRefusal(web, incoming, { ...next, query, headers });
    case "issued":
      return replyWithCode(web, incoming, next, headers);
    case "continue":
      return continuePage(web, incoming, query, next, headers);
    case "not-admitted":
      return notAdmittedPage(web, incoming, query, next, headers);
    case "consent":
      return consentPage(web, incoming, query, next, headers);
    case "sign-in": {
      const { request, withheld } = next;
      const signedInAs = withheld === undefined ? next.signedInAs : undefined;
      if (withheld !== undefined) recordHeldBack(web, incoming, request, withheld);
      return signInPage(web, incoming, query, {
        purpose: { kind: "request", request },
        username: request.loginHint ?? signedInAs?.username ?? "",
        ...(signedInAs === undefined ? {} : { currentAccount: personOf(signedInAs) }),
        ...(headers === undefined ? {} : { headers }),
      });
    }
    case "sign-in-for-page":
      return signInPage(web, incoming, query, {
        purpose: { kind: "own-page", page: next.page },
        username: "",
        ...(headers === undefined ? {} : { headers }),
      });
    case "open":
      return web.replies.redirect(303, web.paths[next.page], headers);
    default:
      return unreachable(next);
  }
}

function replyToRefusal(
  web: Web,
  incoming: Incoming,
  {
    refusal,
    query,
    headers,
  }: Refused & { readonly query: string; readonly headers: ReplyHeaders | undefined },
): Reply {
  if (refusal.errorFormat === "redirect") {
    const { reason, client } = refusal;
    web.ports.events.record({ kind: "authorization-refused", reason, clientId: client.id }, incoming);
    return replyWithRefusal(web, incoming, refusal, headers);
  }
  const explanation = explainRefusal(refusal, web.runLatchkey);
  web.ports.events.record(refusalEvent(refusal, explanation), incoming);
  const problem = {
    kind: refusal.reason.startsWith("client-") ? "unknown-application" : "broken-request",
  } as const;
  const { cause, received, nearest, repair } = explanation;
  const developer = web.isDevelopment ? { cause, received, difference: nearest, repair } : undefined;
  return web.errorResponses.errorPage(400, incoming, { problem, developer, query });
}

/** Records for the developer, who sees only the sign-in page, what the client will hear after it. */
function recordHeldBack(
  web: Web,
  incoming: Incoming,
  { client }: ShownRequest,
  withheld: RedirectRefusalReason,
): void {
  const explanation = explainRefusal(
    { errorFormat: "page", reason: "error-held-back", withheld, client },
    web.runLatchkey,
  );
  const event = { kind: "authorization-refused", reason: withheld, clientId: client.id } as const;
  web.ports.events.record({ ...event, repair: explanation.cause }, incoming);
}

interface SignInPage {
  readonly purpose: SignInPurpose;
  readonly username: string;
  readonly problem?: FlowProblem;
  readonly currentAccount?: { readonly displayName: string };
  readonly headers?: ReplyHeaders;
}

/** The sign-in page; with a problem it is the same form again, the username kept and the password gone. */
export function signInPage(web: Web, incoming: Incoming, query: string, page: SignInPage): Reply {
  const { purpose, problem } = page;
  const request = purpose.kind === "request" ? purpose.request : undefined;
  const uiLocales = request?.uiLocales ?? [];
  const tie = tieToBrowser(web, incoming);
  const cspNonce = createNonce(web);
  const model: SignInPageModel = {
    cspNonce,
    clientName: request?.client.name,
    clientHost: request && hostOf(request.redirectUri),
    ...(request && pagesOf(web, request.client)),
    formAction: `${web.paths.signIn}?${query}`,
    csrfToken: stepField(web, { step: "sign-in", browser: tie.value, request: query }),
    username: page.username,
    problem: problem && shownProblem(problem),
    cancelHref: request === undefined ? web.paths.home : cancelHrefOf(web, request, query),
    pickerAction: pickerActionOf(web, query, uiLocales),
    currentAccount: page.currentAccount,
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderSignInPage(model, web.textsFor(incoming, uiLocales));
  const headers = {
    ...(tie.setCookie && { "set-cookie": tie.setCookie }),
    ...retryAfterOf(problem),
    ...page.headers,
  };
  return web.replies.page(statusOf(problem), html, cspNonce, {
    ...(request && { formTargets: formTargetsOf(request.redirectUri) }),
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
  // This page comes again after an answer to an old one, or to one made for another browser.
  const isStale = incoming.method === "POST" && incoming.path === web.paths.continue;
  const tie = tieToBrowser(web, incoming);
  const cspNonce = createNonce(web);
  const sessionId = facts.session.id;
  const model: ContinuePageModel = {
    cspNonce,
    clientName: request.client.name,
    clientHost: hostOf(request.redirectUri),
    formAction: `${web.paths.continue}?${query}`,
    csrfToken: stepField(web, { step: "continue", browser: tie.value, request: query, sessionId }),
    account: personOf(facts.account),
    useAnotherHref: `${web.paths.signIn}?${query}`,
    cancelHref: cancelHrefOf(web, request, query),
    isStale,
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderContinuePage(model, web.textsFor(incoming, request.uiLocales));
  return web.replies.page(isStale ? 403 : 200, html, cspNonce, {
    formTargets: formTargetsOf(request.redirectUri),
    headers: { ...(tie.setCookie && { "set-cookie": tie.setCookie }), ...headers },
  });
}

function notAdmittedPage(
  web: Web,
  incoming: Incoming,
  query: string,
  { request, facts }: Extract<NextStep, { kind: "not-admitted" }>,
  headers?: ReplyHeaders,
): Reply {
  const reason = "account-not-admitted";
  const { client, redirectUri } = request;
  const [group = "GROUP"] = client.metadata.onlyGroups ?? [];
  const repair = `${web.runLatchkey} group add ${group} ${facts.account.id}`;
  const event = { kind: "authorization-refused", reason, clientId: client.id, repair } as const;
  web.ports.events.record(event, incoming);
  const cspNonce = createNonce(web);
  const model: NotAdmittedPageModel = {
    cspNonce,
    clientName: client.name,
    clientHost: hostOf(redirectUri),
    account: personOf(facts.account),
    useAnotherHref: `${web.paths.signIn}?${query}`,
    cancelHref: cancelHrefOf(web, request, query, reason),
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderNotAdmittedPage(model, web.textsFor(incoming, request.uiLocales));
  return web.replies.page(403, html, cspNonce, headers && { headers });
}

function consentPage(
  web: Web,
  incoming: Incoming,
  query: string,
  next: Extract<NextStep, { kind: "consent" }>,
  headers?: ReplyHeaders,
): Reply {
  const { request, facts } = next;
  // As on the page to continue; or the client wants more by now than the form that was answered listed.
  const isStale = incoming.method === "POST" && incoming.path === web.paths.consent;
  const tie = tieToBrowser(web, incoming);
  const cspNonce = createNonce(web);
  const scope = next.scope.join(" ");
  const model: ConsentPageModel = {
    cspNonce,
    clientName: request.client.name,
    clientHost: hostOf(request.redirectUri),
    ...pagesOf(web, request.client),
    formAction: `${web.paths.consent}?${query}`,
    csrfToken: stepField(web, {
      step: "consent",
      browser: tie.value,
      request: consentRequest(query, scope),
      sessionId: facts.session.id,
    }),
    scope,
    abilities: abilitiesOf(next.scope),
    account: personOf(facts.account),
    useAnotherHref: `${web.paths.signIn}?${query}`,
    isStale,
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderConsentPage(model, web.textsFor(incoming, request.uiLocales));
  return web.replies.page(isStale ? 403 : 200, html, cspNonce, {
    formTargets: formTargetsOf(request.redirectUri),
    headers: { ...(tie.setCookie && { "set-cookie": tie.setCookie }), ...headers },
  });
}

/** What a client registered for people to read. */
function pagesOf({ ports, paths }: Web, client: Client): ApplicationPages {
  const { id, metadata } = client;
  const version = ports.shownLogos.versionOf(client);
  const logoSrc = version && `${paths.logo}?client=${id}&v=${version}`;
  return { logoSrc, policyHref: metadata?.policyUri, termsHref: metadata?.tosUri };
}

/** GET of the link back that pages have where it cannot be the redirect URI itself: tells the client that the person said no. */
export async function getCancel(web: Web, incoming: Incoming): Promise<Reply> {
  const sessionCookie = incoming.cookie(web.cookies.session);
  const next = await cancelRequest(web.ports, { ...broughtRequest(web, incoming), sessionCookie });
  // The sign-in page that held the answer back has led here: it must not come again.
  if (next.kind === "sign-in" && next.request.responseMode === "form_post")
    return offerRefusal(web, incoming, refuseAuthorization(next.request, next.withheld));
  return replyToStep(web, incoming, incoming.query, next);
}

/** Cancelling is an ordinary error redirect, so a plain link does it; a form that is posted takes a page of its own. */
function cancelHrefOf(
  web: Web,
  request: ShownRequest,
  query: string,
  reason: RedirectRefusalReason = "access-denied",
): string {
  if (request.responseMode === "form_post") return `${web.paths.cancel}?${query}`;
  return refusalRedirect(refuseAuthorization(request, reason), web.ports.settings.issuer);
}

function shownProblem(problem: FlowProblem): SignInProblem {
  switch (problem.kind) {
    case "throttled":
      return { kind: "throttled", waitSeconds: problem.wait };
    case "busy":
      return { kind: "busy" };
    case "unusable-password":
      return problem.reason === "too-long" ? { kind: "too-long-password" } : { kind: "mismatch" };
    case "stale":
    case "no-cookie":
    case "missing-username":
    case "missing-password":
    case "mismatch":
      return problem;
    default:
      return unreachable(problem);
  }
}

function statusOf(problem: FlowProblem | undefined): number {
  switch (problem?.kind) {
    case undefined:
      return 200;
    case "stale":
    case "no-cookie":
      return 403;
    case "throttled":
      return 429;
    case "busy":
      return 503;
    case "missing-username":
    case "missing-password":
    case "unusable-password":
    case "mismatch":
      return 400;
    default:
      return unreachable(problem);
  }
}

function retryAfterOf(problem: FlowProblem | undefined): ReplyHeaders {
  if (problem?.kind !== "throttled" && problem?.kind !== "busy") return {};
  return { "retry-after": String(problem.wait) };
}
