import {
  type Configuration,
  fetchUserInfo,
  type IDToken,
  type ServerMetadata,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from "openid-client";
import type { UpstreamFailure, UpstreamPerson } from "../../flows/upstream/relying-party.ts";
import type { Upstream } from "../../protocol/upstream/upstream.ts";
import { fromBase64Url } from "../../values/base64url.ts";
import { type JsonObject, parseJsonBytes } from "../../values/json-object.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Instant, instantOf, plus, type Seconds } from "../../values/time.ts";
import { failureOf } from "./failures.ts";
import { isHashOf } from "./token-hashes.ts";
import type { Watch } from "./watched-fetch.ts";

/** An ID token that was just made is at most this old, or this far ahead if clocks differ. */
const issuedWithinSeconds = 600;
/** How far the clocks of two services may lie apart. */
const toleranceSeconds = 60;
const textLengthMax = 255;

/** A redeemed code, whose ID token the library has checked: signature, iss, aud, nonce, exp, nbf. */
interface Redeemed {
  readonly configuration: Configuration;
  readonly metadata: ServerMetadata;
  readonly tokens: TokenEndpointResponse & TokenEndpointResponseHelpers;
  readonly code: string;
  readonly upstream: Upstream;
  readonly maxAge: Seconds | undefined;
  readonly now: Instant;
  readonly watch: Watch;
}

/**
 * Reads whom an ID token is about, after what OpenID Connect Core §3.1.3.7 leaves to its reader. Userinfo is asked if the token has no
 * address or lacks the groups, and must be about the same subject. Only groups cannot do without its answer.
 */
export async function readOpenidPerson(redeemed: Redeemed): Promise<Result<UpstreamPerson, UpstreamFailure>> {
  const { metadata, tokens, upstream } = redeemed;
  const claims = tokens.claims();
  if (claims === undefined) return refuse({ kind: "untrusted", reason: "id-token-missing" });
  const problem = problemOf(claims, redeemed);
  if (problem !== undefined) return refuse({ kind: "untrusted", reason: problem });
  const { groupMapping } = upstream;
  const lacksGroups = groupMapping !== undefined && claims[groupMapping.claim] === undefined;
  const asksMore = (claims.email === undefined || lacksGroups) && metadata.userinfo_endpoint !== undefined;
  const more = asksMore ? await readUserinfo(redeemed, claims.sub) : ok({});
  if (!more.ok && lacksGroups) return more;
  const told: JsonObject = { ...(more.ok && more.value), ...claims };
  const { sub: subject, auth_time: authTime } = claims;
  const [email, name, username] = [textOf(told.email), textOf(told.name), textOf(told.preferred_username)];
  return ok({
    subject,
    ...(email !== undefined && { email }),
    isEmailVerified: isVerifiedAt(upstream.kind, told, email),
    ...(name !== undefined && { name }),
    ...(username !== undefined && { username }),
    claims: profileOf(told),
    ...(!more.ok && { unread: more.reason }),
    ...(groupMapping !== undefined && { groups: groupsInClaim(told, groupMapping.claim) }),
    ...(authTime !== undefined && { authenticatedAt: instantOf(authTime * 1000) }),
  });
}

/** Userinfo about the subject, or why the provider gave none. It rejects for an answer that is wrong. */
async function readUserinfo(
  { configuration, tokens, watch }: Redeemed,
  subject: string,
): Promise<Result<JsonObject, UpstreamFailure>> {
  try {
    return ok(await fetchUserInfo(configuration, tokens.access_token, subject));
  } catch (error) {
    if (watch.problem === undefined && watch.status === 200) throw error;
    return refuse(failureOf(error, watch));
  }
}

/** What is wrong with an ID token; undefined for a sound one. */
function problemOf(
  { aud, azp, sub, iat, at_hash, c_hash, auth_time }: IDToken,
  { tokens, code, upstream, maxAge, now }: Redeemed,
): string | undefined {
  const { clientId } = upstream;
  // No other audience is trusted, even if azp names this client.
  if ([aud].flat().some((audience) => audience !== clientId)) return "id-token-aud";
  if (azp !== undefined && azp !== clientId) return "id-token-azp";
  if (sub === "" || sub.length > textLengthMax) return "id-token-sub";
  if (Math.abs(now - iat * 1000) > issuedWithinSeconds * 1000) return "id-token-iat";
  const algorithm = algorithmOf(tokens.id_token ?? "");
  if (at_hash !== undefined && !isHashOf(tokens.access_token, at_hash, algorithm)) return "id-token-at_hash";
  if (c_hash !== undefined && !isHashOf(code, c_hash, algorithm)) return "id-token-c_hash";
  // A provider that sends no auth_time is not asked for one: some cannot.
  const isTooOld =
    maxAge !== undefined &&
    auth_time !== undefined &&
    plus(instantOf(auth_time * 1000), maxAge + toleranceSeconds) < now;
  return isTooOld ? "id-token-auth_time" : undefined;
}

/**
 * Apple may write the claim as a text. Microsoft has another one, for addresses whose domain the tenant owns. Google calls any address
 * verified that its owner once read mail at, also one of a company that they have left; it speaks for its own and for those of Workspace
 * (`hd`) alone.
 */
function isVerifiedAt(
  kind: Upstream["kind"],
  { email_verified, xms_edov, hd }: JsonObject,
  email: string | undefined,
): boolean {
  const isVerified = email_verified === true;
  switch (kind) {
    case "apple":
      return isVerified || email_verified === "true";
    case "microsoft":
      return isVerified || xms_edov === true || xms_edov === 1 || xms_edov === "1";
    case "google":
      return isVerified && (textOf(hd) !== undefined || /@gmail\.com$/i.test(email ?? ""));
    default:
      return isVerified;
  }
}

/** Groups beyond this number are ignored. */
const groupsMax = 1000;

/** The groups in a claim: a list of names, or one name. Anything else names none. */
function groupsInClaim(claims: JsonObject, claim: string): readonly string[] {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  const list: readonly unknown[] = Array.isArray(value) ? value.slice(0, groupsMax) : [value];
  return list.flatMap((each) => textOf(each) ?? []);
}

/** The claims of the profile that a new account takes over beside the name. */
const profileNames = ["given_name", "family_name", "locale", "picture"];

function profileOf(told: JsonObject): Readonly<Record<string, string>> {
  const texts = profileNames.flatMap((name) => {
    const value = told[name];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  return Object.fromEntries(texts);
}

function algorithmOf(jwt: string): string {
  const header = parseJsonBytes(fromBase64Url(jwt.slice(0, jwt.indexOf("."))));
  return typeof header?.alg === "string" ? header.alg : "";
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= textLengthMax ? value : undefined;
}
