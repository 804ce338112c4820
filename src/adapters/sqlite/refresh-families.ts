import type { Rotation, TokenFamilies, TokenFamily } from "../../flows/ports.ts";
import type { GrantId } from "../../values/ids.ts";
import type { Instant } from "../../values/time.ts";
import type { Database } from "./database.ts";
import type { FamilyRows } from "./family-rows.ts";
import type { SqliteGrants } from "./grants.ts";
import type { Owner, Revocations } from "./revocations.ts";
import type { SessionClients } from "./session-clients.ts";

/** What families change together with themselves. */
interface Parts {
  readonly rows: FamilyRows;
  readonly grants: SqliteGrants;
  readonly revocations: Revocations;
  readonly clients: SessionClients;
}

/** Families of refresh tokens: one row each, in which only the number of the newest token moves. */
export class SqliteTokenFamilies implements TokenFamilies {
  readonly #database: Database;
  readonly #parts: Parts;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database, parts: Parts) {
    this.#database = database;
    this.#parts = parts;
    this.#sql = statements(database);
  }

  async find(id: GrantId): Promise<TokenFamily | undefined> {
    return this.#database.read(() => this.#parts.rows.find(id));
  }

  rotate({ family: { id, generation: seen }, generation, grant, now, notedIn }: Rotation): Promise<boolean> {
    return this.#database.write("durable", () => {
      const family = this.#parts.rows.find(id);
      if (family?.generation !== seen || family.revokedAt !== undefined) return false;
      this.#sql.rotate.run(generation, now, id);
      if (!this.#parts.grants.insert(grant)) throw new Error("An access token needs a grant id of its own.");
      this.#parts.clients.note({ notedIn }, grant.clientId);
      return true;
    });
  }

  revoke(id: GrantId, at: Instant): Promise<boolean> {
    return this.#database.write("durable", () => {
      const family = this.#parts.rows.find(id);
      if (!family || family.revokedAt !== undefined) return false;
      return this.#sql.revoke.run(at, id).changes === 1;
    });
  }

  revokeAll(of: Owner, at: Instant): Promise<number> {
    return this.#parts.revocations.revokeAll(of, at, "families");
  }

  /** Part of another fact's transaction: removes up to `rowsMax` expired families and answers how many. */
  removeExpired(now: Instant, rowsMax: number): number {
    return Number(this.#sql.removeExpired.run(now, rowsMax).changes);
  }
}

function statements(database: Database) {
  return {
    // It was found live, so earlier revocations need not be looked at again.
    rotate: database.prepare(
      `UPDATE refresh_families SET generation = ?, last_used_at = max(last_used_at, ?),
         after_revocation = (SELECT coalesce(max(number), 0) FROM revocations)
       WHERE id = ?`,
    ),
    revoke: database.prepare("UPDATE refresh_families SET revoked_at = ? WHERE id = ?"),
    removeExpired: database.prepare(
      `DELETE FROM refresh_families WHERE id IN
         (SELECT id FROM refresh_families WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
    ),
  };
}
