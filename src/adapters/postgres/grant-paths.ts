import type { Grant, Rotation, SessionNote, TokenFamily } from "../../flows/grant-ports.ts";
import { toHex } from "../../values/hex.ts";
import type { GrantId } from "../../values/ids.ts";
import { StoreUnavailable } from "../../values/store-unavailable.ts";
import { columnList } from "../sql/columns.ts";
import {
  type GrantPaths,
  grantColumns,
  grantStateColumns,
  grantTypes,
  grantValues,
  standingGrantOf,
} from "../sql/grants.ts";
import { isNotHit, newestRevocation } from "../sql/revocations.ts";
import { blob } from "../sql/rows.ts";
import { familyColumns, familyTypes, familyValues } from "../sql/token-families.ts";
import { rowSet } from "./columnar.ts";
import type { Database, Runner } from "./database.ts";
import type { GrantPartitions } from "./grant-partitions.ts";

type Redeemed = "redeemed" | "already-redeemed";

interface Redemption extends SessionNote {
  readonly grant: Grant;
  readonly family?: TokenFamily | undefined;
}

const grantRows = rowSet(grantTypes);
const familyRows = rowSet(familyTypes);
/** Clients to note in sessions, each with the grant that must be inserted first. */
const noteRows = rowSet({ grant_id: "bytea", session_id: "bytea", client_id: "text" });
/**
 * Up to this many claims are sent with a parameter for each cell, in a statement for each number of claims. For more claims, arrays cost no
 * more.
 */
const fewMax = 8;

/**
 * Claims codes, rotates refresh tokens and finds access tokens. NOTE: hot paths, so the claims of a turn go out as one statement,
 * its look-ups as another, and a rotation is one statement instead of a transaction of four.
 */
export class PostgresGrantPaths implements GrantPaths {
  readonly #database: Database;
  readonly #partitions: GrantPartitions;
  readonly #sql: ReturnType<typeof statements>;
  readonly #redeem: (redemption: Redemption) => Promise<Redeemed>;
  readonly find: (id: GrantId) => Promise<Grant | undefined>;

  constructor(database: Database, partitions: GrantPartitions) {
    this.#database = database;
    this.#partitions = partitions;
    this.#sql = statements(database);
    const limits = { underWayMax: 2, factsMax: 500 };
    this.#redeem = database.batch((runner, redemptions) => this.#redeemGroup(runner, redemptions), {
      ...limits,
      kind: "durable",
    });
    this.find = database.batch((runner, ids) => this.#findGroup(runner, ids), {
      ...limits,
      kind: "read",
    });
  }

  redeem(grant: Grant, family?: TokenFamily, note: SessionNote = {}): Promise<Redeemed> {
    return this.#redeem({ ...note, grant, family });
  }

  /** The grant's id carries the database's time, so only a clock that was set back by hours leaves it without a partition. */
  rotate(rotation: Rotation): Promise<boolean> {
    return this.#database.connected((runner) =>
      this.#partitions.withRoom(
        runner,
        [rotation],
        ({ grant }) => grant,
        async ([withRoom]) => {
          if (withRoom) return this.#rotate(runner, withRoom);
          throw new StoreUnavailable(
            "PostgreSQL: its clock was set back by hours. Set it right, and keep it by NTP.",
          );
        },
      ),
    );
  }

  /** Nothing is kept in memory. */
  *forget(): Generator<never, void, never> {}

  *forgetAll(): Generator<never, void, never> {}

  async #rotate(runner: Runner, { family, generation, grant, now, notedIn }: Rotation): Promise<boolean> {
    const values = grantValues(grant);
    const columns = grantColumns.map((column) => values[column]);
    const parameters = [family.id, family.generation, generation, now, ...columns] as const;
    const rotated =
      notedIn === undefined
        ? await runner.get(this.#sql.rotate, ...parameters)
        : await runner.get(
            this.#sql.rotateAndNote,
            ...parameters,
            ...noteRows.values([noteOf(grant, notedIn)]),
          );
    return rotated !== undefined;
  }

  /** Of equal ids in one group the first goes to the database. The others are too late in any case. */
  async #redeemGroup(runner: Runner, redemptions: readonly Redemption[]): Promise<readonly Redeemed[]> {
    const firsts = new Map<string, Redemption>();
    for (const redemption of redemptions) {
      const key = toHex(redemption.grant.id);
      if (!firsts.has(key)) firsts.set(key, redemption);
    }
    // In one order on every node, so that two statements with the same ids do not wait for each other in a circle.
    const sorted = [...firsts.values()].sort((left, right) => Buffer.compare(left.grant.id, right.grant.id));
    const won = await this.#partitions.withRoom(
      runner,
      sorted,
      ({ grant }) => grant,
      (some) => this.#insert(runner, some),
    );
    return redemptions.map(({ grant }) => (won.delete(toHex(grant.id)) ? "redeemed" : "already-redeemed"));
  }

  /** Returns the ids that did not exist. */
  async #insert(runner: Runner, redemptions: readonly Redemption[]): Promise<Set<string>> {
    if (redemptions.length === 0) return new Set();
    const grants = redemptions.map(({ grant }) => grantValues(grant));
    const families = redemptions.flatMap(({ family }) => (family ? familyValues(family) : []));
    const noted = redemptions.flatMap(({ grant, notedIn }) =>
      notedIn === undefined ? [] : noteOf(grant, notedIn),
    );
    const few = this.#sql.redeemFew[grants.length - 1];
    const rows =
      families.length + noted.length > 0
        ? await runner.all(
            this.#sql.redeemWithMore,
            ...grantRows.values(grants),
            ...familyRows.values(families),
            ...noteRows.values(noted),
          )
        : await (few
            ? runner.all(few, ...grantRows.cells(grants))
            : runner.all(this.#sql.redeem, ...grantRows.values(grants)));
    return new Set(rows.map((row) => toHex(blob(row, "id"))));
  }

  async #findGroup(runner: Runner, ids: readonly GrantId[]): Promise<readonly (Grant | undefined)[]> {
    const sorted = ids.toSorted(Buffer.compare);
    const rows = await runner.all(this.#sql.find, ids, sorted.at(0), sorted.at(-1));
    const found = new Map(rows.map((row) => [toHex(blob(row, "id")), row]));
    return ids.map((id) => {
      const row = found.get(toHex(id));
      return row && standingGrantOf(row);
    });
  }
}

function noteOf(grant: Grant, notedIn: NonNullable<SessionNote["notedIn"]>) {
  return { grant_id: grant.id, session_id: notedIn, client_id: grant.clientId };
}

/**
 * SQL of the look-up. A plan that was made before the ids were known touches only their partitions, which `= ANY` of an array would
 * not achieve (ADR 0017). LIMIT makes it a look-up by key for each id. The bounds, the smallest and the largest id, keep all other
 * partitions out of the plan.
 */
export const findGrants = `SELECT ${grantStateColumns}
  FROM unnest($1::bytea[]) AS wanted (id)
  CROSS JOIN LATERAL (
    SELECT ${columnList(grantColumns)}, after_revocation FROM grants
    WHERE grants.id = wanted.id AND grants.id BETWEEN $2::bytea AND $3::bytea LIMIT 1) AS grants
  LEFT JOIN refresh_families AS family ON family.id = grants.family_id`;

function statements(database: Database) {
  const grants = columnList(grantColumns);
  const families = columnList(familyColumns);
  const redeemOf = (asked: string) => `INSERT INTO grants (${grants}, after_revocation)
    SELECT ${grants}, ${newestRevocation} FROM ${asked}
    ON CONFLICT DO NOTHING RETURNING id`;
  const redeem = redeemOf(grantRows.asked(0));
  return {
    redeem: database.prepare(redeem),
    redeemFew: Array.from({ length: fewMax }, (_, index) =>
      database.prepare(redeemOf(grantRows.listed(index + 1))),
    ),
    redeemWithMore: database.prepare(
      `WITH redeemed AS (${redeem}),
         begun AS (
           INSERT INTO refresh_families (${families}, after_revocation)
           SELECT ${families}, ${newestRevocation} FROM ${familyRows.asked(grantRows.count)}
           WHERE asked.id IN (SELECT id FROM redeemed)),
         noted AS (${noteClients(grantRows.count + familyRows.count, "redeemed")})
       SELECT id FROM redeemed`,
    ),
    rotate: database.prepare(rotate("")),
    rotateAndNote: database.prepare(
      rotate(`, noted AS (${noteClients(rotateParameters + grantColumns.length, "inserted")})`),
    ),
    find: database.prepare(findGrants),
  };
}

/** How many parameters `rotate` has before those of the grant. */
const rotateParameters = 4;

/**
 * SQL of a rotation. The family was found live, so earlier revocations need not be looked at again; later ones hit it. NOTE: the
 * grant comes as plain parameters. Unnested from arrays, as in `redeem`, it took twice as long.
 */
function rotate(note: string): string {
  const grant = grantColumns.map(
    (column, index) => `$${rotateParameters + index + 1}::${grantTypes[column]}`,
  );
  return `WITH rotated AS (
      UPDATE refresh_families SET generation = $3::integer, after_revocation = ${newestRevocation},
        last_used_at = greatest(last_used_at, $4::bigint)
      WHERE id = $1 AND generation = $2::integer AND revoked_at IS NULL AND ${isNotHit("refresh_families", "TRUE")}
      RETURNING after_revocation),
    inserted AS (
      INSERT INTO grants (${columnList(grantColumns)}, after_revocation)
      SELECT ${grant.join(", ")}, after_revocation FROM rotated
      RETURNING id)${note}
    SELECT 1 AS is_rotated FROM rotated`;
}

/**
 * SQL that notes clients in sessions, if their grant's id is in the query `won`. The lock waits for a session that is ending, so
 * that no row is left behind and the foreign key never fails.
 */
function noteClients(before: number, won: string): string {
  return `INSERT INTO session_clients (session_id, client_id)
    SELECT sessions.id, asked.client_id
    FROM ${noteRows.asked(before)} JOIN sessions ON sessions.id = asked.session_id
    WHERE asked.grant_id IN (SELECT id FROM ${won})
    FOR KEY SHARE OF sessions
    ON CONFLICT DO NOTHING`;
}
