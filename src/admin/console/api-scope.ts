import { addScope, findMachinesWith, removeScope, updateScope } from "../../flows/operator/api.ts";
import { apiProblems, sentenceLengthMax } from "../../flows/operator/api-problem.ts";
import { explain } from "../../flows/operator/problem.ts";
import type { Reply } from "../../http/reply.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import { strongNameOf } from "../../pages/layout.ts";
import type { Api, ApiScope } from "../../protocol/api/api.ts";
import { scopeNameLengthMax } from "../../protocol/api/scope-name.ts";
import { languages } from "../../protocol/language.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { toBase64Url } from "../../values/base64url.ts";
import { sha256 } from "../../values/digest.ts";
import { actScreen } from "./acts.ts";
import { problemsOfApi, sentenceFieldOf } from "./api-form.ts";
import { apiOf, apiPath, noApi, scopePath, withApi } from "./api-show.ts";
import {
  type FormState,
  formOf,
  hiddenFields,
  moreFields,
  submitButton,
  textField,
  type Values,
} from "./forms.ts";
import { askingLink, linkButton, rowsOf } from "./parts.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { formTo, goTo, notHere, registryOf, type Screen, show, type Visit, valuesOf } from "./visit.ts";

const scope = "apis:write";
const one = "/apis/{resource}/scopes/{scope}";

/** The pages that add, change and remove a scope of an API. People decide by its sentence, so each requires a fresh sign-in. */
export const apiScopeScreens: readonly Screen[] = [
  {
    path: "/apis/{resource}/new-scope",
    scope,
    needsFreshSignIn: true,
    get: (visit) =>
      withApi(visit, (api) => scopePage(visit, api, undefined, { values: visit.savedForm ?? {} })),
    post: (visit, form) => withApi(visit, (api) => add(visit, api, form)),
  },
  {
    path: `${one}/edit`,
    scope,
    needsFreshSignIn: true,
    get: (visit) =>
      withScope(visit, (api, known) =>
        scopePage(visit, api, known, { values: visit.savedForm ?? valuesOfScope(known) }),
      ),
    post: (visit, form) => withScope(visit, (api, known) => change(visit, api, known, form)),
  },
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
          <p>Nobody gets ${strongNameOf(known.name)} of ${api.name} any more. Tokens that have it keep it until they expire, and what people allowed counts again where the scope comes back.</p>
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

function withScope(
  visit: Visit,
  answer: (api: Api, known: ApiScope) => Reply | Promise<Reply>,
): Promise<Reply> {
  return withApi(visit, (api) => {
    const known = knownScope(visit, api);
    return known === undefined ? noScope(visit, api) : answer(api, known);
  });
}

const languageNames = new Intl.DisplayNames(["en"], { type: "language" });

/** A scope as its form shows it. `shown` is compared with the stored scope when the form comes back. */
function valuesOfScope(known: ApiScope): Values {
  const { sentence, translations } = known;
  const translated = Object.entries(translations).map(([language, text]) => [
    sentenceFieldOf(language),
    text,
  ]);
  const shown = toBase64Url(sha256(JSON.stringify(known)));
  return { shown, sentence, ...Object.fromEntries(translated) };
}

function wantedBy(form: Parameters, name: string) {
  const translations = languages.flatMap((language) => {
    const sentence = (form.get(sentenceFieldOf(language)) ?? "").trim();
    return sentence === "" ? [] : [{ language, sentence }];
  });
  return { name, sentence: form.get("sentence") ?? "", translations };
}

async function add(visit: Visit, api: Api, form: Parameters): Promise<Reply> {
  const wanted = wantedBy(form, (form.get("scope") ?? "").trim());
  const added = await addScope(registryOf(visit), api.resource, wanted);
  if (added.ok)
    return goTo(
      visit,
      apiPath(api),
      `The scope ${wanted.name} has been added. Applications may ask for it now.`,
    );
  const state = { values: valuesOf(form), problems: problemsOfApi(added.reason) };
  return scopePage(visit, api, undefined, state, explain(apiProblems, added.reason).say);
}

async function change(visit: Visit, api: Api, known: ApiScope, form: Parameters): Promise<Reply> {
  const values = valuesOf(form);
  const stale = (now: Api, scopeNow: ApiScope) => {
    const { shown, ...stored } = valuesOfScope(scopeNow);
    const names = ["sentence", ...languages.map(sentenceFieldOf)];
    const differing = names.filter((name) => (stored[name] ?? "") !== (values[name] ?? "").trim());
    const theirs = Object.fromEntries(differing.map((name) => [name, stored[name] ?? ""]));
    const state = { values: { ...values, shown }, theirs };
    return scopePage(visit, now, scopeNow, state, changedMeanwhile, 409);
  };
  if (values.shown !== valuesOfScope(known).shown) return stale(api, known);
  const wanted = wantedBy(form, known.name);
  const changed = await updateScope(registryOf(visit), api.resource, wanted, { seen: [api.updatedAt] });
  if (changed.ok)
    return goTo(
      visit,
      apiPath(api),
      `From now on, people who are asked for ${known.name} read the new sentence.`,
    );
  if (changed.reason.kind === "changed-meanwhile") return withScope(visit, stale);
  const state = { values, problems: problemsOfApi(changed.reason) };
  return scopePage(visit, api, known, state, explain(apiProblems, changed.reason).say);
}

const changedMeanwhile =
  "Somebody else changed this scope in the meantime, so nothing was saved. Fields that differ show both values; send the form again to save yours.";

function scopePage(
  visit: Visit,
  api: Api,
  known: ApiScope | undefined,
  state: FormState,
  problem?: string,
  status = problem ? 400 : 200,
): Reply {
  const back = consolePath(visit.web, apiPath(api));
  const remove = known && consolePath(visit.web, scopePath(api, known, "/remove"));
  const buttons = html`${submitButton(known === undefined ? "Add the scope" : "Save", { id: known === undefined ? "add" : "save" })}${linkButton(back, "Cancel")}`;
  return show(
    visit,
    {
      title: known === undefined ? "Add a scope" : `Change ${known.name}`,
      up: { href: back, text: api.name },
      problem,
      actions: remove && askingLink(remove, "Remove", "action danger"),
      script: remove === undefined ? undefined : scriptFor("ask"),
      isLive: true,
      main: html`<section class="panel">${formOf(formTo(visit, visit.path), scopeFields(known, state), buttons)}</section>`,
    },
    status,
  );
}

function scopeFields(known: ApiScope | undefined, state: FormState): SafeHtml {
  const translated = languages.map(sentenceFieldOf);
  const isUsed = translated.some(
    (name) => (state.values[name] ?? state.problems?.[name] ?? state.theirs?.[name] ?? "") !== "",
  );
  return html`
    ${hiddenFields({ shown: state.values.shown })}
    ${
      known === undefined &&
      textField(
        {
          name: "scope",
          label: "Scope",
          hint: html`What applications ask for, such as <code>orders:read</code>. It cannot be changed later.`,
          isRequired: true,
          maxLength: scopeNameLengthMax,
        },
        state,
      )
    }
    ${textField(
      {
        name: "sentence",
        label: "Sentence",
        hint: "What people read before they allow it, such as “See your orders”. It is used for every language without its own sentence.",
        isRequired: true,
        maxLength: sentenceLengthMax,
      },
      state,
    )}
    ${moreFields(
      "In people's languages",
      isUsed,
      languages.map((language) =>
        textField(
          {
            name: sentenceFieldOf(language),
            label: languageNames.of(language) ?? language,
            maxLength: sentenceLengthMax,
          },
          state,
        ),
      ),
    )}`;
}
