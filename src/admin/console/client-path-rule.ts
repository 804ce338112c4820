import { clientOperations } from "../../operations/client.ts";
import { byId } from "../../operations/operation.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { ok, refuse } from "../../values/result.ts";
import { clientSaid } from "./client-form.ts";
import { clientPath } from "./client-path.ts";
import { noClient, refusalFor } from "./client-show.ts";
import { choiceField, chosenNames, type FormState, selectField, textField } from "./forms.ts";
import { groupsControl, offeredGroups } from "./group-parts.ts";
import { formScreen } from "./operation-form.ts";
import { goTo, valuesOf } from "./visit.ts";

const { getClient, updateClient } = byId(clientOperations);

/** The form that puts a rule for a path before the others. It has fields, so that nobody has to know how a rule is written. */
export const clientPathRuleScreen = formScreen(updateClient, {
  path: "/clients/{client_id}/new-path-rule",
  reads: getClient,
  title: () => "Add a rule for a path",
  lead: () => "It comes before the other rules: the first one that fits a request decides.",
  up: ({ client_id: id, name }) => ({ path: clientPath({ id }), text: name }),
  button: { text: "Add the rule", id: "add" },
  fields: async (visit) => {
    const groups = await offeredGroups(visit);
    return [{ member: "add_path_rules", label: "Rule", own: (state) => ruleFields(state, groups) }];
  },
  amend: (content, form) => {
    if (form.get("rule_who") === "groups" && groupsIn(form).length === 0)
      return refuse({ at: groupsName, say: "Choose at least one group." });
    // A space would begin the next word of the rule, which opens more than the form shows.
    const [group] = groupsIn(form).filter((name) => /\s/.test(name));
    if (group !== undefined) return refuse({ at: groupsName, say: `There is no group ${group}.` });
    if (form.get("rule_who") !== "public" && /\s/.test(form.get(scopeName)?.trim() ?? ""))
      return refuse({ at: scopeName, say: "Enter a single scope value, without a space." });
    return ok({ ...content, add_path_rules: [ruleIn(form)] });
  },
  refuses: (visit, { client_id }) => refusalFor(visit, client_id),
  missing: noClient,
  said: (reason) => ({ ...clientSaid(reason), at: placeOf(reason) }),
  done: (visit, { client_id: id }) =>
    goTo(visit, clientPath({ id }), "The rule has been added before the others."),
});

function placeOf({ kind }: { readonly kind: string }): string {
  return kind === "unknown-group" ? groupsName : "add_path_rules";
}

const groupsName = "rule_groups";
const scopeName = "rule_scope";

const who = [
  { value: "signed-in", label: "Everybody who may enter the application" },
  { value: "groups", label: "Members of one of these groups" },
  { value: "public", label: "Everybody, without signing in" },
] as const;

function ruleFields({ values, problems, ...state }: FormState, groups: readonly string[]): SafeHtml {
  const shown = {
    ...state,
    values: { rule_who: "groups", ...values },
    problems: {
      rule_path: problems?.add_path_rules,
      [groupsName]: problems?.[groupsName],
      [scopeName]: problems?.[scopeName],
    },
  };
  return html`
    ${textField({ name: "rule_path", label: "Path", hint: html`Such as <code>/admin</code>, or <code>/admin/*</code> for everything below it too. With the host before it, it is for this host alone.`, isRequired: true, maxLength: 900 }, shown)}
    ${textField({ name: "rule_methods", label: "Methods", hint: html`Such as <code>GET,POST</code>. If empty, all.`, maxLength: 100 }, shown)}
    ${choiceField({ name: "rule_who", label: "Who may open it", options: who }, shown)}
    <div class="of-members">${groupsControl(groupsName, { names: groups, hint: "Being in one of them is enough." }, shown)}</div>
    <div class="of-signed-in">${selectField(
      {
        name: "rule_require",
        label: "How strong a sign-in must be",
        options: [
          { value: "", label: "As for the application" },
          { value: "two", label: "Two factors" },
          { value: "phr", label: "A passkey" },
        ],
      },
      shown,
    )}</div>
    <div class="of-signed-in">${textField({ name: scopeName, label: "Scope for programs", hint: "A scope value that an access token needs to open it. If empty, no token does.", maxLength: 200 }, shown)}</div>`;
}

/** The rule as it is written. If something is missing, `parseRule` refuses it. */
function ruleIn(form: Parameters): string {
  const text = (name: string) => form.get(name)?.trim() ?? "";
  const named = (word: string, value: string) => (value === "" ? [] : [`${word}=${value}`]);
  const asks =
    form.get("rule_who") === "public"
      ? ["public"]
      : [
          ...groupsIn(form).map((name) => `group=${name}`),
          ...named("require", text("rule_require")),
          ...named("scope", text(scopeName)),
        ];
  const methods = text("rule_methods")
    .replaceAll(/[\s,]+/g, ",")
    .toUpperCase();
  const path = text("rule_path").replaceAll(" ", "%20");
  const words = [methods, path, ...(asks.length === 0 ? ["signed-in"] : asks)];
  return words.filter((word) => word !== "").join(" ");
}

function groupsIn(form: Parameters): readonly string[] {
  return form.get("rule_who") === "groups" ? chosenNames(groupsName, valuesOf(form)) : [];
}
