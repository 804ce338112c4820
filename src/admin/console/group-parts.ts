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

export const whoField = { name: "who", label: "Person", hint: "Username, e-mail address or ID." } as const;

/** The username for the id that a button sent, for sentences that an operator reads. */
export async function nameTyped(visit: Visit, who: string | undefined): Promise<string | undefined> {
  if (who === undefined || !mayDo(visit, "users:read")) return who;
  return (await findAccount(visit.web.ports.accounts, who))?.username ?? who;
}
