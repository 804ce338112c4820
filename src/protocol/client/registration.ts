import { equalDigests, sha256 } from "../../values/digest.ts";
import { type JsonObject, parseJsonObject } from "../../values/json-object.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Api } from "../api/api.ts";
import { registeredScopes } from "../api/open-scopes.ts";
import { sectorOf } from "../openid/subject.ts";
import { readScope } from "../scope.ts";
import { type AuthenticationMethod, authenticationMethodOf, type Client } from "./client.ts";
import { changeMetadata, type MetadataChanges } from "./metadata-change.ts";
import { metadataRows } from "./metadata-fields.ts";
import { isWritten } from "./metadata-row.ts";
import type { RegistrationProblem } from "./registration-errors.ts";
import { RegistrationMembers } from "./registration-members.ts";
import { hostOf } from "./sector.ts";

/** Client metadata as a client sent them, as far as they mean something here. */
export interface RegistrationRequest {
  readonly clientName: string | undefined;
  readonly redirectUris: readonly string[];
  readonly method: AuthenticationMethod;
  /** Every property that a registration can name, including those that it does not: a change replaces the whole (RFC 7592 §2.2). */
  readonly changes: MetadataChanges;
  /** What a change repeats of the registration (RFC 7592 §2.2). */
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  /** Members that only this service may set, if they were sent. */
  readonly reserved: readonly string[];
}

const methods = ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"] as const;
/** The grant types that a registration may name. */
export const grantTypes = ["authorization_code", "refresh_token"] as const;
/**
 * Grant types that the metadata document names but only an operator gives. Clients that ask for everything in that document are
 * registered without these (RFC 7591 §3.2.1).
 */
const operatorsGrantTypes = [
  "urn:ietf:params:oauth:grant-type:device_code",
  "urn:ietf:params:oauth:grant-type:token-exchange",
  "client_credentials",
];
const assertionAlgorithms = ["ES256", "EdDSA", "PS256", "RS256"] as const;
const reservedMembers = [
  "registration_access_token",
  "registration_client_uri",
  "client_secret_expires_at",
  "client_id_issued_at",
];

/**
 * Reads client metadata (RFC 7591 §2, OpenID Connect Dynamic Client Registration §2). An unknown member is ignored, as RFC 7591
 * asks; a known one that cannot be granted is refused, so that no client relies on a property that it did not get.
 */
export function readRegistration(text: string): Result<RegistrationRequest, RegistrationProblem> {
  const json = parseJsonObject(text);
  if (json === undefined) return refuse({ kind: "not-json" });
  const read = readClientMetadata(json, { methods, method: "client_secret_basic" });
  if (!read.ok) return read;
  const { isPairwise, sectorIdentifierUri } = read.value.changes;
  if (typeof sectorIdentifierUri === "string" && isPairwise !== true)
    return refuse({ kind: "sector-without-pairwise" });
  const hosts = read.value.redirectUris.map((uri) => URL.parse(uri)?.hostname).filter((host) => host !== "");
  // An address of another scheme has no host that could be somebody else's, and is refused by its own rule.
  const request = withoutPagesElsewhere(
    read.value,
    ({ hostname }) => hostname === "" || hosts.includes(hostname),
  );
  return ok(typeof sectorIdentifierUri === "string" ? inSectorOf(request, sectorIdentifierUri) : request);
}

/** OpenID Connect Core §8.1: the host of the address is the sector. */
function inSectorOf(request: RegistrationRequest, uri: string): RegistrationRequest {
  return { ...request, changes: { ...request.changes, sector: hostOf(uri) } };
}

/** The same for metadata from anywhere: `methods` are those that may be named, `method` is the one of a client that names none. */
export function readClientMetadata(
  json: JsonObject,
  named: { readonly methods: readonly AuthenticationMethod[]; readonly method: AuthenticationMethod },
): Result<RegistrationRequest, RegistrationProblem> {
  const members = new RegistrationMembers(json);
  const method = members.oneOf("token_endpoint_auth_method", named.methods) ?? named.method;
  members.someOf("response_types", ["code"]);
  members.oneOf("token_endpoint_auth_signing_alg", assertionAlgorithms);
  const request: RegistrationRequest = {
    clientName: members.text("client_name"),
    redirectUris: members.texts("redirect_uris") ?? [],
    method,
    changes: readProperties(members, method),
    clientId: members.text("client_id"),
    clientSecret: members.text("client_secret"),
    reserved: reservedMembers.filter((member) => members.isSent(member)),
  };
  const { publicKeys, publicKeysUri } = request.changes;
  if (members.problem !== undefined) return refuse(members.problem);
  if (request.redirectUris.length === 0) return refuse({ kind: "redirect-uris-missing" });
  if (typeof publicKeys === "string" && typeof publicKeysUri === "string")
    return refuse({ kind: "keys-twice" });
  const hasKeys = typeof publicKeys === "string" || typeof publicKeysUri === "string";
  return method === "private_key_jwt" && !hasKeys ? refuse({ kind: "keys-missing" }) : ok(request);
}

/** Three properties are read from members that concern several properties; every other property has a member of its own. */
function readProperties(members: RegistrationMembers, method: AuthenticationMethod): MetadataChanges {
  const scope = members.text("scope");
  const isOpenid = scope === undefined || readScope(scope).includes("openid");
  const grants = members.someOf("grant_types", grantTypes, operatorsGrantTypes);
  const sendsSecret = method === "client_secret_basic" || method === "client_secret_post";
  const said: Record<string, unknown> = {
    isOpenid,
    mayRefresh: grants?.includes("refresh_token") ?? false,
    secretMethod: sendsSecret ? method : null,
  };
  for (const [member, field] of metadataRows) {
    if (field.wire === null) continue;
    const isRead = field.isForSigning !== true || method === "private_key_jwt";
    const value = isRead ? field.read(members, field.wire.name) : undefined;
    const isVoid = field.needsOpenid !== undefined && !isOpenid;
    if (value !== undefined) said[member] = value;
    else if (!isVoid) said[member] = field.none;
  }
  return said as MetadataChanges;
}

/**
 * The request without the pages and pictures on hosts that are not the client's own. A client that nobody vouches for must not show somebody
 * else's beside the name of this service (OpenID Connect Dynamic Client Registration §2 and §9.2, RFC 7591 §5). Installed apps have no host,
 * so their links are left out and do not refuse the whole (§3.2.1).
 */
export function withoutPagesElsewhere(
  request: RegistrationRequest,
  isOwn: (page: URL) => boolean,
): RegistrationRequest {
  const said: Readonly<Record<string, unknown>> = request.changes;
  const left = metadataRows.flatMap(([member, { isShown }]) => {
    const page = isShown === true ? URL.parse(String(said[member] ?? "")) : null;
    return page !== null && !isOwn(page) ? [[member, null]] : [];
  });
  return { ...request, changes: { ...request.changes, ...Object.fromEntries(left) } };
}

/** The first member whose address is without TLS, if any. */
export function addressWithoutTls({ changes }: RegistrationRequest): string | undefined {
  const said: Readonly<Record<string, unknown>> = changes;
  const found = metadataRows.find(([member, { isAddress }]) => {
    const uri = said[member];
    return isAddress === true && typeof uri === "string" && uri.startsWith("http:");
  });
  return found?.[1].wire?.name;
}

/**
 * Decides whether a change is one of this client's registration (RFC 7592 §2.2). Whether a client has a server that keeps a
 * secret is decided once: everything that was agreed with people rests on it.
 */
export function whyNotThisClients(
  client: Client,
  request: RegistrationRequest,
): RegistrationProblem | undefined {
  const [member] = request.reserved;
  if (member !== undefined) return { kind: "reserved", member };
  if (request.clientId !== client.id) return { kind: "other-client" };
  const { clientSecret } = request;
  const { secretDigest } = client;
  if (clientSecret !== undefined) {
    const isOurs = secretDigest !== undefined && equalDigests(sha256(clientSecret), secretDigest);
    if (!isOurs) return { kind: "other-client" };
  }
  if ((request.method === "none") !== client.isPublic) return { kind: "method-fixed" };
  return isSectorChanged(client, request) ? { kind: "subject-fixed" } : undefined;
}

/**
 * With tokens that it has already, a client could learn the subjects of any sector: it would only have to say that it belongs there.
 * So a client that registered itself stays in its own sector, and one with public subjects keeps these.
 */
function isSectorChanged(client: Client, { changes, redirectUris }: RegistrationRequest): boolean {
  const changed = changeMetadata(client, changes);
  // Changes that cannot be made are refused by their own rule.
  return changed.ok && sectorOf(client) !== sectorOf({ metadata: changed.value, redirectUris });
}

/** The metadata of a client under the names of RFC 7591: the answer to a registration. `apis` are all there are. */
export function registeredMetadata(client: Client, apis: readonly Api[]): Record<string, unknown> {
  const { metadata } = client;
  const properties = metadataRows.flatMap(([member, field]) => {
    const value = metadata[member];
    return isWritten(field.wire, field, value, metadata) ? [[field.wire.name, field.write(value)]] : [];
  });
  return {
    client_name: client.name,
    redirect_uris: client.redirectUris,
    response_types: ["code"],
    grant_types: metadata.mayRefresh ? grantTypes : grantTypes.slice(0, 1),
    token_endpoint_auth_method: authenticationMethodOf(client),
    scope: registeredScopes(client, apis).join(" "),
    ...Object.fromEntries(properties),
    ...(metadata.backchannelLogoutUri !== undefined && { backchannel_logout_session_required: true }),
  };
}
