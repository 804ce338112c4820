import type { TokenFamily } from "../../flows/ports.ts";
import { detailsText } from "../rows/grant-details.ts";
import { columnarOf } from "./columnar.ts";
import type { Value } from "./database.ts";
import { newestRevocation } from "./revocations.ts";

const names = `id, client_id, account_id, account_epoch, session_id, began_session_id, details, authenticated_at, methods, nonce,
  generation, expires_at, last_used_at, revoked_at`;
const types = [
  "bytea",
  "text",
  "text",
  "integer",
  "bytea",
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
  /** How many parameters. */
  count: types.length,
  /** SQL that ends before its WHERE; `asked` are the families. Its parameters begin after the first `before` ones. */
  sql(before: number): string {
    const arrays = types.map((type, index) => `$${before + index + 1}::${type}[]`).join(", ");
    return `INSERT INTO refresh_families (${names}, after_revocation)
      SELECT ${names}, ${newestRevocation} FROM unnest(${arrays}) AS asked (${names})`;
  },
  values(families: readonly TokenFamily[]): readonly Value[] {
    if (families.length === 0) return types.map(() => []);
    return columnarOf(families, (family) => [
      family.id,
      family.clientId,
      family.accountId,
      family.accountEpoch,
      family.sessionId,
      family.beganIn,
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
