import type { TokenUse, TokenUseRefusal } from "../../flows/endpoint/use-token.ts";
import { readUserinfo } from "../../flows/endpoint/userinfo.ts";
import { userinfoErrors } from "../../protocol/errors.ts";
import { type Parameters, parseParameters } from "../../protocol/parameters.ts";
import { dpopAlgorithms } from "../../protocol/token/dpop.ts";
import { type OpenToPages, preflight, readableByPages } from "../cross-origin.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { challengeError } from "./challenge.ts";

/** The page of a public client asks userinfo itself. */
const fromPages: OpenToPages = {
  methods: "GET, POST",
  headers: "Authorization, DPoP, Content-Type",
  exposed: "WWW-Authenticate",
};

/** Answers the browser's question before such a page may send its token. */
export function preflightUserinfo(web: Web): Reply {
  return preflight(web.replies, fromPages);
}

/** GET of userinfo: the person behind the token. `id` repeats `sub` for client libraries that look for it under that name. */
export async function getUserinfo(web: Web, incoming: Incoming): Promise<Reply> {
  return readableByPages(incoming, await reply(web, requestOf(web, incoming, "GET")), fromPages);
}

/** POST of userinfo (OpenID Connect Core §5.3.1). A token in the form is refused, and the error names the repair. */
export async function postUserinfo(web: Web, incoming: Incoming): Promise<Reply> {
  const form = incoming.header("content-type") === undefined ? undefined : await incoming.readForm();
  if (form !== undefined && !form.ok) return web.errorResponses.jsonError(form.reason);
  const body = form === undefined ? undefined : parametersOf(form.value);
  const request = { ...requestOf(web, incoming, "POST"), body };
  return readableByPages(incoming, await reply(web, request), fromPages);
}

function requestOf(web: Web, incoming: Incoming, method: "GET" | "POST"): TokenUse {
  return {
    method,
    url: web.origin + incoming.path,
    authorization: incoming.header("authorization"),
    dpop: incoming.header("dpop"),
    query: parametersOf(incoming.query),
  };
}

async function reply(web: Web, request: TokenUse): Promise<Reply> {
  const found = await readUserinfo(web.ports, request);
  if (!found.ok) return refusal(web, found.reason);
  if (found.value.kind === "claims") return web.replies.json(200, found.value.claims);
  const { headers } = web.replies.json(200, {});
  return { status: 200, headers: { ...headers, "content-type": "application/jwt" }, body: found.value.jwt };
}

/** RFC 6750 §3, RFC 9449 §7.1: the challenge carries the error unless no token was sent at all. */
function refusal(web: Web, { reason, scheme }: TokenUseRefusal): Reply {
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
