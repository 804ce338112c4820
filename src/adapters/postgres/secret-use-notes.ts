import type { SecretUse } from "../../flows/ports.ts";
import { rowSet } from "./columnar.ts";
import type { Database } from "./database.ts";

const noted = rowSet({ client_id: "text", secret_digest: "bytea", used_at: "bigint" });

/** Notes uses of client secrets. NOTE: a hot path when many clients call, so the notes of a turn go out as one statement. */
export function secretUseNotes(database: Database): (use: SecretUse) => Promise<void> {
  // In one order everywhere, so that nodes that note the same secrets do not wait for each other in a circle.
  const note = database.prepare(
    `INSERT INTO secret_uses (client_id, secret_digest, used_at)
     SELECT clients.id, asked.secret_digest, max(asked.used_at)
     FROM ${noted.asked(0)} JOIN clients ON clients.id = asked.client_id
       AND asked.secret_digest IN (clients.secret_digest, clients.previous_secret_digest)
     GROUP BY clients.id, asked.secret_digest ORDER BY clients.id, asked.secret_digest
     ON CONFLICT (client_id, secret_digest)
       DO UPDATE SET used_at = greatest(secret_uses.used_at, excluded.used_at)`,
  );
  return database.batch<SecretUse, void>(
    async (runner, uses) => {
      const rows = uses.map(({ clientId, secretDigest, usedAt }) => ({
        client_id: clientId,
        secret_digest: secretDigest,
        used_at: usedAt,
      }));
      await runner.run(note, ...noted.values(rows));
      return uses.map(() => undefined);
    },
    { underWayMax: 1, factsMax: 500, kind: "relaxed" },
  );
}
