import type { AuthenticationMethod, Session } from "../../identity/session.ts";
import { digestOf } from "../../values/digest.ts";
import { parseAccountId, sessionIdOf } from "../../values/ids.ts";
import { instantOf } from "../../values/time.ts";
import type { Row } from "./rows.ts";
import { blob, integer, parsed, text } from "./rows.ts";

/** Reads a row of `sessions`. */
export function sessionOf(row: Row): Session {
  return {
    id: sessionIdOf(blob(row, "id")),
    cookieDigest: digestOf(blob(row, "cookie_digest")),
    accountId: parsed("account_id", parseAccountId(text(row, "account_id"))),
    authenticatedAt: instantOf(integer(row, "authenticated_at")),
    methods: text(row, "methods").split(" ").map(methodOf),
    expiresAt: instantOf(integer(row, "expires_at")),
    lastSeenAt: instantOf(integer(row, "last_seen_at")),
    userAgent: text(row, "user_agent"),
  };
}

function methodOf(word: string): AuthenticationMethod {
  return parsed("methods", word === "pwd" ? word : undefined);
}
