import type { Account } from "../../identity/account.ts";
import { type GroupName, readGroupName } from "../../identity/group.ts";
import { type AdminScope, allAdminScopes } from "../../protocol/api/admin-scopes.ts";
import { administrationResource } from "../../protocol/api/administration.ts";
import { parseResource } from "../../protocol/api/resource.ts";
import type { Client } from "../../protocol/client/client.ts";
import type { AccountId } from "../../values/ids.ts";
import type { Result } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import type { FlowSettings } from "../ports.ts";
import type { Claim } from "../side-effect-ports.ts";

/** What somebody may do. */
export interface Rights {
  readonly scopes: ReadonlySet<AdminScope>;
  /** Of a person who is no administrator of the service, but of these groups. */
  readonly delegated?: {
    readonly scopes: ReadonlySet<AdminScope>;
    readonly groups: ReadonlySet<GroupName>;
    /** Their own account, which they cannot put into a group. */
    readonly self: AccountId;
  };
}

/** True if somebody has this right for the members of this group: for all groups, or because they administer it. */
export function mayDoInGroup({ scopes, delegated }: Rights, scope: AdminScope, group: string): boolean {
  if (scopes.has(scope)) return true;
  const name = readGroupName(group);
  return name !== undefined && delegated?.scopes.has(scope) === true && delegated.groups.has(name);
}

/**
 * How an act is open to people who administer groups: "its-group", in the group that the act is about; "own-groups", always, because the
 * act itself shows nothing but their groups.
 */
export type Delegable = "its-group" | "own-groups";

/** True if somebody may do an act on this group, if it is about one: because of a right, or because they administer the group. */
export function mayAct(
  rights: Rights,
  { scope, delegable }: { readonly scope: AdminScope; readonly delegable?: Delegable | undefined },
  group: string | undefined,
): boolean {
  if (rights.scopes.has(scope)) return true;
  if (delegable === "own-groups") return rights.delegated?.scopes.has(scope) === true;
  return delegable === "its-group" && group !== undefined && mayDoInGroup(rights, scope, group);
}

/** The rights of the command line and of the service itself. */
export const everyRight: Rights = { scopes: new Set(allAdminScopes) };

/** The versions (`updatedAt`) of a thing that a change may replace; any version if undefined. */
export interface Seen {
  readonly seen?: readonly Instant[] | undefined;
}

/** The terms of a change: rights and versions. A flow decides on what it read, and writes only if that has not changed. */
export interface Terms extends Seen {
  readonly by: Rights;
}

/** True if the operator saw this version, or named none. */
export function isSeen({ seen }: Seen, { updatedAt }: { readonly updatedAt: Instant }): boolean {
  return seen === undefined || seen.includes(updatedAt);
}

/** What an act on an account rests on: the version that the operator saw, if any, and that the account is still within their reach. */
export function accountClaims({ by, seen }: Terms, { id, updatedAt }: Account): readonly Claim[] {
  const isAdmin = by.scopes.has("admins:write") ? undefined : false;
  return [{ kind: "account-seen", accountId: id, updatedAt: seen && updatedAt, isAdmin }];
}

/** What an act on the tokens of a client rests on: that the client is still within the operator's reach. */
export function clientClaims({ by }: Pick<Terms, "by">, { id, updatedAt }: Client): readonly Claim[] {
  return by.scopes.has("admins:write") ? [] : [{ kind: "client-seen", clientId: id, updatedAt }];
}

/** The maximum number of tries of an act that loses its claim. */
const attemptsMax = 5;

/**
 * Repeats an act that was decided on something that changed before it was written, unless the operator named a version. It is for acts
 * that mean the same whatever changed, such as a removal.
 */
export async function whateverChanged<Value, Problem extends { readonly kind: string }>(
  { seen }: Seen,
  act: () => Promise<Result<Value, Problem>>,
): Promise<Result<Value, Problem>> {
  let done = await act();
  for (let attempt = 1; attempt < attemptsMax && isLost(done) && seen === undefined; attempt++)
    done = await act();
  return done;
}

function isLost(done: Result<unknown, { readonly kind: string }>): boolean {
  return !done.ok && done.reason.kind === "changed-meanwhile";
}

/**
 * True if an operator may change this account, or make something that lets its holder sign in to it. Administrators are out of reach
 * without `admins:write`.
 */
export function mayReachAccount({ scopes }: Rights, { isAdmin }: Pick<Account, "isAdmin">): boolean {
  return !isAdmin || scopes.has("admins:write");
}

/** True if an operator may change this client: one that can get rights of operators is out of reach without `admins:write`. */
export function mayReachClient(
  { scopes }: Rights,
  { metadata }: Pick<Client, "metadata">,
  { settings }: { readonly settings: Pick<FlowSettings, "issuer"> },
): boolean {
  const administration = administrationResource(settings.issuer);
  const { adminScope, resources, audience } = metadata;
  const named = audience === undefined ? resources : [...resources, audience];
  const leadsThere =
    adminScope.length > 0 || named.some((resource) => parseResource(resource) === administration);
  return !leadsThere || scopes.has("admins:write");
}
