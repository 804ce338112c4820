import { createApi } from "../../flows/operator/api.ts";
import { type ApiProblem, apiProblems } from "../../flows/operator/api-problem.ts";
import { explain } from "../../flows/operator/problem.ts";
import type { WantedScope } from "../../flows/operator/read-api.ts";
import type { Reply } from "../../http/reply.ts";
import { html } from "../../pages/html.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { apiChangesIn, apiFields, newApiValues, problemsOfApi } from "./api-form.ts";
import { apiPath } from "./api-show.ts";
import { linesOf } from "./form-field.ts";
import { type FormState, formOf, linesField, submitButton, textField, type Values } from "./forms.ts";
import { linkButton } from "./parts.ts";
import { consolePath } from "./places.ts";
import { formTo, goTo, registryOf, type Screen, show, type Visit, valuesOf } from "./visit.ts";

const path = "/apis/new";

/** The page that adds an API. It decides who gets tokens, so it requires a fresh sign-in. */
export const apiNewScreen: Screen = {
  path,
  scope: "apis:write",
  needsFreshSignIn: true,
  get: (visit) => newPage(visit, { values: visit.savedForm ?? newApiValues }),
  post: add,
};

async function add(visit: Visit, form: Parameters): Promise<Reply> {
  const created = await createApi(registryOf(visit), {
    ...apiChangesIn(form, {}),
    resource: (form.get("resource") ?? "").trim(),
    name: form.get("name") ?? "",
    scopes: linesOf(form.get("scopes")).map(scopeIn),
  });
  if (!created.ok) {
    const state = { values: valuesOf(form), problems: problemsOfNew(created.reason) };
    return newPage(visit, state, explain(apiProblems, created.reason).say);
  }
  const { name, openTo } = created.value;
  const next = openTo === "listed" ? " Now register the applications that may ask for its tokens." : "";
  return goTo(visit, apiPath(created.value), `${name} has been added.${next}`);
}

/** `orders:read = See your orders`. The name ends at the first `=`. */
function scopeIn(line: string): WantedScope {
  const [, name = line, sentence = ""] = /^([^=]*)=(.*)$/.exec(line) ?? [];
  return { name: name.trim(), sentence, translations: [] };
}

/** On this page, scopes and their sentences share one field. */
function problemsOfNew(problem: ApiProblem): Values {
  const { scope, sentence, ...others } = problemsOfApi(problem);
  const text = scope ?? sentence;
  return text === undefined ? others : { scopes: text };
}

function newPage(visit: Visit, state: FormState, problem?: string): Reply {
  const back = consolePath(visit.web, "/apis");
  const fields = html`
    ${textField(
      {
        name: "resource",
        label: "Resource indicator",
        hint: "The address by which applications name the API, such as https://api.example/orders. It cannot be changed later.",
        isRequired: true,
        maxLength: 1_000,
        type: "url",
      },
      state,
    )}
    ${apiFields(visit, state)}
    ${linesField(
      {
        name: "scopes",
        label: "Scopes",
        hint: html`One per line, with the sentence that people read before they allow it: <code>orders:read = See your orders</code>. Add translations on the scope's page.`,
        rows: 4,
      },
      state,
    )}`;
  const buttons = html`${submitButton("Add the API", { id: "add" })}${linkButton(back, "Cancel")}`;
  return show(
    visit,
    {
      title: "Add an API",
      up: { href: back, text: "APIs" },
      problem,
      main: html`<section class="panel">${formOf(formTo(visit, path), fields, buttons)}</section>`,
    },
    problem === undefined ? 200 : 400,
  );
}
