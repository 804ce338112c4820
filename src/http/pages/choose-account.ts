import { chooseAccount } from "../../flows/authorize/choose-account.ts";
import { dispatch } from "../../flows/authorize/dispatch.ts";
import { queryTo, readReturnTarget } from "../../protocol/authorization/return-target.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { replyToForm, replyToStep } from "./authorization.ts";
import { activeAccountCookies } from "./completed-sign-in.ts";
import { readPageForm } from "./page-form.ts";
import { findProgress } from "./step-flash.ts";

/** GET of the page with the accounts of the browser, on the way to what the query names. */
export async function getChooseAccount(web: Web, incoming: Incoming): Promise<Reply> {
  const { query, browser, path } = incoming;
  if (query === "") return web.replies.redirect(303, `${path}?${queryTo("account")}`);
  const { isFromForm = false } = findProgress(web, incoming) ?? {};
  const visit = { target: readReturnTarget(query), browser, isFromForm, choice: "choose-account" } as const;
  return replyToStep(web, incoming, query, await dispatch(web.ports, visit, incoming));
}

/** POST of the page: the chosen account becomes the active one, and the browser goes on. */
export async function postChooseAccount(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const { query, browser } = incoming;
  const { next, cookies } = await chooseAccount(web.ports, {
    query,
    step: form.only("step"),
    sessionId: form.only("session"),
    browser,
    context: incoming,
  });
  return replyToForm(web, incoming, query, next, cookies && activeAccountCookies(web, cookies));
}
