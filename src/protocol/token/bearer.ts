import { ok, type Result, refuse } from "../../values/result.ts";
import type { Parameters } from "../parameters.ts";

/** Why a request with a bearer token is refused. The last three are for the flow that looks the token up. */
export type BearerRefusalReason =
  | "token-missing"
  | "token-in-query"
  | "token-in-body"
  | "token-in-two-places"
  | "scheme-not-bearer"
  | "authorization-malformed"
  | "token-unknown"
  | "token-expired"
  | "token-revoked";

/** RFC 6750 §2.1 `b64token`, after exactly one space. */
const credentialsShape = /^bearer ([A-Za-z0-9._~+/-]+=*)$/i;
const schemeShape = /^bearer(?: |$)/i;
const headerLengthMax = 4096;

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
