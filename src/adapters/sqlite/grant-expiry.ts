import type { Expiry } from "../../flows/ports.ts";
import { grantIdOf, instantOfGrantId } from "../../values/ids.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { blob, blobAs, has, integer } from "../sql/rows.ts";
import type { Watermarks } from "../sql/watermarks.ts";
import type { Row } from "./connection.ts";
import type { Database } from "./database.ts";
import type { SqliteEngine } from "./engine.ts";

const pageRows = 1_000;
/** How many pages without anything expired the patrol looks at in one sweep. */
const patrolPages = 8;
const start = new Uint8Array();

/** Freed pages are reused by the next inserts; they go back to the disk only if they are many. */
const freePagesMin = 2_048;
const vacuumPages = 256;

/** The INSERT of a revocation, with the highest id that it can hit; nothing is inserted if there is no row at all. */
export const insertRevocation = `INSERT INTO revocations (account_id, client_id, at, removes, spares_grants, last_grant_id)
  SELECT :account, :client, :at, :removes, :sparesGrants, newest FROM
    (SELECT max(id) AS newest FROM
      (SELECT max(id) AS id FROM grants UNION ALL SELECT max(id) FROM refresh_families))
  WHERE newest IS NOT NULL
  RETURNING number`;

/**
 * Removes the grants that have expired. They have no index on their time: their ids are ordered by it, so the expired ones lie in
 * front. Those behind a longer-lived neighbour are found by a patrol, which goes on where it stopped last time.
 */
export class SqliteGrantExpiry implements Expiry {
  readonly #database: Database;
  readonly #engine: SqliteEngine;
  readonly #watermarks: Watermarks;
  readonly #sql: ReturnType<typeof statements>;
  #patrolledUpTo: Uint8Array = start;

  constructor(database: Database, engine: SqliteEngine, watermarks: Watermarks) {
    this.#database = database;
    this.#engine = engine;
    this.#watermarks = watermarks;
    this.#sql = statements(database);
  }

  /** A table of SQLite grows by itself. Looks whether the file is still there, before anything is removed from it. */
  async makeRoom(): Promise<void> {
    this.#database.problem();
  }

  async sweep(now: Instant, rowsMax: number): Promise<number> {
    const front = await this.#walk(now, { from: start, rowsMax, idlePagesMax: 1 });
    const patrol = await this.#walk(now, {
      from: this.#patrolledUpTo,
      rowsMax: rowsMax - front.gone,
      idlePagesMax: patrolPages,
    });
    this.#patrolledUpTo = patrol.upTo;
    const gone = front.gone + patrol.gone;
    if (gone < rowsMax) await this.#tidy();
    return gone;
  }

  /** Walks the grants page by page until it removed `rowsMax`, saw too many pages without any expired, or reached the end. */
  async #walk(
    now: Instant,
    { from, rowsMax, idlePagesMax }: { from: Uint8Array; rowsMax: number; idlePagesMax: number },
  ): Promise<{ readonly gone: number; readonly upTo: Uint8Array }> {
    let gone = 0;
    let idlePages = 0;
    let upTo = from;
    while (gone < rowsMax && idlePages < idlePagesMax) {
      const page = this.#page(now, upTo);
      if (!page) return { gone, upTo: start };
      if (page.expired === 0) {
        idlePages += 1;
        await new Promise((resolve) => setImmediate(resolve));
      } else {
        const after = upTo;
        gone += await this.#relaxed(() =>
          this.#noteRemoved(now, this.#sql.removeGrants.all(after, page.last, now, rowsMax - gone)),
        );
      }
      upTo = page.last;
    }
    return { gone, upTo };
  }

  /** Part of a transaction: a watermark keeps the codes of these removed rows spent. Returns how many rows there are. */
  #noteRemoved(now: Instant, rows: readonly Row[]): number {
    if (rows.length === 0) return 0;
    const times = rows.map((row) => instantOfGrantId(blobAs(row, "id", grantIdOf)));
    this.#engine.complete(this.#watermarks.raise("grants", instantOf(Math.max(...times))));
    this.#engine.complete(this.#watermarks.raise("latest", now));
    return rows.length;
  }

  #page(
    now: Instant,
    after: Uint8Array,
  ): { readonly last: Uint8Array; readonly expired: number } | undefined {
    const row = this.#database.read(() => this.#sql.page.get(now, after, pageRows));
    return row && has(row, "last")
      ? { last: blob(row, "last"), expired: integer(row, "expired") }
      : undefined;
  }

  /** Removes revocations when all rows that they could hit are gone, and gives surplus pages back. */
  async #tidy(): Promise<void> {
    const pages = this.#database.read(() => this.#sql.pages.get());
    const isBloated = pages !== undefined && isMostlyFree(pages);
    if (!isBloated && !this.#database.read(() => this.#sql.anyRevocation.get())) return;
    await this.#relaxed(() => {
      this.#sql.removeRevocations.run();
      if (isBloated) this.#database.exec(`PRAGMA incremental_vacuum(${vacuumPages})`);
    });
  }

  #relaxed<T>(fact: () => T): Promise<T> {
    return this.#database.write("relaxed", fact);
  }
}

function isMostlyFree(pages: Row): boolean {
  const free = integer(pages, "free");
  return free > freePagesMin && free > integer(pages, "all_pages") / 4;
}

function statements(database: Database) {
  return {
    page: database.prepare(
      `SELECT max(id) AS last, total(keep_until < ?) > 0 AS expired
       FROM (SELECT id, keep_until FROM grants WHERE id > ? ORDER BY id LIMIT ?)`,
    ),
    removeGrants: database.prepare(
      `DELETE FROM grants WHERE id IN
         (SELECT id FROM grants WHERE id > ? AND id <= ? AND keep_until < ? ORDER BY id LIMIT ?)
       RETURNING id`,
    ),
    anyRevocation: database.prepare("SELECT 1 FROM revocations LIMIT 1"),
    removeRevocations: database.prepare(
      `DELETE FROM revocations
       WHERE NOT EXISTS (SELECT 1 FROM grants WHERE grants.id <= revocations.last_grant_id)
         AND NOT EXISTS (SELECT 1 FROM refresh_families WHERE refresh_families.id <= revocations.last_grant_id)`,
    ),
    pages: database.prepare(
      "SELECT free.freelist_count AS free, total.page_count AS all_pages FROM pragma_freelist_count AS free, pragma_page_count AS total",
    ),
  };
}
