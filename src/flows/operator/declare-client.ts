import type { Client } from "../../protocol/client/client.ts";
import { ok, type Result } from "../../values/result.ts";
import type { Secret } from "../../values/secret.ts";
import {
  type ClientAct,
  type ClientChanges,
  type ClientRegistry,
  changedClient,
  changeOf,
  openClient,
  replaceClient,
  revokeTokensOf,
  rotatedClient,
  switchedClient,
} from "./client.ts";
import type { ClientProblem } from "./client-problem.ts";
import type { Terms } from "./rights.ts";

/** What a declaration says of a client that exists. */
export interface DeclaredChanges extends ClientChanges {
  readonly isDisabled: boolean;
  /** Absent if the stored secret stays. */
  readonly secret?: Secret | undefined;
}

/**
 * Changes properties, secret and state of a client in one transaction, with an entry for each. Tokens are revoked as in
 * `setClientDisabled`.
 */
export async function declareClient(
  registry: ClientRegistry,
  id: string,
  { isDisabled, secret, ...changes }: DeclaredChanges,
  terms: Terms,
): Promise<Result<Client, ClientProblem>> {
  const found = await openClient(registry, id, terms);
  if (!found.ok) return found;
  const before = found.value;
  const acts: ClientAct[] = [];
  let changed: Result<Client, ClientProblem> = found;
  if (Object.keys(changes).length > 0) {
    changed = await changedClient(registry, before, changes, terms);
    acts.push(changeOf(changes));
  }
  if (changed.ok && secret !== undefined) {
    changed = rotatedClient(changed.value, secret, { keepsOld: false });
    acts.push(["client-secret-rotated", { keepsOld: false }]);
  }
  if (changed.ok && isDisabled !== before.isDisabled) {
    const [switched, act] = switchedClient(registry, changed.value, isDisabled);
    changed = ok(switched);
    acts.push(act);
    if (!isDisabled) await revokeTokensOf(registry, before);
  }
  if (!changed.ok || acts.length === 0) return changed;
  const replaced = await replaceClient(registry, changed.value, acts);
  if (replaced.ok && isDisabled && !before.isDisabled) await revokeTokensOf(registry, before);
  return replaced;
}
