import type { Incoming } from "./incoming.ts";

/**
 * True unless the browser says that a form post comes from another site. If the browser sends Fetch metadata, that decides; otherwise
 * Origin does, which `Referrer-Policy: no-referrer` makes "null" on the service's own forms. A request with neither header passes: the
 * CSRF token in every form is the proof, and this check is the second lock.
 */
export function isSameOrigin(incoming: Incoming, issuerOrigin: string): boolean {
  const site = incoming.header("sec-fetch-site");
  if (site !== undefined) return site === "same-origin" || site === "none";
  const origin = incoming.header("origin");
  return origin === undefined || origin === "null" || origin === issuerOrigin;
}

/**
 * Returns the origin of the page whose script made this request; undefined if no page did. `Sec-Fetch-Mode` proves nothing,
 * because Node's own fetch sends `cors` with every request. Browsers send Origin or Sec-Fetch-Site with every POST (ADR 0008).
 */
export function browserOrigin(incoming: Incoming): string | undefined {
  const origin = incoming.header("origin");
  if (origin !== undefined) return origin;
  const site = incoming.header("sec-fetch-site");
  return site === undefined || site === "none" ? undefined : "null";
}
