import type { RefreshFamily } from "../../flows/ports.ts";
import { grantIdOf, parseAccountId, parseClientId, sessionIdOf } from "../../values/ids.ts";
import { instantOf } from "../../values/time.ts";
import { detailsOf, detailsText } from "../rows/grant-details.ts";
import { blob, has, integer, parsed, text } from "../rows/rows.ts";
import { columnarOf } from "./columnar.ts";
import type { Row, Value } from "./database.ts";
import { newestRevocation } from "./revocations.ts";

const names = `id, client_id, account_id, account_epoch, session_id, details, authenticated_at, methods, nonce, generation,
  expires_at, last_used_at, revoked_at`;
const types = [
  "bytea",
  "text",
  "text",
  "integer",
  "bytea",
  "text",
  "bigint",
  "text",
  "text",
  "integer",
  "bigint",
  "bigint",
  "bigint",
] as const;

/** How families are inserted together with the grants that they begin with. */
export const insertFamilies = {
  /** SQL that ends before its WHERE; `asked` are the families. Its parameters begin after the first `before` ones. */
  sql(before: number): string {
    const arrays = types.map((type, index) => `$${before + index + 1}::${type}[]`).join(", ");
    return `INSERT INTO refresh_families (${names}, after_revocation)
      SELECT ${names}, ${newestRevocation} FROM unnest(${arrays}) AS asked (${names})`;
  },
  values(families: readonly RefreshFamily[]): readonly Value[] {
    return columnarOf(families, (family) => [
      family.id,
      family.clientId,
      family.accountId,
      family.accountEpoch,
      family.sessionId,
      detailsText(family),
      family.authenticatedAt,
      family.methods.join(" "),
      family.nonce,
      family.generation,
      family.expiresAt,
      family.lastUsedAt,
      family.revokedAt,
    ]);
  },
} as const;

/** The columns that `familyOf` reads. */
export const familyColumns = names;

/** Reads a row of `refresh_families`. */
export function familyOf(row: Row): RefreshFamily {
  return {
    id: grantIdOf(blob(row, "id")),
    clientId: parsed("client_id", parseClientId(text(row, "client_id"))),
    accountId: parsed("account_id", parseAccountId(text(row, "account_id"))),
    accountEpoch: integer(row, "account_epoch"),
    ...(has(row, "session_id") && { sessionId: sessionIdOf(blob(row, "session_id")) }),
    ...detailsOf(row),
    authenticatedAt: instantOf(integer(row, "authenticated_at")),
    methods: text(row, "methods").split(" "),
    ...(has(row, "nonce") && { nonce: text(row, "nonce") }),
    generation: integer(row, "generation"),
    expiresAt: instantOf(integer(row, "expires_at")),
    lastUsedAt: instantOf(integer(row, "last_used_at")),
    ...(has(row, "revoked_at") && { revokedAt: instantOf(integer(row, "revoked_at")) }),
  };
}
