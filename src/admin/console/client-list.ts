import { findItems } from "../../flows/listing.ts";
import type { Reply } from "../../http/reply.ts";
import { html, type Printable } from "../../pages/html.ts";
import type { Client } from "../../protocol/client/client.ts";
import { parseClientId } from "../../values/ids.ts";
import { kindOf, stateOf } from "./client-words.ts";
import { footOf, listQueryOf, positionText, readPosition, searchOf } from "./listing.ts";
import { badge, linkButton, rowsOf } from "./parts.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { mayDo, type Screen, show, type Visit } from "./visit.ts";

const list = {
  path: "/clients",
  label: "Name, client ID or redirect URI",
  noun: ["application", "applications"],
} as const;

/** The list of applications. */
export const clientListScreen: Screen = { path: list.path, scope: "clients:read", get: listClients };

async function listClients(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const query = listQueryOf(visit, readPosition(parseClientId));
  const found = await web.ports.inventory.clients(query);
  const page = await findItems(found, async (id) => {
    const client = await web.ports.clients.find(id);
    return client && { client, uses: await web.ports.secretUses.list(id) };
  });
  const next = page.next && positionText(page.next, String);
  const rows = page.items.map(({ client, uses }) => ({
    href: consolePath(web, `/clients/${encodeURIComponent(client.id)}`),
    name: client.name,
    detail: detailOf(client),
    state: html`${stateOf(client, uses, web.ports.clock.now()).map(({ text, tone }) => badge(text, tone))}`,
  }));
  const empty =
    query.search === undefined ? "No applications yet. Add the first one." : "No application matches.";
  return show(visit, {
    title: "Applications",
    lead: "The applications that people sign in to, and services that call APIs on their own.",
    actions:
      mayDo(visit, "clients:write") &&
      linkButton(consolePath(web, "/clients/new"), "Add an application", "action"),
    main: html`${searchOf(visit, list)}${rowsOf(rows, empty)}${footOf(visit, { ...list, next }, page)}`,
    script: scriptFor("filter"),
  });
}

function detailOf(client: Client): Printable {
  const [first] = client.redirectUris;
  const more = client.redirectUris.length > 1 ? ` and ${client.redirectUris.length - 1} more` : "";
  return html`${kindOf(client)} · <code>${client.id}</code>${first !== undefined && html` · ${first}${more}`}`;
}
