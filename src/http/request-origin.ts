import type { Incoming } from "./incoming.ts";

/**
 * True when a form post comes from our own pages, as far as the browser says where it comes from. Fetch metadata decides where
 * the browser sends it; else Origin, which `Referrer-Policy: no-referrer` makes "null" on our own forms. What says nothing
 * at all passes: the CSRF token in every form is the proof, this is the second lock.
 */
export function isSameOrigin(incoming: Incoming, issuerOrigin: string): boolean {
  const site = incoming.header("sec-fetch-site");
  if (site !== undefined) return site === "same-origin" || site === "none";
  const origin = incoming.header("origin");
  return origin === undefined || origin === "null" || origin === issuerOrigin;
}

/**
 * The origin of the page whose script made this request; undefined when no browser page did. `Sec-Fetch-Mode` alone proves
 * nothing: Node's own fetch sends `cors` with every request, while browsers send Origin or Sec-Fetch-Site with every POST.
 */
export function browserOrigin(incoming: Incoming): string | undefined {
  const origin = incoming.header("origin");
  if (origin !== undefined) return origin;
  const site = incoming.header("sec-fetch-site");
  return site === undefined || site === "none" ? undefined : "null";
}
