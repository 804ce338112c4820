import { findItems } from "../../flows/listing.ts";
import type { Reply } from "../../http/reply.ts";
import { html } from "../../pages/html.ts";
import { parseAccountId } from "../../values/ids.ts";
import { footOf, listQueryOf, positionText, readPosition, searchOf } from "./listing.ts";
import { linkButton } from "./parts.ts";
import { personRows } from "./person-words.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { mayDo, type Screen, show, type Visit } from "./visit.ts";

const list = {
  path: "/people",
  label: "Username, e-mail address, name or ID",
  noun: ["person", "people"],
} as const;

/** The list of people. */
export const personListScreen: Screen = { path: list.path, scope: "users:read", get: listPeople };

async function listPeople(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const query = listQueryOf(visit, readPosition(parseAccountId));
  const found = await web.ports.inventory.accounts(query);
  const page = await findItems(found, (id) => web.ports.accounts.find(id));
  const next = page.next && positionText(page.next, String);
  const empty = query.search === undefined ? "Nobody has an account yet." : "No one matches.";
  return show(visit, {
    title: "People",
    lead: "Everybody who can sign in.",
    actions:
      mayDo(visit, "users:write") && linkButton(consolePath(web, "/people/new"), "Add a person", "action"),
    main: html`${searchOf(visit, list)}${personRows(visit, page.items, empty)}${footOf(visit, { ...list, next }, page)}`,
    script: scriptFor("filter"),
  });
}
