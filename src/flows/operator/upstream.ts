import { readGroupName } from "../../identity/group.ts";
import {
  type GroupMapping,
  mappedGroupsMax,
  readGroupClaim,
  readMapped,
} from "../../protocol/upstream/group-mapping.ts";
import { issuerOfTenant, presetOf } from "../../protocol/upstream/presets.ts";
import {
  type AppleKey,
  domainsMax,
  isUpstreamKind,
  readDomain,
  readUpstreamName,
  type Upstream,
  upstreamsMax,
} from "../../protocol/upstream/upstream.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Groups } from "../account-ports.ts";
import type { Auditor, AuditTarget } from "../audit.ts";
import type { Sealer } from "../key-ports.ts";
import type { Clock } from "../ports.ts";
import type { UpstreamParty } from "../upstream/relying-party.ts";
import type { Upstreams } from "../upstream-ports.ts";
import { readDisplayName } from "./display-name.ts";
import { isSeen, type Rights, type Terms, whateverChanged } from "./rights.ts";
import type { UpstreamProblem } from "./upstream-problem.ts";

/** The ports of managing upstreams. */
export interface UpstreamRegistry {
  readonly upstreams: Upstreams;
  readonly groups: Pick<Groups, "find">;
  readonly sealer: Pick<Sealer, "seal">;
  readonly party: Pick<UpstreamParty, "check">;
  readonly clock: Clock;
  readonly audit: Auditor;
}

/** What an operator may change at any time; an absent member stays, or is the default of a new upstream. */
export interface UpstreamChanges {
  readonly clientId?: string | undefined;
  /** The client secret, or Apple's private key. */
  readonly secret?: string | undefined;
  readonly displayName?: string | undefined;
  readonly domains?: readonly string[] | undefined;
  readonly trustsEmail?: boolean | undefined;
  readonly createsAccounts?: boolean | undefined;
  /** The claim that lists groups there; null takes claim and mapping away. */
  readonly groupClaim?: string | null | undefined;
  /** Pairs `theirs=ours`, which replace the mapping. */
  readonly groupMap?: readonly string[] | undefined;
  readonly isDisabled?: boolean | undefined;
}

/** A new upstream as an operator wrote it. */
export interface WantedUpstream extends UpstreamChanges {
  readonly kind: string;
  /** The kind, where absent. */
  readonly name?: string | undefined;
  readonly issuer?: string | undefined;
  readonly tenant?: string | undefined;
  readonly appleKey?: Partial<AppleKey> | undefined;
  /** False: the provider is not asked whether all this is right. */
  readonly isChecked: boolean;
}

/** Adds an upstream. Where it is checked, nothing is kept that the provider's answers contradict. */
export async function addUpstream(
  registry: Omit<UpstreamRegistry, "party"> & Partial<Pick<UpstreamRegistry, "party">>,
  wanted: WantedUpstream,
  { by }: Pick<Terms, "by">,
): Promise<Result<Upstream, UpstreamProblem>> {
  if (!mayChangeUpstreams(by)) return refuse(adminsOnly);
  const { kind } = wanted;
  if (!isUpstreamKind(kind)) return refuse({ kind: "kind-unknown" });
  const name = readUpstreamName(wanted.name ?? kind);
  if (name === undefined) return refuse({ kind: "name-unusable" });
  const issuer = readIssuer(wanted);
  if (!issuer.ok) return issuer;
  const { clientId, secret, appleKey } = wanted;
  if (clientId === undefined || clientId.trim() === "") return refuse({ kind: "client-id-missing" });
  if (secret === undefined || secret === "") return refuse({ kind: "secret-missing" });
  const { teamId, keyId } = appleKey ?? {};
  if (kind === "apple" && (teamId === undefined || keyId === undefined))
    return refuse({ kind: "apple-key-missing" });
  const now = registry.clock.now();
  const mapping = await readMapping(registry, kind, undefined, wanted);
  if (!mapping.ok) return mapping;
  const changed = withChanges(
    registry,
    {
      name,
      kind,
      issuer: issuer.value,
      clientId,
      sealedSecret: "",
      displayName: presetOf(kind).displayName,
      ...(kind === "apple" && teamId !== undefined && keyId !== undefined && { appleKey: { teamId, keyId } }),
      domains: [],
      trustsEmail: false,
      createsAccounts: false,
      ...(mapping.value && { groupMapping: mapping.value }),
      isDisabled: false,
      createdAt: now,
      updatedAt: now,
    },
    wanted,
  );
  if (!changed.ok) return changed;
  const upstream = changed.value;
  if (wanted.isChecked) {
    if (registry.party === undefined) throw new Error("Nobody can check the provider here.");
    const checked = await registry.party.check(upstream);
    if (!checked.ok)
      return refuse({ kind: "check-failed", failure: checked.reason, issuer: upstream.issuer });
  }
  const entry = registry.audit.entry("upstream-added", targetOf(upstream), { issuer: upstream.issuer });
  const created = await registry.upstreams.create(upstream, upstreamsMax, { audit: [entry] });
  return created.ok ? ok(upstream) : refuse({ kind: created.reason });
}

/** Changes what the operator named. Kind and issuer stay: the subjects of its people are the issuer's. */
export async function updateUpstream(
  registry: Omit<UpstreamRegistry, "party">,
  name: string,
  changes: UpstreamChanges,
  terms: Terms,
): Promise<Result<Upstream, UpstreamProblem>> {
  const found = await openUpstream(registry.upstreams, name, terms);
  if (!found.ok) return found;
  const upstream = found.value;
  const { groupMapping, ...others } = upstream;
  const mapping = await readMapping(registry, upstream.kind, groupMapping, changes);
  if (!mapping.ok) return mapping;
  const mapped = mapping.value === undefined ? others : { ...others, groupMapping: mapping.value };
  const changed = withChanges(registry, mapped, changes);
  if (!changed.ok) return changed;
  const named = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const entry = registry.audit.entry("upstream-changed", targetOf(upstream), { changed: named.join(" ") });
  const updated = await registry.upstreams.update(changed.value, registry.clock.now(), { audit: [entry] });
  return updated.ok ? updated : refuse(problemOfClaim(updated.reason, name));
}

/** Removes an upstream. Its people keep their accounts, and lose this way in. */
export function removeUpstream(
  { upstreams, audit }: Pick<UpstreamRegistry, "upstreams" | "audit">,
  name: string,
  terms: Terms,
): Promise<Result<Upstream, UpstreamProblem>> {
  return whateverChanged(terms, async () => {
    const found = await openUpstream(upstreams, name, terms);
    if (!found.ok) return found;
    const upstream = found.value;
    const entry = audit.entry("upstream-removed", targetOf(upstream), { issuer: upstream.issuer });
    const removed = await upstreams.remove(upstream, { audit: [entry] });
    return removed.ok ? found : refuse(problemOfClaim(removed.reason, name));
  });
}

/** True if an operator may change providers: they decide who somebody is, administrators included. */
export function mayChangeUpstreams({ scopes }: Rights): boolean {
  return scopes.has("admins:write");
}

const adminsOnly = { kind: "right-missing", scope: "admins:write" } as const;

/** Finds an upstream that may be changed on these terms. */
async function openUpstream(
  upstreams: Upstreams,
  name: string,
  terms: Terms,
): Promise<Result<Upstream, UpstreamProblem>> {
  if (!mayChangeUpstreams(terms.by)) return refuse(adminsOnly);
  const upstream = await findUpstream(upstreams, name);
  if (upstream === undefined) return refuse({ kind: "unknown", name });
  return isSeen(terms, upstream) ? ok(upstream) : refuse({ kind: "changed-meanwhile" });
}

function problemOfClaim(reason: "unknown" | "conflict", name: string): UpstreamProblem {
  return reason === "unknown" ? { kind: "unknown", name } : { kind: "changed-meanwhile" };
}

/** Finds an upstream by its name. */
export async function findUpstream(upstreams: Upstreams, text: string): Promise<Upstream | undefined> {
  const name = readUpstreamName(text);
  return name === undefined ? undefined : upstreams.find(name);
}

function targetOf({ name }: Upstream): AuditTarget {
  return { kind: "upstream", id: name };
}

/** The mapping of groups after a change. Its groups here exist, so that a typing error shows at once. */
async function readMapping(
  { groups }: Pick<UpstreamRegistry, "groups">,
  kind: Upstream["kind"],
  before: GroupMapping | undefined,
  { groupClaim, groupMap }: UpstreamChanges,
): Promise<Result<GroupMapping | undefined, UpstreamProblem>> {
  if (groupClaim === null) return ok(undefined);
  if (groupClaim === undefined && groupMap === undefined) return ok(before);
  const claim = readGroupClaim(groupClaim ?? before?.claim ?? "");
  if (claim === undefined || kind === "github") return refuse({ kind: "group-claim-unusable" });
  if (groupMap === undefined) return ok({ claim, groups: before?.groups ?? {} });
  if (groupMap.length > mappedGroupsMax)
    return refuse({ kind: "group-map-unusable", text: `${groupMap.length}` });
  const pairs: [string, string][] = [];
  for (const text of groupMap) {
    const pair = readMapped(text);
    if (pair === undefined) return refuse({ kind: "group-map-unusable", text });
    const [theirs, ours] = pair;
    const name = readGroupName(ours);
    if (name === undefined || (await groups.find(name)) === undefined)
      return refuse({ kind: "unknown-group", name: ours });
    pairs.push([theirs, name]);
  }
  return ok({ claim, groups: Object.fromEntries(pairs) });
}

/** Reads the issuer of a new upstream: the one that is named, or that of its kind or tenant. */
export function readIssuer({
  kind,
  issuer,
  tenant,
}: Pick<WantedUpstream, "kind" | "issuer" | "tenant">): Result<string, UpstreamProblem> {
  if (!isUpstreamKind(kind)) return refuse({ kind: "kind-unknown" });
  if (kind === "microsoft" && issuer === undefined) {
    const ofTenant = tenant === undefined ? undefined : issuerOfTenant(tenant);
    return ofTenant === undefined ? refuse({ kind: "tenant-unusable" }) : ok(ofTenant);
  }
  const text = issuer ?? presetOf(kind).issuer;
  if (text === undefined) return refuse({ kind: "issuer-missing" });
  const url = URL.parse(text);
  const isPlain =
    url !== null && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (!isPlain || !isWeb) return refuse({ kind: "issuer-unusable" });
  // OpenID Connect compares issuers letter by letter; the paths of GitHub's API follow its site.
  return ok(kind === "github" ? text.replace(/(?<!\/)\/+$/, "") : text);
}

function withChanges(
  { sealer }: Pick<UpstreamRegistry, "sealer">,
  upstream: Upstream,
  changes: UpstreamChanges,
): Result<Upstream, UpstreamProblem> {
  const { clientId, secret, trustsEmail, createsAccounts, isDisabled } = changes;
  const displayName = readDisplayName(changes.displayName ?? upstream.displayName);
  if (!displayName.ok) return refuse({ kind: "display-name-unusable" });
  if (clientId?.trim() === "") return refuse({ kind: "client-id-missing" });
  const domains: string[] = [];
  for (const text of changes.domains ?? upstream.domains) {
    const domain = readDomain(text);
    if (domain === undefined) return refuse({ kind: "domain-unusable", text });
    domains.push(domain);
  }
  if (domains.length > domainsMax) return refuse({ kind: "domains-too-many" });
  return ok({
    ...upstream,
    ...(clientId !== undefined && { clientId: clientId.trim() }),
    ...(secret !== undefined && { sealedSecret: sealer.seal("upstream", Buffer.from(secret)) }),
    displayName: displayName.value,
    domains: [...new Set(domains)],
    ...(trustsEmail !== undefined && { trustsEmail }),
    ...(createsAccounts !== undefined && { createsAccounts }),
    ...(isDisabled !== undefined && { isDisabled }),
  });
}
