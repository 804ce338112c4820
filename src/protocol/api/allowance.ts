import type { Api, ApiScope } from "./api.ts";
import type { ResourceUri } from "./resource.ts";

/** What a person allowed, or is asked to allow, at one API. */
export interface ApiAccess {
  readonly resource: ResourceUri;
  /** Undefined if the API was deleted since. */
  readonly api: Api | undefined;
  /** In the order of the allowances; none for access to the API itself. */
  readonly rights: readonly ApiRight[];
}

/** One right at an API. */
export interface ApiRight {
  readonly value: string;
  /** Undefined if the API has no such scope any more. */
  readonly scope: ApiScope | undefined;
}

/** The APIs that are named by what `allowanceOf` made, each once. The sign-in's own scope values name none. */
export function resourcesOf(allowances: readonly string[]): readonly ResourceUri[] {
  return [...rightsByResource(allowances).keys()];
}

/** The same APIs with the rights at each. `apis` has those of `resourcesOf` that still exist. */
export function accessOf(allowances: readonly string[], apis: readonly Api[]): readonly ApiAccess[] {
  return [...rightsByResource(allowances)].map(([resource, values]) => {
    const api = apis.find((one) => one.resource === resource);
    const scopeOf = (value: string) => api?.scopes.find(({ name }) => name === value);
    return { resource, api, rights: values.map((value) => ({ value, scope: scopeOf(value) })) };
  });
}

/** The first `#` ends the resource, which has none. A scope value may have more (RFC 6749 §3.3). */
function rightsByResource(allowances: readonly string[]): ReadonlyMap<ResourceUri, readonly string[]> {
  const found = new Map<ResourceUri, readonly string[]>();
  for (const allowance of allowances) {
    const end = allowance.indexOf("#");
    if (end === -1) continue;
    const resource = allowance.slice(0, end) as ResourceUri;
    const value = allowance.slice(end + 1);
    const before = found.get(resource) ?? [];
    found.set(resource, value === "" ? before : [...before, value]);
  }
  return found;
}
