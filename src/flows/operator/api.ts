import { type Api, apisMax, hasScope, type OpenTo, type TokenFormat } from "../../protocol/api/api.ts";
import { isSameResource, parseResource, type ResourceUri } from "../../protocol/api/resource.ts";
import type { Client } from "../../protocol/client/client.ts";
import type { SigningAlgorithm } from "../../protocol/jwk.ts";
import { mayAskAlone } from "../../protocol/token/client-credentials.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { instantOf } from "../../values/time.ts";
import type { Groups } from "../account-ports.ts";
import type { Apis } from "../api-ports.ts";
import type { AuditDetails, Auditor, AuditTarget } from "../audit.ts";
import type { Clients, Clock } from "../ports.ts";
import { type ApiProblem, apiScopesMax, roleLengthMax } from "./api-problem.ts";
import { readDisplayName } from "./display-name.ts";
import { findMissingGroup } from "./group.ts";
import { readLifetime, readResource, readScope, readScopes, type WantedScope } from "./read-api.ts";
import { isSeen, type Seen, whateverChanged } from "./rights.ts";

/** The ports of managing APIs. */
export interface ApiRegistry {
  readonly apis: Apis;
  readonly groups: Groups;
  readonly clock: Clock;
  readonly audit: Auditor;
}

/** What an operator may change at any time; an absent member stays, or is the default of a new API. */
export interface ApiChanges {
  readonly name?: string | undefined;
  readonly tokenFormat?: TokenFormat | undefined;
  /** In seconds; null for the lifetime that is usual for the format. */
  readonly tokenLifetime?: string | null | undefined;
  readonly signingAlgorithm?: SigningAlgorithm | undefined;
  readonly openTo?: OpenTo | undefined;
  readonly mayExchangeFor?: readonly string[] | undefined;
  /** The role that each group gives; replaces all of them. */
  readonly roles?: Readonly<Record<string, string>> | undefined;
}

/** A new API as an operator wrote it. */
export interface WantedApi extends ApiChanges {
  readonly resource: string;
  readonly name: string;
  readonly scopes: readonly WantedScope[];
}

/** Creates an API. */
export async function createApi(registry: ApiRegistry, wanted: WantedApi): Promise<Result<Api, ApiProblem>> {
  const resource = readResource(wanted.resource);
  if (!resource.ok) return resource;
  const scopes = readScopes(wanted.scopes);
  if (!scopes.ok) return scopes;
  const now = registry.clock.now();
  const changed = await withChanges(
    registry,
    {
      resource: resource.value,
      name: "",
      scopes: scopes.value,
      tokenFormat: "opaque",
      signingAlgorithm: "ES256",
      openTo: "listed",
      mayExchangeFor: [],
      createdAt: now,
      updatedAt: now,
    },
    wanted,
  );
  if (!changed.ok) return changed;
  const entry = registry.audit.entry("api-created", targetOf(changed.value));
  const created = await registry.apis.create(changed.value, apisMax, { audit: [entry] });
  if (created === "created") return changed;
  if (created === "full") return refuse({ kind: "too-many" });
  return refuse({ kind: "exists", api: (await registry.apis.find(resource.value)) ?? changed.value });
}

/** Changes what the operator named; `scopes` replaces all of them. The resource stays: tokens and consents are about it. */
export function updateApi(
  registry: ApiRegistry,
  resource: string,
  changes: ApiChanges & Partial<Pick<WantedApi, "scopes">>,
  seen: Seen = {},
): Promise<Result<Api, ApiProblem>> {
  const named = Object.entries(changes).filter(([, value]) => value !== undefined);
  return replaceApi(
    registry,
    { resource, ...seen },
    async (api) => {
      const scopes = changes.scopes === undefined ? ok(api.scopes) : readScopes(changes.scopes);
      return scopes.ok ? withChanges(registry, { ...api, scopes: scopes.value }, changes) : scopes;
    },
    { changed: named.map(([name]) => name).join(" ") },
  );
}

/** Adds a scope, behind the others. */
export function addScope(
  registry: ApiRegistry,
  resource: string,
  wanted: WantedScope,
  seen: Seen = {},
): Promise<Result<Api, ApiProblem>> {
  return replaceApi(
    registry,
    { resource, ...seen },
    async (api) => {
      const added = readScope(wanted);
      if (!added.ok) return added;
      if (hasScope(api, wanted.name)) return refuse({ kind: "scope-twice", scope: wanted.name });
      const name = await findMissingGroup(registry.groups, added.value.groups ?? []);
      if (name !== undefined) return refuse({ kind: "unknown-group", name, at: "groups" });
      const scopes = [...api.scopes, added.value];
      return scopes.length > apiScopesMax ? refuse({ kind: "scopes-too-many" }) : ok({ ...api, scopes });
    },
    { addedScope: wanted.name },
  );
}

/** Replaces the sentences of a scope, in its place, and its groups if they are named. Consents and tokens keep the scope. */
export function updateScope(
  registry: ApiRegistry,
  resource: string,
  wanted: WantedScope,
  seen: Seen = {},
): Promise<Result<Api, ApiProblem>> {
  return replaceApi(
    registry,
    { resource, ...seen },
    async (api) => {
      if (!hasScope(api, wanted.name)) return refuse({ kind: "unknown-scope", scope: wanted.name, api });
      const read = readScope(wanted);
      if (!read.ok) return read;
      const name = await findMissingGroup(registry.groups, read.value.groups ?? []);
      if (name !== undefined) return refuse({ kind: "unknown-group", name, at: "groups" });
      const scopes = api.scopes.map((scope) => {
        if (scope.name !== wanted.name) return scope;
        // A form that knows nothing of groups must not open the scope to everybody.
        const { groups } = wanted.groups === undefined ? scope : read.value;
        return { ...read.value, ...(groups !== undefined && { groups }) };
      });
      return ok({ ...api, scopes });
    },
    { changedScope: wanted.name },
  );
}

/** Removes a scope. Tokens that have it keep it until they expire, and nobody gets it any more. */
export function removeScope(
  registry: ApiRegistry,
  resource: string,
  scope: string,
  seen: Seen = {},
): Promise<Result<Api, ApiProblem>> {
  return replaceApi(
    registry,
    { resource, ...seen },
    async (api) => {
      const scopes = api.scopes.filter(({ name }) => name !== scope);
      return scopes.length === api.scopes.length
        ? refuse({ kind: "unknown-scope", scope, api })
        : ok({ ...api, scopes });
    },
    { removedScope: scope },
  );
}

/** Removes an API. Nobody gets tokens for it any more. */
export function removeApi(
  { apis, audit }: Pick<ApiRegistry, "apis" | "audit">,
  resource: string,
  seen: Seen = {},
): Promise<Result<Api, ApiProblem>> {
  return whateverChanged(seen, async () => {
    const found = await openApi(apis, resource, seen);
    if (!found.ok) return found;
    const api = found.value;
    const entry = audit.entry("api-deleted", targetOf(api), { name: api.name });
    return (await apis.remove(api, { audit: [entry] })) ? found : whyUnclaimed(apis, resource);
  });
}

/** Finds an API by any spelling of its resource. */
export async function findApi(apis: Apis, text: string): Promise<Api | undefined> {
  const resource = parseResource(text);
  return resource === undefined ? undefined : apis.find(resource);
}

/** Finds an API that may be changed. The admin API is none. */
async function openApi(apis: Apis, text: string, seen: Seen): Promise<Result<Api, ApiProblem>> {
  const api = await findApi(apis, text);
  if (api === undefined || api.isAdministration) return refuse({ kind: "unknown", text });
  return isSeen(seen, api) ? ok(api) : refuse({ kind: "changed-meanwhile" });
}

/** Why a claim was lost. */
async function whyUnclaimed(apis: Apis, text: string): Promise<Result<never, ApiProblem>> {
  const isGone = (await findApi(apis, text)) === undefined;
  return refuse(isGone ? { kind: "unknown", text } : { kind: "changed-meanwhile" });
}

/** What names an API: clients that may ask for its tokens, its own server, and APIs whose tokens may be exchanged for its own. */
export interface Mentions {
  readonly clients: readonly Client[];
  readonly apis: readonly Api[];
}

/** Finds everything that names the resource. It reads all clients, so it is for commands. */
export async function findMentions(
  { clients, apis }: { readonly clients: Pick<Clients, "list">; readonly apis: Pick<Apis, "all"> },
  resource: string,
): Promise<Mentions> {
  const [allClients, allApis] = await Promise.all([clients.list(), apis.all()]);
  return {
    clients: allClients.filter(({ metadata: { resources, audience = "" } }) =>
      [...resources, audience].some((named) => isSameResource(named, resource)),
    ),
    apis: allApis.filter(({ mayExchangeFor }) =>
      mayExchangeFor.some((named) => isSameResource(named, resource)),
    ),
  };
}

/** Finds the machines that are registered for this scope of the API. */
export async function findMachinesWith(
  clients: Pick<Clients, "list">,
  api: Api,
  scope: string,
): Promise<readonly Client[]> {
  const all = await clients.list();
  return all.filter((client) => client.metadata.machineScope.includes(scope) && mayAskAlone(api, client));
}

async function replaceApi(
  { apis, clock, audit }: ApiRegistry,
  { resource, ...seen }: Seen & { readonly resource: string },
  change: (api: Api) => Promise<Result<Api, ApiProblem>>,
  details: AuditDetails,
): Promise<Result<Api, ApiProblem>> {
  const found = await openApi(apis, resource, seen);
  if (!found.ok) return found;
  const api = found.value;
  const changed = await change(api);
  if (!changed.ok) return changed;
  // A clock that was set back must not bring an old instant back: it would let a stale change through.
  const updatedAt = instantOf(Math.max(clock.now(), api.updatedAt + 1));
  const replaced = { ...changed.value, updatedAt };
  const entry = audit.entry("api-changed", targetOf(api), details);
  const isUpdated = await apis.update(replaced, api.updatedAt, { audit: [entry] });
  return isUpdated ? ok(replaced) : whyUnclaimed(apis, resource);
}

function targetOf({ resource }: Api): AuditTarget {
  return { kind: "api", id: resource };
}

async function withChanges(
  { apis, groups }: Pick<ApiRegistry, "apis" | "groups">,
  api: Api,
  changes: ApiChanges & Partial<Pick<WantedApi, "scopes">>,
): Promise<Result<Api, ApiProblem>> {
  const name = readDisplayName(changes.name ?? api.name);
  if (!name.ok) return name;
  const { tokenFormat, tokenLifetime, signingAlgorithm, openTo } = changes;
  const { tokenLifetime: before, roles: rolesBefore, ...withoutLifetime } = api;
  const lifetime = typeof tokenLifetime === "string" ? readLifetime(tokenLifetime) : ok(before);
  if (!lifetime.ok) return lifetime;
  const mayExchangeFor = await readExchanges(apis, api, changes.mayExchangeFor);
  if (!mayExchangeFor.ok) return mayExchangeFor;
  const roles = changes.roles ?? rolesBefore ?? {};
  const whyNot = changes.roles && (await whyNoRoles(groups, changes.roles));
  if (whyNot !== undefined) return refuse(whyNot);
  // If every group of a scope is deleted, nobody gets the scope; that must not keep the operator from changing something else.
  const named = changes.scopes === undefined ? [] : api.scopes;
  const missing = await findMissingGroup(
    groups,
    named.flatMap((scope) => scope.groups ?? []),
  );
  if (missing !== undefined) return refuse({ kind: "unknown-group", name: missing, at: "scopes" });
  return ok({
    ...withoutLifetime,
    name: name.value,
    ...(tokenFormat !== undefined && { tokenFormat }),
    ...(tokenLifetime !== null && lifetime.value !== undefined && { tokenLifetime: lifetime.value }),
    ...(signingAlgorithm !== undefined && { signingAlgorithm }),
    ...(openTo !== undefined && { openTo }),
    mayExchangeFor: mayExchangeFor.value,
    ...(Object.keys(roles).length > 0 && { roles }),
  });
}

async function whyNoRoles(
  groups: Groups,
  roles: Readonly<Record<string, string>>,
): Promise<ApiProblem | undefined> {
  const role = Object.values(roles).find((name) => !readDisplayName(name, roleLengthMax).ok);
  if (role !== undefined) return { kind: "role-unusable", role };
  const name = await findMissingGroup(groups, Object.keys(roles));
  return name === undefined ? undefined : { kind: "unknown-group", name, at: "roles" };
}

async function readExchanges(
  apis: Apis,
  { resource, mayExchangeFor }: Api,
  wanted: readonly string[] | undefined,
): Promise<Result<readonly ResourceUri[], ApiProblem>> {
  if (wanted === undefined) return ok(mayExchangeFor);
  const read = new Set<ResourceUri>();
  for (const text of wanted) {
    if (parseResource(text) === resource) return refuse({ kind: "exchange-itself" });
    const other = await findApi(apis, text);
    if (other === undefined) return refuse({ kind: "exchange-unknown", text });
    read.add(other.resource);
  }
  return ok([...read]);
}
