import { continueAs } from "../../flows/authorize/continue.ts";
import { dispatch } from "../../flows/authorize/dispatch.ts";
import { readReturnTarget } from "../../protocol/authorization/return-target.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { replyToForm, replyToStep } from "./authorization.ts";
import { readPageForm } from "./page-form.ts";
import { findProgress } from "./step-flash.ts";

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
  return replyToForm(web, incoming, query, next);
}

/**
 * GET of an address that the form of a step posts to. It shows the page that comes after the form, with what the form has proved; without
 * a flash, the request starts again.
 */
export async function getStep(web: Web, incoming: Incoming): Promise<Reply> {
  const { query, browser } = incoming;
  const target = readReturnTarget(query);
  const progress = findProgress(web, incoming);
  if (progress === undefined) {
    const { signIn, authorization } = web.paths;
    return web.replies.redirect(303, `${target.kind === "own-page" ? signIn : authorization}?${query}`);
  }
  const next = await dispatch(web.ports, { ...progress, target, browser }, incoming);
  return replyToStep(web, incoming, query, next);
}
