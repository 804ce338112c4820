import { browserName } from "../../identity/browser-name.ts";
import { formatSessionId } from "../../values/ids.ts";
import { isoTime } from "../../values/time.ts";
import type { SessionFacts } from "../ports.ts";

/** A session for programs. */
export function sessionRecord({ session, account }: SessionFacts) {
  return {
    session_id: formatSessionId(session.id),
    user_id: account.id,
    username: account.username,
    methods: session.methods,
    authenticated_at: isoTime(session.authenticatedAt),
    last_seen_at: isoTime(session.lastSeenAt),
    expires_at: isoTime(session.expiresAt),
    user_agent: session.userAgent,
    browser: browserName(session.userAgent),
  };
}
