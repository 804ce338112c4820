import { updateApi } from "../../flows/operator/api.ts";
import { apiProblems } from "../../flows/operator/api-problem.ts";
import { explain } from "../../flows/operator/problem.ts";
import { isSeen } from "../../flows/operator/rights.ts";
import type { Reply } from "../../http/reply.ts";
import { html } from "../../pages/html.ts";
import type { Api } from "../../protocol/api/api.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { apiChangesIn, apiFields, problemsOfApi, valuesOfApi } from "./api-form.ts";
import { apiPath, withApi } from "./api-show.ts";
import { linesOf } from "./form-field.ts";
import { type FormState, formOf, hiddenFields, submitButton, type Values } from "./forms.ts";
import { linkButton } from "./parts.ts";
import { consolePath } from "./places.ts";
import { formTo, goTo, registryOf, type Screen, show, type Visit, valuesOf, versionIn } from "./visit.ts";

/** The form that changes an API. It decides who gets tokens, so it requires a fresh sign-in. */
export const apiEditScreen: Screen = {
  path: "/apis/{resource}/edit",
  scope: "apis:write",
  needsFreshSignIn: true,
  get: (visit) =>
    withApi(visit, (api) => editPage(visit, api, { values: visit.savedForm ?? valuesOfApi(api) })),
  post: (visit, form) => withApi(visit, (api) => change(visit, api, form)),
};

async function change(visit: Visit, api: Api, form: Parameters): Promise<Reply> {
  const values = valuesOf(form);
  const seen = [versionIn(form)];
  if (!isSeen({ seen }, api)) return conflictPage(visit, api, values);
  const changes = apiChangesIn(form, valuesOfApi(api));
  if (Object.values(changes).every((value) => value === undefined))
    return goTo(visit, apiPath(api), "Nothing was changed: the form still has the stored values.");
  const changed = await updateApi(registryOf(visit), api.resource, changes, { seen });
  if (changed.ok)
    return goTo(
      visit,
      apiPath(api),
      `${changed.value.name} has been changed. This applies to new tokens; those already issued stay as they are.`,
    );
  if (changed.reason.kind === "changed-meanwhile")
    return withApi(visit, (now) => conflictPage(visit, now, values));
  const sentence = explain(apiProblems, changed.reason).say;
  return editPage(visit, api, { values, problems: problemsOfApi(changed.reason) }, sentence);
}

/** Keeps everything that was typed; each field that differs from the stored value now shows both. */
function conflictPage(visit: Visit, api: Api, typed: Values): Reply {
  const { updated_at, ...stored } = valuesOfApi(api);
  const theirs = Object.fromEntries(
    Object.entries(stored).filter(([name, value]) => value !== linesOf(typed[name]).join("\n")),
  );
  const sentence =
    "Somebody else changed this API in the meantime, so nothing was saved. Fields that differ show both values; send the form again to save yours.";
  return editPage(visit, api, { values: { ...typed, updated_at }, theirs }, sentence, 409);
}

function editPage(
  visit: Visit,
  api: Api,
  state: FormState,
  problem?: string,
  status = problem ? 400 : 200,
): Reply {
  const back = consolePath(visit.web, apiPath(api));
  const fields = html`${hiddenFields({ updated_at: state.values.updated_at })}${apiFields(visit, state)}`;
  const buttons = html`${submitButton("Save")}${linkButton(back, "Cancel")}`;
  return show(
    visit,
    {
      title: `Change ${api.name}`,
      up: { href: back, text: api.name },
      lead: html`<code>${api.resource}</code>`,
      problem,
      main: html`<section class="panel">${formOf(formTo(visit, visit.path), fields, buttons)}</section>`,
    },
    status,
  );
}
