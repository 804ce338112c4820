import type { SecretUse, SecretUses } from "../../flows/ports.ts";
import type { ClientId } from "../../values/ids.ts";
import { onceAMinute, secretUseOf } from "../rows/secret-use.ts";
import { columnarOf } from "./columnar.ts";
import type { Database, Runner } from "./database.ts";

/** When each secret of a client was last used, to the minute. The notes of a turn go out as one statement. */
export class PostgresSecretUses implements SecretUses {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statements>;
  readonly #note: (use: SecretUse) => Promise<void>;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = statements(database);
    const write = database.batch<SecretUse, void>((runner, uses) => this.#noteGroup(runner, uses), {
      underWayMax: 1,
      factsMax: 500,
      relaxed: true,
    });
    this.#note = onceAMinute(write);
  }

  async list(clientId: ClientId): Promise<readonly SecretUse[]> {
    return (await this.#database.all(this.#sql.list, clientId)).map(secretUseOf);
  }

  note(use: SecretUse): Promise<void> {
    return this.#note(use);
  }

  async #noteGroup(runner: Runner, uses: readonly SecretUse[]): Promise<readonly undefined[]> {
    const columns = columnarOf(uses, ({ clientId, secretDigest, usedAt }) => [
      clientId,
      secretDigest,
      usedAt,
    ]);
    await runner.run(this.#sql.note, ...columns);
    return uses.map(() => undefined);
  }
}

function statements(database: Database) {
  return {
    list: database.prepare("SELECT client_id, secret_digest, used_at FROM secret_uses WHERE client_id = $1"),
    // In one order everywhere, so that nodes which note the same secrets do not wait for each other in a circle.
    note: database.prepare(
      `INSERT INTO secret_uses (client_id, secret_digest, used_at)
       SELECT clients.id, noted.secret_digest, max(noted.used_at)
       FROM unnest($1::text[], $2::bytea[], $3::bigint[]) AS noted (client_id, secret_digest, used_at)
         JOIN clients ON clients.id = noted.client_id
           AND noted.secret_digest IN (clients.secret_digest, clients.previous_secret_digest)
       GROUP BY clients.id, noted.secret_digest ORDER BY clients.id, noted.secret_digest
       ON CONFLICT (client_id, secret_digest)
         DO UPDATE SET used_at = greatest(secret_uses.used_at, excluded.used_at)`,
    ),
  };
}
