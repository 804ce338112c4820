import { isJsonObject, parseJsonObject } from "../../values/json-object.ts";
import { type Instant, wholeSeconds } from "../../values/time.ts";
import { type GivenClaim, type PersonClaim, personClaims, personClaimTable } from "./person-claims.ts";
import type { Subject } from "./subject.ts";

/** The request in a `claims` parameter (OpenID Connect Core §5.5). */
export interface RequestedClaims {
  /** Names wanted in the ID token. */
  readonly idToken: readonly PersonClaim[];
  /** Names wanted at userinfo, beyond those of the scope. */
  readonly userinfo: readonly PersonClaim[];
  /** The person who signs in must be one of these subjects (§5.5.1); any person if absent. */
  readonly subjects?: readonly string[] | undefined;
  /** The authentication contexts that the ID token is to have (§5.5.1.1), the most wanted first; one of them if it is essential. */
  readonly acr?: { readonly values: readonly string[]; readonly isEssential: boolean } | undefined;
}

/** The request of a client that sends no `claims`. */
export const noClaims: RequestedClaims = { idToken: [], userinfo: [] };

/** The facts about a person behind the claims. */
export interface ClaimSource {
  readonly username: string;
  readonly name?: string | undefined;
  /** The operator vouches for it, so it counts as verified if `isEmailUnverified` is not true. */
  readonly email?: string | undefined;
  readonly isEmailUnverified?: boolean | undefined;
  /** E.164. Nobody has proved that it is theirs, so it counts as not verified. */
  readonly phoneNumber?: string | undefined;
  /** The postal address: lines separated by line feeds. */
  readonly address?: string | undefined;
  /** Further claims that the operator set, by name. */
  readonly claims?: Readonly<Record<string, string>> | undefined;
  /** The names of the groups that the person is in. */
  readonly groups?: readonly string[] | undefined;
  readonly updatedAt: Instant;
}

const claimsBytesMax = 4096;

/**
 * Reads the `claims` parameter: JSON of at most 4096 bytes; undefined if it is malformed. Unknown names and other top members are
 * ignored (§5.5). `essential` counts for `acr` alone, because nobody is refused for lack of a claim.
 */
export function parseClaims(text: string | undefined): RequestedClaims | undefined {
  if (text === undefined) return noClaims;
  if (Buffer.byteLength(text) > claimsBytesMax) return undefined;
  const wanted = parseJsonObject(text);
  if (wanted === undefined) return undefined;
  const idToken = readMember(wanted.id_token);
  const userinfo = readMember(wanted.userinfo);
  if (idToken === undefined || userinfo === undefined) return undefined;
  return {
    idToken: idToken.names,
    userinfo: userinfo.names,
    subjects: inBoth(idToken.subjects, userinfo.subjects),
    acr: isJsonObject(wanted.id_token) ? readAcr(wanted.id_token.acr) : undefined,
  };
}

/**
 * The answer of userinfo: `sub`, its repetition `id`, and the claims that the scope (§5.4) and the `claims` parameter open. A claim
 * without a value is left out.
 */
export function userinfoClaims(given: {
  /** The subject under which the asking client knows the person. */
  readonly sub: Subject;
  readonly person: ClaimSource;
  readonly scope: readonly string[];
  readonly requested?: readonly string[] | undefined;
  /** What the rules of the client give (`claimsByRule`); it replaces claims of the same name. */
  readonly byRule?: Readonly<Record<string, unknown>> | undefined;
}): Record<string, unknown> {
  const { sub, person, scope, requested = [], byRule } = given;
  return { sub, id: sub, ...claimsNamed(person, [...openedBy(scope), ...requested]), ...byRule };
}

/**
 * The claims of an ID token about a person: those that its scope opens, as far as they fit, and those that were requested by name.
 * Applications keep ID tokens in cookies, so if all claims of the scope are too long, the largest are left to userinfo.
 */
export function idTokenPersonClaims(given: {
  readonly person: ClaimSource;
  readonly scope: readonly string[];
  readonly requested: readonly string[];
  /** See `userinfoClaims`. They too are left to userinfo if they do not fit. */
  readonly byRule?: Readonly<Record<string, unknown>> | undefined;
}): Record<string, unknown> {
  const { person, scope, requested, byRule } = given;
  const opened = claimsNamed(person, openedBy(scope));
  if (byRule === undefined) return claimsNamed(person, [...smallestThatFit(opened), ...requested]);
  const names = [...smallestThatFit({ ...opened, ...byRule }), ...requested];
  return {
    ...claimsNamed(
      person,
      names.filter((name) => !Object.hasOwn(byRule, name)),
    ),
    ...Object.fromEntries(Object.entries(byRule).filter(([name]) => names.includes(name))),
  };
}

/** A cookie has 4,096 bytes, and base64url, signature and the application's own frame take more than half of them. */
const idTokenScopeBytesMax = 1536;

function smallestThatFit(claims: Readonly<Record<string, unknown>>): readonly string[] {
  const sized = Object.entries(claims).map(([name, value]) => {
    return { name, bytes: Buffer.byteLength(JSON.stringify({ [name]: value })) };
  });
  const fitting: string[] = [];
  let left = idTokenScopeBytesMax;
  for (const { name, bytes } of sized.sort((one, other) => one.bytes - other.bytes)) {
    left -= bytes;
    if (left >= 0) fitting.push(name);
  }
  return fitting;
}

/** The values of the named claims, in a fixed order. Unknown names and claims without a value are left out. */
export function claimsNamed(person: ClaimSource, names: readonly string[]): Record<string, unknown> {
  const claims: Record<string, unknown> = {};
  for (const name of personClaims) {
    if (!names.includes(name)) continue;
    const derive = derivations[name];
    const value = derive === undefined ? person.claims?.[name] : derive(person);
    if (value !== undefined) claims[name] = value;
  }
  return claims;
}

type Derive = (person: ClaimSource) => unknown;

/** How the claims that no operator gives by name follow from the other properties. */
const derivations: Readonly<Partial<Record<PersonClaim, Derive>>> = {
  name: ({ name, username }) => name ?? username,
  preferred_username: ({ username }) => username,
  updated_at: ({ updatedAt }) => wholeSeconds(updatedAt),
  email: ({ email }) => email,
  email_verified: ({ email, isEmailUnverified }) => (email === undefined ? undefined : !isEmailUnverified),
  phone_number: ({ phoneNumber }) => phoneNumber,
  phone_number_verified: ({ phoneNumber }) => (phoneNumber === undefined ? undefined : false),
  // OpenID Connect Core §5.1.1: the whole address in the form of a letter.
  address: ({ address }) => (address === undefined ? undefined : { formatted: address }),
  // An empty list is an answer too.
  groups: ({ groups }) => groups ?? [],
} satisfies Readonly<Record<Exclude<PersonClaim, GivenClaim>, Derive>>;

/** The claims that each scope value opens (§5.4). */
const claimsOfScope: ReadonlyMap<string, readonly PersonClaim[]> = new Map(
  personClaimTable.map(({ scope }) => [
    scope,
    personClaimTable.filter((row) => row.scope === scope).map(({ name }) => name),
  ]),
);

function openedBy(scope: readonly string[]): readonly PersonClaim[] {
  return scope.flatMap((value) => claimsOfScope.get(value) ?? []);
}

/**
 * The scope values that open the claims requested by name. Consent treats a claim that is requested by name like its scope
 * value (§5.4).
 */
export function scopeOfClaims({ idToken, userinfo }: RequestedClaims): readonly string[] {
  const wanted = new Set([...idToken, ...userinfo]);
  const opening = [...claimsOfScope].filter(([, names]) => names.some((name) => wanted.has(name)));
  return opening.map(([scope]) => scope);
}

interface WantedMember {
  readonly names: readonly PersonClaim[];
  readonly subjects: readonly string[] | undefined;
}

/** Undefined when it is not an object whose values are objects or null. */
function readMember(claims: unknown): WantedMember | undefined {
  if (claims === undefined) return { names: [], subjects: undefined };
  if (!isJsonObject(claims)) return undefined;
  if (!Object.values(claims).every((detail) => detail === null || isJsonObject(detail))) return undefined;
  return {
    names: personClaims.filter((name) => Object.hasOwn(claims, name)),
    subjects: readSubjects(claims.sub),
  };
}

/** `value` names one subject and `values` several. Values that are no text name nobody. */
function readSubjects(detail: unknown): readonly string[] | undefined {
  if (!isJsonObject(detail)) return undefined;
  const { value, values } = detail;
  const one = value === undefined ? undefined : textsOf([value]);
  const several = values === undefined ? undefined : textsOf(values);
  return inBoth(one, several);
}

/** `value` names one context and `values` several (§5.5.1.1). */
function readAcr(detail: unknown): RequestedClaims["acr"] {
  if (!isJsonObject(detail)) return undefined;
  const { value, values, essential } = detail;
  return {
    values: textsOf(value === undefined ? values : [value]),
    isEssential: essential === true,
  };
}

function textsOf(values: unknown): readonly string[] {
  return Array.isArray(values) ? values.filter((value) => typeof value === "string") : [];
}

function inBoth(
  left: readonly string[] | undefined,
  right: readonly string[] | undefined,
): readonly string[] | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left.filter((subject) => right.includes(subject));
}
