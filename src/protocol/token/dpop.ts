import { toBase64Url } from "../../values/base64url.ts";
import { sha256 } from "../../values/digest.ts";
import { isJsonObject, type JsonObject } from "../../values/json-object.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import { type PublicJwk, readVerificationKey } from "../jwk.ts";
import { type Jwt, numericDate, readJti, readJwt, rememberedUntil, type SingleUse } from "../jwt.ts";
import { type WireError, wireError } from "../wire-error.ts";
import { accessTokenLengthMax } from "./access-token.ts";

/** Why a proof of possession is not accepted. The flow gives "dpop-proof-replayed" when it loses the claim on the `jti`. */
export type DpopRefusalReason =
  | "dpop-proof-missing"
  | "dpop-proof-malformed"
  | "dpop-algorithm"
  | "dpop-key"
  | "dpop-signature"
  | "dpop-method"
  | "dpop-url"
  | "dpop-time"
  | "dpop-jti"
  | "dpop-token-hash"
  | "dpop-key-differs"
  | "dpop-proof-replayed"
  | "dpop-token-as-bearer"
  | "dpop-token-of-another-key";

/** The wire errors of these reasons. The status is 400, and 401 at a protected resource (RFC 9449 §5, §7.1). */
export const dpopErrors: Readonly<Record<DpopRefusalReason, WireError>> = {
  "dpop-proof-missing": invalidProof(
    "The header DPoP is missing, but the token must be bound to a key. Sign a proof for this very request and send it in the header DPoP.",
  ),
  "dpop-proof-malformed": invalidProof(
    "The header DPoP is not exactly one signed JWT of the type dpop+jwt. Send one proof, made as RFC 9449 section 4.2 says.",
  ),
  "dpop-algorithm": invalidProof(
    "The DPoP proof is signed with an algorithm that is not accepted here. Use ES256, EdDSA, PS256 or RS256.",
  ),
  "dpop-key": invalidProof(
    "The jwk of the DPoP proof is not a public key that fits its algorithm: P-256, Ed25519, or RSA of 2048 to 4096 bits. Send the public members only.",
  ),
  "dpop-signature": invalidProof(
    "The signature of the DPoP proof was not made with the key in its header. Sign the proof with the private half of that jwk.",
  ),
  "dpop-method": invalidProof(
    "The htm of the DPoP proof is not the method of the request. Set it to the method in capital letters, such as POST.",
  ),
  "dpop-url": invalidProof(
    "The htu of the DPoP proof is not the address of the request. Set it to the endpoint as the metadata document writes it, without query and fragment.",
  ),
  "dpop-time": invalidProof(
    "The iat of the DPoP proof is more than 60 seconds away, or its exp or nbf forbids it now. Sign a proof for every request, and compare the clock with the time.",
  ),
  "dpop-jti": invalidProof(
    "The DPoP proof has no jti of at most 256 characters. Give every proof a new random one, so that it cannot be replayed.",
  ),
  "dpop-token-hash": invalidProof(
    "The ath of the DPoP proof is missing or does not belong to the access token. Set it to the base64url form of the SHA-256 of the token.",
  ),
  "dpop-key-differs": invalidProof(
    "The DPoP proof is signed with a different key from the one that this authorization is bound to. Use the same key throughout.",
  ),
  "dpop-proof-replayed": invalidProof(
    "The DPoP proof was used before. Make a new one, with a new jti, for every request, retries included.",
  ),
  "dpop-token-as-bearer": invalidToken(
    "The access token is bound to a key. Send it as Authorization: DPoP ACCESS_TOKEN together with a proof in the header DPoP.",
  ),
  "dpop-token-of-another-key": invalidToken(
    "The access token is not bound to the key of the DPoP proof. Sign the proof with the key that was used when the token was asked for.",
  ),
};

/** How far the `iat` of a proof may lie before or after now, in seconds. */
const dpopSkewSeconds = 60;

/** The signature algorithms of proofs, for the metadata document (RFC 9449 §5.1). */
export const dpopAlgorithms = ["ES256", "EdDSA", "PS256", "RS256"] as const;

const proofType = "dpop+jwt";

/** A proof that can be read. Only `key` may verify its signature. */
interface PresentedProof {
  readonly jwt: string;
  /** The public members alone, and the algorithm. */
  readonly key: PublicJwk;
}

/** A key that the sender holds, provided that this is the first use of the proof: claim `use` before relying on it. */
export interface ProvenKey {
  /** RFC 7638, SHA-256, base64url: what a token is bound to. */
  readonly thumbprint: string;
  readonly use: SingleUse;
}

/** Reads the header DPoP: one proof (RFC 9449 §4.3, rules 1 to 7 but for the signature). Several headers arrive joined by commas. */
export function readDpopProof(header: string | undefined): Result<PresentedProof, DpopRefusalReason> {
  if (header === undefined) return refuse("dpop-proof-missing");
  const jwt = readJwt(header);
  if (jwt?.header.typ !== proofType) return refuse("dpop-proof-malformed");
  const algorithm = dpopAlgorithms.find((known) => known === jwt.header.alg);
  if (algorithm === undefined) return refuse("dpop-algorithm");
  const key = readKey(jwt.header.jwk, algorithm);
  return key === undefined ? refuse("dpop-key") : ok({ jwt: header, key });
}

/**
 * Decides whether a proof was made for this request (RFC 9449 §4.3). `verified` is the verified JWT, undefined if the
 * signature is wrong; `thumbprint` is that of its key. `url` is the address as clients see it; `accessToken` is given at protected
 * resources only.
 */
export function decideDpopProof(given: {
  readonly verified: Jwt | undefined;
  readonly thumbprint: string | undefined;
  readonly method: string;
  readonly url: string;
  readonly now: Instant;
  readonly accessToken?: string;
}): Result<ProvenKey, DpopRefusalReason> {
  const { verified, thumbprint, now, accessToken } = given;
  if (verified === undefined || thumbprint === undefined) return refuse("dpop-signature");
  const { header, claims } = verified;
  if (header.typ !== proofType) return refuse("dpop-proof-malformed");
  if (claims.htm !== given.method) return refuse("dpop-method");
  if (!isSameTarget(claims.htu, given.url)) return refuse("dpop-url");
  const issuedAt = numericDate(claims.iat);
  if (issuedAt === undefined || isOutOfTime(claims, issuedAt, now)) return refuse("dpop-time");
  const jti = readJti(claims.jti);
  if (jti === undefined) return refuse("dpop-jti");
  if (accessToken !== undefined && claims.ath !== toBase64Url(sha256(accessToken)))
    return refuse("dpop-token-hash");
  const keepUntil = rememberedUntil(issuedAt + dpopSkewSeconds * 1000);
  return ok({ thumbprint, use: { key: sha256(`dpop ${thumbprint} ${jti}`), keepUntil } });
}

/**
 * Decides which key a new token is bound to (RFC 9449 §5, §10); undefined for none. `announced` is the key that the
 * authorization request, or the first token of a family, already named.
 */
export function decideKeyBinding(given: {
  readonly announced: string | undefined;
  readonly proven: string | undefined;
  readonly isRequired: boolean;
}): Result<string | undefined, DpopRefusalReason> {
  const { announced, proven, isRequired } = given;
  if (proven === undefined)
    return isRequired || announced !== undefined ? refuse("dpop-proof-missing") : ok(undefined);
  return announced === undefined || announced === proven ? ok(proven) : refuse("dpop-key-differs");
}

const schemeShape = /^dpop(?: |$)/i;
const credentialsShape = /^dpop ([A-Za-z0-9._~+/-]+=*)$/i;
const authorizationLengthMax = accessTokenLengthMax + "dpop ".length;

/** Reads `Authorization: DPoP TOKEN` (RFC 9449 §7.1). Undefined if the header is absent or uses another scheme. */
export function readDpopToken(
  authorization: string | undefined,
): Result<string, "authorization-malformed"> | undefined {
  if (authorization === undefined || !schemeShape.test(authorization)) return undefined;
  const token =
    authorization.length > authorizationLengthMax ? undefined : credentialsShape.exec(authorization)?.[1];
  return token === undefined ? refuse("authorization-malformed") : ok(token);
}

/**
 * Decides whether an access token is used by the key that it is bound to (RFC 9449 §7.1, §7.2). `proven` is the thumbprint
 * of the proof that came with it; undefined if the token came as a bearer token.
 */
export function decideTokenUse(given: {
  readonly boundTo: string | undefined;
  readonly proven: string | undefined;
}): Result<void, DpopRefusalReason> {
  const { boundTo, proven } = given;
  if (boundTo === proven) return ok(undefined);
  return refuse(proven === undefined ? "dpop-token-as-bearer" : "dpop-token-of-another-key");
}

/** Takes only the members that make the key, so that nothing else in the header can lead the verification elsewhere. */
function readKey(jwk: unknown, algorithm: (typeof dpopAlgorithms)[number]): PublicJwk | undefined {
  const read = isJsonObject(jwk) ? readVerificationKey(jwk) : undefined;
  if (!read?.ok || !read.value.algorithms.includes(algorithm)) return undefined;
  return { ...read.value.members, alg: algorithm };
}

/** RFC 9449 §4.3, rule 9: without query and fragment, after normalising letter case, default port and dot segments. */
function isSameTarget(htu: unknown, url: string): boolean {
  const received = typeof htu === "string" ? URL.parse(htu) : null;
  const ours = URL.parse(url);
  if (received === null || ours === null || received.username !== "" || received.password !== "")
    return false;
  return received.origin === ours.origin && received.pathname === ours.pathname;
}

/** A proof needs no `exp` or `nbf`, but they count if it has them. */
function isOutOfTime(claims: JsonObject, issuedAt: number, now: Instant): boolean {
  const skew = dpopSkewSeconds * 1000;
  if (Math.abs(now - issuedAt) > skew) return true;
  const { exp, nbf } = claims;
  const expiry =
    exp === undefined ? Number.POSITIVE_INFINITY : (numericDate(exp) ?? Number.NEGATIVE_INFINITY);
  const start = nbf === undefined ? Number.NEGATIVE_INFINITY : (numericDate(nbf) ?? Number.POSITIVE_INFINITY);
  return now >= expiry + skew || now < start - skew;
}

function invalidProof(description: string): WireError {
  return wireError("invalid_dpop_proof", description);
}

function invalidToken(description: string): WireError {
  return wireError("invalid_token", description);
}
