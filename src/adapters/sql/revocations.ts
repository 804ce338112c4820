import type { AccountId, ClientId } from "../../values/ids.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { type Engine, type Fact, get, lock } from "./fact.ts";
import type { Row } from "./rows.ts";
import { blob, has, integer } from "./rows.ts";

/** Whose grants and token families a revocation hits: an account's, a client's, or those of the pair. */
export interface Owner {
  readonly accountId?: AccountId;
  readonly clientId?: ClientId;
}

/** What a revocation does: "families" leaves alone the tokens without a family; "removal" means that the owner itself went. */
export type Reach = "all" | "families" | "removal";

/** How many rows one read looks at before others get their turn. */
const pageRows = 2_000;

/** Stands for an owner that was removed, in the place of an instant. It is the smallest: instants are never negative. */
const removal = -1;

/** SQL: the newest revocation that a statement sees, which a row notes at its birth. */
export const newestRevocation = "(SELECT coalesce(max(number), 0) FROM revocations)";

/** SQL: what hit the row called `target`, as `asHit` reads it; NULL where nothing did. `isOfFamily` is an SQL condition. */
export function hitOn(target: string, isOfFamily: string): string {
  // Without ORDER BY, for which SQLite would make a sorter at every look-up.
  return `(SELECT min(CASE WHEN removes THEN ${removal} ELSE at END) FROM revocations
    WHERE ${hits("revocations", target, isOfFamily)})`;
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

/** The target as the column `hit` of its row, made by `hitOn`, leaves it: undefined where its owner was removed. */
export function asHit<T extends { readonly revokedAt?: Instant }>(target: T, row: Row): T | undefined {
  if (!has(row, "hit")) return target;
  const hit = integer(row, "hit");
  return hit === removal ? undefined : { ...target, revokedAt: target.revokedAt ?? instantOf(hit) };
}

interface Parts {
  /** An INSERT with the parameters of `record` that answers `number`, or nothing where there is no row to hit. */
  readonly insert: string;
  /** Part of every revocation: drops the grants that are in memory. */
  readonly forgetGrants: () => Fact<void>;
}

/** Revocations as other facts need them. */
export interface Revocations {
  /**
   * Part of another fact, and its last step, because all others wait for its lock: everything of the owner from before is
   * revoked, or gone with it. The lock makes numbers become visible in their order; without it a row could note a number and
   * miss a lower one that is committed later. Answers the number; undefined without any row to hit.
   */
  record(of: Owner, at: Instant, reach: Reach): Fact<number | undefined>;
  /**
   * Durable. Answers how many live rows of the table it hit. It stands before they are counted: the count reads the table in
   * pages afterwards. Naming neither an account nor a client revokes nothing.
   */
  revokeAll(of: Owner, at: Instant, table: "grants" | "refresh_families"): Promise<number>;
}

/**
 * Revokes everything of an account or client without touching the rows: it writes one numbered row. Every grant and token family
 * notes the newest number that the statement which made it saw, and a look-up asks whether a later one hits it. So everything
 * under way at the same moment is hit too, and nothing that began later. Removing works likewise.
 */
export function revocationsOn(engine: Engine, { insert, forgetGrants }: Parts): Revocations {
  const { sql } = engine;
  const recorded = sql(insert);
  const counts = {
    grants: sql(
      countPage({
        table: "grants",
        expiresAt: "token_expires_at",
        isOfFamily: "page.family_id IS NOT NULL",
        isFamilyLive: `page.family_id IS NULL OR EXISTS
          (SELECT 1 FROM refresh_families AS family WHERE family.id = page.family_id AND family.revoked_at IS NULL)`,
      }),
    ),
    refresh_families: sql(
      countPage({
        table: "refresh_families",
        expiresAt: "expires_at",
        isOfFamily: "TRUE",
        isFamilyLive: "TRUE",
      }),
    ),
  };

  function* record(of: Owner, at: Instant, reach: Reach): Fact<number | undefined> {
    yield* forgetGrants();
    yield* lock("revocations");
    const row = yield* get(recorded, {
      account: of.accountId,
      client: of.clientId,
      at,
      removes: reach === "removal",
      sparesGrants: reach === "families",
    });
    return row && integer(row, "number");
  }

  /** Counts what was live until this revocation. */
  async function countHit(number: number, table: keyof typeof counts): Promise<number> {
    let count = 0;
    let from: Uint8Array | undefined = new Uint8Array();
    while (from !== undefined) {
      const page: ReturnType<typeof pageOf> | undefined = await engine.get(
        counts[table],
        { number, from, pageRows },
        pageOf,
      );
      count += page?.hits ?? 0;
      from = page?.last;
      await new Promise((resolve) => setImmediate(resolve));
    }
    return count;
  }

  return {
    record,
    revokeAll: async (of, at, table) => {
      if (of.accountId === undefined && of.clientId === undefined) return 0;
      const reach = table === "grants" ? "all" : "families";
      const number = await engine.write("durable", () => record(of, at, reach));
      return number === undefined ? 0 : countHit(number, table);
    },
  };
}

function pageOf(row: Row): { readonly last: Uint8Array | undefined; readonly hits: number } {
  return { last: has(row, "last") ? blob(row, "last") : undefined, hits: integer(row, "hits") };
}

/** SQL that counts, in one page of a table, the rows that the revocation `:number` was the first to hit. */
function countPage(of: {
  readonly table: string;
  readonly expiresAt: string;
  readonly isOfFamily: string;
  /** False where the family that the row dies with was revoked on its own, or is gone. */
  readonly isFamilyLive: string;
}): string {
  return `WITH page AS (SELECT * FROM ${of.table} WHERE id > :from ORDER BY id LIMIT :pageRows)
    SELECT (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last, count(hit.number) AS hits
    FROM page LEFT JOIN revocations AS hit ON hit.number = :number AND ${hits("hit", "page", of.isOfFamily)}
      AND page.revoked_at IS NULL AND page.${of.expiresAt} > hit.at AND (${of.isFamilyLive})
      AND NOT EXISTS (SELECT 1 FROM revocations AS earlier
        WHERE earlier.number < hit.number AND ${hits("earlier", "page", of.isOfFamily)})`;
}
