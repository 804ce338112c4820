import { type DeveloperDetail, type PersonProblem, renderErrorPage } from "../pages/error.ts";
import { type TokenRefusalReason, tokenErrorOf, tokenErrors } from "../protocol/errors.ts";
import type { BodyRefusal } from "./body.ts";
import type { Incoming } from "./incoming.ts";
import type { Replies, Reply, ReplyHeaders } from "./reply.ts";

/** Who reads the answers of a route: people in a browser, or programs. */
export type Surface = "page" | "json";

/** What every route may answer besides its own replies. */
export interface Surfaces {
  errorPage(status: number, incoming: Incoming, problem: PersonProblem, developer?: DeveloperDetail): Reply;
  tokenError(reason: TokenRefusalReason, usedBasic?: boolean, headers?: ReplyHeaders): Reply;
  notFound(incoming: Incoming): Reply;
  methodNotAllowed(surface: Surface, incoming: Incoming, allow: string): Reply;
  badRequest(surface: Surface, incoming: Incoming): Reply;
  /** A form that one of our pages, or a browser on its behalf, posted in a shape that is not read. */
  unreadableForm(incoming: Incoming, reason: BodyRefusal): Reply;
  /** A form that another site made the browser post. */
  foreignOrigin(incoming: Incoming): Reply;
  unavailable(surface: Surface, incoming: Incoming): Reply;
  failure(surface: Surface, incoming: Incoming): Reply;
}

const retrySeconds = 2;

/** `nonce` makes the nonce of one page. */
export function createSurfaces(replies: Replies, nonce: () => string): Surfaces {
  const errorPage: Surfaces["errorPage"] = (status, { requestId }, problem, developer) => {
    const cspNonce = nonce();
    const html = renderErrorPage({ cspNonce, requestId, problem, developer });
    return replies.page(status, html, cspNonce, { headers: closingHeaders(status) });
  };
  const tokenError: Surfaces["tokenError"] = (reason, usedBasic = false, headers = {}) => {
    const { error, status, description } = tokenErrorOf(reason, { usedBasic });
    const challenge = status === 401 ? { "www-authenticate": `Basic realm="latchkey", charset="UTF-8"` } : {};
    const body = { status: "error", error, error_description: description };
    return replies.json(status, body, { ...challenge, ...closingHeaders(status), ...headers });
  };
  const retryAfter = { "retry-after": String(retrySeconds) };
  return {
    errorPage,
    tokenError,
    notFound: (incoming) => errorPage(404, incoming, { kind: "not-found" }),
    methodNotAllowed: (surface, incoming, allow) =>
      withHeaders(
        surface === "json"
          ? tokenError("method-not-allowed")
          : errorPage(405, incoming, { kind: "broken-request" }),
        { allow },
      ),
    badRequest: (surface, incoming) =>
      surface === "json"
        ? tokenError("host-malformed")
        : errorPage(400, incoming, { kind: "broken-request" }),
    unreadableForm: (incoming, reason) =>
      errorPage(tokenErrors[reason].status, incoming, { kind: "broken-request" }),
    foreignOrigin: (incoming) => errorPage(403, incoming, { kind: "broken-request" }),
    unavailable: (surface, incoming) =>
      withHeaders(
        surface === "json"
          ? tokenError("temporarily-unavailable")
          : errorPage(503, incoming, { kind: "unavailable", waitSeconds: retrySeconds }),
        retryAfter,
      ),
    failure: (surface, incoming) =>
      surface === "json" ? tokenError("server-error") : errorPage(500, incoming, { kind: "internal" }),
  };
}

/** The rest of a body that is too large is not worth waiting for. */
function closingHeaders(status: number): ReplyHeaders {
  return status === 413 ? { connection: "close" } : {};
}

function withHeaders(reply: Reply, headers: ReplyHeaders): Reply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
}
