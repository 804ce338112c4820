import type { Account } from "../../identity/account.ts";
import type { GroupName } from "../../identity/group.ts";
import { type AdminScope, adminScopesOf } from "../../protocol/api/admin-scopes.ts";
import { administrationResource } from "../../protocol/api/administration.ts";
import type { Client } from "../../protocol/client/client.ts";
import type { BearerRefusalReason } from "../../protocol/token/bearer.ts";
import type { DpopRefusalReason } from "../../protocol/token/dpop.ts";
import { toBase64Url } from "../../values/base64url.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { isAsStrongAs, strengthOf } from "../../values/strength.ts";
import { type Instant, plus } from "../../values/time.ts";
import type { LiveGrant } from "../endpoint/find-token.ts";
import { type TokenScheme, type TokenUse, type TokenUsePorts, useToken } from "../endpoint/use-token.ts";
import type { Ports } from "../ports.ts";
import { tokenClientId } from "./own-clients.ts";
import type { Rights } from "./rights.ts";

/**
 * The holder of a token for the admin API: a person with the admin right, a client that acts for itself, or a person who administers
 * groups. The last has no scopes of their own, only those of `delegated`.
 */
export interface Operator extends Rights {
  readonly client: Client;
  /** Absent for a client that acts for itself. */
  readonly account?: Account;
  /** When and how the person signed in: RFC 8176 words. Absent for a client that acts for itself. */
  readonly authenticatedAt?: Instant;
  readonly methods?: readonly string[];
  /** The key of the operator's rate limit. */
  readonly caller: string;
}

/** Why a live token gives no access to the admin API. "too-weak": the person proved less than the console requires. */
type AccessRefusal = "token-not-for-administration" | "not-an-admin" | "too-weak";

/** Why a request to the admin API has no operator. */
export interface NoOperator {
  readonly reason: BearerRefusalReason | DpopRefusalReason | AccessRefusal;
  readonly scheme: TokenScheme;
}

type AccessPorts = TokenUsePorts & Pick<Ports, "settings" | "groups">;

/** Finds the operator behind a request to the admin API. Rights that were taken away since the token was issued are gone at once. */
export async function findOperator(
  ports: AccessPorts,
  request: TokenUse,
): Promise<Result<Operator, NoOperator>> {
  const used = await useToken(ports, request);
  if (!used.ok) return used;
  const { scheme, live } = used.value;
  const { account } = live;
  const administered =
    account === undefined || account.isAdmin ? [] : await ports.groups.administeredBy(account.id);
  const operator = operatorOf(ports, live, administered);
  return operator.ok ? operator : refuse({ reason: operator.reason, scheme });
}

/** The operator that a token stands for at this moment. */
export function operatorOf(
  { settings }: Pick<Ports, "settings">,
  { grant, client, account }: LiveGrant,
  /** The groups that the person administers. */
  administered: readonly GroupName[] = [],
): Result<Operator, AccessRefusal> {
  const { audience = [], scope = [], exchange, authenticatedAt, methods } = grant.details ?? {};
  const isMeant = audience.length === 1 && audience[0] === administrationResource(settings.issuer);
  if (!isMeant || exchange !== undefined) return refuse("token-not-for-administration");
  if (account === undefined) {
    const { adminScope } = client.metadata;
    // Tokens of `token create` share a client, so each has its own limit. A machine could evade one by getting new tokens.
    const caller = client.id === tokenClientId ? `${client.id} ${toBase64Url(grant.id)}` : client.id;
    return ok({ client, caller, scopes: adminScopesOf(scope.filter((value) => adminScope.includes(value))) });
  }
  if (!account.isAdmin && administered.length === 0) return refuse("not-an-admin");
  // A browser that the person trusts stands for the second factor elsewhere, and a request for a code can be made by hand.
  const isStrong = isAsStrongAs(strengthOf(methods ?? []), settings.consoleRequire);
  if (!isStrong) return refuse("too-weak");
  return ok({
    client,
    account,
    caller: `${client.id} ${account.id}`,
    ...rightsOf(account, adminScopesOf(scope), administered),
    ...(authenticatedAt !== undefined && { authenticatedAt }),
    ...(methods !== undefined && { methods }),
  });
}

/** The rights of a person: those of the token, or of these only what an administrator of groups may do. */
function rightsOf(
  { id, isAdmin }: Account,
  scopes: ReadonlySet<AdminScope>,
  administered: readonly GroupName[],
): Rights {
  if (isAdmin) return { scopes };
  const ofGroups = (["groups:read", "groups:write"] as const).filter((scope) => scopes.has(scope));
  const delegated = { scopes: new Set(ofGroups), groups: new Set(administered), self: id };
  return { scopes: new Set(), delegated };
}

/** How old the sign-in of a person may be for a dangerous act in the console. */
export const operatorFreshSeconds = 600;

/** True if the operator is a person who has just signed in. */
export function isFreshOperator(
  { authenticatedAt }: Pick<Operator, "authenticatedAt">,
  now: Instant,
): boolean {
  return authenticatedAt !== undefined && now < plus(authenticatedAt, operatorFreshSeconds);
}
