import type { Upstream } from "../../protocol/upstream/upstream.ts";
import { isoTime } from "../../values/time.ts";

/** A provider for programs, without its secret. `people` is how many are linked to it. */
export function upstreamRecord(upstream: Upstream, callback: string, people: number) {
  return {
    upstream: upstream.name,
    kind: upstream.kind,
    issuer: upstream.issuer,
    client_id: upstream.clientId,
    callback_uri: callback,
    display_name: upstream.displayName,
    domains: upstream.domains,
    trust_email: upstream.trustsEmail,
    create_accounts: upstream.createsAccounts,
    group_claim: upstream.groupMapping?.claim ?? null,
    group_map: upstream.groupMapping?.groups ?? {},
    disabled: upstream.isDisabled,
    people,
    created_at: isoTime(upstream.createdAt),
    updated_at: isoTime(upstream.updatedAt),
  };
}
