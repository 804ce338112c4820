/** The error codes that answers carry, each from the specification that registered it. */
export type ErrorCode =
  // RFC 6749 §4.1.2.1, §5.2.
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "access_denied"
  | "server_error"
  | "temporarily_unavailable"
  // RFC 6750 §3.1.
  | "invalid_token"
  | "insufficient_scope"
  // OpenID Connect Core §3.1.2.6.
  | "login_required"
  | "account_selection_required"
  | "interaction_required"
  | "consent_required"
  | "request_not_supported"
  | "request_uri_not_supported"
  | "registration_not_supported"
  // OpenID Connect Core Error Code unmet_authentication_requirements §2.
  | "unmet_authentication_requirements"
  // RFC 7591 §3.2.2.
  | "invalid_redirect_uri"
  | "invalid_client_metadata"
  // RFC 8628 §3.5.
  | "authorization_pending"
  | "slow_down"
  | "expired_token"
  // RFC 8707 §2, RFC 9101 §6, RFC 9396 §5, RFC 9449 §12.2.
  | "invalid_target"
  | "invalid_request_uri"
  | "invalid_authorization_details"
  | "invalid_dpop_proof";

/**
 * The words of the wire for a refusal. `description` is fixed text in the characters that RFC 6749 §5.2 allows; it names the cause and
 * the repair.
 */
export interface WireError {
  readonly error: ErrorCode;
  readonly description: string;
  /** Absent if the endpoint decides: 400 for an error page and most JSON, 302 or 303 for a redirect. */
  readonly status?: number;
}

export interface JsonError extends WireError {
  readonly status: number;
}

/** The same errors with a status each: their own, or else this one. */
export function asJson<Reason extends string>(
  errors: Readonly<Record<Reason, WireError>>,
  status = 400,
): Record<Reason, JsonError> {
  const entries = Object.entries<WireError>(errors);
  return Object.fromEntries(entries.map(([reason, wire]) => [reason, { status, ...wire }])) as Record<
    Reason,
    JsonError
  >;
}

/** Makes one error, with a status if the code alone does not imply it. */
export function wireError(error: ErrorCode, description: string, status?: number): WireError {
  return status === undefined ? { error, description } : { error, description, status };
}

/** For a request that cannot be read or contradicts itself (RFC 6749 §5.2). */
export function invalidRequest(description: string, status?: number): WireError {
  return wireError("invalid_request", description, status);
}

/** For a client that is not authenticated (RFC 6749 §5.2). */
export function invalidClient(description: string, status?: number): WireError {
  return wireError("invalid_client", description, status);
}

/** For a code or refresh token that cannot be exchanged (RFC 6749 §5.2). */
export function invalidGrant(description: string): WireError {
  return wireError("invalid_grant", description);
}

/** The description that all endpoints with parameters share. */
export const tooManyParameters = "There are more than 64 parameters. Send only those that the request needs.";
