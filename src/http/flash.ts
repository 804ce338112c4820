import { readSessionCookie } from "../identity/session.ts";
import { toBase64Url } from "../values/base64url.ts";
import { sha256 } from "../values/digest.ts";
import type { SessionId } from "../values/ids.ts";
import { type JsonObject, parseJsonBytes } from "../values/json-object.ts";
import { plus } from "../values/time.ts";
import type { Incoming } from "./incoming.ts";
import { queryWithout } from "./pages/form-query.ts";
import type { Reply } from "./reply.ts";
import { ensureBrowserCookie, type Web } from "./web.ts";

const lifetimeSeconds = 300;
/** Node refuses a request whose head is longer than 16 KiB, and 12 of them may be the query. */
const cookieLengthMax = 2_500;
/** How long a text may be in a flash that would be too large otherwise: no reason and no name of a step is longer. */
const textLengthMax = 100;

/** The address of a page. */
interface Place {
  readonly path: string;
  readonly query: string;
}

/** What the answer to a form leaves for the page that follows (ADR 0081). A password or a code is never in it. */
interface Flash {
  /** What the next page says. Pages after that do not say it again. */
  readonly told?: object | undefined;
  /** What the pages at this address know until the flash ends: typed names, or what the form has proved. */
  readonly kept?: object | undefined;
}

/** What the answer to a form leaves, and how the browser goes on. */
interface Left extends Flash {
  /** The address of the page; that of the form if it is absent. */
  readonly at?: Place;
  /** The session that the answer leaves in the browser; if it is absent, the session stays. */
  readonly session?: SessionId | "none" | undefined;
  readonly cookies?: readonly string[] | undefined;
}

/**
 * Answers a posted form: the browser gets the page by GET, so that Back, Forward and reload never ask whether to send the form again.
 * What the page is to say travels in a sealed cookie, which counts for this address, browser and session alone.
 */
export function redirectWithFlash(
  web: Web,
  incoming: Incoming,
  { at = incoming, told, kept, session, cookies = [] }: Left,
): Reply {
  const location = at.query === "" ? at.path : `${at.path}?${at.query}`;
  const isPlain = told === undefined && kept === undefined;
  const toldTo = told && { ...told, postedBy: incoming.posted?.only("account") };
  const left = isPlain ? [] : leaveFlash(web, incoming, at, { told: toldTo, kept, session });
  const written = [...cookies, ...left];
  return web.replies.redirect(303, location, written.length === 0 ? {} : { "set-cookie": written });
}

function leaveFlash(
  web: Web,
  incoming: Incoming,
  at: Place,
  { told, kept, session }: Left,
): readonly string[] {
  const browser = ensureBrowserCookie(web, incoming);
  const key = keyOf(at, browser.value, session ?? sessionOf(incoming));
  const flash = writeFlash(web, { key, told, kept });
  return browser.setCookie === undefined ? [flash] : [browser.setCookie, flash];
}

/**
 * What was left for the page at this address: all that its forms may leave, each part of which may be absent. Undefined if nothing was. A
 * flash that is forged, too old, or for another address, browser or session was not left.
 */
export function findFlash<Told extends object>(
  web: Web,
  incoming: Incoming,
  at: Place = incoming,
): Partial<Told> | undefined {
  const flash = incoming.method === "GET" ? openFlash(web, incoming, at) : undefined;
  // Only `redirectWithFlash` can have sealed it.
  return flash && ({ ...flash.kept, ...flash.told } as Partial<Told>);
}

/** True for the page that says what the answer to a form has left. The same page says it no more after a reload. */
export function isTold(web: Web, incoming: Incoming): boolean {
  return incoming.method === "GET" && openFlash(web, incoming, incoming)?.told !== undefined;
}

/** The same reply, after which the browser has nothing left of what the page has said, or nothing at all if it goes elsewhere. */
export function afterFlash(web: Web, incoming: Incoming, reply: Reply): Reply {
  const { cookies } = web;
  const flash = incoming.method === "HEAD" ? undefined : openFlash(web, incoming, incoming);
  if (flash === undefined) return reply;
  const written = [reply.headers["set-cookie"] ?? []].flat();
  if (written.some((cookie) => cookie.startsWith(`${cookies.flash}=`))) return reply;
  const isPage = reply.headers.location === undefined;
  if (isPage && flash.told === undefined) return reply;
  const { told: _, ...rest } = flash;
  const ended =
    isPage && flash.kept !== undefined ? writeFlash(web, rest) : cookies.write(cookies.flash, "", 0);
  return { ...reply, headers: { ...reply.headers, "set-cookie": [...written, ended] } };
}

interface KeyedFlash extends Flash {
  /** Of the address, browser and session for which it counts. */
  readonly key: string;
}

function writeFlash(web: Web, flash: KeyedFlash): string {
  const whole = writeSealed(web, web.cookies.flash, flash);
  // Nobody types so much by accident. The page then says what is wrong, and the field is empty.
  return whole.length <= cookieLengthMax
    ? whole
    : writeSealed(web, web.cookies.flash, JSON.parse(JSON.stringify(flash, withoutLongTexts)));
}

function withoutLongTexts(_: string, value: unknown): unknown {
  return typeof value === "string" && value.length > textLengthMax ? undefined : value;
}

function openFlash(web: Web, incoming: Incoming, at: Place): KeyedFlash | undefined {
  const flash = openSealed(web, incoming, web.cookies.flash);
  const browser = incoming.cookie(web.cookies.browser);
  if (flash === undefined || browser === undefined) return undefined;
  return flash.key === keyOf(at, browser, sessionOf(incoming)) ? (flash as unknown as KeyedFlash) : undefined;
}

/** The language that a person picks meanwhile takes `ui_locales` out of the query. */
function keyOf({ path, query }: Place, browser: string, session: SessionId | "none"): string {
  const parts = [
    path,
    queryWithout(query, "ui_locales"),
    browser,
    session === "none" ? "" : toBase64Url(session),
  ];
  return toBase64Url(sha256(parts.join("\0")));
}

function sessionOf({ browser: { sessionCookie } }: Incoming): SessionId | "none" {
  return (sessionCookie === undefined ? undefined : readSessionCookie(sessionCookie)?.id) ?? "none";
}

/** A cookie that keeps this in the browser, sealed, for five minutes or until the time that it names. */
export function writeSealed(
  { cookies, ports }: Pick<Web, "cookies" | "ports">,
  name: string,
  kept: object,
): string {
  const text = JSON.stringify({ until: plus(ports.clock.now(), lifetimeSeconds), ...kept });
  return cookies.write(name, ports.sealer.seal("flash", Buffer.from(text)), lifetimeSeconds);
}

/** What such a cookie of this browser holds. */
export function openSealed(
  { ports }: Pick<Web, "ports">,
  incoming: Incoming,
  name: string,
): JsonObject | undefined {
  const cookie = incoming.cookie(name);
  const kept = cookie === undefined ? undefined : parseJsonBytes(ports.sealer.open("flash", cookie));
  return kept !== undefined && ports.clock.now() < Number(kept.until) ? kept : undefined;
}
