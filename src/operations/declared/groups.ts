import { declareAdministrators } from "../../flows/operator/declare-group.ts";
import { createGroup, findGroup, groupProblems, removeGroup } from "../../flows/operator/group.ts";
import type { GroupName } from "../../identity/group.ts";
import { ok } from "../../values/result.ts";
import { refused } from "../problem.ts";
import { type DeclaredNoun, type Desk, type Written, withoutDefaults } from "./noun.ts";

const pageItems = 200;

/**
 * Groups are declared without their members, who change every day. Their administrators are people too, so they are touched only where
 * they are named.
 */
export const declaredGroups: DeclaredNoun<"groups"> = {
  key: "group",
  reads: "groups:read",
  writes: "groups:write",
  list: async (desk, { withUsers } = { withUsers: false }) => {
    const { registry } = desk;
    const names: GroupName[] = [];
    let after: GroupName | undefined;
    do {
      const page = await registry.groups.list({ limit: pageItems, after });
      names.push(...page.items.map(({ name }) => name));
      after = page.next;
    } while (after !== undefined);
    const groups: Written[] = [];
    for (const group of names) groups.push(withUsers ? await withAdministrators(desk, group) : { group });
    return groups;
  },
  find: async (desk, { group, administrators }) => {
    const found = await findGroup(desk.registry.groups, group);
    if (found === undefined) return ok(undefined);
    return ok(
      administrators === undefined ? { group: found.name } : await withAdministrators(desk, found.name),
    );
  },
  put: async ({ registry }, { group }) => {
    if ((await findGroup(registry.groups, group)) !== undefined) return ok({});
    const created = await createGroup(registry, group);
    return created.ok ? ok({}) : refused(groupProblems, created.reason);
  },
  complete: async ({ registry, operator }, { group, administrators }) => {
    if (administrators === undefined) return ok(undefined);
    const terms = { by: operator };
    const declared = await declareAdministrators(registry, group, administrators, terms);
    return declared.ok ? declared : refused(groupProblems, declared.reason, { at: "administrators" });
  },
  remove: async ({ registry }, name) => {
    const removed = await removeGroup(registry, name);
    return removed.ok ? removed : refused(groupProblems, removed.reason);
  },
};

async function withAdministrators({ registry }: Desk, group: GroupName): Promise<Written> {
  const people = await registry.groups.administrators(group);
  return withoutDefaults({ group, administrators: people.map(({ username }) => username).toSorted() });
}
