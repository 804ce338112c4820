import { answerClientCall, type ClientEndpoint } from "../../flows/endpoint/client-endpoint.ts";
import type { Ports } from "../../flows/ports.ts";
import { readableByOrigin } from "../cross-origin.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import { browserOrigin } from "../request-origin.ts";
import type { Web } from "../web.ts";

/** An endpoint that a client's server calls, as HTTP shows it. */
export interface ClientRoute<Request, Answer> {
  readonly endpoint: ClientEndpoint<Ports, Request, Answer>;
  /** Status and JSON body of an answer. */
  readonly reply: (answer: Answer) => { readonly status: number; readonly body: object };
}

/** Answers a POST to such an endpoint: a form in, JSON out. */
export async function answerCall<Request, Answer>(
  web: Web,
  incoming: Incoming,
  { endpoint, reply }: ClientRoute<Request, Answer>,
): Promise<Reply> {
  const form = await incoming.readForm();
  if (!form.ok) return web.errorResponses.jsonError(form.reason);
  const answered = await answerClientCall(web.ports, endpoint, {
    authorization: incoming.header("authorization"),
    dpop: incoming.header("dpop"),
    form: form.value,
    query: incoming.query,
    url: web.origin + incoming.path,
    browserOrigin: browserOrigin(incoming),
    context: incoming,
  });
  if (answered.ok) {
    const { status, body } = reply(answered.value.answer);
    return web.replies.json(status, body, readableByOrigin(answered.value.readableBy));
  }
  const { reason, usedBasic, retryAfter, readableBy } = answered.reason;
  return web.errorResponses.jsonError(reason, usedBasic, {
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
    ...readableByOrigin(readableBy),
  });
}
