import { findMachinesWith, removeScope } from "../../flows/operator/api.ts";
import { type ApiProblem, apiProblems, sentenceLengthMax } from "../../flows/operator/api-problem.ts";
import { explain } from "../../flows/operator/problem.ts";
import type { Reply } from "../../http/reply.ts";
import { apiOperations } from "../../operations/api.ts";
import { byId } from "../../operations/operation.ts";
import { html } from "../../pages/html.ts";
import { strongNameOf } from "../../pages/layout.ts";
import type { Api, ApiScope } from "../../protocol/api/api.ts";
import { scopeNameLengthMax } from "../../protocol/api/scope-name.ts";
import { languages } from "../../protocol/language.ts";
import { actScreen } from "./acts.ts";
import { apiOf, apiPath, noApi, scopePath } from "./api-show.ts";
import { groupsField, offeredGroups } from "./group-parts.ts";
import { formScreen, saidOf } from "./operation-form.ts";
import { askingLink, rowsOf } from "./parts.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { goTo, notHere, registryOf, type Screen, type Visit } from "./visit.ts";

const { addApiScope, getApi, updateApiScope } = byId(apiOperations);

const scope = "apis:write";
const one = "/apis/{resource}/scopes/{scope}";

const languageNames = new Intl.DisplayNames(["en"], { type: "language" });

const sentenceFields = [
  {
    member: "sentence",
    label: "Sentence",
    hint: "What people read before they allow it, such as “See your orders”. It is used for every language without its own sentence.",
    isRequired: true,
    maxLength: sentenceLengthMax,
  },
  {
    more: "In people's languages",
    fields: languages.map(
      (language) =>
        ({
          member: `translations.${language}`,
          label: languageNames.of(language) ?? language,
          maxLength: sentenceLengthMax,
        }) as const,
    ),
  },
] as const;

const said = saidOf<ApiProblem>({
  "unknown-group": ({ name }) => ({ say: `There is no group ${name}.` }),
  "sentence-unusable": ({ language }) => (language === undefined ? {} : { at: `translations.${language}` }),
});

/** The fields of a scope besides its name. */
async function scopeFields(visit: Visit) {
  const hint = "Only people of these groups can have it. Without one, everybody.";
  const groups = {
    member: "groups",
    label: "Groups",
    ...groupsField(await offeredGroups(visit), hint),
    rows: 2,
  } as const;
  return [...sentenceFields, groups] as const;
}

/** The pages that add, change and remove a scope of an API. People decide by its sentence, so each requires a fresh sign-in. */
export const apiScopeScreens: readonly Screen[] = [
  formScreen(addApiScope, {
    path: "/apis/{resource}/new-scope",
    reads: getApi,
    title: () => "Add a scope",
    up: (api) => ({ path: apiPath(api), text: api.name }),
    button: { text: "Add the scope", id: "add" },
    fields: async (visit) => [
      {
        member: "name",
        label: "Scope",
        hint: html`What applications ask for, such as <code>orders:read</code>. It cannot be changed later.`,
        isRequired: true,
        maxLength: scopeNameLengthMax,
      },
      ...(await scopeFields(visit)),
    ],
    said,
    missing: noApi,
    done: (visit, api) =>
      goTo(
        visit,
        apiPath(api),
        `The scope ${api.scopes.at(-1)?.name} has been added. Applications may ask for it now.`,
      ),
  }),
  formScreen(updateApiScope, {
    path: `${one}/edit`,
    reads: getApi,
    part: ({ scopes }, { names }) => scopes.find(({ name }) => name === names.scope),
    title: (_, { names }) => `Edit ${names.scope}`,
    up: (api) => ({ path: apiPath(api), text: api.name }),
    beside: (api, { web, names }) => ({
      actions: askingLink(
        consolePath(web, scopePath(api, { name: names.scope ?? "" }, "/remove")),
        "Remove",
        "action danger",
      ),
      script: scriptFor("ask"),
    }),
    button: { text: "Save" },
    fields: scopeFields,
    said,
    missing: async (visit) => {
      const api = await apiOf(visit);
      return api === undefined ? noApi(visit) : noScope(visit, api);
    },
    done: (visit, api) => goTo(visit, apiPath(api), `The scope ${visit.names.scope} has been changed.`),
  }),
  actScreen({
    path: `${one}/remove`,
    scope,
    needsFreshSignIn: true,
    ask: async (visit) => {
      const api = await apiOf(visit);
      if (api === undefined) return noApi(visit);
      const known = knownScope(visit, api);
      if (known === undefined) return noScope(visit, api);
      const machines = await findMachinesWith(visit.web.ports.clients, api, known.name);
      return {
        title: "Remove the scope?",
        text: html`
          <p>Nobody gets ${strongNameOf(known.name)} of ${api.name} any more. Tokens that have it keep it until they expire, and what people allowed counts again if the scope comes back.</p>
          ${machines.length > 0 && html`<p>These services are registered for it, and will get tokens without it:</p>${rowsOf(machines, "")}`}`,
        button: "Remove",
        back: { path: apiPath(api), text: api.name },
      };
    },
    act: async (visit) => {
      const { resource = "", scope: name = "" } = visit.names;
      const removed = await removeScope(registryOf(visit), resource, name);
      if (!removed.ok) return { kind: "refused", problem: explain(apiProblems, removed.reason).say };
      return { kind: "done", path: apiPath(removed.value), text: `The scope ${name} has been removed.` };
    },
  }),
];

function knownScope({ names }: Visit, { scopes }: Api): ApiScope | undefined {
  return scopes.find(({ name }) => name === names.scope);
}

function noScope(visit: Visit, api: Api): Reply {
  const up = { path: apiPath(api), text: api.name };
  return notHere(visit, "This API has no such scope. Somebody may have removed it.", up);
}
