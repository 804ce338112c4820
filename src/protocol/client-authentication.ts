import { equalDigests, sha256 } from "../values/digest.ts";
import { type ClientId, parseClientId } from "../values/ids.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { Secret } from "../values/secret.ts";
import type { Client } from "./client.ts";
import { decodeFormComponent, type Parameters } from "./parameters.ts";

declare const brand: unique symbol;

/** A client that has proved who it is or, if it is public, could not be asked to. */
export type AuthenticatedClient = Client & { readonly [brand]: "AuthenticatedClient" };

/** How a caller says which client it is, as far as it can be read. Nothing is verified yet. */
export interface PresentedCredentials {
  /** Undefined where the text cannot be a client id: then no client is to be found, and authentication fails as usual. */
  readonly clientId: ClientId | undefined;
  /** None, one, or two readings of one secret: libraries disagree on whether Basic credentials are form-encoded. */
  readonly secrets: readonly Secret[];
  /** RFC 6749 §5.2: only who used the Authorization header is answered with 401. */
  readonly usedBasic: boolean;
}

/** Why credentials cannot be read. */
export type CredentialsRefusalReason =
  | "client-id-missing"
  | "parameter-repeated"
  | "parameter-malformed"
  | "client-ids-differ"
  | "two-authentication-methods"
  | "basic-malformed"
  | "authorization-scheme-unsupported"
  | "client-assertion-unsupported";

/** Why a client is not who it says. All but the last two look the same from outside. */
export type ClientAuthenticationRefusalReason =
  | "client-unknown"
  | "client-disabled"
  | "client-secret-mismatch"
  | "client-secret-missing"
  | "client-secret-unexpected";

const basicScheme = /^basic(?: |$)/i;
const basicShape = /^basic ([A-Za-z0-9+/]+={0,2})$/i;
const authorizationLengthMax = 8192;

/**
 * Reads client credentials from the Authorization header (Basic) or the form, never from both (RFC 6749 §2.3).
 * A form `client_id` beside Basic is fine as long as it names the same client.
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
  if (parameters.isSent("client_assertion")) return refuse("client-assertion-unsupported");
  const id = parameters.get("client_id");
  const secret = parameters.get("client_secret");
  if (authorization === undefined) {
    if (id === undefined) return refuse("client-id-missing");
    const secrets = secret === undefined ? [] : [new Secret(secret)];
    return ok({ clientId: parseClientId(id), secrets, usedBasic: false });
  }

  if (!basicScheme.test(authorization)) return refuse("authorization-scheme-unsupported");
  if (secret !== undefined) return refuse("two-authentication-methods");
  const basic = readBasic(authorization);
  if (basic === undefined) return refuse("basic-malformed");
  if (id !== undefined && parseClientId(id) !== basic.clientId) return refuse("client-ids-differ");
  return ok(basic);
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
  return { clientId, secrets, usedBasic: true };
}

/** Stands in for the digest of a client that does not exist, so that the comparison costs the same. */
const nobodysDigest = sha256("the secret of no client");

/** Decides whether the credentials are the client's; `client` is what the look-up of `presented.clientId` found. */
export function authenticateClient(
  client: Client | undefined,
  presented: PresentedCredentials,
): Result<AuthenticatedClient, ClientAuthenticationRefusalReason> {
  const hasProof = anySecretMatches(client, presented.secrets);
  if (presented.secrets.length === 0 && client?.isPublic !== true) return refuse("client-secret-missing");
  if (client === undefined || client.id !== presented.clientId) return refuse("client-unknown");
  if (client.isPublic && presented.secrets.length > 0) return refuse("client-secret-unexpected");
  if (!client.isPublic && !hasProof) return refuse("client-secret-mismatch");
  return client.isDisabled ? refuse("client-disabled") : ok(client as AuthenticatedClient);
}

/** True when a query gives away the client's real secret; a wrong one exposes nothing and must not raise an alarm. */
export function exposesSecretOf(client: Client, query: Parameters): boolean {
  const secret = query.get("client_secret");
  return secret !== undefined && anySecretMatches(client, [new Secret(secret)]);
}

/** Constant time; looks at every reading even after a match. */
function anySecretMatches(client: Client | undefined, secrets: readonly Secret[]): boolean {
  const expected = client?.secretDigest ?? nobodysDigest;
  const matches = secrets.filter((secret) => equalDigests(sha256(secret.reveal()), expected));
  return matches.length > 0 && client?.secretDigest !== undefined;
}
