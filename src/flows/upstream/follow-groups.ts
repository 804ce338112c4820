import type { Account } from "../../identity/account.ts";
import { type GroupName, groupsPerAccountMax } from "../../identity/group.ts";
import { mappedGroups } from "../../protocol/upstream/group-mapping.ts";
import type { Upstream } from "../../protocol/upstream/upstream.ts";
import type { AuditAct, AuditEntry } from "../audit.ts";
import type { RequestContext } from "../events.ts";
import type { Ports } from "../ports.ts";
import type { UpstreamPerson } from "./relying-party.ts";

/**
 * Puts the person into the groups that the provider says they are in, and takes them out of those that it does not say, of the mapped
 * groups alone. A group that is gone is passed over. Nothing is written if nothing changes; returns the account as it stands then.
 */
export async function followGroups(
  ports: Pick<Ports, "accounts" | "groups" | "clock">,
  upstream: Upstream,
  { groups: said = [] }: UpstreamPerson,
  account: Account,
  context: RequestContext,
): Promise<Account> {
  if (upstream.groupMapping === undefined) return account;
  const { mapped, wanted } = mappedGroups(upstream.groupMapping, said);
  const before = account.groups ?? [];
  const entry = (act: AuditAct, group: string): AuditEntry => ({
    at: ports.clock.now(),
    act,
    actor: { kind: "system" },
    target: { kind: "user", id: account.id },
    details: { group, upstream: upstream.name },
    network: context.network(),
    requestId: context.requestId,
  });
  let isChanged = false;
  for (const name of mapped as ReadonlySet<GroupName>) {
    if (wanted.has(name) === before.includes(name)) continue;
    isChanged = true;
    if (wanted.has(name))
      await ports.groups.add(name, account.id, groupsPerAccountMax, {
        audit: [entry("group-member-added", name)],
      });
    else await ports.groups.removeMember(name, account.id, { audit: [entry("group-member-removed", name)] });
  }
  return isChanged ? ((await ports.accounts.find(account.id)) ?? account) : account;
}
