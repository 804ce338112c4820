import { answerTokenRequest, type TokenAnswer } from "../../flows/endpoint/token.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { clientCallOf, corsHeaders, replyToRefusedCall } from "./client-call.ts";

/** POST of the token endpoint. For a client of the interface the members of a success are exactly its four. */
export async function postToken(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await incoming.readForm();
  if (!form.ok) return web.errorResponses.jsonError(form.reason);
  const outcome = await answerTokenRequest(
    web.ports,
    clientCallOf(web, incoming, web.paths.token, form.value),
  );
  if (!outcome.ok) return replyToRefusedCall(web, outcome.reason);
  return web.replies.json(200, bodyOf(outcome.value), corsHeaders(outcome.value.readableBy));
}

function bodyOf({ accessToken, tokenType, expiresIn, scope, refreshToken, idToken }: TokenAnswer): object {
  const body = {
    status: "success",
    access_token: accessToken,
    token_type: tokenType,
    expires_in: expiresIn,
  };
  if (scope === undefined) return body;
  return {
    ...body,
    ...(scope.length > 0 && { scope: scope.join(" ") }),
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    ...(idToken !== undefined && { id_token: idToken }),
  };
}
