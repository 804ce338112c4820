import type { AccountId, ClientId } from "../../values/ids.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { blob, has, integer } from "../rows/rows.ts";
import type { Database, Row } from "./database.ts";

/** Whose grants and token families a revocation hits: an account's, a client's, or those of the pair. */
export interface Owner {
  readonly accountId?: AccountId;
  readonly clientId?: ClientId;
}

/** What a revocation does: "families" leaves alone the tokens without a family; "removal" means that the owner itself went. */
export type Reach = "all" | "families" | "removal";

/** What can be hit: a grant or a token family. */
interface Target {
  readonly accountId: AccountId;
  readonly clientId: ClientId;
  readonly revokedAt?: Instant;
}

/** How many rows one read looks at before others get their turn. */
const pageRows = 2_000;

/**
 * Revokes everything of an account or client without touching the rows: it writes one numbered row. Every grant and refresh
 * family notes the newest number at its birth, and a look-up asks whether a later one hits it. So it stands at once in one
 * small commit, needs no clock to agree, and costs look-ups only what is newer than the grant. Removing works likewise.
 */
export class Revocations {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statements>;
  readonly #forgetters: (() => void)[] = [];

  constructor(database: Database) {
    this.#database = database;
    this.#sql = statements(database);
  }

  /**
   * Durable. Answers how many live rows of the table it hit. It stands before they are counted: the count reads the table in
   * pages afterwards, off the write lock. Naming neither an account nor a client revokes nothing.
   */
  async revokeAll(of: Owner, at: Instant, table: "grants" | "families"): Promise<number> {
    if (of.accountId === undefined && of.clientId === undefined) return 0;
    const reach = table === "grants" ? "all" : "families";
    const revocation = await this.#database.write("durable", () => this.record(of, at, reach));
    return revocation ? this.#countHit(revocation, table) : 0;
  }

  /** Registers what must be forgotten when something is revoked here; another process's revocation is a foreign commit. */
  onRecord(forget: () => void): void {
    this.#forgetters.push(forget);
  }

  /** Part of another fact's transaction. Without any row to hit nothing is recorded, and undefined answered. */
  record(of: Owner, at: Instant, reach: Reach): Row | undefined {
    for (const forget of this.#forgetters) forget();
    return this.#sql.record.get({
      account: of.accountId ?? null,
      client: of.clientId ?? null,
      at,
      removes: Number(reach === "removal"),
      sparesGrants: Number(reach === "families"),
    });
  }

  /** The target as the revocations after the numbered one leave it; undefined where its owner was removed. */
  leave<T extends Target>(target: T, after: number, isOfFamily: boolean): T | undefined {
    const hit = this.#sql.hit.get(after, target.accountId, target.clientId, Number(isOfFamily));
    if (!hit) return target;
    if (integer(hit, "removes") === 1) return undefined;
    return { ...target, revokedAt: target.revokedAt ?? instantOf(integer(hit, "at")) };
  }

  /** Counts what was live until this revocation, over the rows that were there when it was made. */
  async #countHit(revocation: Row, table: "grants" | "families"): Promise<number> {
    const countPage = table === "grants" ? this.#sql.countGrants : this.#sql.countFamilies;
    let count = 0;
    let after: Uint8Array | undefined = new Uint8Array();
    while (after) {
      const from: Uint8Array = after;
      const page = this.#database.read(() =>
        countPage.get({ number: integer(revocation, "number"), from, pageRows }),
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
    hit: database.prepare(
      `SELECT at, removes FROM revocations
       WHERE number > ? AND (account_id IS NULL OR account_id = ?) AND (client_id IS NULL OR client_id = ?)
         AND spares_grants <= ?
       ORDER BY removes DESC, number LIMIT 1`,
    ),
    record: database.prepare(
      `INSERT INTO revocations (account_id, client_id, at, removes, spares_grants, last_grant_id)
       SELECT :account, :client, :at, :removes, :sparesGrants, newest FROM
         (SELECT max(id) AS newest FROM
           (SELECT max(id) AS id FROM grants UNION ALL SELECT max(id) FROM refresh_families))
       WHERE newest IS NOT NULL
       RETURNING number`,
    ),
    countGrants: database.prepare(
      countPage({
        table: "grants",
        expiresAt: "token_expires_at",
        isOfFamily: "page.family_id IS NOT NULL",
        isFamilyLive: `page.family_id IS NULL OR EXISTS
          (SELECT 1 FROM refresh_families AS family WHERE family.id = page.family_id AND family.revoked_at IS NULL)`,
      }),
    ),
    countFamilies: database.prepare(
      countPage({
        table: "refresh_families",
        expiresAt: "expires_at",
        isOfFamily: "TRUE",
        isFamilyLive: "TRUE",
      }),
    ),
  };
}

/** SQL that counts, in one page of a table, the rows that the revocation `:number` was the first to hit. */
function countPage(of: {
  readonly table: string;
  readonly expiresAt: string;
  readonly isOfFamily: string;
  /** False where the family that the row dies with was revoked on its own, or is gone. */
  readonly isFamilyLive: string;
}): string {
  return `SELECT max(page.id) AS last, count(hit.number) AS hits
    FROM (SELECT * FROM ${of.table} WHERE id > :from ORDER BY id LIMIT :pageRows) AS page
    LEFT JOIN revocations AS hit ON hit.number = :number
      AND page.after_revocation < hit.number AND page.id <= hit.last_grant_id
      AND (hit.account_id IS NULL OR hit.account_id = page.account_id)
      AND (hit.client_id IS NULL OR hit.client_id = page.client_id)
      AND page.revoked_at IS NULL AND page.${of.expiresAt} > hit.at AND (${of.isFamilyLive})
      AND NOT EXISTS (
        SELECT 1 FROM revocations AS earlier
        WHERE earlier.number > page.after_revocation AND earlier.number < hit.number
          AND (earlier.spares_grants = 0 OR ${of.isOfFamily})
          AND (earlier.account_id IS NULL OR earlier.account_id = page.account_id)
          AND (earlier.client_id IS NULL OR earlier.client_id = page.client_id))`;
}
