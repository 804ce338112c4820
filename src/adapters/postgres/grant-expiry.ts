import type { Expiry } from "../../flows/ports.ts";
import type { Database } from "./database.ts";
import type { GrantPartitions } from "./grant-partitions.ts";

/** The INSERT of a revocation. Expiry sets `last_grant_id` later, when every statement that was under way has ended. */
export const insertRevocation = `INSERT INTO revocations (account_id, client_id, at, removes, spares_grants)
  VALUES (:account, :client, :at, :removes, :sparesGrants) RETURNING number`;

/**
 * Drops grants by the partition; `grants_closed` keeps their codes spent. Removes revocations when all rows that they could hit are
 * gone.
 */
export function grantExpiry(database: Database, partitions: GrantPartitions): Expiry {
  const sql = statements(database);
  return {
    makeRoom: (now) => partitions.provideAhead(now),
    sweep: async (now) => {
      await partitions.dropExpired(now);
      if (await database.get(sql.anyRevocation)) {
        await database.run(sql.closeRevocations);
        await database.run(sql.removeRevocations);
      }
      return 0;
    },
  };
}

function statements(database: Database) {
  return {
    anyRevocation: database.prepare("SELECT 1 AS any FROM revocations LIMIT 1"),
    // A statement that began before the revocation may still insert a row that it hits; none lasts ten minutes.
    closeRevocations: database.prepare(
      `UPDATE revocations SET last_grant_id = coalesce(
         (SELECT id FROM (
           (SELECT id FROM grants ORDER BY id DESC LIMIT 1)
           UNION ALL (SELECT id FROM refresh_families ORDER BY id DESC LIMIT 1)) AS newest
          ORDER BY id DESC LIMIT 1), '')
       WHERE last_grant_id IS NULL AND recorded_at < clock_timestamp() - interval '10 minutes'`,
    ),
    // The oldest rows are looked up once for all revocations, at the front of each key.
    removeRevocations: database.prepare(
      `DELETE FROM revocations
       WHERE last_grant_id IS NOT NULL
         AND last_grant_id < coalesce((SELECT id FROM grants ORDER BY id LIMIT 1), '\\xff')
         AND last_grant_id < coalesce((SELECT id FROM refresh_families ORDER BY id LIMIT 1), '\\xff')`,
    ),
  };
}
