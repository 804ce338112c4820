import {
  addUpstream,
  findUpstream,
  readIssuer,
  removeUpstream,
  updateUpstream,
} from "../../flows/operator/upstream.ts";
import { presetOf } from "../../protocol/upstream/presets.ts";
import type { Upstream } from "../../protocol/upstream/upstream.ts";
import { equalDigests, sha256 } from "../../values/digest.ts";
import { ok } from "../../values/result.ts";
import { changesIn } from "../upstream.ts";
import { refusedUpstream } from "../upstream-problem.ts";
import { type DeclaredNoun, type Desk, differing, fixed, type Written, withoutDefaults } from "./noun.ts";
import type { Declared } from "./schema.ts";

const another = "Declare another provider under another name, and remove this one.";

/** Providers. Their servers are not checked, so that a start does not depend on them; `doctor` checks them. */
export const declaredUpstreams: DeclaredNoun<"upstreams"> = {
  key: "upstream",
  reads: "upstreams:read",
  writes: "upstreams:write",
  list: async ({ registry }) => sorted((await registry.upstreams.list()).map(written)),
  find: async ({ registry }, { upstream }) => {
    const found = await findUpstream(registry.upstreams, upstream);
    return ok(found && written(found));
  },
  put: async (desk, wanted) => {
    const { registry, operator } = desk;
    const found = await findUpstream(registry.upstreams, wanted.upstream);
    if (found === undefined) return create(desk, wanted);
    const before = written(found);
    const issuer = readIssuer(wanted);
    if (!issuer.ok) return refusedUpstream({}, issuer.reason);
    if (wanted.kind !== found.kind) return fixed("kind", another);
    if (issuer.value !== found.issuer) return fixed("issuer", another);
    if (wanted.team_id !== found.appleKey?.teamId) return fixed("team_id", another);
    if (wanted.key_id !== found.appleKey?.keyId) return fixed("key_id", another);
    const isSecretNew = wanted.secret !== undefined && !isSecretOf(desk, found, wanted.secret);
    const changed = differing(before, wanted, {
      client_id: undefined,
      display_name: presetOf(found.kind).displayName,
      domains: [],
      trust_email: false,
      create_accounts: false,
      group_claim: null,
      group_map: {},
      disabled: false,
    });
    if (Object.keys(changed).length === 0 && !isSecretNew) return ok({});
    // Without its claim a mapping is removed as well, and must not be named.
    const { group_map, ...others } = changed;
    const changes = changesIn({
      ...others,
      ...(group_map !== undefined && wanted.group_claim && { group_map: wanted.group_map ?? {} }),
      ...(isSecretNew && { secret: wanted.secret }),
    });
    const updated = await updateUpstream(registry, found.name, changes, { by: operator });
    return updated.ok ? ok({ isSecretNew }) : refusedUpstream({}, updated.reason);
  },
  remove: async ({ registry, operator }, name) => {
    const removed = await removeUpstream(registry, name, { by: operator });
    return removed.ok ? removed : refusedUpstream({}, removed.reason);
  },
};

async function create({ registry, operator }: Desk, wanted: Declared<"upstreams">) {
  const { team_id: teamId, key_id: keyId } = wanted;
  const upstream = {
    ...changesIn(wanted),
    kind: wanted.kind,
    name: wanted.upstream,
    issuer: wanted.issuer,
    tenant: wanted.tenant,
    appleKey: { ...(teamId !== undefined && { teamId }), ...(keyId !== undefined && { keyId }) },
    isChecked: false,
  };
  const added = await addUpstream(registry, upstream, { by: operator });
  return added.ok ? ok({ isSecretNew: true }) : refusedUpstream({}, added.reason);
}

function isSecretOf({ registry }: Desk, { sealedSecret }: Upstream, secret: string): boolean {
  const stored = registry.sealer.open("upstream", sealedSecret);
  return stored !== undefined && equalDigests(sha256(secret), sha256(stored));
}

function written(upstream: Upstream): Written {
  const { displayName, issuer } = presetOf(upstream.kind);
  const members = {
    upstream: upstream.name,
    kind: upstream.kind,
    issuer: upstream.issuer,
    client_id: upstream.clientId,
    team_id: upstream.appleKey?.teamId,
    key_id: upstream.appleKey?.keyId,
    display_name: upstream.displayName,
    domains: upstream.domains,
    trust_email: upstream.trustsEmail,
    create_accounts: upstream.createsAccounts,
    group_claim: upstream.groupMapping?.claim,
    group_map: upstream.groupMapping?.groups,
    disabled: upstream.isDisabled,
  };
  return withoutDefaults(members, { issuer, display_name: displayName });
}

function sorted(all: readonly Written[]): readonly Written[] {
  return all.toSorted((a, b) => (String(a.upstream) < String(b.upstream) ? -1 : 1));
}
