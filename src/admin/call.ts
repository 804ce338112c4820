import { createAuditor } from "../flows/audit.ts";
import type { RequestContext } from "../flows/events.ts";
import type { Operator } from "../flows/operator/access.ts";
import type { Ports } from "../flows/ports.ts";
import type { Web } from "../http/web.ts";
import type { Call, Registry } from "../operations/operation.ts";
import type { AccountId } from "../values/ids.ts";

/** What every call of an operation has in one request. */
export interface OperatorCall extends Pick<Call, "administration"> {
  readonly operator: Operator;
  readonly registry: Ports & Pick<Registry, "audit">;
}

/** Brings together what operations use in one request. What they change is audited in the operator's name. */
export function operatorCall(
  { ports, administration }: Pick<Web, "ports" | "administration">,
  operator: Operator,
  request: RequestContext,
): OperatorCall {
  const { client, account } = operator;
  const actor =
    account === undefined
      ? ({ kind: "client", clientId: client.id } as const)
      : ({ kind: "operator", accountId: account.id } as const);
  const { requestId } = request;
  const audit = createAuditor({ clock: ports.clock, actor, requestId, network: request.network() });
  return { operator, administration, registry: { ...ports, audit } };
}

/**
 * The same call, which finds an account once: a form compares what was typed with the version on which the operation then decides, and
 * which it claims.
 */
export function findingOnce(call: OperatorCall): OperatorCall {
  const { accounts } = call.registry;
  const found = new Map<AccountId, ReturnType<typeof accounts.find>>();
  const find = (id: AccountId) => {
    const known = found.get(id) ?? accounts.find(id);
    found.set(id, known);
    return known;
  };
  return { ...call, registry: { ...call.registry, accounts: { ...accounts, find } } };
}
