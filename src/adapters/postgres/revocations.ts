import type { AccountId, ClientId } from "../../values/ids.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { blob, flag, has, integer } from "../rows/rows.ts";
import type { Database, Row, Runner } from "./database.ts";
import { lockFor } from "./locks.ts";

/** Whose grants and token families a revocation hits: an account's, a client's, or those of the pair. */
export interface Owner {
  readonly accountId?: AccountId;
  readonly clientId?: ClientId;
}

/** What a revocation does: "families" leaves alone the tokens without a family; "removal" means that the owner itself went. */
export type Reach = "all" | "families" | "removal";

/** How many rows one read looks at before others get their turn. */
const pageRows = 5_000;

/** SQL for the newest revocation that a statement sees: what a row notes at its birth. */
export const newestRevocation = "(SELECT coalesce(max(number), 0) FROM revocations)";

/**
 * SQL, after FROM: what hit the row called `target` of grants or families, as `hit_at` and `hit_removes`; NULL where nothing did.
 * `isOfFamily` is an SQL condition.
 */
export function hitOn(target: string, isOfFamily: string): string {
  return `LEFT JOIN LATERAL (
    SELECT at AS hit_at, removes AS hit_removes FROM revocations WHERE ${hits("revocations", target, isOfFamily)}
    ORDER BY removes DESC, number LIMIT 1) AS hit ON true`;
}

/** SQL: true where no revocation hit the row. */
export function isNotHit(target: string, isOfFamily: string): string {
  return `NOT EXISTS (SELECT 1 FROM revocations WHERE ${hits("revocations", target, isOfFamily)})`;
}

function hits(revocation: string, target: string, isOfFamily: string): string {
  return `${revocation}.number > ${target}.after_revocation
    AND (${revocation}.account_id IS NULL OR ${revocation}.account_id = ${target}.account_id)
    AND (${revocation}.client_id IS NULL OR ${revocation}.client_id = ${target}.client_id)
    AND (NOT ${revocation}.spares_grants OR ${isOfFamily})`;
}

/** The target as `hitOn` found it to stand: undefined where its owner was removed. */
export function asHit<T extends { readonly revokedAt?: Instant }>(target: T, row: Row): T | undefined {
  if (!has(row, "hit_at")) return target;
  if (flag(row, "hit_removes")) return undefined;
  return { ...target, revokedAt: target.revokedAt ?? instantOf(integer(row, "hit_at")) };
}

/**
 * Revokes everything of an account or client without touching the rows: it writes one numbered row. Every grant and refresh
 * family notes the newest number that the statement which made it saw, and a look-up asks whether a later one hits it. So
 * everything under way at the same moment is hit too, and nothing that began later. Removing works likewise.
 */
export class Revocations {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = statements(database);
  }

  /**
   * Durable. Answers how many live rows of the table it hit. It stands before they are counted: the count reads the table in
   * pages afterwards. Naming neither an account nor a client revokes nothing.
   */
  async revokeAll(of: Owner, at: Instant, table: "grants" | "families"): Promise<number> {
    if (of.accountId === undefined && of.clientId === undefined) return 0;
    const reach = table === "grants" ? "all" : "families";
    const number = await this.#database.transaction("durable", (runner) =>
      this.record(runner, of, at, reach),
    );
    return this.#countHit(number, table);
  }

  /**
   * Part of another fact's transaction, and its last step: nothing is waited for while this lock is held. The lock makes
   * numbers become visible in their order; without it a row could note a number and miss a lower one that is committed later.
   */
  async record(runner: Runner, of: Owner, at: Instant, reach: Reach): Promise<number> {
    await runner.run(this.#sql.lock);
    const row = await runner.get(
      this.#sql.record,
      of.accountId,
      of.clientId,
      at,
      reach === "removal",
      reach === "families",
    );
    return integer(row ?? {}, "number");
  }

  /** Drops revocations that outlived everything they could hit. */
  async tidy(): Promise<void> {
    if (!(await this.#database.get(this.#sql.any))) return;
    await this.#database.run(this.#sql.close);
    await this.#database.run(this.#sql.remove);
  }

  /** Counts what was live until this revocation. */
  async #countHit(number: number, table: "grants" | "families"): Promise<number> {
    const countPage = table === "grants" ? this.#sql.countGrants : this.#sql.countFamilies;
    let count = 0;
    let after: Uint8Array = new Uint8Array();
    for (;;) {
      const page = await this.#database.get(countPage, number, after, pageRows);
      if (!page || !has(page, "last")) return count;
      count += integer(page, "hits");
      after = blob(page, "last");
    }
  }
}

function statements(database: Database) {
  return {
    lock: database.prepare(lockFor("revocations")),
    record: database.prepare(
      `INSERT INTO revocations (account_id, client_id, at, removes, spares_grants) VALUES ($1, $2, $3, $4, $5)
       RETURNING number`,
    ),
    any: database.prepare("SELECT 1 AS any FROM revocations LIMIT 1"),
    // A statement that began before the revocation may still insert a row that it hits; none lasts ten minutes.
    close: database.prepare(
      `UPDATE revocations SET last_grant_id = coalesce(
         (SELECT id FROM (
           (SELECT id FROM grants ORDER BY id DESC LIMIT 1)
           UNION ALL (SELECT id FROM refresh_families ORDER BY id DESC LIMIT 1)) AS newest
          ORDER BY id DESC LIMIT 1), '')
       WHERE last_grant_id IS NULL AND recorded_at < clock_timestamp() - interval '10 minutes'`,
    ),
    // The oldest rows are looked up once for all revocations, at the front of each key.
    remove: database.prepare(
      `DELETE FROM revocations
       WHERE last_grant_id IS NOT NULL
         AND last_grant_id < coalesce((SELECT id FROM grants ORDER BY id LIMIT 1), '\\xff')
         AND last_grant_id < coalesce((SELECT id FROM refresh_families ORDER BY id LIMIT 1), '\\xff')`,
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
        isOfFamily: "true",
        isFamilyLive: "true",
      }),
    ),
  };
}

/** SQL that counts, in one page of a table, the rows that the revocation numbered $1 was the first to hit. */
function countPage(of: {
  readonly table: string;
  readonly expiresAt: string;
  readonly isOfFamily: string;
  /** False where the family that the row dies with was revoked on its own, or is gone. */
  readonly isFamilyLive: string;
}): string {
  return `SELECT (array_agg(page.id ORDER BY page.id DESC))[1] AS last, count(hit.number) AS hits
    FROM (SELECT * FROM ${of.table} WHERE id > $2 ORDER BY id LIMIT $3) AS page
    LEFT JOIN revocations AS hit ON hit.number = $1 AND ${hits("hit", "page", of.isOfFamily)}
      AND page.revoked_at IS NULL AND page.${of.expiresAt} > hit.at AND (${of.isFamilyLive})
      AND NOT EXISTS (SELECT 1 FROM revocations AS earlier
        WHERE earlier.number < hit.number AND ${hits("earlier", "page", of.isOfFamily)})`;
}
