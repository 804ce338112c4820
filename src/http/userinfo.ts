import { readUserinfo } from "../flows/read-userinfo.ts";
import type { BearerRefusalReason } from "../protocol/bearer.ts";
import { bearerErrors } from "../protocol/errors.ts";
import { type Parameters, parseParameters } from "../protocol/parameters.ts";
import type { Incoming } from "./incoming.ts";
import type { Reply } from "./reply.ts";
import type { Web } from "./web.ts";

/** GET of userinfo: who the token speaks for. `id` repeats `sub` for client libraries that look for it under that name. */
export async function getUserinfo(web: Web, incoming: Incoming): Promise<Reply> {
  return reply(
    web,
    await readUserinfo(web.ports, {
      authorization: incoming.header("authorization"),
      query: queryOf(incoming),
    }),
  );
}

/** POST of userinfo (OpenID Connect Core §5.3.1). A token in the form is refused with the repair. */
export async function postUserinfo(web: Web, incoming: Incoming): Promise<Reply> {
  const form = incoming.header("content-type") === undefined ? undefined : await incoming.readForm();
  if (form !== undefined && !form.ok) return web.surfaces.tokenError(form.reason);
  const body = form === undefined ? undefined : parametersOf(form.value);
  const authorization = incoming.header("authorization");
  return reply(web, await readUserinfo(web.ports, { authorization, query: queryOf(incoming), body }));
}

function reply(web: Web, found: Awaited<ReturnType<typeof readUserinfo>>): Reply {
  if (!found.ok) return refusal(web, found.reason);
  const { id } = found.value.account;
  return web.replies.json(200, { sub: id, id });
}

/** RFC 6750 §3: the challenge carries the error, except where no token was sent at all. */
function refusal(web: Web, reason: BearerRefusalReason): Reply {
  const { error, status, description } = bearerErrors[reason];
  const detail = reason === "token-missing" ? "" : `, error="${error}", error_description="${description}"`;
  const body = { status: "error", error, error_description: description };
  return web.replies.json(status, body, { "www-authenticate": `Bearer realm="latchkey"${detail}` });
}

function queryOf(incoming: Incoming): Parameters | undefined {
  return parametersOf(incoming.query ?? "");
}

function parametersOf(text: string): Parameters | undefined {
  const parsed = text === "" ? undefined : parseParameters(text);
  return parsed?.ok ? parsed.value : undefined;
}
