import type { RevokeAll, TokenOwner } from "../../flows/grant-ports.ts";
import type { ClaimedSideEffects } from "../../flows/side-effect-ports.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { type Engine, type Fact, get, lock } from "./fact.ts";
import { blob, has, integer, type Row } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";

/** "all": grants and families. "families": tokens without a family stay. "removal": the owner itself was removed. */
export type Reach = "all" | "families" | "removal";

/** Rows that one read of a count looks at, so that others get their turn. */
const pageRows = 2_000;

/** Stands in the place of an instant for a removed owner. It is smaller than any instant, so that it wins. */
const removal = -1;

/** SQL: the number of the newest revocation that a statement sees. Every new row notes it. */
export const newestRevocation = "(SELECT coalesce(max(number), 0) FROM revocations)";

/** SQL: when the row `target` was first revoked with its owner, as `asHit` reads it, or NULL. `isOfFamily` is an SQL condition. */
export function hitOn(target: string, isOfFamily: string): string {
  // An aggregate: for ORDER BY, SQLite would set up a sorter at every look-up.
  return `(SELECT min(CASE WHEN removes THEN ${removal} ELSE at END) FROM revocations
    WHERE ${hits("revocations", target, isOfFamily)})`;
}

/** SQL: true if no revocation hit the row. */
export function isNotHit(target: string, isOfFamily: string): string {
  return `NOT EXISTS (SELECT 1 FROM revocations WHERE ${hits("revocations", target, isOfFamily)})`;
}

function hits(revocation: string, target: string, isOfFamily: string): string {
  return `${revocation}.number > ${target}.after_revocation
    AND (${revocation}.account_id IS NULL OR ${revocation}.account_id = ${target}.account_id)
    AND (${revocation}.client_id IS NULL OR ${revocation}.client_id = ${target}.client_id)
    AND (NOT ${revocation}.spares_grants OR ${isOfFamily})`;
}

/** Applies the column `hit`, which `hitOn` makes, to what its row holds; undefined if the owner was removed. */
export function asHit<T extends { readonly revokedAt?: Instant }>(target: T, row: Row): T | undefined {
  if (!has(row, "hit")) return target;
  const hit = integer(row, "hit");
  return hit === removal ? undefined : { ...target, revokedAt: target.revokedAt ?? instantOf(hit) };
}

interface Parts {
  /** The INSERT of a revocation. It returns `number`, or no row if there is nothing to revoke. */
  readonly insert: string;
  readonly effects: SideEffectFacts;
  /** Part of every revocation: drops the grants that are in memory. */
  readonly forgetGrants: () => Fact<void>;
}

/** Revocations as other facts need them. */
export interface Revocations {
  /**
   * Part of another fact, and its last step but for `SideEffectFacts.record`, because other revocations wait for its lock. Everything that the owner had until
   * now is revoked, or goes with it. The lock makes numbers visible in their order: without it a row could note a number and
   * miss a lower one that is committed later. Returns the number; undefined if there is nothing to revoke.
   */
  record(of: TokenOwner, at: Instant, reach: Reach): Fact<number | undefined>;
  /**
   * Durable. Returns how many live rows of the table were hit. They are counted afterwards, page by page. Without an account
   * and a client nothing is revoked.
   */
  readonly revokeAllOf: (table: "grants" | "refresh_families") => RevokeAll;
}

/**
 * Revokes everything of an account or client by one numbered row, without touching the rows that it hits. Every grant and token
 * family notes the newest number that its INSERT saw, and a look-up asks whether a later revocation hits it. So a revocation also
 * hits what is under way at its moment, and nothing that begins later.
 */
export function revocationsOn(engine: Engine, { insert, effects, forgetGrants }: Parts): Revocations {
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

  function* record(of: TokenOwner, at: Instant, reach: Reach): Fact<number | undefined> {
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
    revokeAllOf: (table) => {
      const reach = table === "grants" ? "all" : "families";
      const revokeAll = async (of: TokenOwner, at: Instant, sideEffects: ClaimedSideEffects = {}) => {
        if (of.accountId === undefined && of.clientId === undefined) return 0;
        const number = await engine.write<number | undefined | "claim-lost">("durable", function* () {
          if (!(yield* effects.claim(sideEffects))) return "claim-lost";
          const number = yield* record(of, at, reach);
          yield* effects.record(sideEffects);
          return number;
        });
        return typeof number === "number" ? countHit(number, table) : (number ?? 0);
      };
      // Without claims none can be lost, which is what the first signature says.
      return revokeAll as RevokeAll;
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
  /** False if the family that the row dies with was revoked on its own, or is gone. */
  readonly isFamilyLive: string;
}): string {
  return `WITH page AS (SELECT * FROM ${of.table} WHERE id > :from ORDER BY id LIMIT :pageRows)
    SELECT (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last, count(hit.number) AS hits
    FROM page LEFT JOIN revocations AS hit ON hit.number = :number AND ${hits("hit", "page", of.isOfFamily)}
      AND page.revoked_at IS NULL AND page.${of.expiresAt} > hit.at AND (${of.isFamilyLive})
      AND NOT EXISTS (SELECT 1 FROM revocations AS earlier
        WHERE earlier.number < hit.number AND ${hits("earlier", "page", of.isOfFamily)})`;
}
