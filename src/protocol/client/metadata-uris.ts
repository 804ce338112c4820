import { isLoopbackName } from "../../values/issuer.ts";
import { parsedSpelling, parseResource, resourceLengthMax } from "../api/resource.ts";
import { isScopeName } from "../api/scope-name.ts";
import { checkRedirectUriForRegistration, describeRedirectUriProblem } from "./redirect-uri-registration.ts";

const serverUriLengthMax = 2000;
const printable = /^[\x21-\x7e]+$/;

/** How long an address may be, for messages that say so. */
export const shortAddress = `an https: address of at most ${serverUriLengthMax} characters`;

/** The rule of an address that this service calls or links to; `refusal` is what its refusal begins with. */
export function reachable(refusal: string): (uri: string) => string | undefined {
  const why = `${refusal}, or http: on localhost, 127.0.0.1 or [::1], without fragment and credentials.`;
  return (uri) => (isServerUri(uri) ? undefined : why);
}

/**
 * OpenID Connect Back-Channel Logout §2.2, without its http: for clients on other machines. Whether the address may be reached is
 * decided when it is called, since a name can lead anywhere by then.
 */
function isServerUri(text: string): boolean {
  const isReadable = text.length <= serverUriLengthMax && printable.test(text);
  const url = isReadable && /^https?:\/\//.test(text) ? URL.parse(text) : null;
  if (url === null || text.includes("#") || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || isLoopbackName(url.hostname);
}

/** The rule of a resource indicator (RFC 8707 §2), which is that of an API's resource. */
export function whyNoResource(text: string): string | undefined {
  const spelling = parsedSpelling(text);
  if (parseResource(text) !== undefined && spelling !== undefined)
    return parseResource(text) === spelling
      ? undefined
      : `is spelled differently by clients, and would never be found. Write ${spelling}.`;
  return `is not a resource indicator. Use an absolute URI of at most ${resourceLengthMax} characters without a fragment, like https://api.example.`;
}

/** The rule of a scope value that an API may have (RFC 6749 §3.3). */
export function whyNoScopeValue(text: string): string | undefined {
  if (isScopeName(text)) return undefined;
  return "is not a scope value of an API. Name each value by itself, as the API lists them.";
}

/** The rule of a post-logout redirect URI: that of redirect URIs. */
export function whyNoPostLogoutUri(uri: string, client: { readonly isPublic: boolean }): string | undefined {
  const checked = checkRedirectUriForRegistration(uri, client);
  if (checked.ok) return undefined;
  return `cannot be registered for after signing out. ${describeRedirectUriProblem(checked.reason)}`;
}
