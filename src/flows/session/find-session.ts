import { decideSession, readSessionCookie, touchIsDue } from "../../identity/session.ts";
import { type Eventual, whenThere } from "../../values/eventual.ts";
import type { Instant } from "../../values/time.ts";
import type { Ports, SessionFacts } from "../ports.ts";

/** Finds the live session that a cookie proves. It also refreshes a stale last-seen time. */
export function findLiveSession(
  ports: Pick<Ports, "sessions" | "settings">,
  cookie: string | undefined,
  now: Instant,
): Eventual<SessionFacts | undefined> {
  return whenThere(lookUpLiveSession(ports, cookie, now), (facts) => {
    if (facts !== undefined) noteUse(ports, facts, now);
    return facts;
  });
}

/** Refreshes the last-seen time of a live session if it is stale. Nobody waits for this write: losing it only brings the idle limit forward. */
export function noteUse(
  { sessions, settings }: Pick<Ports, "sessions" | "settings">,
  { session }: SessionFacts,
  now: Instant,
): void {
  if (touchIsDue(session, now, settings.sessionIdle)) sessions.touch(session.id, now).catch(() => {});
}

/** Finds the live session that a cookie proves, without noting a use of it. */
export function lookUpLiveSession(
  ports: Pick<Ports, "sessions" | "settings">,
  cookie: string | undefined,
  now: Instant,
): Eventual<SessionFacts | undefined> {
  const presented = cookie === undefined ? undefined : readSessionCookie(cookie);
  if (presented === undefined) return undefined;
  return whenThere(ports.sessions.find(presented.id), (facts) => {
    const idleLimit = ports.settings.sessionIdle;
    const state = decideSession({ facts, cookieDigest: presented.digest, now, idleLimit });
    return state === "live" ? facts : undefined;
  });
}
