import type { Reply } from "../../http/reply.ts";
import { readPersonPosition, writePersonPosition } from "../../operations/user-filter.ts";
import { listOf, listQueryOf } from "./listing.ts";
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
  const { search, ...query } = listQueryOf(visit, (text) => readPersonPosition(text, "created"));
  const page = await web.ports.people.list({ ...query, filter: { search } });
  const add = linkButton(consolePath(web, "/people/new"), "Add a person", "action");
  return show(visit, {
    title: "People",
    actions: mayDo(visit, "users:write") && add,
    main: listOf(visit, list, page, {
      next: page.next && writePersonPosition(page.next),
      columns: [
        { name: "Name", kind: "wide", cell: ({ account }) => personName(account) },
        { name: "Username", kind: "wide", cell: ({ account }) => account.username },
        { name: "E-mail address", kind: "wide", cell: ({ account }) => account.email },
        { name: "State", cell: ({ account }) => personBadges(account) },
        { name: "Created", cell: ({ account }) => dayOf(account.createdAt) },
      ],
      href: ({ account }) => consolePath(web, personPath(account)),
      empty: "Nobody has an account yet.",
    }),
    script: scriptFor("search"),
    isLive: true,
  });
}
