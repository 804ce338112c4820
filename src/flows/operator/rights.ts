import type { Account } from "../../identity/account.ts";
import type { AdminScope } from "../../protocol/api/admin-scopes.ts";
import { administrationResource } from "../../protocol/api/administration.ts";
import { parseResource } from "../../protocol/api/resource.ts";
import { type Client, interfaceMetadata } from "../../protocol/client/client.ts";
import type { MetadataChanges } from "../../protocol/client/metadata-change.ts";
import type { Ports } from "../ports.ts";

/** What an operator may do. */
export interface Rights {
  readonly scopes: ReadonlySet<AdminScope>;
}

/** True if an operator may change this account or sign in its place. Administrators are out of reach without `admins:write`. */
export function mayReachAccount({ scopes }: Rights, { isAdmin }: Pick<Account, "isAdmin">): boolean {
  return !isAdmin || scopes.has("admins:write");
}

/** True if an operator may change this client: one by which rights of operators are had is out of reach without `admins:write`. */
export function mayReachClient(
  { scopes }: Rights,
  { metadata }: Pick<Client, "metadata">,
  { settings }: Pick<Ports, "settings">,
): boolean {
  const administration = administrationResource(settings.issuer);
  const { adminScope, resources, audience } = metadata;
  const named = audience === undefined ? resources : [...resources, audience];
  const leadsThere =
    adminScope.length > 0 || named.some((resource) => parseResource(resource) === administration);
  return !leadsThere || scopes.has("admins:write");
}

/**
 * The properties that an operator asks for, as this operator may have them: the address for logout tokens is called like that of a stranger
 * unless the operator has `admins:write`. Undefined if they lead to rights of operators, which takes `admins:write` too.
 */
export function metadataWithin(
  operator: Rights,
  changes: MetadataChanges,
  ports: Pick<Ports, "settings">,
): MetadataChanges | undefined {
  const { adminScope = [], resources = [], audience } = changes;
  const metadata = { ...interfaceMetadata, adminScope, resources, ...(audience && { audience }) };
  if (!mayReachClient(operator, { metadata }, ports)) return undefined;
  if (typeof changes.backchannelLogoutUri !== "string") return changes;
  return { ...changes, isLogoutGuarded: !operator.scopes.has("admins:write") };
}
