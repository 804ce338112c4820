import type { Account } from "../../identity/account.ts";
import type { Client } from "../../protocol/client/client.ts";
import type { ClaimsQuestion } from "../../protocol/openid/claims-of-hook.ts";
import type { JsonObject } from "../../values/json-object.ts";
import { StoreUnavailable } from "../../values/store-unavailable.ts";
import type { RequestContext } from "../events.ts";
import { findSubject } from "../find-subject.ts";
import type { Ports } from "../ports.ts";

/** The claims hook failed and the operator wants no tokens without it. The event `claims-hook-failed` reports it, as the watch does a store. */
class ClaimsHookUnavailable extends StoreUnavailable {
  override readonly name = "ClaimsHookUnavailable";
}

/**
 * Asks the claims hook what to tell a client that is registered for it. Call it before anything is claimed: if the hook fails, this
 * returns undefined or rejects with `StoreUnavailable`, as the operator decided, and then the same request can be sent again.
 */
export async function askClaimsHook(
  ports: Pick<Ports, "claimsHook" | "settings" | "sealer" | "events">,
  client: Client,
  account: Account,
  asked: Pick<ClaimsQuestion, "scope" | "reason"> & { readonly context: RequestContext },
): Promise<JsonObject | undefined> {
  const { scope, reason, context } = asked;
  const answer = await ports.claimsHook.ask({
    clientId: client.id,
    accountId: account.id,
    sub: findSubject(ports, client, account),
    username: account.username,
    groups: account.groups ?? [],
    scope,
    reason,
  });
  if (answer.ok) return answer.value;
  const { isTold, ...failure } = answer.reason;
  const isRefused = ports.settings.claimsHookFails === "closed";
  if (isTold)
    ports.events.record({ kind: "claims-hook-failed", clientId: client.id, ...failure, isRefused }, context);
  if (isRefused) throw new ClaimsHookUnavailable(`The claims hook failed: ${failure.reason}.`);
  return undefined;
}
