import { createGroup, findGroup, groupProblems, removeGroup } from "../../flows/operator/group.ts";
import type { GroupName } from "../../identity/group.ts";
import { ok } from "../../values/result.ts";
import { refused } from "../problem.ts";
import type { DeclaredNoun } from "./noun.ts";

const pageItems = 200;

/** Groups are declared without their members: those are people, and change every day. */
export const declaredGroups: DeclaredNoun<"groups"> = {
  key: "group",
  reads: "groups:read",
  writes: "groups:write",
  list: async ({ registry }) => {
    const names: GroupName[] = [];
    let after: GroupName | undefined;
    do {
      const page = await registry.groups.list({ limit: pageItems, after });
      names.push(...page.items.map(({ name }) => name));
      after = page.next;
    } while (after !== undefined);
    return names.map((group) => ({ group }));
  },
  find: async ({ registry }, { group }) => {
    const found = await findGroup(registry.groups, group);
    return ok(found && { group: found.name });
  },
  put: async ({ registry }, { group }) => {
    if ((await findGroup(registry.groups, group)) !== undefined) return ok({});
    const created = await createGroup(registry, group);
    return created.ok ? ok({}) : refused(groupProblems, created.reason);
  },
  remove: async ({ registry }, name) => {
    const removed = await removeGroup(registry, name);
    return removed.ok ? removed : refused(groupProblems, removed.reason);
  },
};
