import type { ClientLogo, ClientLogos } from "../../flows/logo-ports.ts";
import type { ClientId } from "../../values/ids.ts";
import { clientLogoOf } from "../rows/client-logo.ts";
import type { Database } from "./database.ts";

/** The logos of clients. A row goes with its client: ON DELETE CASCADE. */
export class PostgresClientLogos implements ClientLogos {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = statements(database);
  }

  async find(clientId: ClientId): Promise<ClientLogo | undefined> {
    const row = await this.#database.get(this.#sql.find, clientId);
    return row && clientLogoOf(row);
  }

  async keep({ clientId, uri, fetchedAt, picture }: ClientLogo): Promise<void> {
    await this.#database.transaction("relaxed", (runner) =>
      runner.run(this.#sql.keep, clientId, uri, fetchedAt, picture?.kind, picture?.bytes),
    );
  }
}

function statements(database: Database) {
  return {
    find: database.prepare(
      "SELECT client_id, uri, fetched_at, kind, bytes FROM client_logos WHERE client_id = $1",
    ),
    // A client that is being removed is waited for.
    keep: database.prepare(
      `INSERT INTO client_logos (client_id, uri, fetched_at, kind, bytes)
       SELECT id, $2::text, $3::bigint, $4::text, $5::bytea FROM clients WHERE id = $1 FOR KEY SHARE
       ON CONFLICT (client_id) DO UPDATE SET uri = excluded.uri, fetched_at = excluded.fetched_at,
         kind = excluded.kind, bytes = excluded.bytes`,
    ),
  };
}
