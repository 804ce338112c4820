import { exchangeCode } from "../flows/exchange-code.ts";
import type { Incoming } from "./incoming.ts";
import { browserOrigin } from "./origin.ts";
import type { Reply, ReplyHeaders } from "./reply.ts";
import type { Web } from "./web.ts";

/** POST of the token endpoint. The members of a success are exactly the four of the interface. */
export async function postToken(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await incoming.readForm();
  if (!form.ok) return web.surfaces.tokenError(form.reason);
  if (incoming.query === undefined) return web.surfaces.tokenError("parameter-malformed");
  const outcome = await exchangeCode(web.ports, {
    authorization: incoming.header("authorization"),
    form: form.value,
    query: incoming.query,
    browserOrigin: browserOrigin(incoming),
    origin: incoming,
  });
  if (outcome.ok) {
    const { accessToken, expiresIn, readableBy } = outcome.value;
    const body = {
      status: "success",
      access_token: accessToken,
      token_type: "Bearer",
      expires_in: expiresIn,
    };
    return web.replies.json(200, body, readableBy === undefined ? undefined : corsHeaders(readableBy));
  }
  const { reason, usedBasic, retryAfter, readableBy } = outcome.reason;
  return web.surfaces.tokenError(reason, usedBasic, {
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
    ...(readableBy === undefined ? {} : corsHeaders(readableBy)),
  });
}

function corsHeaders(origin: string): ReplyHeaders {
  return { "access-control-allow-origin": origin, vary: "Origin" };
}
