import { z } from "zod";
import {
  type ApiChanges,
  addScope,
  apisAsSeen,
  createApi,
  findApi,
  findMentions,
  removeApi,
  removeScope,
  updateApi,
  updateScope,
} from "../flows/operator/api.ts";
import { type ApiProblem, apiProblems } from "../flows/operator/api-problem.ts";
import { apiRecord, mentionsRecord } from "../flows/operator/api-record.ts";
import type { Api } from "../protocol/api/api.ts";
import { ok, type Result } from "../values/result.ts";
import {
  apiSchema,
  changesSchema,
  mentionedSchema,
  newApiSchema,
  newScopeSchema,
  resource,
  scopeName,
  sentencesSchema,
} from "./api-schema.ts";
import { etagOf } from "./etag.ts";
import { type Call, type Operation, operation } from "./operation.ts";
import { checkMatch } from "./precondition.ts";
import { notFound, type Problem, refused } from "./problem.ts";

const noun = "APIs";
const one = "/apis/{resource}";
const params = z.object({ resource });
const scopeParams = z.object({ resource, scope: scopeName });
type Params = z.output<typeof params>;

/** What all changes share: they return the changed record, and are refused if somebody else was faster. */
const answersChanged = {
  status: 200,
  answer: apiSchema,
  hasTag: true,
  isConditional: true,
  problems: ["conflict"],
} as const;

/** The operations about APIs and their scopes. */
export const apiOperations: readonly Operation[] = [
  operation({
    id: "listApis",
    method: "get",
    path: "/apis",
    noun,
    scope: "apis:read",
    command: "api list",
    summary: "Lists all APIs, on one page: an installation has at most a few hundred",
    status: 200,
    answer: z.strictObject({ items: z.array(apiSchema) }).meta({ id: "Apis" }),
    run: async ({ registry }) => ok({ body: { items: (await registry.apis.all()).map(apiRecord) } }),
  }),
  operation({
    id: "createApi",
    method: "post",
    path: "/apis",
    noun,
    scope: "apis:write",
    command: "api create",
    summary: "Registers an API",
    body: newApiSchema,
    status: 201,
    answer: apiSchema,
    hasTag: true,
    problems: ["conflict"],
    isRepeatable: true,
    run: async ({ registry, body }) => {
      const scopes = (body.scopes ?? []).map((each) => wantedScope(each.name, each));
      const wanted = { ...changesIn(body), resource: body.resource, name: body.name, scopes };
      const created = await createApi(registry, wanted);
      if (!created.ok) return refused(apiProblems, created.reason);
      return answerWith(created.value, { location: `/apis/${encodeURIComponent(created.value.resource)}` });
    },
  }),
  operation({
    id: "getApi",
    method: "get",
    path: one,
    noun,
    scope: "apis:read",
    command: "api show",
    summary: "One API, with the clients and APIs that name it",
    params,
    status: 200,
    answer: mentionedSchema,
    hasTag: true,
    run: async (call) => {
      const found = await openApi(call);
      if (!found.ok) return found;
      const mentions = mentionsRecord(await findMentions(call.registry, found.value.resource));
      const record = apiRecord(found.value);
      return ok({ body: { ...record, ...mentions }, etag: etagOf(record) });
    },
  }),
  operation({
    id: "updateApi",
    method: "patch",
    path: one,
    noun,
    scope: "apis:write",
    command: "api update",
    summary: "Changes the given members; new tokens follow within a second",
    params,
    body: changesSchema,
    ...answersChanged,
    run: (call) =>
      onApi(call, (registry, api) =>
        updateApi(registry, api, { ...changesIn(call.body), name: call.body.name }),
      ),
  }),
  operation({
    id: "deleteApi",
    method: "delete",
    path: one,
    noun,
    scope: "apis:write",
    command: "api delete",
    summary: "Deletes an API: no new tokens are issued for it, and existing ones work until they expire",
    params,
    status: 204,
    isConditional: true,
    run: async (call) => {
      const found = await openApi(call);
      if (!found.ok) return found;
      const removed = await removeApi(call.registry, found.value.resource);
      return removed.ok ? ok({}) : refused(apiProblems, removed.reason, call);
    },
  }),
  operation({
    id: "addApiScope",
    method: "post",
    path: `${one}/scopes`,
    noun,
    scope: "apis:write",
    command: "api scope add",
    summary: "Adds a scope with the sentence that people read",
    params,
    body: newScopeSchema,
    ...answersChanged,
    run: (call) =>
      onApi(call, (registry, api) => addScope(registry, api, wantedScope(call.body.name, call.body))),
  }),
  operation({
    id: "updateApiScope",
    method: "put",
    path: `${one}/scopes/{scope}`,
    noun,
    scope: "apis:write",
    command: "api scope update",
    summary: "Replaces the sentences of a scope; existing consents stay",
    params: scopeParams,
    body: sentencesSchema,
    ...answersChanged,
    run: (call) =>
      onApi(call, (registry, api) => updateScope(registry, api, wantedScope(call.params.scope, call.body))),
  }),
  operation({
    id: "removeApiScope",
    method: "delete",
    path: `${one}/scopes/{scope}`,
    noun,
    scope: "apis:write",
    command: "api scope remove",
    summary: "Deletes a scope; tokens that have it keep it until they expire",
    params: scopeParams,
    ...answersChanged,
    run: (call) => onApi(call, (registry, api) => removeScope(registry, api, call.params.scope)),
  }),
];

/** Finds a registered API. The admin API itself is none: nobody changes it. */
async function openApi(call: Call<Params>): Promise<Result<Api, Problem>> {
  const api = await findApi(call.registry.apis, call.params.resource);
  if (api === undefined || api.isAdministration) return notFound("API");
  const matched = checkMatch(call, apiRecord(api));
  return matched.ok ? ok(api) : matched;
}

/** Changes the very API whose tag was compared. */
async function onApi(
  call: Call<Params>,
  change: (registry: Call["registry"], resource: string) => Promise<Result<Api, ApiProblem>>,
) {
  const found = await openApi(call);
  if (!found.ok) return found;
  const { registry } = call;
  const seen = { ...registry, apis: apisAsSeen(registry.apis, found.value) };
  const changed = await change(call.ifMatch === undefined ? registry : seen, found.value.resource);
  return changed.ok ? answerWith(changed.value) : refused(apiProblems, changed.reason, call);
}

function wantedScope(scope: string, said: z.output<typeof sentencesSchema>) {
  const texts = Object.entries(said.translations ?? {});
  return {
    name: scope,
    sentence: said.sentence,
    translations: texts.map(([language, text]) => ({ language, sentence: text })),
  };
}

function changesIn(body: Omit<z.output<typeof changesSchema>, "name">): ApiChanges {
  const lifetime = body.token_lifetime_seconds;
  return {
    tokenFormat: body.token_format,
    tokenLifetime: typeof lifetime === "number" ? String(lifetime) : lifetime,
    signingAlgorithm: body.signing_alg,
    openTo: body.open_to,
    mayExchangeFor: body.may_exchange_for,
  };
}

function answerWith(api: Api, { location }: { readonly location?: string } = {}) {
  const record = apiRecord(api);
  return ok({ body: record, etag: etagOf(record), ...(location !== undefined && { location }) });
}
