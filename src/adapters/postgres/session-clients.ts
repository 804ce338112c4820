import type { SessionNote } from "../../flows/ports.ts";
import type { ClientId, GrantId } from "../../values/ids.ts";
import { columnarOf } from "./columnar.ts";
import type { Value } from "./database.ts";

/** A client that is to be noted in a session, with the grant that must have won first. */
export interface Participation extends Required<SessionNote> {
  readonly grantId: GrantId;
  readonly clientId: ClientId;
}

const types = ["bytea", "bytea", "text"] as const;

/**
 * How clients are noted in sessions, together with the grants that they come with. The lock makes a session that is ending end
 * first, so that no row is left behind and its foreign key never fails.
 */
export const noteClients = {
  /** SQL whose parameters begin after the first `before` ones; `won` is a query for the ids of the grants that count. */
  sql(before: number, won: string): string {
    const arrays = types.map((type, index) => `$${before + index + 1}::${type}[]`).join(", ");
    return `INSERT INTO session_clients (session_id, client_id)
      SELECT sessions.id, noted.client_id
      FROM unnest(${arrays}) AS noted (grant_id, session_id, client_id)
      JOIN sessions ON sessions.id = noted.session_id
      WHERE noted.grant_id IN (${won})
      FOR KEY SHARE OF sessions
      ON CONFLICT DO NOTHING`;
  },
  values(participations: readonly Participation[]): readonly Value[] {
    const columns = columnarOf(participations, ({ grantId, notedIn, clientId }) => [
      grantId,
      notedIn,
      clientId,
    ]);
    return columns.length === 0 ? types.map(() => []) : columns;
  },
} as const;
