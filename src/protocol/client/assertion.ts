import { sha256 } from "../../values/digest.ts";
import type { Issuer } from "../../values/issuer.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import { type Jwt, numericDate, readJti, rememberedUntil, type SingleUse } from "../jwt.ts";
import { invalidClient, type WireError } from "../wire-error.ts";
import { type Client, type ClientProfile, signsAssertions } from "./client.ts";

/** The one supported `client_assertion_type` (RFC 7523 §2.2). */
export const clientAssertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/**
 * The reason why a client assertion proves nothing. "client-keys-unreadable" and "client-assertion-replayed" are for the flow, which
 * looks for the keys and may lose the claim on the `jti`.
 */
export type ClientAssertionRefusalReason =
  | "client-assertion-missing"
  | "client-assertion-unexpected"
  | "client-keys-unreadable"
  | "client-assertion-invalid"
  | "client-assertion-algorithm"
  | "client-assertion-of-another-client"
  | "client-assertion-audience"
  | "client-assertion-expired"
  | "client-assertion-lives-too-long"
  | "client-assertion-not-yet-valid"
  | "client-assertion-without-jti"
  | "client-assertion-replayed";

/** The wire errors of these reasons. RFC 6749 §5.2: every failed authentication is invalid_client. */
export const clientAssertionErrors: Readonly<Record<ClientAssertionRefusalReason, WireError>> = {
  "client-assertion-missing": invalidClient(
    "This client is registered with public keys and authenticates with private_key_jwt. Send client_assertion and client_assertion_type instead of a client_secret.",
  ),
  "client-assertion-unexpected": invalidClient(
    "No public key is registered for this client, so its client_assertion cannot be verified. Register its keys, or authenticate with the client_secret.",
  ),
  "client-keys-unreadable": invalidClient(
    "No public key can be read at the jwks_uri of this client. Serve a JWK set with its signing keys there, over https at a public address, without a redirect and within five seconds.",
  ),
  "client-assertion-invalid": invalidClient(
    "The client_assertion is not a JWT that one of the registered keys of the client signed. Compare the key, its kid and the algorithm with what is registered.",
  ),
  "client-assertion-algorithm": invalidClient(
    "The client_assertion is signed with an algorithm that is not accepted here. Sign it with ES256, PS256 or EdDSA; RS256 is accepted only from clients that are not strict.",
  ),
  "client-assertion-of-another-client": invalidClient(
    "The iss and sub of the client_assertion are not the client_id. Set both to the client_id as it was issued.",
  ),
  "client-assertion-audience": invalidClient(
    "The aud of the client_assertion is not this service. Set it to the issuer, exactly as the metadata document writes it, as a single string.",
  ),
  "client-assertion-expired": invalidClient(
    "The client_assertion has expired or has no exp. Make a new one for every request, and compare the clock of the client with the time.",
  ),
  "client-assertion-lives-too-long": invalidClient(
    "The exp of the client_assertion is more than ten minutes ahead. Let it expire one minute after it is made.",
  ),
  "client-assertion-not-yet-valid": invalidClient(
    "The iat or nbf of the client_assertion lies in the future or is not a number. Compare the clock of the client with the time.",
  ),
  "client-assertion-without-jti": invalidClient(
    "The client_assertion has no jti of at most 256 characters. Give every assertion a new random one, so that it cannot be replayed.",
  ),
  "client-assertion-replayed": invalidClient(
    "The client_assertion was used before. Make a new one, with a new jti, for every request, retries included.",
  ),
};

const strictAlgorithms: ReadonlySet<unknown> = new Set(["ES256", "PS256", "EdDSA"]);
const everyAlgorithm: ReadonlySet<unknown> = new Set([...strictAlgorithms, "RS256"]);

/** An assertion need not have a `typ`, but a JWT for another purpose, such as a DPoP proof, is not an assertion. */
const types: ReadonlySet<unknown> = new Set([undefined, "JWT", "jwt", "client-authentication+jwt"]);

const lifetimeSecondsMax = 600;
/** The time by which a client's clock may run ahead. */
const skewSeconds = 30;

/** True for a client that authenticates by signed assertions, and by nothing else. */
export function authenticatesByAssertion(client: Client): boolean {
  return signsAssertions(client.metadata);
}

/**
 * Decides whether a verified assertion speaks for the client, here and now (RFC 7523 §3). The claim on `key` decides last:
 * only the first use of an assertion counts. `endpoints` are the URLs that a client which is not strict may name instead of
 * the issuer; a strict one names the issuer, alone and as a string, so that no other server can pass it on.
 */
export function decideClientAssertion(given: {
  readonly client: Client;
  readonly verified: Jwt | undefined;
  readonly issuer: Issuer;
  readonly endpoints: readonly string[];
  readonly now: Instant;
}): Result<SingleUse, ClientAssertionRefusalReason> {
  const { client, verified, issuer, endpoints, now } = given;
  if (verified === undefined || !types.has(verified.header.typ)) return refuse("client-assertion-invalid");
  const { header, claims } = verified;
  const algorithms = client.profile === "strict" ? strictAlgorithms : everyAlgorithm;
  if (!algorithms.has(header.alg)) return refuse("client-assertion-algorithm");
  if (claims.iss !== client.id || claims.sub !== client.id)
    return refuse("client-assertion-of-another-client");
  if (!namesUs(claims.aud, client.profile, issuer, endpoints)) return refuse("client-assertion-audience");

  const latest = now + skewSeconds * 1000;
  const expiry = numericDate(claims.exp);
  if (expiry === undefined || expiry <= now) return refuse("client-assertion-expired");
  if (expiry > latest + lifetimeSecondsMax * 1000) return refuse("client-assertion-lives-too-long");
  for (const start of [claims.iat, claims.nbf])
    if (start !== undefined && (numericDate(start) ?? Number.POSITIVE_INFINITY) > latest)
      return refuse("client-assertion-not-yet-valid");
  const jti = readJti(claims.jti);
  if (jti === undefined) return refuse("client-assertion-without-jti");
  return ok({ key: sha256(`client-assertion ${client.id} ${jti}`), keepUntil: rememberedUntil(expiry) });
}

/** True if every audience is this service. Another audience could pass the assertion on. */
function namesUs(
  audience: unknown,
  profile: ClientProfile,
  issuer: Issuer,
  endpoints: readonly string[],
): boolean {
  if (profile === "strict") return audience === issuer;
  const names: readonly unknown[] = Array.isArray(audience) ? audience : [audience];
  const ours: ReadonlySet<unknown> = new Set([issuer, ...endpoints]);
  return names.length > 0 && names.every((name) => ours.has(name));
}
