import type { TokenCounts } from "../../flows/grant-ports.ts";
import { grantIdOf } from "../../values/ids.ts";
import type { Engine } from "./fact.ts";
import { blobAs, has, integer } from "./rows.ts";

const start = new Uint8Array(0);

/** Counts page by page in key order, so that nobody waits for a scan of a large table. */
export function tokenCountsOn(engine: Engine): TokenCounts {
  const pageOf = (table: string, expiry: string) =>
    engine.sql(
      `WITH page AS MATERIALIZED
         (SELECT id, ${expiry} > :now AND revoked_at IS NULL AS is_live FROM ${table}
          WHERE id > :after ORDER BY id LIMIT :rowsMax)
       SELECT count(*) AS seen, count(*) FILTER (WHERE is_live) AS live,
         (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last
       FROM page`,
    );
  const pages = {
    access: pageOf("grants", "token_expires_at"),
    refresh: pageOf("refresh_families", "expires_at"),
  };
  return {
    page: async (kind, { after = start, now, rowsMax }) => {
      const found = await engine.get(pages[kind], { after, now, rowsMax }, (row) => ({
        live: integer(row, "live"),
        ...(integer(row, "seen") === rowsMax && has(row, "last") && { next: blobAs(row, "last", grantIdOf) }),
      }));
      return found ?? { live: 0 };
    },
  };
}
