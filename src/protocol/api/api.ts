import { type Instant, type Seconds, secondsOf } from "../../values/time.ts";
import { type Client, isSelfRegistered } from "../client/client.ts";
import type { SigningAlgorithm } from "../jwk.ts";
import type { Language } from "../language.ts";
import { isKnownScope } from "../scope.ts";
import { parseResource, type ResourceUri } from "./resource.ts";

/** The formats of access tokens: a reference that the service looks up, or a signed statement that an API reads by itself (RFC 9068). */
export const tokenFormats = ["opaque", "jwt"] as const;

export type TokenFormat = (typeof tokenFormats)[number];

/**
 * Which clients may ask for tokens: "any" every client, also one that registered itself; "third-party" every client that the
 * operator registered; "listed" those whose registration names the API.
 */
export const openings = ["any", "third-party", "listed"] as const;

export type OpenTo = (typeof openings)[number];

/** A right at an API, as clients ask for it and as people read it. */
export interface ApiScope {
  /** A scope token (RFC 6749 §3.3), unique in its API, and none of the sign-in's own values. */
  readonly name: string;
  /** What a person allows, in the language of the operator. */
  readonly sentence: string;
  /** The same in other languages, if the operator gave it. */
  readonly translations: Readonly<Partial<Record<Language, string>>>;
  /** The groups whose people can have it; absent for everybody. Machines have it by their registration. */
  readonly groups?: readonly string[];
}

/** How many APIs an installation may have: all of them are kept in memory. */
export const apisMax = 500;

/** An API whose access tokens this service issues. */
export interface Api {
  readonly resource: ResourceUri;
  readonly name: string;
  /** In the operator's order. */
  readonly scopes: readonly ApiScope[];
  readonly tokenFormat: TokenFormat;
  /** Absent for the lifetime that is usual for the format. */
  readonly tokenLifetime?: Seconds;
  /** What JWTs are signed with. */
  readonly signingAlgorithm: SigningAlgorithm;
  readonly openTo: OpenTo;
  /** The role that each group gives: the claim `roles` of JWTs (RFC 9068 §2.2.3.1). Absent if there are none. */
  readonly roles?: Readonly<Record<string, string>>;
  /** The APIs whose tokens this one's server may get in exchange for its own (RFC 8693). */
  readonly mayExchangeFor: readonly ResourceUri[];
  /** Present for the API of this service's operators: nothing that vouches only for itself may ask for it. */
  readonly isAdministration?: true;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** How long a JWT works unless the operator says otherwise: an API that verifies it by itself hears of no revocation. */
export const jwtLifetimeSeconds = secondsOf(600);

/** The life of a token for this API; `usual` is that of opaque tokens. */
export function tokenLifetimeOf(api: Pick<Api, "tokenFormat" | "tokenLifetime">, usual: Seconds): Seconds {
  return api.tokenLifetime ?? (api.tokenFormat === "jwt" ? jwtLifetimeSeconds : usual);
}

/** True for a client that may ask for tokens of this API. */
export function mayAsk({ openTo, resource, isAdministration }: Api, client: Client): boolean {
  if (isAdministration && isSelfRegistered(client)) return false;
  if (openTo === "any" || (openTo === "third-party" && !isSelfRegistered(client))) return true;
  return client.metadata.resources.some((named) => parseResource(named) === resource);
}

/** True for a scope value of this API that a person of these groups can have. */
export function mayHold({ scopes }: Api, value: string, groups: readonly string[]): boolean {
  const scope = scopes.find(({ name }) => name === value);
  return scope !== undefined && (scope.groups?.some((name) => groups.includes(name)) ?? true);
}

/** The roles that the groups give at this API, each once; undefined if it has no roles. */
export function rolesOf({ roles }: Api, groups: readonly string[]): readonly string[] | undefined {
  if (roles === undefined) return undefined;
  const given = Object.entries(roles).flatMap(([group, role]) => (groups.includes(group) ? [role] : []));
  return [...new Set(given)];
}

/** The groups that give a role or a scope at this API. */
export function groupsOfApi({ roles = {}, scopes }: Pick<Api, "roles" | "scopes">): readonly string[] {
  return [...Object.keys(roles), ...scopes.flatMap(({ groups = [] }) => groups)];
}

/** True for a scope value of this API. */
export function hasScope({ scopes }: Api, value: string): boolean {
  return scopes.some(({ name }) => name === value);
}

/**
 * What a consent stores for a scope value of an API; without a value, for access to the API itself. APIs may use the same value for
 * different rights, and a resource contains no `#`, so the two never mix.
 */
export function allowanceOf(resource: ResourceUri, value = ""): string {
  return `${resource}#${value}`;
}

/** What a person allows by a granted scope: the sign-in's own values as they are, and for each API the API itself and its values. */
export function allowancesOf(scope: readonly string[], apis: readonly Api[]): readonly string[] {
  return [
    ...scope.filter(isKnownScope),
    ...apis.flatMap((api) => [
      allowanceOf(api.resource),
      ...scope.filter((value) => hasScope(api, value)).map((value) => allowanceOf(api.resource, value)),
    ]),
  ];
}
