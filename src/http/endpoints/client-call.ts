import type { CallRefusal, ClientCall } from "../../flows/endpoint/client-endpoint.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply, ReplyHeaders } from "../reply.ts";
import { browserOrigin } from "../request-origin.ts";
import type { Web } from "../web.ts";

/** The call of a client's server, as the flows look at it. `path` is that of the endpoint. */
export function clientCallOf(web: Web, incoming: Incoming, path: string, form: string): ClientCall {
  return {
    authorization: incoming.header("authorization"),
    dpop: incoming.header("dpop"),
    form,
    query: incoming.query,
    url: web.origin + path,
    browserOrigin: browserOrigin(incoming),
    context: incoming,
  };
}

/** The refusal as JSON, readable by the page of a public client's own. */
export function replyToRefusedCall(
  web: Web,
  { reason, usedBasic, retryAfter, readableBy }: CallRefusal,
): Reply {
  return web.errorResponses.jsonError(reason, usedBasic, {
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
    ...corsHeaders(readableBy),
  });
}

/** Lets the pages of one origin read an answer; undefined where no page asked. */
export function corsHeaders(origin: string | undefined): ReplyHeaders | undefined {
  return origin === undefined ? undefined : { "access-control-allow-origin": origin, vary: "Origin" };
}
