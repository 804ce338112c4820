import { askDeletion, deletionTime, keepAccount } from "../../flows/person/deletion.ts";
import type { SessionFacts } from "../../flows/ports.ts";
import { renderDeletionAskedPage, renderDeletionPage } from "../../pages/deletion.ts";
import { queryTo } from "../../protocol/authorization/return-target.ts";
import type { Instant } from "../../values/time.ts";
import { findFlash, redirectWithFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import { createNonce, type Web } from "../web.ts";
import { replyToForm } from "./authorization.ts";
import { openOwnPage } from "./own-page.ts";
import { readPageForm } from "./page-form.ts";
import { ownFormOf, settingsFrame, textsForPerson } from "./settings.ts";

const page = "account/delete";

/** GET of the page that asks once more before an account is deleted. */
export function getDeletion(web: Web, incoming: Incoming): Promise<Reply> {
  const { deleteAt, language } = findFlash<ToldAsked>(web, incoming) ?? {};
  if (deleteAt !== undefined) return Promise.resolve(deletionAskedPage(web, incoming, deleteAt, language));
  return openOwnPage(web, incoming, page, (person) => deletionPage(web, incoming, person));
}

/** POST of the page. The person is signed out, and reads when the account goes. */
export async function postDeletion(web: Web, incoming: Incoming): Promise<Reply> {
  const fields = await readPageForm(web, incoming);
  if ("status" in fields) return fields;
  return openOwnPage(web, incoming, page, async (person) => {
    const outcome = await askDeletion(web.ports, person, ownFormOf(incoming, fields));
    if (outcome.kind === "stale")
      return redirectWithFlash(web, incoming, { told: { isStale: true } satisfies ToldStale });
    if (outcome.kind === "signed-out")
      return web.replies.redirect(303, `${web.paths.signIn}?${queryTo(page)}`);
    const language = textsForPerson(web, incoming, person.account).lang;
    return redirectWithFlash(web, incoming, {
      told: { deleteAt: outcome.deleteAfter, language } satisfies ToldAsked,
      session: "none",
      cookies: [web.cookies.write(web.cookies.session, "", 0)],
    });
  });
}

interface ToldStale {
  readonly isStale: true;
}

/** Tells the page the day and the person's language, because nobody is signed in any more. */
interface ToldAsked {
  readonly deleteAt: Instant;
  readonly language: string;
}

/** POST of the form that keeps an account after all. */
export async function postKeepAccount(web: Web, incoming: Incoming): Promise<Reply> {
  const fields = await readPageForm(web, incoming);
  if ("status" in fields) return fields;
  const { query } = incoming;
  const step = fields.only("step");
  const attempt = { query, step, browser: incoming.browser, context: incoming };
  return replyToForm(web, incoming, query, await keepAccount(web.ports, attempt));
}

function deletionAskedPage(
  web: Web,
  incoming: Incoming,
  deleteAt: Instant,
  language: string | undefined,
): Reply {
  const cspNonce = createNonce(web);
  const { home: homeHref } = web.paths;
  const model = { cspNonce, homeHref, deleteAt, isInsecureDevelopment: web.isInsecure };
  const texts = web.textsFor(incoming, language === undefined ? [] : [language]);
  return web.replies.page(200, renderDeletionAskedPage(model, texts), cspNonce);
}

async function deletionPage(web: Web, incoming: Incoming, person: SessionFacts): Promise<Reply> {
  const isStale = findFlash<ToldStale>(web, incoming)?.isStale ?? false;
  const { texts, model, form, reply } = await settingsFrame(web, incoming, page, person);
  const deleteAt = deletionTime(web.ports);
  const html = renderDeletionPage({ ...model, ...form("deletion"), deleteAt, isStale }, texts);
  return reply(isStale ? 403 : 200, html);
}
