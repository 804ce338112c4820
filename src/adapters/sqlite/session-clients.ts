import type { EndedSession, SessionNote } from "../../flows/ports.ts";
import { type ClientId, parseClientId, type SessionId } from "../../values/ids.ts";
import { integer, parsed, text } from "../rows/rows.ts";
import type { Database } from "./database.ts";

/** Which clients took part in a session. Everything here is part of another fact's transaction. */
export class SessionClients {
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database) {
    this.#sql = statements(database);
  }

  /** Notes the client once, where the session still is there. */
  note({ notedIn }: SessionNote, clientId: ClientId): void {
    if (notedIn !== undefined) this.#sql.note.run(clientId, notedIn);
  }

  /** What is known of a session that is about to end; undefined where there is none. */
  of(id: SessionId): EndedSession | undefined {
    const session = this.#sql.session.get(id);
    if (!session) return undefined;
    if (integer(session, "notes_clients") === 0) return { clients: undefined };
    const rows = this.#sql.clients.all(id);
    return { clients: rows.map((row) => parsed("client_id", parseClientId(text(row, "client_id")))) };
  }
}

function statements(database: Database) {
  return {
    note: database.prepare(
      `INSERT INTO session_clients (session_id, client_id) SELECT id, ? FROM sessions WHERE id = ?
       ON CONFLICT DO NOTHING`,
    ),
    session: database.prepare("SELECT notes_clients FROM sessions WHERE id = ?"),
    clients: database.prepare(
      "SELECT client_id FROM session_clients WHERE session_id = ? ORDER BY client_id",
    ),
  };
}
