import type { Expiry } from "../../flows/ports.ts";
import type { Instant } from "../../values/time.ts";
import { blob, has, integer } from "../rows/rows.ts";
import type { PostgresAttempts } from "./attempts.ts";
import type { Database } from "./database.ts";
import type { PostgresRefreshFamilies } from "./refresh-families.ts";
import type { Revocations } from "./revocations.ts";
import type { PostgresSessions } from "./sessions.ts";
import type { PostgresUsedOnce } from "./used-once.ts";

const pageRows = 1_000;
/** How many pages without anything expired the patrol looks at in one sweep. */
const patrolPages = 8;
const start = new Uint8Array();

/** What finds its own expired rows. */
interface Parts {
  readonly sessions: PostgresSessions;
  readonly attempts: PostgresAttempts;
  readonly families: PostgresRefreshFamilies;
  readonly usedOnce: PostgresUsedOnce;
  readonly revocations: Revocations;
}

/**
 * Removes what has expired; every node does, and leaves alone what another one is removing. Grants have no index on their time:
 * their ids are ordered by it, so the expired ones lie in front. Those that a longer-lived neighbour hides there are found by a
 * patrol that goes on where it stopped last time.
 */
export class PostgresExpiry implements Expiry {
  readonly #database: Database;
  readonly #parts: Parts;
  readonly #sql: ReturnType<typeof statements>;
  #patrolledUpTo: Uint8Array = start;

  constructor(database: Database, parts: Parts) {
    this.#database = database;
    this.#parts = parts;
    this.#sql = statements(database);
  }

  async sweep(now: Instant, rowsMax: number): Promise<number> {
    const { sessions, attempts, families, usedOnce, revocations } = this.#parts;
    let gone = await sessions.removeExpired(now, rowsMax);
    gone += await attempts.removeDrained(now, rowsMax - gone);
    gone += await usedOnce.removeExpired(now, rowsMax - gone);
    gone += await families.removeExpired(now, rowsMax - gone);
    const front = await this.#walk(now, { from: start, rowsMax: rowsMax - gone, idlePagesMax: 1 });
    gone += front.gone;
    const patrol = await this.#walk(now, {
      from: this.#patrolledUpTo,
      rowsMax: rowsMax - gone,
      idlePagesMax: patrolPages,
    });
    this.#patrolledUpTo = patrol.upTo;
    gone += patrol.gone;
    if (gone < rowsMax) await revocations.tidy();
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
      const page = await this.#database.get(this.#sql.page, now, upTo, pageRows);
      if (!page || !has(page, "last")) return { gone, upTo: start };
      const last = blob(page, "last");
      if (integer(page, "expired") === 0) idlePages += 1;
      else gone += await this.#database.run(this.#sql.removeGrants, upTo, last, now, rowsMax - gone);
      upTo = last;
    }
    return { gone, upTo };
  }
}

function statements(database: Database) {
  return {
    page: database.prepare(
      `SELECT (array_agg(id ORDER BY id DESC))[1] AS last, count(*) FILTER (WHERE keep_until < $1) AS expired
       FROM (SELECT id, keep_until FROM grants WHERE id > $2 ORDER BY id LIMIT $3) AS page`,
    ),
    removeGrants: database.prepare(
      `DELETE FROM grants WHERE id IN
         (SELECT id FROM grants WHERE id > $1 AND id <= $2 AND keep_until < $3 ORDER BY id LIMIT $4
          FOR UPDATE SKIP LOCKED)`,
    ),
  };
}
