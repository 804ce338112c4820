import type { Grant, Grants, SessionNote, TokenFamily } from "../../flows/ports.ts";
import { type GrantId, instantOfGrantId } from "../../values/ids.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { BoundedCache } from "../bounded-cache.ts";
import { grantOf } from "../rows/grant.ts";
import { detailsText } from "../rows/grant-details.ts";
import { blob, has, integer } from "../rows/rows.ts";
import type { Database, Row } from "./database.ts";
import type { FamilyRows } from "./family-rows.ts";
import type { Owner, Revocations } from "./revocations.ts";
import type { SessionClients } from "./session-clients.ts";
import type { SqliteTimeMarks } from "./time-marks.ts";

const cachedMax = 10_000;

/** What grants change and ask together with themselves. */
interface Parts {
  readonly revocations: Revocations;
  readonly families: FamilyRows;
  readonly marks: SqliteTimeMarks;
  readonly clients: SessionClients;
}

/**
 * Redeemed codes and their tokens, in a table with one time-ordered key and nothing else, so that the hot insert appends.
 * Revoking everything of an account or client marks no rows: `Revocations` says which it hit.
 */
export class SqliteGrants implements Grants {
  readonly #database: Database;
  readonly #parts: Parts;
  /** Tokens that were looked up and belong to no family: resource servers ask about the same one again and again. */
  readonly #cache = new BoundedCache<string, Grant>(cachedMax);
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database, parts: Parts) {
    this.#database = database;
    this.#parts = parts;
    this.#sql = statements(database);
    database.onForeignCommit(() => this.#cache.clear());
    parts.revocations.onRecord(() => this.#cache.clear());
  }

  redeem(
    grant: Grant,
    family?: TokenFamily,
    note: SessionNote = {},
  ): Promise<"redeemed" | "already-redeemed"> {
    return this.#database.write("durable", () => {
      // Its row may have been there and gone (ADR 0026).
      if (instantOfGrantId(grant.id) <= this.#parts.marks.grantsRemovedUpTo()) return "already-redeemed";
      if (!this.insert(grant)) return "already-redeemed";
      if (family) this.#parts.families.insert(family);
      this.#parts.clients.note(note, grant.clientId);
      return "redeemed";
    });
  }

  async find(id: GrantId): Promise<Grant | undefined> {
    this.#database.watch();
    const key = id.toHex();
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const grant = this.#database.read(() => this.#find(id));
    if (grant && grant.details?.familyId === undefined) this.#cache.set(key, grant);
    return grant;
  }

  revoke(id: GrantId, at: Instant): Promise<boolean> {
    return this.#database.write("durable", () => {
      this.#cache.delete(id.toHex());
      const grant = this.#find(id);
      if (!grant || grant.revokedAt !== undefined) return false;
      return this.#sql.revoke.run(at, id).changes === 1;
    });
  }

  revokeAll(of: Owner, at: Instant): Promise<number> {
    return this.#parts.revocations.revokeAll(of, at, "grants");
  }

  /** Part of another fact's transaction: from its commit on no grant or family of the account or client is found any more. */
  removeAllOf(of: Owner): void {
    this.#parts.revocations.record(of, instantOf(0), "removal");
  }

  /** Part of another fact's transaction: false where the id exists. */
  insert(grant: Grant): boolean {
    // An id whose row was swept may in theory come again.
    this.#cache.delete(grant.id.toHex());
    const { details } = grant;
    const { changes } = this.#sql.insert.run(
      grant.id,
      grant.tokenDigest,
      grant.clientId,
      grant.accountId,
      grant.accountEpoch,
      grant.sessionId,
      grant.redeemedAt,
      grant.tokenExpiresAt,
      grant.keepUntil,
      grant.revokedAt ?? null,
      details ? detailsText(details) : null,
      details?.familyId ?? null,
    );
    return changes === 1;
  }

  #find(id: GrantId): Grant | undefined {
    const row = this.#sql.find.get(id);
    if (!row) return undefined;
    const isOfFamily = has(row, "family_id");
    const stored = grantOf(row);
    const grant =
      integer(row, "may_be_hit") === 0
        ? stored
        : this.#parts.revocations.leave(stored, integer(row, "after_revocation"), isOfFamily);
    return grant && isOfFamily ? this.#withFamily(grant, row) : grant;
  }

  /** A revoked family takes its tokens along. One that is gone has expired, or a backup was restored that lacks it. */
  #withFamily(grant: Grant, row: Row): Grant {
    if (grant.revokedAt !== undefined) return grant;
    const family = this.#sql.family.get(blob(row, "family_id"));
    if (!family) return { ...grant, revokedAt: grant.redeemedAt };
    return has(family, "revoked_at")
      ? { ...grant, revokedAt: instantOf(integer(family, "revoked_at")) }
      : grant;
  }
}

function statements(database: Database) {
  return {
    insert: database.prepare(
      `INSERT INTO grants (id, token_digest, client_id, account_id, account_epoch, session_id, redeemed_at,
         token_expires_at, keep_until, revoked_at, details, family_id, after_revocation)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(number), 0) FROM revocations))
       ON CONFLICT DO NOTHING`,
    ),
    // Most grants are younger than every revocation, and the second look-up is saved.
    find: database.prepare(
      `SELECT *, after_revocation < (SELECT coalesce(max(number), 0) FROM revocations) AS may_be_hit
       FROM grants WHERE id = ?`,
    ),
    family: database.prepare("SELECT revoked_at FROM refresh_families WHERE id = ?"),
    revoke: database.prepare("UPDATE grants SET revoked_at = ? WHERE id = ?"),
  };
}
