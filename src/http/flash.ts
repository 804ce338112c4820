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
/** Node refuses a request whose head is longer than 16 KiB, of which the query may take 12. */
const cookieLengthMax = 2_500;
/** The longest text in a flash that would otherwise be too large. No reason and no name of a step is longer. */
const textLengthMax = 100;

/** The longest name or address that is shown again. */
const typedLengthMax = 254;

/** A typed text as the form may show it again. */
export function typedText(text: string | undefined): string {
  return (text ?? "").slice(0, typedLengthMax).toWellFormed();
}

/** The address of a page. */
interface Place {
  readonly path: string;
  readonly query: string;
}

/** What the answer to a form leaves for the page that follows (ADR 0081). A password or a code is never in it. */
interface Flash {
  /** What only the next page says. */
  readonly told?: object | undefined;
  /** What the pages at this address know until the flash ends: typed names, or what the form has proved. */
  readonly kept?: object | undefined;
}

/** What the answer to a form leaves, and how the browser goes on. */
interface Left extends Flash {
  /** The address of the page; that of the form if it is absent. */
  readonly at?: Place;
  /** The session that the answer leaves in the browser; absent if the session does not change. */
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

/** What the person typed into the posted form besides passwords and codes, under the names by which pages show it again. */
export function typedIn({ posted }: Incoming): { readonly [name: string]: string } | undefined {
  const name = posted?.typed("name");
  const typed = posted?.typed("username") ?? posted?.typed("email") ?? posted?.typed("user_code");
  if (name === undefined && typed === undefined) return undefined;
  return {
    ...(name !== undefined && { name: typedText(name) }),
    ...(typed !== undefined && { username: typedText(typed), typed: typedText(typed) }),
  };
}

/** The cookies that keep this for the page that the form stands on, if the form could not be answered. */
export function leaveTyped(web: Web, incoming: Incoming): readonly string[] {
  const kept = typedIn(incoming);
  return kept === undefined ? [] : leaveFlash(web, incoming, incoming, { kept });
}

/**
 * Finds what a form left for the page at this address; any part of it may be absent. Undefined if nothing was left, and if the flash is
 * forged, too old, or for another address, browser or session.
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

/** True for the page that tells what the answer to a form has left; false after a reload. */
export function isTold(web: Web, incoming: Incoming): boolean {
  return incoming.method === "GET" && openFlash(web, incoming, incoming)?.told !== undefined;
}

/** The reply, with a cookie that removes what the page has told, or the whole flash if the browser goes elsewhere. */
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
  /** A digest of the address, browser and session for which it counts. */
  readonly key: string;
}

function writeFlash(web: Web, flash: KeyedFlash): string {
  const whole = writeSealed(web, web.cookies.flash, flash);
  // Nobody types that much by accident. The page still says what is wrong, but the field is empty.
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

/** `ui_locales` does not count, because picking a language takes it out of the query. */
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

/** How long a page shows again what people copy, scan or print: as long as it takes to find a printer, or to install an app. */
export const copyingSeconds = 1_800;

/** Writes a cookie that keeps this in the browser, sealed, for `seconds`, or until its own member `until`. */
export function writeSealed(
  { cookies, ports }: Pick<Web, "cookies" | "ports">,
  name: string,
  kept: object,
  seconds = lifetimeSeconds,
): string {
  const text = JSON.stringify({ until: plus(ports.clock.now(), seconds), ...kept, cookie: name });
  return cookies.write(name, ports.sealer.seal("flash", Buffer.from(text)), seconds);
}

/** Reads what such a cookie of this browser keeps; undefined if it is forged, too old, or was written under another name. */
export function openSealed(
  { ports }: Pick<Web, "ports">,
  incoming: Incoming,
  name: string,
): JsonObject | undefined {
  const cookie = incoming.cookie(name);
  const kept = cookie === undefined ? undefined : parseJsonBytes(ports.sealer.open("flash", cookie));
  if (kept === undefined || kept.cookie !== name) return undefined;
  return ports.clock.now() < Number(kept.until) ? kept : undefined;
}
