import type { Grant, Grants } from "../../flows/ports.ts";
import { digestOf } from "../../values/digest.ts";
import {
  type AccountId,
  type ClientId,
  type GrantId,
  grantIdOf,
  parseAccountId,
  parseClientId,
  sessionIdOf,
} from "../../values/ids.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import type { Database, Row } from "./database.ts";
import { blob, has, integer, parsed, text } from "./rows.ts";

interface Owner {
  readonly accountId?: AccountId;
  readonly clientId?: ClientId;
}

/** How many rows one read looks at before others get their turn. */
const pageRows = 2_000;

/**
 * Redeemed codes and their tokens, in a table with one time-ordered key and nothing else, so that the hot insert appends.
 *
 * Revoking everything of an account or client therefore marks no rows. It writes one numbered row into `revocations`; every
 * grant notes the newest number at its birth, and a look-up asks whether a later one hits it. So it stands at once in one
 * small commit, needs no clock to agree, and costs look-ups only what is newer than the grant. Removing works likewise.
 */
export class SqliteGrants implements Grants {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = statements(database);
  }

  redeem(grant: Grant): Promise<"redeemed" | "already-redeemed"> {
    return this.#database.write("durable", () => {
      const { changes } = this.#sql.redeem.run(
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
      );
      return changes === 1 ? "redeemed" : "already-redeemed";
    });
  }

  async find(id: GrantId): Promise<Grant | undefined> {
    return this.#database.read(() => this.#find(id));
  }

  revoke(id: GrantId, at: Instant): Promise<boolean> {
    return this.#database.write("durable", () => {
      const grant = this.#find(id);
      if (!grant || grant.revokedAt !== undefined) return false;
      return this.#sql.revoke.run(at, id).changes === 1;
    });
  }

  /**
   * It stands before it is counted: the count reads the table in pages afterwards, off the write lock. Naming neither
   * an account nor a client revokes nothing.
   */
  async revokeAll(of: Owner, at: Instant): Promise<number> {
    if (of.accountId === undefined && of.clientId === undefined) return 0;
    const revocation = await this.#database.write("durable", () => this.#record(of, at, false));
    return revocation ? this.#countHit(revocation) : 0;
  }

  /** Part of another fact's transaction: from its commit on no grant of the account or client is found any more. */
  removeAllOf(of: Owner): void {
    this.#record(of, instantOf(0), true);
  }

  #find(id: GrantId): Grant | undefined {
    const row = this.#sql.find.get(id);
    if (!row) return undefined;
    const grant = grantOf(row);
    const hit = this.#sql.hit.get(integer(row, "after_revocation"), grant.accountId, grant.clientId);
    if (!hit) return grant;
    if (integer(hit, "removes") === 1) return undefined;
    return { ...grant, revokedAt: grant.revokedAt ?? instantOf(integer(hit, "at")) };
  }

  #record(of: Owner, at: Instant, removes: boolean): Row | undefined {
    return this.#sql.record.get(of.accountId ?? null, of.clientId ?? null, at, Number(removes));
  }

  /** Counts what was live until this revocation, over the rows that were there when it was made. */
  async #countHit(revocation: Row): Promise<number> {
    let count = 0;
    let after: Uint8Array | undefined = new Uint8Array();
    while (after) {
      const from: Uint8Array = after;
      const page = this.#database.read(() =>
        this.#sql.countPage.get({ number: integer(revocation, "number"), from, pageRows }),
      );
      if (!page || !has(page, "last")) return count;
      count += integer(page, "hits");
      after = blob(page, "last");
      await new Promise((resolve) => setImmediate(resolve));
    }
    return count;
  }
}

function statements(database: Database) {
  return {
    redeem: database.prepare(
      `INSERT INTO grants (id, token_digest, client_id, account_id, account_epoch, session_id, redeemed_at,
         token_expires_at, keep_until, revoked_at, after_revocation)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(number), 0) FROM revocations))
       ON CONFLICT DO NOTHING`,
    ),
    find: database.prepare("SELECT * FROM grants WHERE id = ?"),
    revoke: database.prepare("UPDATE grants SET revoked_at = ? WHERE id = ?"),
    hit: database.prepare(
      `SELECT at, removes FROM revocations
       WHERE number > ? AND (account_id IS NULL OR account_id = ?) AND (client_id IS NULL OR client_id = ?)
       ORDER BY removes DESC, number LIMIT 1`,
    ),
    // Without any grant there is nothing to hit, and no row is written.
    record: database.prepare(
      `INSERT INTO revocations (account_id, client_id, at, removes, last_grant_id)
       SELECT ?, ?, ?, ?, newest FROM (SELECT max(id) AS newest FROM grants) WHERE newest IS NOT NULL
       RETURNING number`,
    ),
    countPage: database.prepare(
      `SELECT max(page.id) AS last, count(hit.number) AS hits
       FROM (SELECT * FROM grants WHERE id > :from ORDER BY id LIMIT :pageRows) AS page
       LEFT JOIN revocations AS hit ON hit.number = :number
         AND page.after_revocation < hit.number AND page.id <= hit.last_grant_id
         AND (hit.account_id IS NULL OR hit.account_id = page.account_id)
         AND (hit.client_id IS NULL OR hit.client_id = page.client_id)
         AND page.revoked_at IS NULL AND page.token_expires_at > hit.at
         AND NOT EXISTS (
           SELECT 1 FROM revocations AS earlier
           WHERE earlier.number > page.after_revocation AND earlier.number < hit.number
             AND (earlier.account_id IS NULL OR earlier.account_id = page.account_id)
             AND (earlier.client_id IS NULL OR earlier.client_id = page.client_id))`,
    ),
  };
}

function grantOf(row: Row): Grant {
  return {
    id: grantIdOf(blob(row, "id")),
    tokenDigest: digestOf(blob(row, "token_digest")),
    clientId: parsed("client_id", parseClientId(text(row, "client_id"))),
    accountId: parsed("account_id", parseAccountId(text(row, "account_id"))),
    accountEpoch: integer(row, "account_epoch"),
    sessionId: sessionIdOf(blob(row, "session_id")),
    redeemedAt: instantOf(integer(row, "redeemed_at")),
    tokenExpiresAt: instantOf(integer(row, "token_expires_at")),
    keepUntil: instantOf(integer(row, "keep_until")),
    ...(has(row, "revoked_at") && { revokedAt: instantOf(integer(row, "revoked_at")) }),
  };
}
