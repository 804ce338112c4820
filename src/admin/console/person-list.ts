import { findItems } from "../../flows/listing.ts";
import type { Reply } from "../../http/reply.ts";
import { parseAccountId } from "../../values/ids.ts";
import { listOf, listQueryOf, positionText, readPosition } from "./listing.ts";
import { dayOf, linkButton } from "./parts.ts";
import { personBadges, personName, personPath } from "./person-words.ts";
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
  const add = linkButton(consolePath(web, "/people/new"), "Add a person", "action");
  return show(visit, {
    title: "People",
    actions: mayDo(visit, "users:write") && add,
    main: listOf(visit, list, page, {
      next: page.next && positionText(page.next, String),
      columns: [
        { name: "Name", kind: "wide", cell: personName },
        { name: "Username", kind: "wide", cell: ({ username }) => username },
        { name: "E-mail address", kind: "wide", cell: ({ email }) => email },
        { name: "State", cell: (account) => personBadges(account) },
        { name: "Created", cell: ({ createdAt }) => dayOf(createdAt) },
      ],
      href: (account) => consolePath(web, personPath(account)),
      empty: "Nobody has an account yet.",
    }),
    script: scriptFor("search"),
    isLive: true,
  });
}
