import {
  type Client,
  type ClientMetadata,
  keepsItsRefreshToken,
  type SecretMethod,
} from "../../protocol/client/client.ts";
import { describeKeySetProblem, type KeySetProblem, readKeySet } from "../../protocol/client/key-set.ts";
import {
  checkRedirectUriForRegistration,
  describeRedirectUriProblem,
  type RedirectUriProblem,
} from "../../protocol/client/redirect-uri-registration.ts";
import { readSector, type SectorProblem } from "../../protocol/client/sector.ts";
import type { PublicJwk, SigningAlgorithm } from "../../protocol/jwk.ts";
import { isLoopbackName } from "../../values/issuer.ts";
import { ok, type Result, refuse, unreachable } from "../../values/result.ts";

/**
 * What an operator says about a client beyond the interface. An absent member stays as it is, null takes it away. Turning
 * OpenID Connect off takes along what rests on it: algorithms and back-channel logout.
 */
export interface MetadataChanges {
  /** Goes together with `iss` in authorization responses: libraries that read our metadata refuse an answer without it. */
  readonly isOpenid?: boolean;
  readonly idTokenAlgorithm?: SigningAlgorithm;
  readonly hasLeanIdToken?: boolean;
  /** Changes the `sub` of everybody at this client, and so does the sector. */
  readonly isPairwise?: boolean;
  /** A host in place of that of the redirect URIs. */
  readonly sector?: string | null;
  readonly userinfoAlgorithm?: SigningAlgorithm | null;
  readonly mayRefresh?: boolean;
  /** Ends by itself where the client loses its keys, DPoP or refresh tokens. */
  readonly keepsRefreshToken?: boolean;
  readonly isThirdParty?: boolean;
  /** Replaces the list. */
  readonly postLogoutRedirectUris?: readonly string[];
  readonly backchannelLogoutUri?: string | null;
  readonly mayEndSessions?: boolean;
  /** A JWK set as JSON text; replaces the keys there are, and the address of others. */
  readonly keySet?: string | null;
  /** Where the client publishes its keys; replaces the keys there are. */
  readonly publicKeysUri?: string | null;
  /** Fetched once; shown on the pages where people sign in and agree. */
  readonly logoUri?: string | null;
  /** Linked from the pages where people sign in and agree. */
  readonly policyUri?: string | null;
  readonly tosUri?: string | null;
  readonly requiresDpop?: boolean;
  readonly requiresPushedRequest?: boolean;
  /** Replaces the list. */
  readonly resources?: readonly string[];
  /** Replaces the list; empty for everybody. Whether there are such groups is for the caller to find out. */
  readonly onlyGroups?: readonly string[];
  readonly audience?: string | null;
  readonly secretMethod?: SecretMethod | null;
  /** Of a client that registers itself. */
  readonly registrationTokenDigest?: string;
}

/** Why metadata stays as it is. */
export type MetadataProblem =
  | { readonly kind: "needs-openid"; readonly what: keyof typeof needsOpenid }
  | { readonly kind: "not-for-public-clients"; readonly what: "public-keys" | "audience" }
  | {
      readonly kind: "post-logout-redirect-uri-unusable";
      readonly uri: string;
      readonly problem: RedirectUriProblem;
    }
  | { readonly kind: "backchannel-logout-uri-unusable"; readonly uri: string }
  | { readonly kind: "public-keys-uri-unusable"; readonly uri: string }
  | { readonly kind: "logo-uri-unusable"; readonly uri: string }
  | { readonly kind: "page-uri-unusable"; readonly uri: string }
  | { readonly kind: "resource-unusable"; readonly uri: string }
  | { readonly kind: "uris-too-many" }
  | { readonly kind: "sector-unusable"; readonly sector: string }
  | { readonly kind: "sector-without-pairwise" }
  /** Of redirect URIs, where no sector is named. */
  | SectorProblem
  /** The refresh token of a client without them is worth stealing, so it is replaced each time. */
  | { readonly kind: "rotation-needed" }
  | { readonly kind: "public-keys-unusable"; readonly problem: KeySetProblem };

const urisMax = 100;
const serverUriLengthMax = 2000;
const shownLengthMax = 200;
/** A resource travels inside the authorization code, where there is room for little more than that. */
const resourceLengthMax = 1000;
const printable = /^[\x21-\x7e]+$/;

/**
 * Decides what a client's metadata become by changes. Only what the
 * changes name is checked: what is registered already stays valid.
 */
export function changeMetadata(
  { isPublic, metadata }: Pick<Client, "isPublic" | "metadata">,
  changes: MetadataChanges,
): Result<ClientMetadata, MetadataProblem> {
  const isOpenid = changes.isOpenid ?? metadata.isOpenid;
  const isPairwise = isOpenid && (changes.isPairwise ?? metadata.isPairwise);
  const problem =
    whatDoesNotFit(changes, { isOpenid, isPairwise, isPublic }) ?? whichUriIsUnusable(changes, isPublic);
  if (problem !== undefined) return refuse(problem);
  // Keys that are named end the address of others, and the other way round.
  const keptKeysUri = changes.keySet === undefined ? metadata.publicKeysUri : undefined;
  const publicKeysUri = replaced(keptKeysUri, changes.publicKeysUri);
  const publicKeys = readKeys(changes.keySet, publicKeysUri === undefined ? metadata.publicKeys : []);
  if (!publicKeys.ok) return publicKeys;
  const backchannelLogoutUri = replaced(metadata.backchannelLogoutUri, changes.backchannelLogoutUri);
  const userinfoAlgorithm = replaced(metadata.userinfoAlgorithm, changes.userinfoAlgorithm);
  const logoUri = replaced(metadata.logoUri, changes.logoUri);
  const policyUri = replaced(metadata.policyUri, changes.policyUri);
  const tosUri = replaced(metadata.tosUri, changes.tosUri);
  const sector = replaced(metadata.sector, changes.sector);
  const audience = replaced(metadata.audience, changes.audience);
  const secretMethod = replaced(metadata.secretMethod, changes.secretMethod);
  const registrationTokenDigest = changes.registrationTokenDigest ?? metadata.registrationTokenDigest;
  const changed: ClientMetadata = {
    isOpenid,
    idTokenAlgorithm: isOpenid ? (changes.idTokenAlgorithm ?? metadata.idTokenAlgorithm) : "RS256",
    hasLeanIdToken: isOpenid && (changes.hasLeanIdToken ?? metadata.hasLeanIdToken),
    isPairwise,
    ...(isPairwise && sector !== undefined && { sector: readSector(sector) ?? sector }),
    ...(isOpenid && userinfoAlgorithm !== undefined && { userinfoAlgorithm }),
    mayRefresh: changes.mayRefresh ?? metadata.mayRefresh,
    keepsRefreshToken: changes.keepsRefreshToken ?? metadata.keepsRefreshToken,
    isThirdParty: changes.isThirdParty ?? metadata.isThirdParty,
    wantsIssuer: changes.isOpenid ?? metadata.wantsIssuer,
    postLogoutRedirectUris: distinct(changes.postLogoutRedirectUris ?? metadata.postLogoutRedirectUris),
    ...(isOpenid && backchannelLogoutUri !== undefined && { backchannelLogoutUri }),
    mayEndSessions: isOpenid && (changes.mayEndSessions ?? metadata.mayEndSessions),
    publicKeys: publicKeys.value,
    ...(publicKeysUri !== undefined && { publicKeysUri }),
    ...(logoUri !== undefined && { logoUri }),
    ...(policyUri !== undefined && { policyUri }),
    ...(tosUri !== undefined && { tosUri }),
    requiresDpop: changes.requiresDpop ?? metadata.requiresDpop,
    requiresPushedRequest: changes.requiresPushedRequest ?? metadata.requiresPushedRequest,
    resources: distinct(changes.resources ?? metadata.resources),
    onlyGroups: distinct(changes.onlyGroups ?? metadata.onlyGroups),
    ...(audience !== undefined && { audience }),
    ...(secretMethod !== undefined && { secretMethod }),
    ...(registrationTokenDigest !== undefined && { registrationTokenDigest }),
  };
  const mayKeep = changed.mayRefresh && keepsItsRefreshToken({ ...changed, keepsRefreshToken: true });
  if (changes.keepsRefreshToken && !mayKeep) return refuse({ kind: "rotation-needed" });
  return ok({ ...changed, keepsRefreshToken: changed.keepsRefreshToken && mayKeep });
}

/** One or two sentences for the operator: the cause and the repair. */
export function describeMetadataProblem(problem: MetadataProblem): string {
  switch (problem.kind) {
    case "needs-openid":
      return needsOpenid[problem.what];
    case "not-for-public-clients":
      return problem.what === "public-keys"
        ? "A public client cannot keep a private key any more than a secret, so it has no public keys."
        : "A public client cannot prove who it is, so it may not introspect tokens and has no audience.";
    case "post-logout-redirect-uri-unusable":
      return `${shown(problem.uri)} cannot be registered for after signing out. ${describeRedirectUriProblem(problem.problem)}`;
    case "backchannel-logout-uri-unusable":
      return `${shown(problem.uri)} cannot be told of logouts. Use an https: address, or http: on localhost, 127.0.0.1 or [::1], without fragment and credentials.`;
    case "public-keys-uri-unusable":
      return `${shown(problem.uri)} cannot be asked for public keys. Use an https: address, or http: on localhost, 127.0.0.1 or [::1], without fragment and credentials.`;
    case "logo-uri-unusable":
      return `${shown(problem.uri)} cannot be asked for a logo. Use an https: address of at most ${serverUriLengthMax} characters, or http: on localhost, 127.0.0.1 or [::1], without fragment and credentials.`;
    case "page-uri-unusable":
      return `${shown(problem.uri)} cannot be linked from the sign-in page. Use an https: address of at most ${serverUriLengthMax} characters, or http: on localhost, 127.0.0.1 or [::1], without fragment and credentials.`;
    case "resource-unusable":
      return `${shown(problem.uri)} is no resource indicator. Use an absolute URI of at most ${resourceLengthMax} characters without a fragment, like https://api.example.`;
    case "rotation-needed":
      return "Only a client with refresh tokens, keys and DPoP may keep its refresh token: register it with --refresh, --public-keys (or --public-keys-uri) and --dpop too.";
    case "sector-unusable":
      return `${shown(problem.sector)} is no host, so it names no sector. Write one without scheme, port and path, like app.example.`;
    case "sector-without-pairwise":
      return "Only clients with pairwise subjects have a sector, so it would do nothing here. Add --subject-type pairwise.";
    case "hosts-differ":
      return `Pairwise subjects need one sector, and the redirect URIs have several hosts: ${problem.hosts.slice(0, 5).map(shown).join(", ")}${problem.hosts.length > 5 ? ", ..." : ""}. Register those of one host, or let the operator name the sector with --sector HOST.`;
    case "host-missing":
      return `Pairwise subjects need a sector, and ${shown(problem.uri)} has no host. Register redirect URIs with http: or https:, or let the operator name the sector with --sector HOST.`;
    case "uris-too-many":
      return `A client has at most ${urisMax} URIs of one kind.`;
    case "public-keys-unusable":
      return describeKeySetProblem(problem.problem);
    default:
      return unreachable(problem);
  }
}

/** The beginning of a long one is enough to find it by, and leaves room for the repair. */
function shown(uri: string): string {
  return uri.length <= shownLengthMax ? uri : `${uri.slice(0, shownLengthMax)}...`;
}

const needsOpenid = {
  algorithm:
    "Only clients of OpenID Connect get ID tokens and signed userinfo, so an algorithm would do nothing here.",
  "backchannel-logout":
    "Only clients of OpenID Connect learn the session that back-channel logout is about, so it would do nothing here.",
  "end-sessions":
    "Only clients of OpenID Connect have ID tokens, which say what session to end, so it would do nothing here.",
  pairwise:
    "Only clients of OpenID Connect get the ID tokens that pairwise subjects are for; an interface client knows people by account ids.",
  "lean-id-token": "Only clients of OpenID Connect get ID tokens, so a lean one would do nothing here.",
} as const;

/** What would silently do nothing is refused. */
function whatDoesNotFit(
  changes: MetadataChanges,
  {
    isOpenid,
    isPairwise,
    isPublic,
  }: { readonly isOpenid: boolean; readonly isPairwise: boolean; readonly isPublic: boolean },
): MetadataProblem | undefined {
  const { idTokenAlgorithm, userinfoAlgorithm, backchannelLogoutUri, audience } = changes;
  const namesKeys = typeof changes.keySet === "string" || typeof changes.publicKeysUri === "string";
  const namesAlgorithm = idTokenAlgorithm !== undefined || typeof userinfoAlgorithm === "string";
  if (!isOpenid && namesAlgorithm) return { kind: "needs-openid", what: "algorithm" };
  if (!isOpenid && changes.hasLeanIdToken) return { kind: "needs-openid", what: "lean-id-token" };
  if (!isOpenid && changes.isPairwise) return { kind: "needs-openid", what: "pairwise" };
  if (typeof changes.sector === "string") {
    if (!isPairwise) return { kind: "sector-without-pairwise" };
    if (readSector(changes.sector) === undefined) return { kind: "sector-unusable", sector: changes.sector };
  }
  if (!isOpenid && changes.mayEndSessions) return { kind: "needs-openid", what: "end-sessions" };
  if (!isOpenid && typeof backchannelLogoutUri === "string")
    return { kind: "needs-openid", what: "backchannel-logout" };
  if (isPublic && namesKeys) return { kind: "not-for-public-clients", what: "public-keys" };
  if (isPublic && typeof audience === "string") return { kind: "not-for-public-clients", what: "audience" };
  return undefined;
}

function whichUriIsUnusable(changes: MetadataChanges, isPublic: boolean): MetadataProblem | undefined {
  const { postLogoutRedirectUris = [], backchannelLogoutUri, publicKeysUri } = changes;
  const { resources = [], audience } = changes;
  if (
    postLogoutRedirectUris.length > urisMax ||
    resources.length > urisMax ||
    (changes.onlyGroups?.length ?? 0) > urisMax
  )
    return { kind: "uris-too-many" };
  for (const uri of postLogoutRedirectUris) {
    const checked = checkRedirectUriForRegistration(uri, { isPublic });
    if (!checked.ok) return { kind: "post-logout-redirect-uri-unusable", uri, problem: checked.reason };
  }
  if (typeof backchannelLogoutUri === "string" && !isServerUri(backchannelLogoutUri))
    return { kind: "backchannel-logout-uri-unusable", uri: backchannelLogoutUri };
  if (typeof publicKeysUri === "string" && !isServerUri(publicKeysUri))
    return { kind: "public-keys-uri-unusable", uri: publicKeysUri };
  const { logoUri } = changes;
  if (typeof logoUri === "string" && !isServerUri(logoUri))
    return { kind: "logo-uri-unusable", uri: logoUri };
  for (const uri of [changes.policyUri, changes.tosUri])
    if (typeof uri === "string" && !isServerUri(uri)) return { kind: "page-uri-unusable", uri };
  const named = typeof audience === "string" ? [...resources, audience] : resources;
  const unusable = named.find((uri) => !isResource(uri));
  return unusable === undefined ? undefined : { kind: "resource-unusable", uri: unusable };
}

/**
 * An address that we call or link to: OpenID Connect Back-Channel Logout §2.2, without its http: for clients on other machines.
 * Whether it may be reached is decided when it is called, since a name can lead anywhere by then.
 */
function isServerUri(text: string): boolean {
  const isReadable = text.length <= serverUriLengthMax && printable.test(text);
  const url = isReadable && /^https?:\/\//.test(text) ? URL.parse(text) : null;
  if (url === null || text.includes("#") || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || isLoopbackName(url.hostname);
}

/** RFC 8707 §2. */
function isResource(text: string): boolean {
  const isShort = text.length <= resourceLengthMax && printable.test(text);
  return isShort && !text.includes("#") && URL.canParse(text);
}

function readKeys(
  keySet: string | null | undefined,
  registered: readonly PublicJwk[],
): Result<readonly PublicJwk[], MetadataProblem> {
  if (keySet === undefined) return ok(registered);
  if (keySet === null) return ok([]);
  const read = readKeySet(keySet);
  return read.ok ? read : refuse({ kind: "public-keys-unusable", problem: read.reason });
}

function replaced<Value>(before: Value | undefined, change: Value | null | undefined): Value | undefined {
  return change === undefined ? before : (change ?? undefined);
}

function distinct(uris: readonly string[]): readonly string[] {
  return [...new Set(uris)];
}
