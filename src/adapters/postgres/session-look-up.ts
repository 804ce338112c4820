import type { SessionFacts } from "../../flows/ports.ts";
import { toHex } from "../../values/hex.ts";
import type { SessionId } from "../../values/ids.ts";
import { blob } from "../sql/rows.ts";
import { type SessionLookUp, sessionFactsColumns, sessionFactsOf } from "../sql/sessions.ts";
import type { Database } from "./database.ts";

/**
 * SQL of the look-up. In a SELECT of its own the array tells the planner nothing, whether it is known or not. Otherwise every plan for
 * known ids would look cheaper than the one that is kept, and each look-up would be planned anew, for longer than it runs (ADR 0076).
 */
export const findSessions = `SELECT ${sessionFactsColumns}
  FROM sessions JOIN accounts ON accounts.id = sessions.account_id
  WHERE sessions.id = ANY((SELECT $1::bytea[])::bytea[])`;

/**
 * Finds sessions and their accounts by primary key, so that every node sees every change at once. NOTE: a hot path of every page and
 * every code, so the look-ups of a turn go out as one statement.
 */
export function sessionLookUp(database: Database): SessionLookUp {
  const statement = database.prepare(findSessions);
  const find = database.batch<SessionId, SessionFacts | undefined>(
    async (runner, ids) => {
      const rows = await runner.all(statement, ids);
      const found = new Map(rows.map((row) => [toHex(blob(row, "id")), row]));
      return ids.map((id) => {
        const row = found.get(toHex(id));
        return row && sessionFactsOf(row);
      });
    },
    { underWayMax: 2, factsMax: 500, kind: "read" },
  );
  return { find, *forget() {} };
}
