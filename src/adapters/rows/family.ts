import type { TokenFamily } from "../../flows/ports.ts";
import { grantIdOf, parseAccountId, parseClientId, sessionIdOf } from "../../values/ids.ts";
import { instantOf } from "../../values/time.ts";
import { detailsOf } from "./grant-details.ts";
import type { Row } from "./rows.ts";
import { blobAs, has, integer, parsed, text, words } from "./rows.ts";

/** Reads a row of `refresh_families`. */
export function familyOf(row: Row): TokenFamily {
  return {
    id: blobAs(row, "id", grantIdOf),
    clientId: parsed("client_id", parseClientId(text(row, "client_id"))),
    accountId: parsed("account_id", parseAccountId(text(row, "account_id"))),
    accountEpoch: integer(row, "account_epoch"),
    ...(has(row, "session_id") && { sessionId: blobAs(row, "session_id", sessionIdOf) }),
    ...(has(row, "began_session_id") && { beganIn: blobAs(row, "began_session_id", sessionIdOf) }),
    ...detailsOf(row),
    authenticatedAt: instantOf(integer(row, "authenticated_at")),
    methods: words(row, "methods"),
    ...(has(row, "nonce") && { nonce: text(row, "nonce") }),
    generation: integer(row, "generation"),
    expiresAt: instantOf(integer(row, "expires_at")),
    lastUsedAt: instantOf(integer(row, "last_used_at")),
    ...(has(row, "revoked_at") && { revokedAt: instantOf(integer(row, "revoked_at")) }),
  };
}
