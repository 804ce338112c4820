import type { Grant, GrantDetails } from "../../flows/ports.ts";
import { digestOf } from "../../values/digest.ts";
import { grantIdOf, parseAccountId, parseClientId, sessionIdOf } from "../../values/ids.ts";
import { instantOf } from "../../values/time.ts";
import { detailsOf } from "./grant-details.ts";
import type { Row } from "./rows.ts";
import { blobAs, has, integer, parsed, text } from "./rows.ts";

/** Reads a row of `grants`. */
export function grantOf(row: Row): Grant {
  return {
    id: blobAs(row, "id", grantIdOf),
    tokenDigest: blobAs(row, "token_digest", digestOf),
    clientId: parsed("client_id", parseClientId(text(row, "client_id"))),
    accountId: parsed("account_id", parseAccountId(text(row, "account_id"))),
    accountEpoch: integer(row, "account_epoch"),
    sessionId: blobAs(row, "session_id", sessionIdOf),
    ...(has(row, "details") && { details: grantDetailsOf(row) }),
    redeemedAt: instantOf(integer(row, "redeemed_at")),
    tokenExpiresAt: instantOf(integer(row, "token_expires_at")),
    keepUntil: instantOf(integer(row, "keep_until")),
    ...(has(row, "revoked_at") && { revokedAt: instantOf(integer(row, "revoked_at")) }),
  };
}

function grantDetailsOf(row: Row): GrantDetails {
  return {
    ...detailsOf(row),
    ...(has(row, "family_id") && { familyId: blobAs(row, "family_id", grantIdOf) }),
  };
}
