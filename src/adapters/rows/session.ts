import type { Session } from "../../identity/session.ts";
import { digestOf } from "../../values/digest.ts";
import { parseAccountId, sessionIdOf } from "../../values/ids.ts";
import { instantOf } from "../../values/time.ts";
import type { Row } from "./rows.ts";
import { blobAs, integer, parsed, text, words } from "./rows.ts";

/** Reads a row of `sessions`. */
export function sessionOf(row: Row): Session {
  return {
    id: blobAs(row, "id", sessionIdOf),
    cookieDigest: blobAs(row, "cookie_digest", digestOf),
    accountId: parsed("account_id", parseAccountId(text(row, "account_id"))),
    authenticatedAt: instantOf(integer(row, "authenticated_at")),
    methods: words(row, "methods"),
    expiresAt: instantOf(integer(row, "expires_at")),
    lastSeenAt: instantOf(integer(row, "last_seen_at")),
    userAgent: text(row, "user_agent"),
  };
}
