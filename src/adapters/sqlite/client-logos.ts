import type { ClientLogo, ClientLogos } from "../../flows/logo-ports.ts";
import type { ClientId } from "../../values/ids.ts";
import { clientLogoOf } from "../rows/client-logo.ts";
import type { Database } from "./database.ts";

/** The logos of clients. A row goes with its client: ON DELETE CASCADE. */
export class SqliteClientLogos implements ClientLogos {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = statements(database);
  }

  async find(clientId: ClientId): Promise<ClientLogo | undefined> {
    return this.#database.read(() => {
      const row = this.#sql.find.get(clientId);
      return row && clientLogoOf(row);
    });
  }

  keep({ clientId, uri, fetchedAt, picture }: ClientLogo): Promise<void> {
    return this.#database.write("relaxed", () => {
      this.#sql.keep.run(uri, fetchedAt, picture?.kind ?? null, picture?.bytes ?? null, clientId);
    });
  }
}

function statements(database: Database) {
  return {
    find: database.prepare("SELECT * FROM client_logos WHERE client_id = ?"),
    keep: database.prepare(
      `INSERT INTO client_logos (client_id, uri, fetched_at, kind, bytes)
       SELECT id, ?, ?, ?, ? FROM clients WHERE id = ?
       ON CONFLICT DO UPDATE SET uri = excluded.uri, fetched_at = excluded.fetched_at,
         kind = excluded.kind, bytes = excluded.bytes`,
    ),
  };
}
