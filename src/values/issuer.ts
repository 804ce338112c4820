import { ok, type Result, refuse } from "./result.ts";

declare const issuer: unique symbol;

/** The base URL of this installation without a trailing slash: `https://id.example` or `https://example.org/id`. */
export type Issuer = string & { readonly [issuer]: true };

const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Reads a base URL. It must be https unless the host is loopback, and must have no query, fragment, credentials or two slashes in a
 * row: proxies merge such slashes, and clients compare the issuer letter by letter (RFC 9207 §2.4).
 */
export function parseIssuer(text: string): Result<Issuer, string> {
  if (!URL.canParse(text)) return refuse("It is not a URL; write it like https://id.example.org.");
  const url = new URL(text);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopbackName(url.hostname)))
    return refuse(
      "It must start with https:// (http:// is allowed only for localhost, 127.0.0.1 and [::1]).",
    );
  if (url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "")
    return refuse("It must not have a query, a fragment or credentials.");
  if (url.pathname.includes("//")) return refuse("Its path must not have two slashes in a row.");
  const path = url.pathname.replace(/\/$/, "");
  return ok(`${url.origin}${path}` as Issuer);
}

/** True for a name of this machine in a URL, IPv6 in brackets: plain http to such a name never leaves the machine. */
export function isLoopbackName(hostname: string): boolean {
  return loopbackHosts.has(hostname);
}

/** True for http://localhost and the like: in development, errors may show every detail. */
export function isLoopback(base: Issuer): boolean {
  return isLoopbackName(new URL(base).hostname);
}

/** True when browsers reach this installation over https, so that cookies can be `__Host-` and `Secure`. */
export function isHttps(base: Issuer): boolean {
  return base.startsWith("https:");
}
