import { revokeToken } from "../../flows/endpoint/revocation.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { clientCallOf, corsHeaders, replyToRefusedCall } from "./client-call.ts";

/** POST of the revocation endpoint (RFC 7009 §2). Success looks the same whether there was anything to revoke or not. */
export async function postRevocation(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await incoming.readForm();
  if (!form.ok) return web.errorResponses.jsonError(form.reason);
  const outcome = await revokeToken(web.ports, clientCallOf(web, incoming, web.paths.revocation, form.value));
  if (!outcome.ok) return replyToRefusedCall(web, outcome.reason);
  return web.replies.json(200, { status: "success" }, corsHeaders(outcome.value.readableBy));
}
