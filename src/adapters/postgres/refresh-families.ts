import type { Grant, SessionNote, TokenFamilies, TokenFamily } from "../../flows/ports.ts";
import type { GrantId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { StoreUnavailable } from "../../values/store-unavailable.ts";
import type { Instant } from "../../values/time.ts";
import { familyOf } from "../rows/family.ts";
import { integer } from "../rows/rows.ts";
import type { Database, Row, Runner } from "./database.ts";
import { familyColumns } from "./family-rows.ts";
import type { GrantPartitions } from "./grant-partitions.ts";
import { grantColumns, insertGrants } from "./grants.ts";
import { asHit, hitOn, isNotHit, newestRevocation, type Owner, type Revocations } from "./revocations.ts";
import { noteClients } from "./session-clients.ts";

interface Rotation extends SessionNote {
  readonly id: GrantId;
  readonly presented: number;
  readonly grant: Grant;
  readonly now: Instant;
  readonly keepsToken?: boolean;
}

/** Families of refresh tokens: one row each, in which only the number of the newest token moves. */
export class PostgresTokenFamilies implements TokenFamilies {
  readonly #database: Database;
  readonly #revocations: Revocations;
  readonly #partitions: GrantPartitions;
  readonly #sql: ReturnType<typeof statements>;

  constructor(
    database: Database,
    { revocations, partitions }: { readonly revocations: Revocations; readonly partitions: GrantPartitions },
  ) {
    this.#database = database;
    this.#revocations = revocations;
    this.#partitions = partitions;
    this.#sql = statements(database);
  }

  async find(id: GrantId): Promise<TokenFamily | undefined> {
    const row = await this.#database.get(this.#sql.find, id);
    return row && asHit(familyOf(row), row);
  }

  /**
   * The first statement decides and moves on in one step. Where it does nothing, the reason cannot go away again: a family
   * never comes back to life, and its number only grows. So the second may look on its own.
   */
  async rotate(
    id: GrantId,
    presented: number,
    grant: Grant,
    now: Instant,
    more: { readonly keepsToken?: boolean } & SessionNote = {},
  ): Promise<Result<{ readonly generation: number }, "reused" | "gone">> {
    const row = await this.#database.connected((runner) =>
      this.#rotate(runner, { ...more, id, presented, grant, now }),
    );
    if (row) return ok({ generation: integer(row, "generation") });
    const revoked = await this.#database.run(this.#sql.revokeReused, id, presented, now);
    return refuse(revoked === 1 ? "reused" : "gone");
  }

  /** The grant's id has the database's time, so that only one that was set back by hours leaves it without a partition. */
  #rotate(
    runner: Runner,
    { id, presented, grant, now, keepsToken = false, notedIn }: Rotation,
  ): Promise<Row | undefined> {
    const insert = async ([withRoom]: readonly Grant[]) => {
      if (!withRoom)
        throw new StoreUnavailable(
          "PostgreSQL: its clock was set back by hours. Set it right, and keep it by NTP.",
        );
      const step = keepsToken ? 0 : 1;
      const values = [id, presented, now, step, ...grantColumns(withRoom)] as const;
      if (notedIn === undefined) return runner.get(this.#sql.rotate, ...values);
      const note = noteClients.values([{ grantId: withRoom.id, clientId: withRoom.clientId, notedIn }]);
      return runner.get(this.#sql.advanceAndNote, ...values, ...note);
    };
    return this.#partitions.withRoom(runner, [grant], (item) => item, insert);
  }

  async revoke(id: GrantId, at: Instant): Promise<boolean> {
    return (await this.#database.run(this.#sql.revoke, at, id)) === 1;
  }

  revokeAll(of: Owner, at: Instant): Promise<number> {
    return this.#revocations.revokeAll(of, at, "families");
  }

  /** Removes up to `rowsMax` expired families and answers how many. */
  removeExpired(now: Instant, rowsMax: number): Promise<number> {
    return this.#database.run(this.#sql.removeExpired, now, rowsMax);
  }
}

function statements(database: Database) {
  const isNot = isNotHit("refresh_families", "true");
  const isLive = `id = $1 AND revoked_at IS NULL AND expires_at > $3::bigint AND ${isNot}`;
  const grant = insertGrants.types.map((type, index) => `$${index + 5}::${type}`).join(", ");
  // It was found live, so earlier revocations need not be looked at again. Those that this statement cannot see yet will hit it.
  const rotate = (note: string) => `WITH advanced AS (
      UPDATE refresh_families SET generation = greatest(generation, $2::integer + $4::integer),
        last_used_at = greatest(last_used_at, $3::bigint), after_revocation = ${newestRevocation}
      WHERE ${isLive} AND $2::integer BETWEEN greatest(generation - 1, 1) AND generation
      RETURNING generation, after_revocation),
    inserted AS (
      INSERT INTO grants (${insertGrants.names}, after_revocation) SELECT ${grant}, after_revocation FROM advanced
      RETURNING id)${note}
    SELECT generation FROM advanced`;
  return {
    find: database.prepare(
      `SELECT ${familyColumns}, hit_at, hit_removes FROM refresh_families ${hitOn("refresh_families", "true")}
       WHERE id = $1`,
    ),
    rotate: database.prepare(rotate("")),
    advanceAndNote: database.prepare(
      rotate(
        `,\n    noted AS (${noteClients.sql(insertGrants.types.length + 4, "SELECT id FROM inserted")})`,
      ),
    ),
    revokeReused: database.prepare(
      `UPDATE refresh_families SET revoked_at = $3::bigint
       WHERE ${isLive} AND $2::integer BETWEEN 1 AND generation - 2`,
    ),
    revoke: database.prepare(
      `UPDATE refresh_families SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL AND ${isNot}`,
    ),
    removeExpired: database.prepare(
      `DELETE FROM refresh_families WHERE id IN
         (SELECT id FROM refresh_families WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2
          FOR UPDATE SKIP LOCKED)`,
    ),
  };
}
