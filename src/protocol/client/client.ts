/**
 * Room: protocol. The rules of OAuth 2 and OpenID Connect as pure functions: no clock, no random, no HTTP, no SQL.
 * It knows values and nothing else; it must not know people (identity). flows call it, http maps its refusals.
 */
import type { Digest } from "../../values/digest.ts";
import type { ClientId } from "../../values/ids.ts";
import type { Instant } from "../../values/time.ts";
import { type MetadataMember, type metadataFields, metadataRows } from "./metadata-fields.ts";

/** Which set of wire rules a client gets; a property of the registration, never inferred from a request. */
export type ClientProfile = "interface" | "strict";

type Fields = typeof metadataFields;
type Values = { readonly [Member in MetadataMember]: Fields[Member]["standard"] };
type OptionalMember = {
  [Member in MetadataMember]: undefined extends Values[Member] ? Member : never;
}[MetadataMember];

/** The properties of a client, each as its row in `metadataFields` says. */
export type ClientMetadata = Omit<Values, OptionalMember> & {
  readonly [Member in OptionalMember]?: Exclude<Values[Member], undefined>;
};

/** How a client says its secret. */
type SecretMethod = NonNullable<ClientMetadata["secretMethod"]>;

/** How a client proves who it is (RFC 7591 §2, OpenID Connect Core §9). */
export type AuthenticationMethod = SecretMethod | "private_key_jwt" | "none";

/** The metadata of a client that registered for nothing more. */
export const interfaceMetadata = Object.fromEntries(
  metadataRows.flatMap(([member, { standard }]) => (standard === undefined ? [] : [[member, standard]])),
) as ClientMetadata;

export interface Client {
  readonly id: ClientId;
  readonly name: string;
  /** Kept and compared as the exact strings that were registered. None for a machine, or if people sign in on devices alone. */
  readonly redirectUris: readonly string[];
  readonly profile: ClientProfile;
  /** A public client has no secret, must use PKCE, and may vary the port of a loopback redirect URI (RFC 8252 §7.3). */
  readonly isPublic: boolean;
  readonly metadata: ClientMetadata;
  /** SHA-256 of the client secret; absent for public clients and for those that sign assertions. */
  readonly secretDigest?: Digest;
  /** The secret before the last rotation: it still works until the rotation is finished. */
  readonly previousSecretDigest?: Digest;
  /** When the secret was last seen where browsers and proxies can read it; cleared by rotating it. */
  readonly secretExposedAt?: Instant;
  readonly isDisabled: boolean;
  /** Codes and pushed requests that are not younger are dead: see `isVoid`. */
  readonly codesVoidUntil?: Instant;
  /** When it expires; present if it registered itself and nobody has signed in with it yet. */
  readonly unusedUntil?: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/**
 * True if the client registered for anything beyond the interface. For any other client the parameters and headers of extensions
 * (scope, resource, DPoP …) mean nothing, so that a library that sends them anyway works.
 */
export function registersForMore({ metadata }: Pick<Client, "metadata">): boolean {
  if (metadata === interfaceMetadata) return false;
  return metadata.isOpenid || !isInterfaceMetadata(metadata);
}

const standard: Readonly<Record<string, unknown>> = { ...interfaceMetadata };

/** A member that only a newer release knows counts unless it is false or empty. */
function isInterfaceMetadata(metadata: ClientMetadata): boolean {
  return Object.entries(metadata).every(([member, value]) =>
    Array.isArray(value) ? value.length === 0 : value === (standard[member] ?? false),
  );
}

/** True if the client authenticates by signed assertions, and so has no secret. */
export function signsAssertions(metadata: ClientMetadata): boolean {
  return metadata.publicKeys.length > 0 || metadata.publicKeysUri !== undefined;
}

/** How the client proves who it is. Both ways to say a secret work for every client; the interface describes this one. */
export function authenticationMethodOf(client: Client): AuthenticationMethod {
  if (client.isPublic) return "none";
  if (signsAssertions(client.metadata)) return "private_key_jwt";
  return client.metadata.secretMethod ?? "client_secret_post";
}

/** Decides whether somebody who is in these groups may enter the client. */
export function admits(
  { metadata }: { readonly metadata: Pick<ClientMetadata, "onlyGroups"> },
  groups: readonly string[] = [],
): boolean {
  const only = metadata.onlyGroups;
  return only.length === 0 || only.some((name) => groups.includes(name));
}

/**
 * True if refresh tokens are not rotated (FAPI 2.0 Security Profile §5.3.2.1). Only for a client that proves itself with a key
 * and binds its tokens to one: with any other client, a theft shows when a refresh token is used twice.
 */
export function keepsItsRefreshToken(metadata: ClientMetadata): boolean {
  return metadata.keepsRefreshToken && signsAssertions(metadata) && metadata.requiresDpop;
}

/** True if nobody vouches for the client but itself: it registered, or describes itself, without the operator. */
export function isSelfRegistered({ metadata }: Client): boolean {
  return metadata.registrationTokenDigest !== undefined || metadata.documentSince !== undefined;
}

/** True if the client is described by the document at its client id (OAuth Client ID Metadata Document). */
export function isFromDocument({ metadata }: Pick<Client, "metadata">): boolean {
  return metadata.documentSince !== undefined;
}

/** True for what was issued to the client before it was disabled and enabled again, or before it lost a redirect URI. */
export function isVoid({ codesVoidUntil }: Client, issuedAt: Instant): boolean {
  return codesVoidUntil !== undefined && issuedAt <= codesVoidUntil;
}

/** True if the client is told when a session ends that it took part in (OpenID Connect Back-Channel Logout §2.3). */
export function hearsOfLogout({ metadata }: Client): boolean {
  return metadata.isOpenid && metadata.backchannelLogoutUri !== undefined;
}

/** Public and strict clients must use PKCE (RFC 9700 §2.1.1), and those by document; for the others it is their choice, made in the request. */
export function mustUsePkce(client: Client): boolean {
  return client.isPublic || client.profile === "strict" || isFromDocument(client);
}

/** True for an application that a proxy protects by asking this service about every request (forward auth). */
export function isProtected({ metadata }: Pick<Client, "metadata">): boolean {
  return metadata.protectedOrigins.length > 0;
}
