import type { GroupMembers } from "../../flows/account-ports.ts";
import { findAccount } from "../../flows/operator/account.ts";
import { findGroup } from "../../flows/operator/group.ts";
import type { Reply } from "../../http/reply.ts";
import { groupsMax } from "../../identity/group.ts";
import type { SafeHtml } from "../../pages/html.ts";
import { nearest } from "../../values/nearest.ts";
import { control } from "./form-field.ts";
import type { FormState } from "./forms.ts";
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

/** If there are more groups, fields suggest them in place of boxes, because a form sends at most 64 fields. */
const boxesMax = 40;

/** All groups, by name, for forms to choose from; none for an operator who may not see them. */
export async function offeredGroups(visit: Visit): Promise<readonly string[]> {
  if (!mayDo(visit, "groups:read")) return [];
  const { items } = await visit.web.ports.groups.list({ limit: groupsMax });
  return items.map(({ name }) => name);
}

/**
 * The parts of a `FormField` that takes groups: boxes if there are few, otherwise fields that suggest them. An operator who may not see
 * them types one name per line.
 */
export function groupsField(names: readonly string[], hint: string) {
  const areFew = names.length <= boxesMax;
  return {
    as: "list",
    options: areFew ? names.map((value) => ({ value, label: value })) : [],
    suggestions: areFew ? [] : names,
    hint: areFew ? (names.length === 0 ? `${hint} One per line.` : hint) : `${hint} Begin to type a name.`,
    // In the order of the form, so that what nobody touched changes nothing.
    print: (stored: unknown) => {
      const groups: readonly unknown[] = Array.isArray(stored) ? stored : [];
      return [
        ...names.filter((name) => groups.includes(name)),
        ...groups.filter((group) => !names.includes(String(group))),
      ].join("\n");
    },
  } as const;
}

/** The field of `groupsField` in a form that renders its fields itself. */
export function groupsControl(
  member: string,
  { names, hint }: { readonly names: readonly string[]; readonly hint: string },
  state: FormState,
): SafeHtml {
  return control({ member, label: "Groups", ...groupsField(names, hint), rows: 2 }, state);
}

/** " Did you mean staff?" for a group that does not exist, if one with a similar name does and the operator may see it; otherwise empty. */
export async function otherGroupMeant(visit: Visit, reason: { readonly kind: string }): Promise<string> {
  if (reason.kind !== "unknown-group" || !("name" in reason)) return "";
  const near = nearest(String(reason.name), await offeredGroups(visit));
  return near === undefined ? "" : ` Did you mean ${near}?`;
}

export const whoField = { name: "who", label: "Person", hint: "Username, e-mail address or ID." } as const;

/** The username for the id that a button sent, for sentences that an operator reads. */
export async function nameTyped(visit: Visit, who: string | undefined): Promise<string | undefined> {
  if (who === undefined || !mayDo(visit, "users:read")) return who;
  return (await findAccount(visit.web.ports.accounts, who))?.username ?? who;
}
