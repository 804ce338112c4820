import { readUserinfo, type UserinfoRefusal, type UserinfoRequest } from "../../flows/endpoint/userinfo.ts";
import { userinfoErrors } from "../../protocol/errors.ts";
import { type Parameters, parseParameters } from "../../protocol/parameters.ts";
import { dpopAlgorithms } from "../../protocol/token/dpop.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply, ReplyHeaders } from "../reply.ts";
import type { Web } from "../web.ts";
import { challengeError } from "./challenge.ts";

/**
 * The page of a public client asks userinfo itself. Only the token opens anything here, never a cookie, so any page that has one
 * may read the answer.
 */
const readableByPages: ReplyHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "WWW-Authenticate",
};

/** The browser's question before such a page may send its token (Fetch §4.8). */
export function preflightUserinfo(web: Web): Reply {
  const { headers } = web.replies.json(204, {});
  return {
    status: 204,
    headers: {
      ...headers,
      ...readableByPages,
      "access-control-allow-methods": "GET, POST",
      "access-control-allow-headers": "Authorization, DPoP, Content-Type",
      "access-control-max-age": "7200",
    },
    body: "",
  };
}

/** GET of userinfo: who the token speaks for. `id` repeats `sub` for client libraries that look for it under that name. */
export async function getUserinfo(web: Web, incoming: Incoming): Promise<Reply> {
  return readable(incoming, await reply(web, requestOf(web, incoming, "GET")));
}

/** POST of userinfo (OpenID Connect Core §5.3.1). A token in the form is refused with the repair. */
export async function postUserinfo(web: Web, incoming: Incoming): Promise<Reply> {
  const form = incoming.header("content-type") === undefined ? undefined : await incoming.readForm();
  if (form !== undefined && !form.ok) return web.errorResponses.jsonError(form.reason);
  const body = form === undefined ? undefined : parametersOf(form.value);
  return readable(incoming, await reply(web, { ...requestOf(web, incoming, "POST"), body }));
}

function readable(incoming: Incoming, reply: Reply): Reply {
  if (incoming.header("origin") === undefined) return reply;
  return { ...reply, headers: { ...reply.headers, ...readableByPages } };
}

function requestOf(web: Web, incoming: Incoming, method: "GET" | "POST"): UserinfoRequest {
  return {
    method,
    url: web.origin + web.paths.userinfo,
    authorization: incoming.header("authorization"),
    dpop: incoming.header("dpop"),
    query: parametersOf(incoming.query),
  };
}

async function reply(web: Web, request: UserinfoRequest): Promise<Reply> {
  const found = await readUserinfo(web.ports, request);
  if (!found.ok) return refusal(web, found.reason);
  if (found.value.kind === "claims") return web.replies.json(200, found.value.claims);
  const { headers } = web.replies.json(200, {});
  return { status: 200, headers: { ...headers, "content-type": "application/jwt" }, body: found.value.jwt };
}

/** RFC 6750 §3, RFC 9449 §7.1: the challenge carries the error, except where no token was sent at all. */
function refusal(web: Web, { reason, scheme }: UserinfoRefusal): Reply {
  const { error, status, description } = userinfoErrors[reason];
  const detail = reason === "token-missing" ? "" : `, ${challengeError(error, description)}`;
  const algorithms = scheme === "DPoP" ? `, algs="${dpopAlgorithms.join(" ")}"` : "";
  const body = { status: "error", error, error_description: description };
  const challenge = `${scheme} realm="latchkey"${detail}${algorithms}`;
  return web.replies.json(status, body, { "www-authenticate": challenge });
}

function parametersOf(text: string): Parameters | undefined {
  const parsed = text === "" ? undefined : parseParameters(text);
  return parsed?.ok ? parsed.value : undefined;
}
