import { type PushRefusal, pushRequest } from "../../flows/endpoint/pushed-request.ts";
import { pageErrors, redirectErrors } from "../../protocol/authorization/errors.ts";
import type { AuthorizationRefusal } from "../../protocol/authorization/request.ts";
import type { WireError } from "../../protocol/wire-error.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { clientCallOf, corsHeaders, replyToRefusedCall } from "./client-call.ts";

/** POST of the pushed authorization request endpoint (RFC 9126 §2). */
export async function postPushedRequest(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await incoming.readForm();
  if (!form.ok) return web.errorResponses.jsonError(form.reason);
  const outcome = await pushRequest(
    web.ports,
    clientCallOf(web, incoming, web.paths.pushedRequest, form.value),
  );
  if (!outcome.ok) return replyToRefusal(web, outcome.reason);
  const { requestUri, expiresIn, readableBy } = outcome.value;
  return web.replies.json(201, { request_uri: requestUri, expires_in: expiresIn }, corsHeaders(readableBy));
}

function replyToRefusal(web: Web, refusal: PushRefusal): Reply {
  if (refusal.kind === "call") return replyToRefusedCall(web, refusal.refusal);
  const { error, description } = errorOf(refusal.refusal);
  const body = { status: "error", error, error_description: description };
  return web.replies.json(400, body, corsHeaders(refusal.readableBy));
}

function errorOf(refusal: AuthorizationRefusal): WireError {
  return refusal.errorFormat === "page" ? pageErrors[refusal.reason] : redirectErrors[refusal.reason];
}
