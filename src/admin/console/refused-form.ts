import type { Sealer } from "../../flows/key-ports.ts";
import type { Reply } from "../../http/reply.ts";
import type { RefusedForm, Values } from "./forms.ts";
import { consolePath } from "./places.ts";
import { type KeptFor, openKept, sealAs } from "./sealed.ts";
import type { Visit } from "./visit.ts";

/** How long a refused form waits for its page. */
const waitSeconds = 60;

/** Browsers drop cookies of more than 4096 bytes, names included. */
export const keptLengthMax = 3_900;

/** Fields whose values are not kept in a cookie. */
const neverKept = /password|secret|^token$|^step$/;

/** The values of a form that a cookie may keep. */
export function keepable(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !neverKept.test(name)));
}

/**
 * Redirects to the page of the form, which shows again what was typed and says why it was refused: the browser can then load that page
 * again and come back to it. Passwords and secrets are not kept. What is too long for a cookie is answered with `page` at once.
 */
export function refuse(
  { web, incoming, session, path }: Visit,
  form: RefusedForm,
  page: () => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  const { ports, cookies } = web;
  const kept = { ...form, values: keepable(form.values) };
  const { accountId } = session;
  const sealed = sealAs(ports.sealer, "refused", {
    to: path,
    accountId,
    keptAt: ports.clock.now(),
    form: kept,
  });
  if (sealed.length > keptLengthMax) return page();
  const query = incoming.query === "" ? "" : `?${incoming.query}`;
  const setCookie = [cookies.write(cookies.consoleSavedForm, sealed, waitSeconds)];
  return web.replies.redirect(303, consolePath(web, path) + query, { "set-cookie": setCookie });
}

/** Opens what the page at this path has to say about the form that this person sent; undefined for anybody or anything else. */
export function openRefusedForm(
  sealer: Pick<Sealer, "open">,
  sealed: string | undefined,
  here: KeptFor,
): RefusedForm | undefined {
  // Only `refuse` can have sealed it.
  return openKept(sealer, { kind: "refused", seconds: waitSeconds }, sealed, here)?.form as
    | RefusedForm
    | undefined;
}
