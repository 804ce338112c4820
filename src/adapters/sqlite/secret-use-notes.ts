import type { SecretUse } from "../../flows/ports.ts";
import type { Engine } from "../sql/fact.ts";

/** Notes uses of client secrets, each by one statement: the group commit brings those of a turn together. */
export function secretUseNotes(engine: Engine): (use: SecretUse) => Promise<void> {
  const note = engine.sql(
    `INSERT INTO secret_uses (client_id, secret_digest, used_at)
     SELECT id, :secretDigest, :usedAt FROM clients
     WHERE id = :clientId AND (secret_digest = :secretDigest OR previous_secret_digest = :secretDigest)
     ON CONFLICT (client_id, secret_digest) DO UPDATE SET used_at = max(used_at, excluded.used_at)`,
  );
  return async ({ clientId, secretDigest, usedAt }) => {
    await engine.run("relaxed", note, { clientId, secretDigest, usedAt });
  };
}
