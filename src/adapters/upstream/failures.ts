import { AuthorizationResponseError, ResponseBodyError } from "openid-client";
import type { UpstreamFailure } from "../../flows/upstream/relying-party.ts";
import { errorCodeOf } from "../../values/error-code.ts";
import type { Watch } from "./watched-fetch.ts";

type Kind = UpstreamFailure["kind"];

/** The errors of RFC 6749 §4.1.2.1 and OpenID Connect Core §3.1.2.6 that are not the operator's to repair. */
const answered: Readonly<Record<string, Kind>> = {
  access_denied: "denied",
  user_cancelled_authorize: "denied",
  login_required: "denied",
  interaction_required: "denied",
  account_selection_required: "denied",
  consent_required: "denied",
  server_error: "unavailable",
  temporarily_unavailable: "unavailable",
  invalid_request: "misconfigured",
  unauthorized_client: "misconfigured",
  unsupported_response_type: "misconfigured",
  invalid_scope: "misconfigured",
};

/** The errors of a token endpoint, those of RFC 6749 §5.2 and GitHub's. */
const exchanged: Readonly<Record<string, Kind>> = {
  invalid_grant: "untrusted",
  bad_verification_code: "untrusted",
  invalid_client: "misconfigured",
  incorrect_client_credentials: "misconfigured",
  redirect_uri_mismatch: "misconfigured",
  unauthorized_client: "misconfigured",
  invalid_request: "misconfigured",
  invalid_scope: "misconfigured",
  unsupported_grant_type: "misconfigured",
};

const claims = new Set(["iss", "aud", "azp", "sub", "exp", "nbf", "nonce", "auth_time"]);

/** The failure that an error of the library stands for. Its messages may quote the answer, so they go nowhere. */
export function failureOf(error: unknown, { problem, status }: Watch): UpstreamFailure {
  if (problem === "address-not-allowed") return { kind: "misconfigured", reason: problem };
  if (problem !== undefined) return { kind: "unavailable", reason: problem };
  if (error instanceof AuthorizationResponseError) return named(error.error, answered, "answer");
  if (error instanceof ResponseBodyError) return named(error.error, exchanged, "token");
  if (status !== undefined && status >= 500) return { kind: "unavailable", reason: `status-${status}` };
  return { kind: "untrusted", reason: reasonOf(error) };
}

function named(error: string, kinds: Readonly<Record<string, Kind>>, where: string): UpstreamFailure {
  const kind = Object.hasOwn(kinds, error) ? kinds[error] : undefined;
  return kind === undefined
    ? { kind: "misconfigured", reason: `${where}-other-error` }
    : { kind, reason: `${where}-${error}` };
}

/** The claim that was wrong, or the library's code. */
function reasonOf(error: unknown): string {
  for (let at = error, depth = 0; Error.isError(at) && depth < 4; at = at.cause, depth += 1) {
    const { cause } = at;
    if (typeof cause === "object" && cause !== null && "claim" in cause && claims.has(String(cause.claim)))
      return `id-token-${cause.claim}`;
  }
  const code = errorCodeOf(error);
  return /^OAUTH_[A-Z_]+$/.test(code) ? code.slice(6).toLowerCase().replaceAll("_", "-") : "unexpected";
}
