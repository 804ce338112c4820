import { type Parameters, parseParameters } from "../../protocol/parameters.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";

/** The form of a page of the service, or the error page that answers a broken one. */
export async function readPageForm(web: Web, incoming: Incoming): Promise<Parameters | Reply> {
  const body = await incoming.readForm();
  if (!body.ok) return web.errorResponses.refusedForm(incoming, body.reason);
  const form = parseParameters(body.value);
  if (!form.ok) return web.errorResponses.refusedForm(incoming, form.reason);
  incoming.posted = form.value;
  return form.value;
}
