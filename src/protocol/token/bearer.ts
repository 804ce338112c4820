import { ok, type Result, refuse } from "../../values/result.ts";
import type { Parameters } from "../parameters.ts";
import { invalidRequest, type WireError, wireError } from "../wire-error.ts";
import { accessTokenLengthMax } from "./access-token.ts";

/** Why a request with a bearer token is refused. The flow that looks the token up gives the last five. */
export type BearerRefusalReason =
  | "token-missing"
  | "token-in-query"
  | "token-in-body"
  | "token-in-two-places"
  | "scheme-not-bearer"
  | "authorization-malformed"
  | "token-unknown"
  | "token-expired"
  | "token-revoked"
  | "token-of-machine"
  | "token-of-api";

const goneToken =
  "The access token is unknown, expired or revoked. Send the person through the authorization endpoint again to get a new one.";

/** The wire errors of these reasons (RFC 6750 §3.1). With "token-missing" the challenge names no error. */
export const bearerErrors: Readonly<Record<BearerRefusalReason, WireError>> = {
  "token-missing": invalidToken(
    "There is no access token. Send the header Authorization: Bearer ACCESS_TOKEN",
  ),
  "token-in-query": invalidToken(
    "An access token in the URL ends up in logs and is not accepted. Send it in the Authorization header; with passport-oauth2 call useAuthorizationHeaderforGET(true) on the strategy's _oauth2 object.",
  ),
  "token-in-body": invalidToken(
    "An access token in the form is not accepted. Send the header Authorization: Bearer ACCESS_TOKEN",
  ),
  "token-in-two-places": invalidRequest(
    "The access token was sent in more than one place. Send it in the Authorization header only.",
    400,
  ),
  "scheme-not-bearer": invalidToken(
    "The Authorization header does not use Bearer. Send the header Authorization: Bearer ACCESS_TOKEN",
  ),
  "authorization-malformed": invalidToken(
    "The Authorization header cannot be read. Send the word Bearer, one space, and the access token.",
  ),
  "token-unknown": invalidToken(goneToken),
  "token-expired": invalidToken(goneToken),
  "token-revoked": invalidToken(goneToken),
  "token-of-machine": wireError(
    "insufficient_scope",
    "The access token belongs to a client that asked for itself, so there is no person to tell about. Send a token that a person got by signing in.",
    403,
  ),
  "token-of-api": wireError(
    "insufficient_scope",
    "The access token opens an API, and nothing about the person was asked for. Ask for the scope openid too, or send a token without a resource.",
    403,
  ),
};

/** RFC 6750 §2.1 `b64token`, after exactly one space. */
const credentialsShape = /^bearer ([A-Za-z0-9._~+/-]+=*)$/i;
const schemeShape = /^bearer(?: |$)/i;
const headerLengthMax = accessTokenLengthMax + "bearer ".length;

/**
 * Finds the access token of a request to a protected resource (RFC 6750 §2). Only the Authorization header counts;
 * a token in the query or the form is refused because both end up in logs and histories.
 */
export function readBearerToken(request: {
  readonly authorization: string | undefined;
  readonly query: Parameters | undefined;
  readonly body?: Parameters | undefined;
}): Result<string, BearerRefusalReason> {
  const { authorization } = request;
  const isInHeader = authorization !== undefined;
  const isInQuery = request.query?.isSent("access_token") ?? false;
  const isInBody = request.body?.isSent("access_token") ?? false;
  if (Number(isInHeader) + Number(isInQuery) + Number(isInBody) > 1) return refuse("token-in-two-places");
  if (isInQuery) return refuse("token-in-query");
  if (isInBody) return refuse("token-in-body");
  if (!isInHeader) return refuse("token-missing");
  if (!schemeShape.test(authorization)) return refuse("scheme-not-bearer");
  const token =
    authorization.length > headerLengthMax ? undefined : credentialsShape.exec(authorization)?.[1];
  return token === undefined ? refuse("authorization-malformed") : ok(token);
}

function invalidToken(description: string): WireError {
  return wireError("invalid_token", description, 401);
}
