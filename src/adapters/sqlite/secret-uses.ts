import type { SecretUse, SecretUses } from "../../flows/ports.ts";
import type { Client } from "../../protocol/client/client.ts";
import type { ClientId } from "../../values/ids.ts";
import { onceAMinute, secretUseOf } from "../rows/secret-use.ts";
import type { Database } from "./database.ts";

/** When each secret of a client was last used, to the minute. */
export class SqliteSecretUses implements SecretUses {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statements>;
  readonly #note: (use: SecretUse) => Promise<void>;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = statements(database);
    this.#note = onceAMinute((use) =>
      database.write("relaxed", () => {
        this.#sql.note.run({ ...use });
      }),
    );
  }

  async list(clientId: ClientId): Promise<readonly SecretUse[]> {
    return this.#database.read(() => this.#sql.list.all(clientId).map(secretUseOf));
  }

  note(use: SecretUse): Promise<void> {
    return this.#note(use);
  }

  /** Part of another fact's transaction: forgets every secret but those that the client has now. */
  removeOthers({ id, secretDigest, previousSecretDigest }: Client): void {
    this.#sql.removeOthers.run(id, secretDigest ?? null, previousSecretDigest ?? null);
  }
}

function statements(database: Database) {
  return {
    list: database.prepare("SELECT * FROM secret_uses WHERE client_id = ?"),
    note: database.prepare(
      `INSERT INTO secret_uses (client_id, secret_digest, used_at)
       SELECT id, :secretDigest, :usedAt FROM clients
       WHERE id = :clientId AND :secretDigest IN (secret_digest, previous_secret_digest)
       ON CONFLICT DO UPDATE SET used_at = max(used_at, excluded.used_at)`,
    ),
    removeOthers: database.prepare(
      "DELETE FROM secret_uses WHERE client_id = ? AND secret_digest IS NOT ? AND secret_digest IS NOT ?",
    ),
  };
}
