import { type ClientId, formatSessionId, type SessionId } from "../../values/ids.ts";
import type { Issuer } from "../../values/issuer.ts";
import { type Instant, plus, wholeSeconds } from "../../values/time.ts";
import type { Subject } from "./subject.ts";

/** The `typ` of a logout token, so that it cannot pass for another JWT (OpenID Connect Back-Channel Logout §2.4). */
export const logoutTokenType = "logout+jwt";

/** The lifetime of a logout token, which is delivered at once or not at all. */
const logoutTokenLifetimeSeconds = 120;

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

/**
 * The claims of a logout token (OpenID Connect Back-Channel Logout §2.4); `jti` is random text. There is never a `nonce`,
 * which would make it look like an ID token.
 */
export function logoutTokenClaims(given: {
  readonly issuer: Issuer;
  readonly clientId: ClientId;
  readonly subject: Subject;
  readonly sessionId: SessionId;
  readonly jti: string;
  readonly now: Instant;
}): Readonly<Record<string, unknown>> {
  const { issuer, clientId, subject, sessionId, jti, now } = given;
  return {
    iss: issuer,
    sub: subject,
    aud: clientId,
    iat: wholeSeconds(now),
    exp: wholeSeconds(plus(now, logoutTokenLifetimeSeconds)),
    jti,
    events: { [logoutEvent]: {} },
    sid: formatSessionId(sessionId),
  };
}
