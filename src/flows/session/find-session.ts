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
  const presented = cookie === undefined ? undefined : readSessionCookie(cookie);
  if (presented === undefined) return undefined;
  return whenThere(ports.sessions.find(presented.id), (facts) => {
    const idleLimit = ports.settings.sessionIdle;
    if (
      facts === undefined ||
      decideSession({ facts, cookieDigest: presented.digest, now, idleLimit }) !== "live"
    )
      return undefined;
    // Nobody waits for this write: losing it only brings the idle limit forward.
    if (touchIsDue(facts.session, now, idleLimit))
      ports.sessions.touch(facts.session.id, now).catch(() => {});
    return facts;
  });
}
