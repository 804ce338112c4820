import { createAuditor } from "../../flows/audit.ts";
import type { RequestContext } from "../../flows/events.ts";
import type { Operator } from "../../flows/operator/access.ts";
import type { Ports } from "../../flows/ports.ts";
import type { Registry } from "../../operations/operation.ts";

/** Brings the ports together for one request. */
export function registryOf(ports: Ports, { client, account }: Operator, request: RequestContext): Registry {
  const actor =
    account === undefined
      ? ({ kind: "client", clientId: client.id } as const)
      : ({ kind: "operator", accountId: account.id } as const);
  const { requestId } = request;
  return {
    ...ports,
    audit: createAuditor({ clock: ports.clock, actor, requestId, network: request.network() }),
  };
}
