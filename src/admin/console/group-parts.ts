import type { GroupMembers } from "../../flows/account-ports.ts";
import { findAccount } from "../../flows/operator/account.ts";
import { findGroup } from "../../flows/operator/group.ts";
import type { Reply } from "../../http/reply.ts";
import { mayDo, notHere, type Visit } from "./visit.ts";

/** The path of a group below the console. */
export function groupPath(name: string, more = ""): string {
  return `/groups/${encodeURIComponent(name)}${more}`;
}

export async function groupOf({ web, names }: Visit): Promise<GroupMembers | undefined> {
  return findGroup(web.ports.groups, names.name ?? "");
}

export function noGroup(visit: Visit): Reply {
  return notHere(visit, "There is no such group.", { path: "/groups", text: "Groups" });
}

/** At most this many groups are boxes of a form, which may send 64 fields. */
const boxesMax = 40;

/** The groups to choose from in a form; none if the operator may not see them or there are too many for boxes, so that names are typed. */
export async function offeredGroups(visit: Visit): Promise<readonly string[]> {
  if (!mayDo(visit, "groups:read")) return [];
  const { items, total } = await visit.web.ports.groups.list({ limit: boxesMax });
  return total > boxesMax ? [] : items.map(({ name }) => name);
}

/** A field that takes groups, as `FormField`: boxes, or one name per line where names are typed. */
export async function groupsToChoose(visit: Visit, hint: string) {
  const names = await offeredGroups(visit);
  const options = names.map((value) => ({ value, label: value }));
  return { as: "list", options, hint: names.length > 0 ? hint : `${hint} One per line.` } as const;
}

export const whoField = { name: "who", label: "Person", hint: "Username, e-mail address or ID." } as const;

/** The username for the id that a button sent, for sentences that an operator reads. */
export async function nameTyped(visit: Visit, who: string | undefined): Promise<string | undefined> {
  if (who === undefined || !mayDo(visit, "users:read")) return who;
  return (await findAccount(visit.web.ports.accounts, who))?.username ?? who;
}
