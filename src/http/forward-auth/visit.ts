import { beginVisit, finishVisit } from "../../flows/forward-auth/sign-in.ts";
import { parseParameters } from "../../protocol/parameters.ts";
import { toBase64Url } from "../../values/base64url.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { startCookieName, visitCookie, visitCookieName } from "./cookies.ts";
import { refusedCheck } from "./refused.ts";

/** How long a browser remembers that it began a sign-in. */
const startSeconds = 3_600;
const startShape = /^[A-Za-z0-9_-]{22}$/;

/** Begins a sign-in at a protected host. Sign-ins in several tabs share the cookie, so that they do not disturb each other. */
export async function getSignIn(web: Web, incoming: Incoming): Promise<Reply> {
  const { ports, paths } = web;
  const origin = originOf(incoming);
  const parameters = parseParameters(incoming.query);
  const present = incoming.cookie(startCookieName(origin));
  const isKnown = present !== undefined && startShape.test(present);
  const browser = isKnown ? present : toBase64Url(ports.random.bytes(16));
  const to = parameters.ok ? parameters.value.get("to") : undefined;
  const choosesAccount = parameters.ok && parameters.value.get("prompt") === "select_account";
  const query = await beginVisit(ports, { origin, to, browser, choosesAccount });
  if (query === undefined) return refusedCheck(web, incoming, { reason: "origin-unknown" });
  const cookie = visitCookie(origin, startCookieName(origin), browser, startSeconds);
  return redirect(`${web.origin}${paths.authorization}?${query}`, [cookie]);
}

/** Finishes it, where the authorization endpoint sends the browser back to. */
export async function getCallback(web: Web, incoming: Incoming): Promise<Reply> {
  const { ports, paths } = web;
  const origin = originOf(incoming);
  const finished = await finishVisit(ports, {
    origin,
    query: incoming.query,
    browser: incoming.cookie(startCookieName(origin)),
    tokenUrl: web.origin + paths.token,
    context: incoming,
  });
  if (finished.ok) {
    const { cookie, maxAgeSeconds, to } = finished.value;
    return redirect(origin + to, [visitCookie(origin, visitCookieName(origin), cookie, maxAgeSeconds)]);
  }
  if (finished.reason === "cancelled") return redirect(web.origin + paths.home, []);
  const wayOut = { kind: "retry", href: "/" } as const;
  return web.errorResponses.errorPage(400, incoming, { problem: { kind: "broken-request" }, wayOut });
}

/** Forgets the visit, and leads to the page on which the person signs out of the service. */
export function getSignOut(web: Web, incoming: Incoming): Reply {
  const origin = originOf(incoming);
  return redirect(web.origin + web.paths.logout, [visitCookie(origin, visitCookieName(origin), "", 0)]);
}

/**
 * The host that the browser asked, which its proxy passes on. It only chooses what is compared: a visit, a sign-in and its cookies each
 * name the host that they belong to.
 */
function originOf(incoming: Incoming): string {
  const scheme = incoming.header("x-forwarded-proto") === "http" ? "http" : "https";
  return `${scheme}://${incoming.header("host") ?? ""}`;
}

/** None of the service's other headers: to the browser this is an answer of the application's host. */
function redirect(location: string, cookies: readonly string[]): Reply {
  return {
    status: 303,
    headers: {
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      location,
      ...(cookies.length > 0 && { "set-cookie": [...cookies] }),
    },
    body: "",
  };
}
