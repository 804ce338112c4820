import { dispatch, type NextStep } from "../../flows/authorize/dispatch.ts";
import { explainRefusal, refusalEvent } from "../../flows/authorize/explain-refusal.ts";
import { readRequest } from "../../flows/authorize/read-request.ts";
import type { Visit } from "../../flows/authorize/visit.ts";
import type { RedirectRefusalReason } from "../../protocol/authorization/errors.ts";
import type { Refused, ReleasedRefusal } from "../../protocol/authorization/next-step.ts";
import { refuseAuthorization, type ShownRequest } from "../../protocol/authorization/request.ts";
import {
  refusalParameters,
  refusalRedirect,
  successParameters,
  successRedirect,
} from "../../protocol/authorization/response.ts";
import { carriedTo } from "../../protocol/authorization/return-target.ts";
import { isFromDocument } from "../../protocol/client/client.ts";
import { type Eventual, whenThere } from "../../values/eventual.ts";
import { unreachable } from "../../values/result.ts";
import { redirectWithFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import { ownPagePath } from "../paths.ts";
import type { Reply, ReplyHeaders } from "../reply.ts";
import type { Web } from "../web.ts";
import { continuePage } from "./continue-page.ts";
import { formPostPage } from "./form-post-page.ts";
import { queryLengthMax, queryWithForm } from "./form-query.ts";
import { notAdmittedPage } from "./not-admitted-page.ts";
import type { passkeyOfferPage } from "./passkey-offer-page.ts";
import { signInPage } from "./sign-in-page.ts";
import { keptOf, pathOfStep, type ToldStep } from "./step-flash.ts";

/** A browser in which nobody is signed in. */
const stranger = { sessionCookie: undefined, trustCookie: undefined };

/** GET of the authorization endpoint. HEAD is answered as for a stranger: it issues no code and touches no session. */
export function getAuthorization(web: Web, incoming: Incoming): Eventual<Reply> {
  const { query } = incoming;
  if (query.length > queryLengthMax) return web.errorResponses.refusedRequest(incoming, "query-too-long");
  const browser = incoming.method === "HEAD" ? stranger : cookiesOf(web, incoming);
  const visit: Visit = { target: { kind: "request", query }, browser };
  return whenThere(dispatch(web.ports, visit, incoming), (next) => replyToStep(web, incoming, query, next));
}

/** All that a code needs of a browser. What a page needs is read when there is one. */
function cookiesOf({ cookies }: Web, incoming: Incoming): Visit["browser"] {
  return {
    sessionCookie: incoming.cookie(cookies.session),
    ...(incoming.hasCookie(cookies.accounts) && {
      accountsCookie: incoming.cookie(cookies.accounts),
      deviceCookie: incoming.cookie(cookies.device),
    }),
    trustCookie: incoming.cookie(cookies.trust),
  };
}

/** GET of the link back, which some pages have in place of the redirect URI: tells the client that the person cancelled. */
export async function getCancel(web: Web, incoming: Incoming): Promise<Reply> {
  const { query } = incoming;
  const browser = incoming.browser;
  const visit = { target: { kind: "request", query }, browser, choice: "cancel" } as const;
  const next = await dispatch(web.ports, visit, incoming);
  // The sign-in page that held the answer back led here, so it must not be shown again.
  if (next.kind === "sign-in" && next.withheld !== undefined && next.request.responseMode === "form_post") {
    const refusal = refuseAuthorization(next.request, next.withheld);
    const parameters = refusalParameters(refusal, web.ports.settings.issuer);
    return formPostPage(web, incoming, refusal, { parameters, waits: true });
  }
  return replyToStep(web, incoming, query, next);
}

/** POST of the authorization endpoint (OpenID Connect Core §3.1.2.1): the same request as GET, so the browser is sent there. */
export async function postAuthorization(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await incoming.readForm();
  if (!form.ok) return web.errorResponses.refusedRequest(incoming, form.reason);
  const query = queryWithForm(incoming.query, form.value);
  if (query.length > queryLengthMax) return web.errorResponses.refusedRequest(incoming, "body-too-large");
  const read = await readRequest(web.ports, { query, arrivedAt: web.ports.codeClock.now() });
  // Refused at once, so that a broken request causes no redirect and a secret in the form gets into no URL.
  if (!read.ok) {
    const visit = { target: { kind: "request", query }, browser: stranger } as const;
    const next = await dispatch(web.ports, visit, incoming);
    // A held-back refusal is decided at the sign-in address, where the browser sends its cookies.
    if (next.kind !== "sign-in" && next.kind !== "sign-in-for-document")
      return replyToStep(web, incoming, query, next);
  }
  return web.replies.redirect(303, `${web.paths.authorization}?${query}`);
}

/**
 * Answers the form of a step, with its cookies if there are any. If a page comes next, the browser is redirected to it, with what the form
 * has proved, so that Back, Forward and reload only meet pages (ADR 0081).
 */
export function replyToForm(
  web: Web,
  incoming: Incoming,
  query: string,
  next: NextStep,
  cookies: readonly string[] = [],
): Reply | Promise<Reply> {
  if (next.kind === "refused" || next.kind === "issued" || next.kind === "open") {
    const headers = cookies.length === 0 ? {} : { "set-cookie": [...cookies] };
    const isPage = next.kind === "refused" && next.refusal.errorFormat === "page";
    // A client that was removed or changed while its form was open: the request itself leads to the page that says so.
    return isPage
      ? web.replies.redirect(303, `${web.paths.authorization}?${query}`, headers)
      : replyToStep(web, incoming, query, next, headers);
  }
  const path = pathOfStep(web.paths, next.kind);
  return redirectWithFlash(web, incoming, {
    at: { path, query },
    // The same page again, or the one with the accounts: the form was old or for another account or browser, or there is more to ask.
    told:
      path === incoming.path || next.kind === "choose-account"
        ? ({ isAgain: true } satisfies ToldStep)
        : undefined,
    kept: keptOf(next.progress),
    session: next.progress.evidence?.sessionId,
    cookies,
  });
}

/** Shows the page that the dispatcher decided on, or sends the browser on. `headers` has the cookies of a step. */
export function replyToStep(
  web: Web,
  incoming: Incoming,
  query: string,
  next: NextStep,
  headers?: ReplyHeaders,
): Reply | Promise<Reply> {
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
      return import("./consent-page.ts").then((page) =>
        page.consentPage(web, incoming, query, next, headers),
      );
    case "sign-in": {
      const { request, withheld } = next;
      if (withheld !== undefined) recordHeldBack(web, incoming, request, withheld);
      return signInPage(web, incoming, query, {
        form: next,
        username: request.loginHint ?? "",
        headers,
      });
    }
    case "sign-in-for-document":
      return signInPage(web, incoming, query, { form: next, username: next.loginHint ?? "", headers });
    case "sign-in-for-page":
      return signInPage(web, incoming, query, { form: next, username: "", headers });
    case "choose-account":
      return import("./choose-account-page.ts").then((page) =>
        page.chooseAccountPage(web, incoming, query, next, headers),
      );
    case "offer-passkey":
      return offerPasskey(web, incoming, query, next, headers);
    case "review-ways-in":
      return import("./ways-in-page.ts").then((page) => page.waysInPage(web, incoming, query, next, headers));
    case "keep-account":
      return import("./keep-account-page.ts").then((page) =>
        page.keepAccountPage(web, incoming, query, next, headers),
      );
    case "step-up":
      return import("./verify-page.ts").then((page) =>
        page.verifyPage(web, incoming, query, { form: next, headers }),
      );
    case "link-needed":
      return import("./link-needed-page.ts").then((page) =>
        page.linkNeededPage(web, incoming, query, next, headers),
      );
    case "enrol":
      return import("./enrol-page.ts").then((page) =>
        page.enrolPage(web, incoming, query, { form: next, headers }),
      );
    case "open":
      return web.replies.redirect(303, ownPagePath(web.paths, next.page, carriedTo(query)), headers);
    default:
      return unreachable(next);
  }
}

async function offerPasskey(...page: Parameters<typeof passkeyOfferPage>): Promise<Reply> {
  const { passkeyOfferPage } = await import("./passkey-offer-page.ts");
  return passkeyOfferPage(...page);
}

function replyToRefusal(
  web: Web,
  incoming: Incoming,
  {
    refusal,
    query,
    headers,
  }: Refused & { readonly query: string; readonly headers: ReplyHeaders | undefined },
): Reply | Promise<Reply> {
  if (refusal.errorFormat === "redirect") {
    const { reason, client } = refusal;
    web.ports.events.record({ kind: "authorization-refused", reason, clientId: client.id }, incoming);
    return replyWithRefusal(web, incoming, refusal, headers);
  }
  const explanation = explainRefusal(refusal, web.runLatchkey);
  web.ports.events.record(refusalEvent(refusal, explanation), incoming);
  const problem = {
    kind: /^(?:client|document)-/.test(refusal.reason) ? "unknown-application" : "broken-request",
  } as const;
  const { cause, received, nearest, repair } = explanation;
  // The developer of a document is often not here, and a public document is not a secret of this installation.
  const shared = refusal.reason === "document-refused" ? { cause, received } : undefined;
  const developer = web.isDevelopment ? { cause, received, difference: nearest, repair } : shared;
  return web.errorResponses.errorPage(400, incoming, { problem, developer, query });
}

/** Sends the browser to the client with its code, in the response mode that the request asks for. */
function replyWithCode(
  web: Web,
  incoming: Incoming,
  { request, code }: Extract<NextStep, { kind: "issued" }>,
  headers?: ReplyHeaders,
): Reply | Promise<Reply> {
  const { issuer } = web.ports.settings;
  return request.responseMode === "form_post"
    ? formPostPage(web, incoming, request, { parameters: successParameters(request, code, issuer), headers })
    : redirectToClient(web, incoming, request, { url: successRedirect(request, code, issuer), headers });
}

/** Sends the browser to the client with a refusal, in the response mode that the request asks for. */
function replyWithRefusal(
  web: Web,
  incoming: Incoming,
  refusal: ReleasedRefusal,
  headers?: ReplyHeaders,
): Reply | Promise<Reply> {
  const { issuer } = web.ports.settings;
  return refusal.responseMode === "form_post"
    ? formPostPage(web, incoming, refusal, { parameters: refusalParameters(refusal, issuer), headers })
    : redirectToClient(web, incoming, refusal, { url: refusalRedirect(refusal, issuer), headers });
}

/**
 * Redirects the browser to the client. A form that was shown while the client's document was unknown may not lead to another site
 * (`form-action`), so its answer is a page that goes there by itself.
 */
function redirectToClient(
  web: Web,
  incoming: Incoming,
  request: ShownRequest,
  { url, headers }: { readonly url: string; readonly headers: ReplyHeaders | undefined },
): Reply | Promise<Reply> {
  const { paths, replies } = web;
  const isFromUnknowing =
    incoming.method === "POST" &&
    ![paths.consent, paths.continue, paths.chooseAccount].includes(incoming.path);
  if (isFromUnknowing && isFromDocument(request.client))
    return import("./leaving-page.ts").then((page) =>
      page.leavingPage(web, incoming, request, { url, headers }),
    );
  return replies.redirect(redirectStatus(incoming), url, headers);
}

function redirectStatus({ method }: Incoming): 302 | 303 {
  return method === "POST" ? 303 : 302;
}

/** Records the error that the client will get after the sign-in, for the developer, who sees only the sign-in page. */
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
