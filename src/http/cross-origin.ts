import type { Incoming } from "./incoming.ts";
import type { Replies, Reply, ReplyHeaders } from "./reply.ts";

/** An endpoint that any page may call: only a token gives access there, never a cookie. */
export interface OpenToPages {
  /** The methods and headers that a page may send, as the header fields list them. */
  readonly methods: string;
  readonly headers: string;
  /** The headers that a page may read besides those that it always may. */
  readonly exposed: string;
}

/** Answers the browser's question before a page may call (Fetch §4.8). */
export function preflight(replies: Replies, open: OpenToPages): Reply {
  const { headers } = replies.json(204, {});
  return {
    status: 204,
    headers: {
      ...headers,
      ...readableByAll(open),
      "access-control-allow-methods": open.methods,
      "access-control-allow-headers": open.headers,
      "access-control-max-age": "7200",
    },
    body: "",
  };
}

/** Lets the page that asked read an answer of such an endpoint. */
export function readableByPages(incoming: Incoming, reply: Reply, open: OpenToPages): Reply {
  if (incoming.header("origin") === undefined) return reply;
  return { ...reply, headers: { ...reply.headers, ...readableByAll(open) } };
}

/** Lets the pages of one origin read an answer; undefined if no page asked. */
export function readableByOrigin(origin: string | undefined): ReplyHeaders | undefined {
  return origin === undefined ? undefined : { "access-control-allow-origin": origin, vary: "Origin" };
}

function readableByAll({ exposed }: OpenToPages): ReplyHeaders {
  return { "access-control-allow-origin": "*", "access-control-expose-headers": exposed };
}
