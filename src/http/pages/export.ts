import { exportOwnData } from "../../flows/person/export.ts";
import type { SessionFacts } from "../../flows/ports.ts";
import { renderExportPage } from "../../pages/export.ts";
import { findFlash, redirectWithFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { openOwnPage } from "./own-page.ts";
import { readPageForm } from "./page-form.ts";
import { ownFormOf, settingsFrame } from "./settings.ts";

const page = "account/export";

/** GET of the page that hands out what is kept about a person. */
export function getExport(web: Web, incoming: Incoming): Promise<Reply> {
  return openOwnPage(web, incoming, page, (person) => exportPage(web, incoming, person));
}

/** POST of the page: the file. */
export async function postExport(web: Web, incoming: Incoming): Promise<Reply> {
  const fields = await readPageForm(web, incoming);
  if ("status" in fields) return fields;
  return openOwnPage(web, incoming, page, async (person) => {
    const exported = await exportOwnData(web.ports, person, ownFormOf(incoming, fields));
    if (exported === undefined)
      return redirectWithFlash(web, incoming, { told: { isStale: true } satisfies Told });
    return web.replies.json(200, exported, { "content-disposition": 'attachment; filename="account.json"' });
  });
}

interface Told {
  readonly isStale: true;
}

async function exportPage(web: Web, incoming: Incoming, person: SessionFacts): Promise<Reply> {
  const { isStale } = findFlash<Told>(web, incoming) ?? {};
  const frame = await settingsFrame(web, incoming, page, person);
  const html = renderExportPage({ ...frame.model, ...frame.form("export"), isStale }, frame.texts);
  return frame.reply(isStale ? 403 : 200, html);
}
