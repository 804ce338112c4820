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
  upstreamKinds,
  upstreamNameRule,
  upstreamsMax,
} from "../../protocol/upstream/upstream.ts";
import { ok, type Result, refuse, unreachable } from "../../values/result.ts";
import type { Groups } from "../account-ports.ts";
import type { Auditor, AuditTarget } from "../audit.ts";
import type { Sealer } from "../key-ports.ts";
import type { Clock } from "../ports.ts";
import type { UpstreamFailure, UpstreamParty } from "../upstream/relying-party.ts";
import type { Upstreams } from "../upstream-ports.ts";
import { readDisplayName } from "./display-name.ts";

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

/** The reason why no upstream was added or changed. */
export type UpstreamProblem =
  | { readonly kind: "kind-unknown" }
  | { readonly kind: "name-unusable" }
  | { readonly kind: "display-name-unusable" }
  | { readonly kind: "issuer-missing" }
  | { readonly kind: "issuer-unusable" }
  | { readonly kind: "tenant-unusable" }
  | { readonly kind: "client-id-missing" }
  | { readonly kind: "secret-missing" }
  | { readonly kind: "apple-key-missing" }
  | { readonly kind: "domain-unusable"; readonly text: string }
  | { readonly kind: "domains-too-many" }
  | { readonly kind: "group-claim-unusable" }
  | { readonly kind: "group-map-unusable"; readonly text: string }
  | { readonly kind: "group-unknown"; readonly name: string }
  | { readonly kind: "exists" }
  | { readonly kind: "too-many" }
  | { readonly kind: "unknown"; readonly name: string }
  | { readonly kind: "conflict" }
  | { readonly kind: "check-failed"; readonly failure: UpstreamFailure; readonly issuer: string };

/** Adds an upstream. Where it is checked, nothing is kept that the provider's answers contradict. */
export async function addUpstream(
  registry: UpstreamRegistry,
  wanted: WantedUpstream,
): Promise<Result<Upstream, UpstreamProblem>> {
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
): Promise<Result<Upstream, UpstreamProblem>> {
  const upstream = await findUpstream(registry.upstreams, name);
  if (upstream === undefined) return refuse({ kind: "unknown", name });
  const { groupMapping, ...others } = upstream;
  const mapping = await readMapping(registry, upstream.kind, groupMapping, changes);
  if (!mapping.ok) return mapping;
  const mapped = mapping.value === undefined ? others : { ...others, groupMapping: mapping.value };
  const changed = withChanges(registry, mapped, changes);
  if (!changed.ok) return changed;
  const named = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const entry = registry.audit.entry("upstream-changed", targetOf(upstream), { changed: named.join(" ") });
  const updated = await registry.upstreams.update(changed.value, registry.clock.now(), { audit: [entry] });
  if (updated.ok) return ok(updated.value);
  return refuse(updated.reason === "unknown" ? { kind: "unknown", name } : { kind: "conflict" });
}

/** Removes an upstream. Its people keep their accounts, and lose this way in. */
export async function removeUpstream(
  { upstreams, audit }: Pick<UpstreamRegistry, "upstreams" | "audit">,
  name: string,
): Promise<Result<Upstream, UpstreamProblem>> {
  const upstream = await findUpstream(upstreams, name);
  if (upstream === undefined) return refuse({ kind: "unknown", name });
  const entry = audit.entry("upstream-removed", targetOf(upstream), { issuer: upstream.issuer });
  const removed = await upstreams.remove(upstream.name, { audit: [entry] });
  return removed.ok ? ok(upstream) : refuse({ kind: "unknown", name });
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
      return refuse({ kind: "group-unknown", name: ours });
    pairs.push([theirs, name]);
  }
  return ok({ claim, groups: Object.fromEntries(pairs) });
}

function readIssuer({ kind, issuer, tenant }: WantedUpstream): Result<string, UpstreamProblem> {
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
  return ok(kind === "github" ? text.replace(/\/+$/, "") : text);
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

/** One or two sentences for the operator: the cause and, where it is not plain, the repair. */
export function describeUpstreamProblem(problem: UpstreamProblem): string {
  switch (problem.kind) {
    case "kind-unknown":
      return `The kind of a provider is one of ${upstreamKinds.join(", ")}.`;
    case "name-unusable":
      return `The name of a provider has ${upstreamNameRule}.`;
    case "display-name-unusable":
      return "The name on the button has 1 to 100 visible characters.";
    case "issuer-missing":
      return "Name the provider's issuer with --issuer, as its discovery document has it.";
    case "issuer-unusable":
      return "The issuer is an address like https://login.example.org, without query or fragment.";
    case "tenant-unusable":
      return "Name the tenant with --tenant: its id, as the Entra admin centre shows it, or consumers. Several tenants are several providers.";
    case "client-id-missing":
      return "Name the client id that the provider gave you with --client-id.";
    case "secret-missing":
      return "The client secret is missing. Send it on stdin, with --client-secret-stdin.";
    case "apple-key-missing":
      return "Apple needs --team-id, --key-id and --key-file: its client secret is signed with this key.";
    case "domain-unusable":
      return `${problem.text} is no e-mail domain; write it like example.org.`;
    case "domains-too-many":
      return `A provider has at most ${domainsMax} domains.`;
    case "group-claim-unusable":
      return "Name the claim that lists the groups there with --group-claim, such as groups or roles; GitHub has none.";
    case "group-map-unusable":
      return `${problem.text} is no pair of groups; write it like 'their group=staff', ${mappedGroupsMax} at most.`;
    case "group-unknown":
      return `There is no group ${problem.name}. Make it first with \`latchkey group create\`.`;
    case "exists":
      return "There is a provider with this name already; --name gives this one another.";
    case "too-many":
      return `An installation has at most ${upstreamsMax} providers.`;
    case "unknown":
      return `There is no provider ${problem.name}.`;
    case "conflict":
      return "Somebody else changed this provider at the same moment; nothing was changed.";
    case "check-failed":
      return describeUpstreamFailure(problem.failure, problem.issuer);
    default:
      return unreachable(problem);
  }
}

const checks: Readonly<Record<string, string>> = {
  "address-not-allowed":
    "lies in a private network or has no https. Only a service on this machine reaches providers there, with a base URL of localhost.",
  unreachable: "does not answer.",
  "timed-out": "does not answer in time.",
  "too-large": "answers with more than a discovery document.",
  "discovery-unreadable":
    "has no discovery document at /.well-known/openid-configuration. Compare the issuer with the provider's documentation.",
  "discovery-issuer":
    "calls itself by another issuer in its discovery document. Take that one, letter by letter, with or without the slash at its end.",
  "discovery-endpoints": "names no endpoints in its discovery document that can be used.",
  "keys-unreadable": "publishes no keys at the jwks_uri of its discovery document.",
  "secret-unreadable": "has a client secret that this installation's keys do not open. Set it again.",
  "apple-key-unusable": "needs the private key in the .p8 file that Apple gave you.",
};

/** Why a provider cannot be used as it is set up. */
export function describeUpstreamFailure({ reason }: UpstreamFailure, issuer: string): string {
  return `${issuer} ${checks[reason] ?? `cannot be used (${reason}).`}`;
}
