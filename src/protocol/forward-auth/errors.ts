import { invalidRequest, type JsonError, wireError } from "../wire-error.ts";
import type { ForwardedProblem } from "./forwarded-request.ts";

/** Why a proxy may not let a request through. */
export type ForwardAuthRefusalReason =
  | ForwardedProblem
  | "proxy-not-trusted"
  | "origin-unknown"
  | "application-disabled"
  | "path-ambiguous"
  | "visit-missing"
  | "visitor-not-admitted"
  | "scope-insufficient"
  | "app-password-wrong"
  | "app-password-throttled"
  | "app-password-weak";

const unreadable = "Two programs could read it differently, so nobody can say which rule is meant.";

/** The errors of the endpoints for proxies. A proxy stops the request at each of them. */
export const forwardAuthErrors: Readonly<Record<ForwardAuthRefusalReason, JsonError>> = {
  "proxy-not-trusted": refusal(
    "This address is for the reverse proxy in front of the application, and the request came from no trusted proxy. Set LATCHKEY_TRUSTED_PROXIES to the address of the proxy.",
  ),
  "method-malformed": refusal(
    "The proxy did not name the method of the request, or not exactly one in capital letters. Use the configuration that latchkey client show prints with --proxy.",
  ),
  "scheme-malformed": refusal(
    "The proxy did not say whether the request came by http or https, or said it twice. Use the configuration that latchkey client show prints with --proxy.",
  ),
  "host-malformed": refusal(
    `The host is missing, or not written as browsers write it. ${unreadable} Open the application at the address that is registered for it.`,
  ),
  "target-malformed": refusal(
    `The address is missing, or not in the form of RFC 9112, section 3.2.1. ${unreadable} Percent-encode every character that is not visible ASCII.`,
  ),
  "origin-unknown": refusal(
    "No application protects this host. Register it with latchkey client create --protect, or correct the host that the proxy names.",
  ),
  "application-disabled": refusal(
    "The operator of the sign-in service disabled this application. Ask the operator to enable it again.",
  ),
  "path-ambiguous": refusal(
    `The path has an empty segment, one that is or ends with a dot, a backslash, a semicolon, an escape that is not needed or not UTF-8, or other capital letters than its rule. ${unreadable} Ask for it as the application links to it.`,
  ),
  "visit-missing": wireError(
    "login_required",
    "Nobody is signed in to this application in this browser, or not strongly enough. Open the application in a browser, and sign in.",
    401,
  ) as JsonError,
  "visitor-not-admitted": wireError(
    "access_denied",
    "The person who is signed in is in no group that may open this. The operator of the sign-in service can add them to one.",
    403,
  ) as JsonError,
  "scope-insufficient": wireError(
    "insufficient_scope",
    "The access token does not have the scope, or its person not the group, that this address asks for. Ask for a token with the scope in the challenge.",
    403,
  ) as JsonError,
  "app-password-wrong": wireError(
    "access_denied",
    "The name and the app password do not match, or the app password no longer works. The person creates a new one for this application on the account page of the sign-in service; the password of the account opens nothing here.",
    401,
  ) as JsonError,
  "app-password-throttled": wireError(
    "access_denied",
    "Too many wrong app passwords came for this name or from this network. Correct the password that the program has saved; a correct one works at once.",
    403,
  ) as JsonError,
  "app-password-weak": wireError(
    "access_denied",
    "This address requires two factors, and an app password is one. Open it in a browser.",
    403,
  ) as JsonError,
};

/** nginx stops a request only for 401 and 403, and takes any other status for a failure of this service. */
function refusal(description: string): JsonError {
  return { ...invalidRequest(description), status: 403 };
}
