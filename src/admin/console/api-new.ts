import type { ApiProblem } from "../../flows/operator/api-problem.ts";
import { apiOperations } from "../../operations/api.ts";
import { byId } from "../../operations/operation.ts";
import { html } from "../../pages/html.ts";
import { apiFields } from "./api-form.ts";
import { apiPath } from "./api-show.ts";
import { linesOf } from "./forms.ts";
import { formScreen, saidOf } from "./operation-form.ts";
import { goTo } from "./visit.ts";

const { createApi } = byId(apiOperations);

/** The page that adds an API. It decides who gets tokens, so it requires a fresh sign-in. */
export const apiNewScreen = formScreen(createApi, {
  path: "/apis/new",
  title: () => "Add an API",
  up: () => ({ path: "/apis", text: "APIs" }),
  button: { text: "Add the API", id: "add" },
  initial: () => ({ open_to: "listed", token_format: "opaque", signing_alg: "ES256" }),
  fields: (visit) => [
    {
      member: "resource",
      label: "Resource indicator",
      hint: "The address by which applications name the API, such as https://api.example/orders. It cannot be changed later.",
      as: "url",
      isRequired: true,
      maxLength: 1_000,
    },
    ...apiFields(visit),
    {
      member: "scopes",
      label: "Scopes",
      hint: html`One per line, with the sentence that people read before they allow it: <code>orders:read = See your orders</code>. Add translations on the scope's page.`,
      as: "lines",
      rows: 4,
      parse: (text) => linesOf(text).map(scopeIn),
    },
  ],
  said: saidOf<ApiProblem>({
    "scope-unusable": { at: "scopes" },
    "scope-reserved": { at: "scopes" },
    "scope-twice": { at: "scopes" },
    "scopes-too-many": { at: "scopes" },
    "sentence-unusable": { at: "scopes" },
  }),
  done: (visit, { open_to, ...api }) => {
    const next = open_to === "listed" ? " Now register the applications that may ask for its tokens." : "";
    return goTo(visit, apiPath(api), `${api.name} has been added.${next}`);
  },
});

/** `orders:read = See your orders`. The name ends at the first `=`. */
function scopeIn(line: string) {
  const [, name = line, sentence = ""] = /^([^=]*)=(.*)$/.exec(line) ?? [];
  return { name: name.trim(), sentence };
}
