import type { Groups } from "../../flows/account-ports.ts";
import {
  addGroupAdministrator,
  groupProblems,
  removeGroupAdministrator,
} from "../../flows/operator/group.ts";
import { explain } from "../../flows/operator/problem.ts";
import { linkButton } from "../../pages/components.ts";
import { html } from "../../pages/html.ts";
import { strongNameOf } from "../../pages/layout.ts";
import { actScreen } from "./acts.ts";
import { buttonForm, textField } from "./forms.ts";
import { groupOf, groupPath, nameTyped, noGroup, whoField } from "./group-parts.ts";
import { rowsOf } from "./parts.ts";
import { personName, personPath } from "./person-words.ts";
import { consolePath } from "./places.ts";
import { formTo, mayDo, registryOf, type Screen, type Visit } from "./visit.ts";

/** Who may change a group without rights for all groups. */
export const groupAdministratorScreens: readonly Screen[] = (["add", "remove"] as const).map((verb) =>
  actScreen({
    path: `/groups/{name}/administrators/${verb}`,
    scope: "groups:write",
    needsFreshSignIn: true,
    ask: async (visit, typed = {}) => {
      const group = await groupOf(visit);
      if (group === undefined) return noGroup(visit);
      const { name } = group;
      return {
        title: verb === "add" ? `Add an administrator of ${name}?` : `Remove an administrator of ${name}?`,
        text:
          verb === "add"
            ? html`<p>They can sign in to this console, see who is in ${strongNameOf(name)}, and add and remove people, but not themselves. They see no other people.</p>`
            : html`<p>They can no longer change who is in ${strongNameOf(name)}.</p>`,
        fields: textField(whoField, { values: { who: await nameTyped(visit, typed.who) } }),
        button: verb === "add" ? "Add" : "Remove",
        back: { path: groupPath(name), text: name },
      };
    },
    act: async (visit, form) => {
      const change = verb === "add" ? addGroupAdministrator : removeGroupAdministrator;
      const who = form.get("who") ?? "";
      const changed = await change(registryOf(visit), visit.names.name ?? "", who, { by: visit.operator });
      if (!changed.ok) return { kind: "refused", problem: explain(groupProblems, changed.reason).say };
      const { name, account } = changed.value;
      return {
        kind: "done",
        path: groupPath(name),
        text: `${personName(account)} can ${verb === "add" ? "now" : "no longer"} change who is in ${name}.`,
        undo: {
          path: groupPath(name, `/administrators/${verb === "add" ? "remove" : "add"}`),
          values: { who: account.id },
        },
      };
    },
  }),
);

/** The people who administer the group. Operators with rights for all groups choose them. */
export function administratorRows(
  visit: Visit,
  path: string,
  administrators: Awaited<ReturnType<Groups["administrators"]>>,
) {
  const mayChoose = mayDo(visit, "groups:write");
  const form = formTo(visit, `${path}/administrators/remove`);
  const href = (account: { readonly id: string }) => consolePath(visit.web, personPath(account));
  const rows = administrators.map((account) => ({
    href: mayDo(visit, "users:read") ? href(account) : undefined,
    name: account.username,
    state: mayChoose && buttonForm({ ...form, values: { who: account.id } }, "Remove"),
  }));
  return html`
    ${rowsOf(rows, "Nobody yet. Operators with the right to change groups can always do it.")}
    ${mayChoose && html`<div class="actions">${linkButton(consolePath(visit.web, `${path}/administrators/add`), "Add an administrator", "little")}</div>`}`;
}
