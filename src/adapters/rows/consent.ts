import type { Consent } from "../../flows/ports.ts";
import { parseAccountId, parseClientId } from "../../values/ids.ts";
import { instantOf } from "../../values/time.ts";
import type { Row } from "./rows.ts";
import { integer, parsed, text } from "./rows.ts";

/** Reads a row of `consents`. */
export function consentOf(row: Row): Consent {
  return {
    accountId: parsed("account_id", parseAccountId(text(row, "account_id"))),
    clientId: parsed("client_id", parseClientId(text(row, "client_id"))),
    scope: text(row, "scope").split(" ").filter(Boolean),
    grantedAt: instantOf(integer(row, "granted_at")),
  };
}
