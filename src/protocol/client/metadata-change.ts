import { ok, type Result, refuse, unreachable } from "../../values/result.ts";
import { type Client, type ClientMetadata, keepsItsRefreshToken } from "./client.ts";
import { type MetadataMember, metadataFields, metadataRows } from "./metadata-fields.ts";
import { listMax } from "./metadata-kinds.ts";
import type { Field } from "./metadata-row.ts";
import type { SectorProblem } from "./sector.ts";

type Fields = typeof metadataFields;
type Said<Member extends MetadataMember> = Fields[Member]["none"];

/**
 * Changes to the properties of a client. An absent member stays as it is, null takes it away, a list replaces the list. Turning
 * OpenID Connect off takes along what rests on it, and `iss` in authorization responses goes together with it: libraries that read
 * the discovery document refuse an answer without it.
 */
export type MetadataChanges = {
  readonly [Member in Exclude<MetadataMember, "wantsIssuer">]?: Said<Member>;
};

/** Why metadata stays as it is. */
export type MetadataProblem =
  | { readonly kind: "needs-openid"; readonly member: MetadataMember }
  | { readonly kind: "confidential-only"; readonly member: MetadataMember }
  | {
      readonly kind: "value-unusable";
      readonly member: MetadataMember;
      readonly value?: string;
      readonly why: string;
    }
  | { readonly kind: "values-too-many" }
  | { readonly kind: "sector-without-pairwise" }
  /** The redirect URIs have no sector in common, and none is named. */
  | SectorProblem
  /** People agree to scopes alone, so rules or the claims hook would tell a third party what nobody agreed to. */
  | { readonly kind: "rules-for-third-party" }
  /** The client gets neither tokens with claims nor headers. */
  | { readonly kind: "rules-without-claims" }
  /** A refresh token that is not bound to a key is worth stealing, so it must be replaced each time. */
  | { readonly kind: "rotation-needed" };

const shownLengthMax = 200;

/**
 * Decides what a client's metadata become by changes. Only what the changes name is checked: what is registered already stays valid.
 * A member that only a newer release knows stays as it is.
 */
export function changeMetadata(
  { isPublic, metadata }: Pick<Client, "isPublic" | "metadata">,
  changes: MetadataChanges,
): Result<ClientMetadata, MetadataProblem> {
  const isOpenid = changes.isOpenid ?? metadata.isOpenid;
  const problem = whatDoesNotFit(changes, { isOpenid, isPublic });
  if (problem !== undefined) return refuse(problem);
  const isProtected = (changes.protectedOrigins ?? metadata.protectedOrigins).length > 0;
  const hasClaims = isOpenid || isProtected;
  if (!hasClaims && (changes.claimRules?.length ?? 0) > 0) return refuse({ kind: "rules-without-claims" });
  const isPairwise = isOpenid && (changes.isPairwise ?? metadata.isPairwise);
  if (typeof changes.sector === "string" && !isPairwise) return refuse({ kind: "sector-without-pairwise" });
  const read = readSaid(changes, { isOpenid, isPublic });
  if (!read.ok) return read;
  const changed = withoutAbsent({
    ...metadata,
    ...read.value,
    ...otherKeys(changes),
    ...otherSector(metadata, changes),
    ...(!hasClaims && { claimRules: [] }),
    ...(!isPairwise && { sector: undefined, sectorIdentifierUri: undefined }),
    wantsIssuer: changes.isOpenid ?? metadata.wantsIssuer,
    isLogoutGuarded: isOpenid && isLogoutGuarded(metadata, changes),
  });
  const mayKeep = changed.mayRefresh && keepsItsRefreshToken({ ...changed, keepsRefreshToken: true });
  const learnsMore = changed.claimRules.length > 0 || changed.asksClaimsHook;
  if (changed.isThirdParty && learnsMore) return refuse({ kind: "rules-for-third-party" });
  if (changes.keepsRefreshToken && !mayKeep) return refuse({ kind: "rotation-needed" });
  return ok({ ...changed, keepsRefreshToken: changed.keepsRefreshToken && mayKeep });
}

/** A property that would silently do nothing is refused. */
function whatDoesNotFit(
  changes: MetadataChanges,
  { isOpenid, isPublic }: { readonly isOpenid: boolean; readonly isPublic: boolean },
): MetadataProblem | undefined {
  for (const [member, field] of metadataRows) {
    const said = saidOf(changes, member);
    if (said === undefined || said === null || said === false) continue;
    if (!isOpenid && field.needsOpenid !== undefined) return { kind: "needs-openid", member };
    if (isPublic && field.confidentialOnly !== undefined) return { kind: "confidential-only", member };
  }
  return undefined;
}

/** The values of the properties that the changes name, and the defaults of those that rest on OpenID Connect if there is none. */
function readSaid(
  changes: MetadataChanges,
  client: { readonly isOpenid: boolean; readonly isPublic: boolean },
): Result<Readonly<Record<string, unknown>>, MetadataProblem> {
  const values: Record<string, unknown> = {};
  for (const [member, field] of metadataRows) {
    const said = saidOf(changes, member);
    const isVoid = field.needsOpenid !== undefined && !client.isOpenid;
    if (isVoid) values[member] = field.standard;
    if (isVoid || said === undefined) continue;
    const checked = field.check(said, client);
    if (!checked.ok)
      return refuse(
        checked.reason.kind === "too-many"
          ? { kind: "values-too-many" }
          : { ...checked.reason, kind: "value-unusable", member },
      );
    values[member] = checked.value;
  }
  return ok(values);
}

/** The guard belongs to the address. Repeating an address that is not guarded does not guard it. */
function isLogoutGuarded(metadata: ClientMetadata, changes: MetadataChanges): boolean {
  const { backchannelLogoutUri: uri, isLogoutGuarded: isGuarded = false } = changes;
  if (uri === undefined) return metadata.isLogoutGuarded;
  return isGuarded && (uri !== metadata.backchannelLogoutUri || metadata.isLogoutGuarded);
}

/** Naming public keys removes the address of published ones, and the other way round. */
function otherKeys({ publicKeys, publicKeysUri }: MetadataChanges): Readonly<Record<string, unknown>> {
  if (publicKeys !== undefined && publicKeysUri === undefined) return { publicKeysUri: undefined };
  if (publicKeys === undefined && typeof publicKeysUri === "string") return { publicKeys: [] };
  return {};
}

/** A sector that a document gave goes with the document, and the document with another sector that is named. */
function otherSector(
  metadata: ClientMetadata,
  { sector, sectorIdentifierUri: uri }: MetadataChanges,
): Readonly<Record<string, unknown>> {
  if (sector !== undefined && uri === undefined) return { sectorIdentifierUri: undefined };
  const losesDocument = uri === null && metadata.sectorIdentifierUri !== undefined;
  return sector === undefined && losesDocument ? { sector: undefined } : {};
}

function saidOf(changes: MetadataChanges, member: MetadataMember): unknown {
  return member === "wantsIssuer" ? undefined : changes[member];
}

function withoutAbsent(values: Readonly<Record<string, unknown>>): ClientMetadata {
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as ClientMetadata;
}

/** One or two sentences for the operator: the cause and the repair. */
export function describeMetadataProblem(problem: MetadataProblem): string {
  switch (problem.kind) {
    case "needs-openid":
      return rowOf(problem.member).needsOpenid ?? "";
    case "confidential-only":
      return rowOf(problem.member).confidentialOnly ?? "";
    case "value-unusable":
      return problem.value === undefined ? problem.why : `${shown(problem.value)} ${problem.why}`;
    case "values-too-many":
      return `A client has at most ${listMax} URIs of one kind.`;
    case "rotation-needed":
      return "Only a client with refresh tokens, keys and DPoP may keep its refresh token: register it with --refresh, --public-keys (or --public-keys-uri) and --dpop too.";
    case "rules-for-third-party":
      return "People agree to the scopes of somebody else's application, and rules for claims or the claims hook would tell it what they did not agree to. Take either --third-party away, or the rules and --claims-hook.";
    case "rules-without-claims":
      return "Only clients of OpenID Connect, and applications behind a proxy, get claims about people, so a rule would do nothing here.";
    case "sector-without-pairwise":
      return "Only clients with pairwise subjects have a sector, so it would do nothing here. Add --subject-type pairwise.";
    case "hosts-differ":
      return `Pairwise subjects need one sector, and the redirect URIs have several hosts: ${problem.hosts.slice(0, 5).map(shown).join(", ")}${problem.hosts.length > 5 ? ", ..." : ""}. Register those of one host, or let the operator name the sector with --sector HOST.`;
    case "host-missing":
      return `Pairwise subjects need a sector, and ${shown(problem.uri)} has no host. Register redirect URIs with http: or https:, or let the operator name the sector with --sector HOST.`;
    default:
      return unreachable(problem);
  }
}

function rowOf(member: MetadataMember): Field {
  return metadataFields[member];
}

/** The beginning of a long value is enough to find it by, and leaves room for the repair. */
function shown(uri: string): string {
  return uri.length <= shownLengthMax ? uri : `${uri.slice(0, shownLengthMax)}...`;
}

/** The names of properties whose record has another member for them. */
const inputNames: Partial<Readonly<Record<MetadataMember, string>>> = { mayRefresh: "refresh" };

/** The name of a property in what an operator sends, which is that of the record. */
export function memberNameOf(member: MetadataMember): string {
  return rowOf(member).record?.name ?? inputNames[member] ?? member;
}
