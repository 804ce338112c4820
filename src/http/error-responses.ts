import type { Events } from "../flows/events.ts";
import { type DeveloperDetail, type PersonProblem, renderErrorPage, type WayOut } from "../pages/error.ts";
import { type TokenRefusalReason, tokenErrorOf, tokenErrors } from "../protocol/errors.ts";
import { ownPathOnHost } from "../protocol/forward-auth/protected-origin.ts";
import type { Seconds } from "../values/time.ts";
import type { BodyRefusal } from "./body.ts";
import { challengeError } from "./endpoints/challenge.ts";
import type { Incoming } from "./incoming.ts";
import { type TextsFor, uiLocalesIn, withoutPicker } from "./language.ts";
import type { ErrorFormat, NearPath } from "./near-path.ts";
import type { Paths } from "./paths.ts";
import type { Replies, Reply, ReplyHeaders } from "./reply.ts";

/** Why a browser's request is refused before any flow looks at it. */
type RequestRefusal =
  | BodyRefusal
  | "host-malformed"
  | "query-too-long"
  | "too-many-parameters"
  | "language-unknown"
  /** Another site made the browser post a form of the service. */
  | "foreign-origin";

/** The parts of an error page besides the status. */
interface ErrorPage {
  readonly problem: PersonProblem;
  readonly wayOut?: WayOut | undefined;
  readonly developer?: DeveloperDetail | undefined;
  /** The request that failed, if the address does not hold it. */
  readonly query?: string;
}

/** The answers that every route may give besides its own. */
export interface ErrorResponses {
  errorPage(status: number, incoming: Incoming, page: ErrorPage): Reply;
  jsonError(reason: TokenRefusalReason, usedBasic?: boolean, headers?: ReplyHeaders): Reply;
  /** Answers a path that no route has: in JSON near an endpoint for programs and below `/v1/`, otherwise with a page. */
  notFound(incoming: Incoming, near: NearPath | undefined): Reply;
  methodNotAllowed(errorFormat: ErrorFormat, incoming: Incoming, allow: string): Reply;
  badHost(errorFormat: ErrorFormat, incoming: Incoming): Reply;
  /** Answers an authorization request in an unreadable shape. It is recorded, so that the log explains the page's reference. */
  refusedRequest(incoming: Incoming, reason: RequestRefusal): Reply;
  /** Does the same for a form of the service's own pages. A GET of the same address shows the form again. */
  refusedForm(incoming: Incoming, reason: RequestRefusal): Reply;
  unavailable(errorFormat: ErrorFormat, incoming: Incoming): Reply;
  /** Answers a form of a person who has posted too many. */
  throttled(incoming: Incoming, wait: Seconds): Reply;
  failure(errorFormat: ErrorFormat, incoming: Incoming): Reply;
}

interface ErrorResponsesOptions {
  readonly replies: Replies;
  readonly events: Events;
  /** Creates the nonce of one page. */
  readonly nonce: () => string;
  readonly paths: Pick<Paths, "authorization" | "home">;
  readonly textsFor: TextsFor;
  readonly isDevelopment: boolean;
}

const retrySeconds = 2;
const retryAfter = { "retry-after": String(retrySeconds) };

/** Creates the answers that all routes share. */
export function createErrorResponses(options: ErrorResponsesOptions): ErrorResponses {
  const { replies, events, paths } = options;
  const home: WayOut = { kind: "home", href: paths.home };

  const errorPage: ErrorResponses["errorPage"] = (status, incoming, page) =>
    renderedPage(options, status, incoming, page);

  const jsonError: ErrorResponses["jsonError"] = (reason, usedBasic = false, headers = {}) =>
    errorInJson(replies, reason, usedBasic, headers);

  const refused = (incoming: Incoming, reason: RequestRefusal, page: ErrorPage): Reply => {
    const status = statusOf(reason);
    events.record({ kind: "request-refused", reason, status }, incoming);
    return errorPage(status, incoming, page);
  };

  const refusedRequest: ErrorResponses["refusedRequest"] = (incoming, reason) =>
    refused(incoming, reason, { problem: { kind: "broken-request" } });

  const refusedForm: ErrorResponses["refusedForm"] = (incoming, reason) =>
    refused(incoming, reason, { problem: { kind: "broken-form" }, wayOut: tryAgain(paths, incoming) });

  /** One answer for both kinds of readers. */
  const either = (
    errorFormat: ErrorFormat,
    incoming: Incoming,
    reason: TokenRefusalReason,
    page: ErrorPage & { readonly status: number },
  ): Reply => (errorFormat === "json" ? jsonError(reason) : errorPage(page.status, incoming, page));

  return {
    errorPage,
    jsonError,
    refusedRequest,
    refusedForm,
    notFound: (incoming, near) =>
      near?.errorFormat === "json" || (near === undefined && isBelowApi(incoming.path))
        ? notFoundInJson(replies, near)
        : errorPage(404, incoming, {
            problem: { kind: "not-found" },
            wayOut: home,
            developer: options.isDevelopment ? nearForDeveloper(near) : undefined,
          }),
    methodNotAllowed: (errorFormat, incoming, allow) => {
      const page = { status: 405, problem: { kind: "wrong-method" }, wayOut: home } as const;
      return withHeaders(either(errorFormat, incoming, "method-not-allowed", page), { allow });
    },
    badHost: (errorFormat, incoming) =>
      errorFormat === "json" ? jsonError("host-malformed") : refusedRequest(incoming, "host-malformed"),
    unavailable: (errorFormat, incoming) => {
      const problem = { kind: "unavailable", waitSeconds: retrySeconds } as const;
      const page = { status: 503, problem, wayOut: tryAgain(paths, incoming) };
      return withHeaders(either(errorFormat, incoming, "temporarily-unavailable", page), retryAfter);
    },
    throttled: (incoming, wait) => {
      const page = {
        problem: { kind: "throttled", waitSeconds: wait },
        wayOut: tryAgain(paths, incoming),
      } as const;
      return withHeaders(errorPage(429, incoming, page), { "retry-after": String(wait) });
    },
    failure: (errorFormat, incoming) => {
      const page = { status: 500, problem: { kind: "internal" }, wayOut: tryAgain(paths, incoming) } as const;
      return either(errorFormat, incoming, "server-error", page);
    },
  };
}

/** The address at which the person can try again: the address of a form shows the form again to a GET. */
function tryAgain(
  paths: Pick<Paths, "authorization">,
  { method, path, query }: Incoming,
): WayOut | undefined {
  // A request that a client posted is lost with its form.
  if (method === "POST" && path === paths.authorization) return undefined;
  return { kind: "retry", href: query === "" ? path : `${path}?${query}` };
}

function renderedPage(
  { replies, nonce, textsFor }: ErrorResponsesOptions,
  status: number,
  incoming: Incoming,
  { query = incoming.query, problem, wayOut, developer }: ErrorPage,
): Reply {
  const cspNonce = nonce();
  const found = textsFor(incoming, uiLocalesIn(query));
  // At a protected host, the form of the picker would lead to the application.
  const isPickable = incoming.query === "" && !`${incoming.path}/`.startsWith(`${ownPathOnHost}/`);
  const texts = isPickable ? found : withoutPicker(found);
  const model = { cspNonce, requestId: incoming.requestId, problem, wayOut, developer };
  return replies.page(status, renderErrorPage(model, texts), cspNonce);
}

function errorInJson(
  replies: Replies,
  reason: TokenRefusalReason,
  usedBasic: boolean,
  headers: ReplyHeaders,
): Reply {
  const { error, status, description } = tokenErrorOf(reason, { usedBasic });
  // Some libraries stop at a challenge and show its parameters only. Descriptions contain nothing that breaks the quotes.
  const detail = challengeError(error, description);
  const challenge = { "www-authenticate": `Basic realm="latchkey", charset="UTF-8", ${detail}` };
  const body = { status: "error", error, error_description: description };
  return replies.json(status, body, {
    ...(status === 401 && challenge),
    ...headers,
  });
}

function notFoundInJson(replies: Replies, near: NearPath | undefined): Reply {
  const { error, status, description } = tokenErrorOf("endpoint-unknown", { usedBasic: false });
  return replies.json(status, { status: "error", error, error_description: description + meant(near) });
}

function nearForDeveloper(near: NearPath | undefined): DeveloperDetail | undefined {
  return near && { cause: `${exactPaths}${meant(near)}`, received: [] };
}

const exactPaths = "No page has this address. Addresses are exact, capital letters included.";

/** The path comes from the table of routes, never from the request. */
function meant(near: NearPath | undefined): string {
  return near === undefined ? "" : ` Did you mean ${near.path}?`;
}

/** Only programs use paths below `/v1/`, also behind the path of the issuer. */
function isBelowApi(path: string): boolean {
  return path.includes("/v1/");
}

/** Most of these reasons occur at the token endpoint too. */
function statusOf(reason: RequestRefusal): number {
  if (reason === "foreign-origin") return 403;
  if (reason === "language-unknown") return 400;
  return reason === "query-too-long" ? 414 : tokenErrors[reason].status;
}

function withHeaders(reply: Reply, headers: ReplyHeaders): Reply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
}
