import { introspect } from "../../flows/endpoint/introspection.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { clientCallOf, replyToRefusedCall } from "./client-call.ts";

/** POST of the introspection endpoint (RFC 7662 §2). A token that is worth nothing to the caller is no error. */
export async function postIntrospection(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await incoming.readForm();
  if (!form.ok) return web.errorResponses.jsonError(form.reason);
  const answer = await introspect(
    web.ports,
    clientCallOf(web, incoming, web.paths.introspection, form.value),
  );
  return answer.ok ? web.replies.json(200, answer.value) : replyToRefusedCall(web, answer.reason);
}
