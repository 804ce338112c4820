import type { Grant, SessionNote } from "../../flows/grant-ports.ts";
import { toHex } from "../../values/hex.ts";
import { type ClientId, instantOfGrantId } from "../../values/ids.ts";
import type { Instant } from "../../values/time.ts";
import { BoundedCache } from "../bounded-cache.ts";
import { columnList } from "../sql/columns.ts";
import { type Engine, forget } from "../sql/fact.ts";
import {
  type GrantPaths,
  grantColumns,
  grantStateColumns,
  grantValues,
  standingGrantOf,
} from "../sql/grants.ts";
import { newestRevocation } from "../sql/revocations.ts";
import { bytesOf } from "../sql/row-size.ts";
import { familyColumns, familyValues, isLiveFamily } from "../sql/token-families.ts";
import type { WatermarkName } from "../sql/watermarks.ts";
import type { Database } from "./database.ts";
import type { SqliteCache, SqliteEngine } from "./engine.ts";

/** A sixteenth of what the process may take (ADR 0085): some 10,000 tokens. */
const foundBytesMax = 16 * 1024 * 1024;

/**
 * Claims codes, rotates refresh tokens and finds access tokens. NOTE: hot paths, so without generators, which made a claim cost a
 * third more. What expiry removed is known from memory, and so is a token that a resource server asks for again and again.
 */
export function grantPaths(
  database: Database,
  engine: SqliteEngine,
  watermarks: SqliteCache<WatermarkName, Instant>,
): GrantPaths {
  const sql = statements(engine);
  /** Tokens without a family. The others die with their family, so they are read anew. */
  const found = new BoundedCache<string, Grant>(foundBytesMax);
  database.onForeignCommit(() => found.clear());

  /** False if the id exists. The cache may hold a grant of this id whose row expiry has removed. */
  function insert(grant: Grant): boolean {
    found.delete(toHex(grant.id));
    return engine.runNow(sql.insertGrant, grantValues(grant)) === 1;
  }

  /** Notes the client in the session once, if the session still is there. */
  function noteClient(notedIn: SessionNote["notedIn"], clientId: ClientId): void {
    if (notedIn !== undefined) engine.runNow(sql.noteClient, { notedIn, clientId });
  }

  return {
    redeem: (grant, family, note) =>
      database.write("durable", () => {
        // Expiry may have removed the row that spent this code (ADR 0026).
        if (instantOfGrantId(grant.id) <= (watermarks.findNow("grants") ?? 0)) return "already-redeemed";
        if (!insert(grant)) return "already-redeemed";
        if (family) engine.runNow(sql.insertFamily, familyValues(family));
        noteClient(note?.notedIn, grant.clientId);
        return "redeemed";
      }),
    rotate: ({ family: { id, generation: seen }, generation, grant, now, notedIn }) =>
      database.write("durable", () => {
        if (engine.runNow(sql.rotate, { id, seen, generation, now }) === 0) return false;
        if (!insert(grant)) throw new Error("An access token needs a grant id of its own.");
        noteClient(notedIn, grant.clientId);
        return true;
      }),
    find: async (id) => {
      database.watch();
      const key = toHex(id);
      const known = found.get(key);
      if (known !== undefined) return known;
      let size = 0;
      const grant = engine.getNow(sql.find, { id }, (row) => {
        size = bytesOf(row);
        return standingGrantOf(row);
      });
      if (grant && grant.details?.familyId === undefined) found.set(key, grant, { size });
      return grant;
    },
    forget: (id) => forget(() => found.delete(toHex(id))),
    forgetAll: () => forget(() => found.clear()),
  };
}

function statements({ sql, greatest }: Engine) {
  const parameters = (columns: readonly string[]) => columns.map((column) => `:${column}`).join(", ");
  const insertInto = (table: string, columns: readonly string[]) =>
    `INSERT INTO ${table} (${columnList(columns)}, after_revocation) VALUES (${parameters(columns)}, ${newestRevocation})`;
  return {
    insertGrant: sql(`${insertInto("grants", grantColumns)} ON CONFLICT DO NOTHING`),
    insertFamily: sql(insertInto("refresh_families", familyColumns)),
    noteClient: sql(
      `INSERT INTO session_clients (session_id, client_id) SELECT id, :clientId FROM sessions WHERE id = :notedIn
       ON CONFLICT DO NOTHING`,
    ),
    // The family was found live, so earlier revocations need not be looked at again.
    rotate: sql(
      `UPDATE refresh_families SET generation = :generation, after_revocation = ${newestRevocation},
         last_used_at = ${greatest("last_used_at", ":now")}
       WHERE ${isLiveFamily} AND generation = :seen`,
    ),
    find: sql(
      `SELECT ${grantStateColumns} FROM grants LEFT JOIN refresh_families AS family ON family.id = grants.family_id
       WHERE grants.id = :id`,
    ),
  };
}
