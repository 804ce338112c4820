/**
 * The cookies of a protected host. They never have a domain: an application that leaks one, or uses it itself, gets no further than its
 * own host. On https the name carries `__Host-`, so that no sibling host can plant one (RFC 6265bis §4.1.3.2).
 */
export function visitCookieName(origin: string): string {
  return `${prefixAt(origin)}latchkey-visit`;
}

/** The cookie that ties a sign-in to the browser that began it at this host. */
export function startCookieName(origin: string): string {
  return `${prefixAt(origin)}latchkey-visit-start`;
}

/** A Set-Cookie value for a protected host. 0 seconds remove the cookie. */
export function visitCookie(origin: string, name: string, value: string, maxAgeSeconds: number): string {
  const secure = isSecure(origin) ? "; Secure" : "";
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

function prefixAt(origin: string): string {
  return isSecure(origin) ? "__Host-" : "";
}

function isSecure(origin: string): boolean {
  return origin.startsWith("https:");
}
