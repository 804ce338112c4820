import { apiOperations } from "../../operations/api.ts";
import { byId } from "../../operations/operation.ts";
import { html } from "../../pages/html.ts";
import { apiFields } from "./api-form.ts";
import { apiPath, noApi } from "./api-show.ts";
import { formScreen } from "./operation-form.ts";
import { goTo } from "./visit.ts";

const { getApi, updateApi } = byId(apiOperations);

/** The form that changes an API. It decides who gets tokens, so it requires a fresh sign-in. */
export const apiEditScreen = formScreen(updateApi, {
  path: "/apis/{resource}/edit",
  reads: getApi,
  title: ({ name }) => `Edit ${name}`,
  lead: ({ resource }) => html`<code>${resource}</code>`,
  up: (api) => ({ path: apiPath(api), text: api.name }),
  button: { text: "Save" },
  fields: apiFields,
  missing: noApi,
  done: (visit, api) =>
    goTo(
      visit,
      apiPath(api),
      `${api.name} has been changed. This applies to new tokens; those already issued stay as they are.`,
    ),
});
