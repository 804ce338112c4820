import { continueAs } from "../../flows/authorize/continue.ts";
import { readReturnTarget } from "../../protocol/authorization/return-target.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { replyToStep } from "./authorization.ts";
import { readPageForm } from "./page-form.ts";

/** POST of the "Continue as" form. */
export async function postContinue(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const { query } = incoming;
  const next = await continueAs(web.ports, {
    query,
    step: form.only("step"),
    browser: incoming.browser,
    context: incoming,
  });
  return replyToStep(web, incoming, query, next);
}

/** GET of an address that the form of a step posts to, as after a reload: the same request from the start. */
export function getStep(web: Web, { query }: Incoming): Reply {
  const { signIn, authorization } = web.paths;
  return web.replies.redirect(
    303,
    `${readReturnTarget(query).kind === "own-page" ? signIn : authorization}?${query}`,
  );
}
