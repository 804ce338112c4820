import { askDeletion, deletionTime, keepAccount } from "../../flows/person/deletion.ts";
import type { SessionFacts } from "../../flows/ports.ts";
import { renderDeletionAskedPage, renderDeletionPage } from "../../pages/deletion.ts";
import { queryTo } from "../../protocol/authorization/return-target.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import { personOf, type Web } from "../web.ts";
import { replyToStep } from "./authorization.ts";
import { openOwnPage } from "./own-page.ts";
import { readPageForm } from "./page-form.ts";
import { ownFormOf, settingsFrame } from "./settings.ts";

const page = "account/delete";

/** GET of the page that asks once more before an account is deleted. */
export function getDeletion(web: Web, incoming: Incoming): Promise<Reply> {
  return openOwnPage(web, incoming, page, (person) => deletionPage(web, incoming, person));
}

/** POST of the page. The person is signed out, and reads when the account goes. */
export async function postDeletion(web: Web, incoming: Incoming): Promise<Reply> {
  const fields = await readPageForm(web, incoming);
  if ("status" in fields) return fields;
  return openOwnPage(web, incoming, page, async (person) => {
    const outcome = await askDeletion(web.ports, person, ownFormOf(incoming, fields));
    if (outcome.kind === "stale") return deletionPage(web, incoming, person, true);
    if (outcome.kind === "signed-out")
      return web.replies.redirect(303, `${web.paths.signIn}?${queryTo(page)}`);
    const { texts, model, reply } = settingsFrame(web, incoming, page, person);
    const { deleteAfter: deleteAt } = outcome;
    const html = renderDeletionAskedPage({ ...model, deleteAt, homeHref: web.paths.home }, texts);
    return reply(200, html, [web.cookies.write(web.cookies.session, "", 0)]);
  });
}

/** POST of the form that keeps an account after all. */
export async function postKeepAccount(web: Web, incoming: Incoming): Promise<Reply> {
  const fields = await readPageForm(web, incoming);
  if ("status" in fields) return fields;
  const { query } = incoming;
  const step = fields.only("step");
  const attempt = { query, step, browser: incoming.browser, context: incoming };
  return replyToStep(web, incoming, query, await keepAccount(web.ports, attempt));
}

function deletionPage(web: Web, incoming: Incoming, person: SessionFacts, isStale = false): Reply {
  const { texts, model, form, reply } = settingsFrame(web, incoming, page, person);
  const deleteAt = deletionTime(web.ports);
  const account = personOf(person.account);
  const html = renderDeletionPage({ ...model, ...form("deletion"), account, deleteAt, isStale }, texts);
  return reply(isStale ? 403 : 200, html);
}
