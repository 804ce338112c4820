import { z } from "zod";
import {
  type ApiChanges,
  addScope,
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
import { versionTag } from "./etag.ts";
import { type Call, operation } from "./operation.ts";
import { termsOf } from "./precondition.ts";
import { refused } from "./problem.ts";

const noun = "APIs";
const one = "/apis/{resource}";
const params = z.object({ resource });
const scopeParams = z.object({ resource, scope: scopeName });

/** What all changes share: they return the changed record, and are refused if somebody else was faster. */
const answersChanged = {
  status: 200,
  answer: apiSchema,
  hasTag: true,
  isConditional: true,
  problems: ["conflict"],
} as const;

/** The operations about APIs and their scopes. */
export const apiOperations = [
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
      const { registry, params } = call;
      const text = params.resource;
      const api = await findApi(registry.apis, text);
      if (api === undefined || api.isAdministration) return refused(apiProblems, { kind: "unknown", text });
      const mentions = mentionsRecord(await findMentions(registry, api.resource));
      return ok({ body: { ...apiRecord(api), ...mentions }, etag: versionTag(api) });
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
    run: async (call) => {
      const { registry, params, body } = call;
      const changes = { ...changesIn(body), name: body.name };
      return after(call, await updateApi(registry, params.resource, changes, termsOf(call)));
    },
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
    problems: ["conflict"],
    run: async (call) => {
      const removed = await removeApi(call.registry, call.params.resource, termsOf(call));
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
    run: async (call) => {
      const { registry, params, body } = call;
      const scope = wantedScope(body.name, body);
      return after(call, await addScope(registry, params.resource, scope, termsOf(call)));
    },
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
    run: async (call) => {
      const { registry, params, body } = call;
      const scope = wantedScope(params.scope, body);
      return after(call, await updateScope(registry, params.resource, scope, termsOf(call)));
    },
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
    run: async (call) => {
      const { registry, params } = call;
      return after(call, await removeScope(registry, params.resource, params.scope, termsOf(call)));
    },
  }),
] as const;

function after(call: Pick<Call, "ifMatch">, changed: Result<Api, ApiProblem>) {
  return changed.ok ? answerWith(changed.value) : refused(apiProblems, changed.reason, call);
}

/** A scope as its flow takes it. */
export function wantedScope(scope: string, said: z.output<typeof sentencesSchema>) {
  const texts = Object.entries(said.translations ?? {});
  return {
    name: scope,
    sentence: said.sentence,
    translations: texts.map(([language, text]) => ({ language, sentence: text })),
    groups: said.groups,
  };
}

/** The changes to an API as their flow takes them. */
export function changesIn(body: Omit<z.output<typeof changesSchema>, "name">): ApiChanges {
  const lifetime = body.token_lifetime_seconds;
  return {
    tokenFormat: body.token_format,
    tokenLifetime: typeof lifetime === "number" ? String(lifetime) : lifetime,
    signingAlgorithm: body.signing_alg,
    openTo: body.open_to,
    mayExchangeFor: body.may_exchange_for,
    roles: body.roles,
  };
}

function answerWith(api: Api, { location }: { readonly location?: string } = {}) {
  return ok({ body: apiRecord(api), etag: versionTag(api), ...(location !== undefined && { location }) });
}
