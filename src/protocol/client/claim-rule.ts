import { isJsonObject, type JsonObject, parseJsonObject } from "../../values/json-object.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { isAttributeName, personClaims } from "../openid/person-claims.ts";

/** Where the claim of a rule stands. "header": in a request to an application behind a proxy, and nowhere else. */
export const claimPlaces = ["id_token", "userinfo", "access_token", "header"] as const;
export type ClaimPlace = (typeof claimPlaces)[number];

/**
 * A row of the table by which the operator says what one client learns about people besides its scopes. The members are those of
 * `--json`, of declared state and of the stored row.
 */
export interface ClaimRule {
  readonly name: string;
  /** `groups`, or `claim:` and a claim or attribute of the person. Absent beside `value`. */
  readonly from?: string;
  /** The same for everybody. Absent beside `from`. */
  readonly value?: string | number | boolean;
  /** The word to send for each value of `from`; a value without an entry is left out. */
  readonly map?: Readonly<Record<string, string>>;
  /** Only the first group in the order of `map`, as a string and not as a list. */
  readonly single?: true;
  /** The rule counts for the people of this group alone. */
  readonly group?: string;
  /** If absent, the ID token and userinfo. With "header", which stands alone, the name is that of the header. */
  readonly in?: readonly ClaimPlace[];
}

/** The bytes of all rules of a client as JSON. This bounds what they can add to a token, except for groups without a map. */
export const claimRulesBytesMax = 4096;
export const claimRulesMax = 20;
const textLengthMax = 100;
/** What the service says to an API about a person's groups (RFC 9068 §2.2.3.1), whichever client asked for the token. */
const saidToApis: ReadonlySet<string> = new Set(["groups", "roles"]);

/**
 * The names that no rule gives, in any case, because the JSON of Go finds a member without regard to case (encoding/json, Unmarshal):
 * the claims of the tokens themselves, the members of introspection that other servers decide by, and the claims by which applications
 * find or join accounts.
 */
const owned: ReadonlySet<string> = new Set([
  ...[
    "iss",
    "sub",
    "aud",
    "exp",
    "nbf",
    "iat",
    "jti",
    "auth_time",
    "nonce",
    "acr",
    "amr",
    "azp",
    "sid",
    "typ",
  ],
  ...["at_hash", "c_hash", "s_hash", "cnf", "act", "may_act", "events", "sub_id", "sub_jwk", "id", "active"],
  ...["client_id", "scope", "token_type", "username", "authorization_details", "entitlements"],
  ...["email", "email_verified", "phone_number", "phone_number_verified"],
]);

/** Reads a rule as an operator writes it. The reason continues a sentence that begins with the text of the rule. */
export function readClaimRule(text: string): Result<ClaimRule, string> {
  const json = parseJsonObject(text);
  return json === undefined
    ? refuse(
        'is not a JSON object. Write a rule like {"name":"role","from":"groups","map":{"staff":"Editor"}}',
      )
    : ruleOf(json);
}

/** True for what `readClaimRule` has let through. */
export function isClaimRule(json: unknown): json is ClaimRule {
  return isJsonObject(json) && ruleOf(json).ok;
}

function ruleOf(json: JsonObject): Result<ClaimRule, string> {
  const why = whyNoRule(json);
  return why === undefined ? ok(json as unknown as ClaimRule) : refuse(why);
}

const members: readonly string[] = ["name", "from", "value", "map", "single", "group", "in"];

function whyNoRule(json: JsonObject): string | undefined {
  const unknown = Object.keys(json).find((member) => !members.includes(member));
  if (unknown !== undefined)
    return `has the member ${unknown}, which no rule has. It can have ${members.join(", ")}`;
  return whyNoName(json.name) ?? whyNoSource(json) ?? whyNoMap(json) ?? whyNotFor(json);
}

/** True for a name that a rule, and the claims hook, may give a value. */
export function mayBeGiven(name: string): boolean {
  return claimName.test(name) && !isVouchedFor(name);
}

/** True for a name whose value only the service itself says. */
export function isVouchedFor(name: string): boolean {
  return owned.has(name.toLowerCase());
}

/** True for what only the service says to an API. */
export function isSaidToApis(name: string): boolean {
  return saidToApis.has(name.toLowerCase());
}

/** A name that begins with a letter is a member of its own in every object. */
const claimName = /^[A-Za-z][\w:./-]{0,99}$/;

function whyNoName(name: unknown): string | undefined {
  if (typeof name !== "string" || !claimName.test(name))
    return "needs a name: at most 100 letters, digits and the characters _ : . / -, of which the first is a letter";
  return isVouchedFor(name)
    ? `gives ${name}, which the service itself vouches for. Choose another name`
    : undefined;
}

function whyNoSource({ from, value }: JsonObject): string | undefined {
  if ((from === undefined) === (value === undefined))
    return "needs either from (groups, or claim: and a name) or value (the same for everybody)";
  if (value !== undefined)
    return isText(value) || typeof value === "boolean" || Number.isSafeInteger(value)
      ? undefined
      : `has a value that is neither a text of at most ${textLengthMax} characters nor a whole number nor true or false`;
  if (from === "groups" || (typeof from === "string" && claimOf(from) !== undefined)) return undefined;
  return "has no usable source. Write groups, or claim: and a claim like preferred_username or an attribute like department";
}

function whyNoMap({ from, map, single }: JsonObject): string | undefined {
  const isGroups = from === "groups";
  if (single !== undefined && !(single === true && isGroups && map !== undefined))
    return "can be single only with groups and a map, whose order says which group counts";
  if (map === undefined) return undefined;
  if (from === undefined) return "has a map without from, so there is nothing to look up in it";
  if (!isJsonObject(map) || Object.keys(map).length === 0 || !Object.entries(map).flat().every(isText))
    return `needs a map of texts to texts, each of 1 to ${textLengthMax} characters`;
  // JSON objects do not keep the order of keys that are numbers.
  return single === true && Object.keys(map).some((key) => /^\d+$/.test(key))
    ? "cannot be single with a map from numbers, whose order gets lost. Rename the group"
    : undefined;
}

function whyNotFor({ name, group, in: places }: JsonObject): string | undefined {
  if (group !== undefined && !isText(group)) return "needs the name of a group, or none";
  if (places === undefined) return undefined;
  const isUsable =
    Array.isArray(places) &&
    places.length > 0 &&
    new Set(places).size === places.length &&
    places.every((place) => claimPlaces.some((known) => known === place));
  if (!isUsable) return `can stand in ${claimPlaces.join(", ")}; name at least one, each once`;
  if (places.includes("header")) return whyNoHeader(String(name), places.length === 1);
  return places.includes("access_token") && isSaidToApis(String(name))
    ? `gives ${name} to APIs, which learn it from the groups of the person: latchkey api update RESOURCE --role. Choose another name`
    : undefined;
}

/** The name of the header that a rule fills, in lower case; undefined for a rule about tokens. */
export function headerOf({ name, in: places }: ClaimRule): string | undefined {
  return places?.includes("header") ? name.toLowerCase() : undefined;
}

/** No underscore: CGI, WSGI and Rack read it as a dash. */
const headerName = /^(?:remote|x)(?:-[a-z0-9]+)+$/;
/**
 * What the service itself says, what a server says about the connection, and what proxies and frameworks obey: addresses, paths, methods,
 * and how an answer is sent. Of the names behind `X-Forwarded-`, those of people are free.
 */
const ownedHeader =
  /^(?:remote-(?:user|email|name|groups|addr|host|port|ident)|x-(?:forwarded(?!-(?:user|email|groups|preferred-username)$)|real-|original-|rewrite-|http-|method-|requested-|accel-|sendfile|lighttpd-|envoy-|client-|cluster-|remote-addr|remote-ip|host|url|forward-|request-id|csrf-|xsrf-|amz-|content-|frame-|xss-|permitted-|dns-|ua-|powered-|upstream|scheme|proto|port|path|uri|latchkey)(?:$|.))/;

function whyNoHeader(name: string, isAlone: boolean): string | undefined {
  if (!isAlone) return "stands in a header or in tokens: an application behind a proxy gets no tokens";
  if (!headerName.test(name.toLowerCase()))
    return "needs the name of a header: X- or Remote- and then letters, digits and dashes, like Remote-Role";
  return ownedHeader.test(name.toLowerCase())
    ? `gives ${name}, which the service or the proxy says, or by which programs are steered. Choose another name`
    : undefined;
}

function isText(value: unknown): value is string {
  return (
    typeof value === "string" && value !== "" && [...value].length <= textLengthMax && !/\p{C}/u.test(value)
  );
}

/** The claim or attribute behind `claim:`. */
export function claimOf(from: string): string | undefined {
  const name = from.startsWith("claim:") ? from.slice("claim:".length) : "";
  return personClaims.some((claim) => claim === name) || isAttributeName(name) ? name : undefined;
}

/** A rule for people, in one line. */
export function describeClaimRule({ name, from, value, map, single, group, in: places }: ClaimRule): string {
  const mapped = Object.entries(map ?? {}).map(([before, after]) => `${before} → ${after}`);
  return [
    `${name}: ${from === undefined ? JSON.stringify(value) : from.replace(/^claim:/, "")}`,
    ...(mapped.length === 0 ? [] : [`(${mapped.join(", ")}${single === true ? "; the first alone" : ""})`]),
    ...(group === undefined ? [] : [`for the group ${group}`]),
    ...(places === undefined ? [] : [`in ${places.join(" and ")}`]),
  ].join(" ");
}

/** The names of the groups that the rules rest on: none of them may be missing, or be deleted. */
export function groupsOfRules(rules: readonly ClaimRule[]): readonly string[] {
  return rules.flatMap(({ from, map = {}, group }) => [
    ...(from === "groups" ? Object.keys(map) : []),
    ...(group === undefined ? [] : [group]),
  ]);
}
