import { createApi, findApi, removeApi, updateApi } from "../../flows/operator/api.ts";
import { apiProblems } from "../../flows/operator/api-problem.ts";
import type { Api } from "../../protocol/api/api.ts";
import { ok } from "../../values/result.ts";
import { changesIn, wantedScope } from "../api.ts";
import { refused } from "../problem.ts";
import { type DeclaredNoun, type Desk, differing, type Written, withoutDefaults } from "./noun.ts";
import type { Declared } from "./schema.ts";

const defaults = {
  name: undefined,
  scopes: [],
  token_format: "opaque",
  token_lifetime_seconds: null,
  signing_alg: "ES256",
  open_to: "listed",
  may_exchange_for: [],
  roles: {},
};

/** APIs with their scopes. The admin API cannot be declared. */
export const declaredApis: DeclaredNoun<"apis"> = {
  key: "resource",
  reads: "apis:read",
  writes: "apis:write",
  list: async ({ registry }) =>
    (await registry.apis.all()).filter(({ isAdministration }) => !isAdministration).map(written),
  find: async ({ registry }, { resource }) => {
    const api = await findApi(registry.apis, resource);
    if (api?.isAdministration) return refused(apiProblems, { kind: "unknown", text: resource });
    return ok(api && written(api));
  },
  // APIs may name each other, so each is first created with only the names of those that exist.
  prepare: async (desk, wanted) => {
    const { apis } = desk.registry;
    if ((await findApi(apis, wanted.resource)) !== undefined) return ok({});
    const named = wanted.may_exchange_for ?? [];
    const known: string[] = [];
    for (const each of named) if ((await findApi(apis, each)) !== undefined) known.push(each);
    return create(desk, { ...wanted, may_exchange_for: known });
  },
  put: async (desk, wanted) => {
    const { registry } = desk;
    const found = await findApi(registry.apis, wanted.resource);
    if (found === undefined) return create(desk, wanted);
    const said = { ...wanted, scopes: wanted.scopes?.map(writtenScope) };
    const changed = differing(written(found), said, defaults);
    if (Object.keys(changed).length === 0) return ok({});
    const changes = {
      ...changesIn(changed),
      name: "name" in changed ? wanted.name : undefined,
      ...("scopes" in changed && { scopes: scopesOf(wanted) }),
    };
    const updated = await updateApi(registry, found.resource, changes);
    return updated.ok ? ok({}) : refused(apiProblems, updated.reason);
  },
  remove: async ({ registry }, name) => {
    const removed = await removeApi(registry, name);
    return removed.ok ? removed : refused(apiProblems, removed.reason);
  },
};

async function create({ registry }: Desk, wanted: Declared<"apis">) {
  const api = {
    ...changesIn(wanted),
    resource: wanted.resource,
    name: wanted.name,
    scopes: scopesOf(wanted),
  };
  const created = await createApi(registry, api);
  return created.ok ? ok({}) : refused(apiProblems, created.reason);
}

function scopesOf({ scopes = [] }: Declared<"apis">) {
  return scopes.map((scope) => wantedScope(scope.name, scope));
}

function written(api: Api): Written {
  const { resource, name, scopes } = api;
  const members = {
    resource,
    name,
    scopes: scopes.map(writtenScope),
    token_format: api.tokenFormat,
    token_lifetime_seconds: api.tokenLifetime,
    signing_alg: api.signingAlgorithm,
    open_to: api.openTo,
    may_exchange_for: api.mayExchangeFor,
    roles: api.roles,
  };
  return withoutDefaults(members, defaults);
}

function writtenScope(scope: {
  readonly name: string;
  readonly sentence: string;
  readonly translations?: object | undefined;
  readonly groups?: readonly string[] | undefined;
}) {
  const { name, sentence, translations, groups } = scope;
  return withoutDefaults({ name, sentence, translations, groups });
}
