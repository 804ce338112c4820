import type { TokenFamily } from "../../flows/ports.ts";
import type { GrantId } from "../../values/ids.ts";
import { familyOf } from "../rows/family.ts";
import { detailsText } from "../rows/grant-details.ts";
import { integer } from "../rows/rows.ts";
import type { Database } from "./database.ts";
import type { Revocations } from "./revocations.ts";

/** The rows of token families, as grants and families both need them within their transactions. */
export class FamilyRows {
  readonly #revocations: Revocations;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database, revocations: Revocations) {
    this.#revocations = revocations;
    this.#sql = statements(database);
  }

  /** The family as it stands now, revocations of its owners included. */
  find(id: GrantId): TokenFamily | undefined {
    const row = this.#sql.find.get(id);
    return row && this.#revocations.leave(familyOf(row), integer(row, "after_revocation"), true);
  }

  insert(family: TokenFamily): void {
    this.#sql.insert.run({
      id: family.id,
      clientId: family.clientId,
      accountId: family.accountId,
      accountEpoch: family.accountEpoch,
      sessionId: family.sessionId ?? null,
      beganIn: family.beganIn ?? null,
      details: detailsText(family),
      authenticatedAt: family.authenticatedAt,
      methods: family.methods.join(" "),
      nonce: family.nonce ?? null,
      generation: family.generation,
      expiresAt: family.expiresAt,
      lastUsedAt: family.lastUsedAt,
      revokedAt: family.revokedAt ?? null,
    });
  }
}

function statements(database: Database) {
  return {
    find: database.prepare("SELECT * FROM refresh_families WHERE id = ?"),
    insert: database.prepare(
      `INSERT INTO refresh_families (id, client_id, account_id, account_epoch, session_id, began_session_id, details, authenticated_at,
         methods, nonce, generation, expires_at, last_used_at, revoked_at, after_revocation)
       VALUES (:id, :clientId, :accountId, :accountEpoch, :sessionId, :beganIn, :details, :authenticatedAt,
         :methods, :nonce, :generation, :expiresAt, :lastUsedAt, :revokedAt,
         (SELECT coalesce(max(number), 0) FROM revocations))`,
    ),
  };
}
