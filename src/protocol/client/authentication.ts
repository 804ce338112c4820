import { type Digest, equalDigests, sha256 } from "../../values/digest.ts";
import { type ClientId, parseClientId } from "../../values/ids.ts";
import type { Issuer } from "../../values/issuer.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { Secret } from "../../values/secret.ts";
import type { Instant } from "../../values/time.ts";
import { type Jwt, readJwt, type SingleUse } from "../jwt.ts";
import { decodeFormComponent, type Parameters } from "../parameters.ts";
import { invalidClient, invalidRequest, type WireError } from "../wire-error.ts";
import {
  authenticatesByAssertion,
  type ClientAssertionRefusalReason,
  clientAssertionType,
  decideClientAssertion,
} from "./assertion.ts";
import type { Client } from "./client.ts";

declare const brand: unique symbol;

/** A client that has proved its identity or, if it is public, cannot be asked to. */
export type AuthenticatedClient = Client & { readonly [brand]: "AuthenticatedClient" };

/** An authenticated client, and the one of its two secrets that proved it: undefined for a public client, which has none. */
interface ClientBySecret {
  readonly client: AuthenticatedClient;
  readonly secretDigest: Digest | undefined;
}

/** The credentials in a request, as far as they can be read. Nothing is verified yet. */
export interface PresentedCredentials {
  /** Undefined if the text cannot be a client id. Then no client is found, and authentication fails as usual. */
  readonly clientId: ClientId | undefined;
  /** None, one, or two readings of one secret: libraries disagree on whether Basic credentials are form-encoded. */
  readonly secrets: readonly Secret[];
  /** The client_assertion, if one was sent; then there are no secrets, and `authenticateByAssertion` decides. */
  readonly assertion?: Secret;
}

/** The reason why credentials cannot be read. */
export type CredentialsRefusalReason =
  | "client-id-missing"
  | "parameter-repeated"
  | "parameter-malformed"
  | "client-ids-differ"
  | "two-authentication-methods"
  | "basic-malformed"
  | "authorization-scheme-unsupported"
  | "client-assertion-unsupported";

/** Why authentication fails. All reasons but the last two look the same from outside. */
export type ClientAuthenticationRefusalReason =
  | "client-unknown"
  | "client-disabled"
  | "client-secret-mismatch"
  | "client-secret-missing"
  | "client-secret-unexpected";

const wrongCredentials =
  "The client is unknown or disabled, or its client_secret is wrong. Compare client_id and client_secret with what was issued; if the secret is lost, rotate it with: latchkey client rotate-secret CLIENT_ID";

/** The wire errors of credentials that cannot be read. Repeated and malformed parameters have theirs in `tokenRequestErrors`. */
export const credentialsErrors: Readonly<
  Record<Exclude<CredentialsRefusalReason, "parameter-repeated" | "parameter-malformed">, WireError>
> = {
  "client-id-missing": invalidRequest(
    "The parameter client_id is missing or empty. Send client_id and client_secret in the form body, or both with HTTP Basic.",
  ),
  "client-ids-differ": invalidRequest(
    "The client_id in the form is not the one in the Authorization header. Send it in one of the two places.",
  ),
  "two-authentication-methods": invalidRequest(
    "The client_secret came in the form and in the Authorization header. Send it in one of the two places.",
  ),
  "basic-malformed": invalidClient(
    "The Authorization header cannot be read. Send the word Basic, one space, and the base64 form of client_id, a colon and client_secret.",
    401,
  ),
  "authorization-scheme-unsupported": invalidRequest(
    "The Authorization header does not use Basic. Send the client_secret in the form body or with HTTP Basic.",
  ),
  "client-assertion-unsupported": invalidClient(
    "The client_assertion_type is not supported. Send urn:ietf:params:oauth:client-assertion-type:jwt-bearer with a signed JWT as client_assertion.",
  ),
};

/** The wire errors of a failed authentication (RFC 6749 §5.2). */
export const clientAuthenticationErrors: Readonly<Record<ClientAuthenticationRefusalReason, WireError>> = {
  "client-unknown": invalidClient(wrongCredentials),
  "client-disabled": invalidClient(wrongCredentials),
  "client-secret-mismatch": invalidClient(wrongCredentials),
  "client-secret-missing": invalidClient(
    "The parameter client_secret is missing or empty. Send client_id and client_secret in the form body, or both with HTTP Basic.",
  ),
  "client-secret-unexpected": invalidClient(
    "This client is public and has no secret. Leave client_secret out and send client_id in the form body.",
  ),
};

const basicScheme = /^basic(?: |$)/i;
const basicShape = /^basic ([A-Za-z0-9+/]+={0,2})$/i;
const authorizationLengthMax = 8192;

/**
 * Reads client credentials from the Authorization header (Basic) or the form, never from both (RFC 6749 §2.3).
 * A form `client_id` beside Basic or an assertion is fine as long as it names the same client.
 */
export function readClientCredentials(from: {
  readonly authorization: string | undefined;
  readonly parameters: Parameters;
}): Result<PresentedCredentials, CredentialsRefusalReason> {
  const { authorization, parameters } = from;
  if (parameters.isRepeated("client_id") || parameters.isRepeated("client_secret"))
    return refuse("parameter-repeated");
  if (parameters.isMalformed("client_id") || parameters.isMalformed("client_secret"))
    return refuse("parameter-malformed");
  if (parameters.isSent("client_assertion")) return readAssertion(authorization, parameters);
  const id = parameters.get("client_id");
  const secret = parameters.get("client_secret");
  if (authorization === undefined) {
    if (id === undefined) return refuse("client-id-missing");
    const secrets = secret === undefined ? [] : [new Secret(secret)];
    return ok({ clientId: parseClientId(id), secrets });
  }

  if (!basicScheme.test(authorization)) return refuse("authorization-scheme-unsupported");
  if (secret !== undefined) return refuse("two-authentication-methods");
  const basic = readBasic(authorization);
  if (basic === undefined) return refuse("basic-malformed");
  if (id !== undefined && parseClientId(id) !== basic.clientId) return refuse("client-ids-differ");
  return ok(basic);
}

/** RFC 7521 §4.2: the form need not name the client, since the assertion does. The unverified name only looks the client up. */
function readAssertion(
  authorization: string | undefined,
  parameters: Parameters,
): Result<PresentedCredentials, CredentialsRefusalReason> {
  if (parameters.isRepeated("client_assertion") || parameters.isRepeated("client_assertion_type"))
    return refuse("parameter-repeated");
  const text = parameters.get("client_assertion");
  if (text === undefined) return refuse("parameter-malformed");
  if (parameters.get("client_assertion_type") !== clientAssertionType)
    return refuse("client-assertion-unsupported");
  if (authorization !== undefined || parameters.isSent("client_secret"))
    return refuse("two-authentication-methods");
  const subject = readJwt(text)?.claims.sub;
  const id = parameters.get("client_id") ?? subject;
  if (typeof subject === "string" && id !== subject) return refuse("client-ids-differ");
  const clientId = typeof id === "string" ? parseClientId(id) : undefined;
  return ok({ clientId, secrets: [], assertion: new Secret(text) });
}

/** RFC 7617 §2, with the form encoding of RFC 6749 §2.3.1 as the first reading and the raw text as the second. */
function readBasic(authorization: string): PresentedCredentials | undefined {
  if (authorization.length > authorizationLengthMax) return undefined;
  const encoded = basicShape.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.toString("base64") !== encoded) return undefined;
  const pair = bytes.toString("latin1");
  const colon = pair.indexOf(":");
  if (colon === -1) return undefined;

  const clientId = parseClientId(decodeFormComponent(pair.slice(0, colon)) ?? "");
  const raw = pair.slice(colon + 1);
  const decoded = decodeFormComponent(raw);
  const readings = decoded === undefined || decoded === raw ? [raw] : [decoded, raw];
  const secrets = readings.filter((reading) => reading !== "").map((reading) => new Secret(reading));
  return { clientId, secrets };
}

/** Stands in for the digest of a client that does not exist, so that the comparison costs the same. */
const nobodysDigest = sha256("the secret of no client");

/**
 * Decides whether the secret is the client's; `client` is what the look-up of `presented.clientId` found. A client that
 * signs assertions has no secret that would count: it is for `authenticateByAssertion`.
 */
export function authenticateClient(
  client: Client | undefined,
  presented: PresentedCredentials,
): Result<ClientBySecret, ClientAuthenticationRefusalReason> {
  const secretDigest = digestOfMatch(client, presented.secrets);
  const signs = isForAssertion(client, presented);
  const needsNoProof = client?.isPublic === true && !signs;
  if (presented.secrets.length === 0 && !needsNoProof) return refuse("client-secret-missing");
  if (client === undefined || client.id !== presented.clientId) return refuse("client-unknown");
  if (needsNoProof && presented.secrets.length > 0) return refuse("client-secret-unexpected");
  if (!needsNoProof && (secretDigest === undefined || signs)) return refuse("client-secret-mismatch");
  if (client.isDisabled) return refuse("client-disabled");
  return ok({ client: client as AuthenticatedClient, secretDigest });
}

/** True if `authenticateByAssertion` must decide instead of `authenticateClient`. */
export function isForAssertion(client: Client | undefined, presented: PresentedCredentials): boolean {
  return presented.assertion !== undefined || (client !== undefined && authenticatesByAssertion(client));
}

/** A client whose assertion holds, if this is the first use of it: claim `use` before anything is done for the client. */
interface AssertedClient {
  readonly client: AuthenticatedClient;
  readonly use: SingleUse;
}

/**
 * Decides whether the client signed for this request (RFC 7523 §3). `verified` is what verifying `presented.assertion` with
 * the registered keys of the client brought; `endpoints` as in `decideClientAssertion`.
 */
export function authenticateByAssertion(given: {
  readonly client: Client | undefined;
  readonly presented: PresentedCredentials;
  readonly verified: Jwt | undefined;
  readonly issuer: Issuer;
  readonly endpoints: readonly string[];
  readonly now: Instant;
}): Result<AssertedClient, ClientAuthenticationRefusalReason | ClientAssertionRefusalReason> {
  const { client, presented, verified, issuer, endpoints, now } = given;
  if (client === undefined || client.id !== presented.clientId) return refuse("client-unknown");
  if (presented.assertion === undefined) return refuse("client-assertion-missing");
  if (!authenticatesByAssertion(client)) return refuse("client-assertion-unexpected");
  const use = decideClientAssertion({ client, verified, issuer, endpoints, now });
  if (!use.ok) return use;
  if (client.isDisabled) return refuse("client-disabled");
  return ok({ client: client as AuthenticatedClient, use: use.value });
}

/** The shape of this service's client secrets: `lks` and 40 letters or digits. */
const secretShape = /^lks[A-Za-z0-9]{40}$/;

/** The digest of a client secret that was sent in place of a client_id; undefined for any other text. */
export function secretInPlaceOfId(received: string | undefined): Digest | undefined {
  return received !== undefined && secretShape.test(received) ? sha256(received) : undefined;
}

/** True if a query exposes a working secret of the client. A wrong one exposes nothing and must not raise an alarm. */
export function exposesSecretOf(client: Client, query: Parameters): boolean {
  const secret = query.get("client_secret");
  return secret !== undefined && digestOfMatch(client, [new Secret(secret)]) !== undefined;
}

/**
 * The digest of the client's secret among these. Constant time; looks at every reading even after a match, and always at two
 * digests, so that nothing tells whether a secret is being rotated. A stand-in digest never matches.
 */
function digestOfMatch(client: Client | undefined, secrets: readonly Secret[]): Digest | undefined {
  const current = client?.secretDigest;
  const previous = client?.previousSecretDigest;
  let match: Digest | undefined;
  for (const secret of secrets) {
    const digest = sha256(secret.reveal());
    const isCurrent = equalDigests(digest, current ?? nobodysDigest) && current !== undefined;
    const isPrevious = equalDigests(digest, previous ?? nobodysDigest) && previous !== undefined;
    if (isCurrent || isPrevious) match ??= digest;
  }
  return match;
}
