import type { Rotation, TokenFamilies, TokenFamily } from "../../flows/ports.ts";
import type { GrantId } from "../../values/ids.ts";
import { StoreUnavailable } from "../../values/store-unavailable.ts";
import type { Instant } from "../../values/time.ts";
import { familyOf } from "../rows/family.ts";
import type { Database } from "./database.ts";
import { familyColumns } from "./family-rows.ts";
import type { GrantPartitions } from "./grant-partitions.ts";
import { grantColumns, insertGrants } from "./grants.ts";
import { asHit, hitOn, isNotHit, newestRevocation, type Owner, type Revocations } from "./revocations.ts";
import { noteClients } from "./session-clients.ts";

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

  /** The grant's id has the database's time, so that only one that was set back by hours leaves it without a partition. */
  rotate({ family, generation, grant, now, notedIn }: Rotation): Promise<boolean> {
    return this.#database.connected((runner) =>
      this.#partitions.withRoom(
        runner,
        [grant],
        (item) => item,
        async ([withRoom]) => {
          if (!withRoom)
            throw new StoreUnavailable(
              "PostgreSQL: its clock was set back by hours. Set it right, and keep it by NTP.",
            );
          const values = [family.id, family.generation, generation, now, ...grantColumns(withRoom)] as const;
          if (notedIn === undefined) return (await runner.get(this.#sql.rotate, ...values)) !== undefined;
          const note = noteClients.values([{ grantId: withRoom.id, clientId: withRoom.clientId, notedIn }]);
          return (await runner.get(this.#sql.rotateAndNote, ...values, ...note)) !== undefined;
        },
      ),
    );
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
  const grant = insertGrants.types.map((type, index) => `$${index + 5}::${type}`).join(", ");
  // It was found live, so earlier revocations need not be looked at again. Those that this statement cannot see yet will hit it.
  const rotate = (note: string) => `WITH rotated AS (
      UPDATE refresh_families SET generation = $3::integer, last_used_at = greatest(last_used_at, $4::bigint),
        after_revocation = ${newestRevocation}
      WHERE id = $1 AND generation = $2::integer AND revoked_at IS NULL AND ${isNot}
      RETURNING after_revocation),
    inserted AS (
      INSERT INTO grants (${insertGrants.names}, after_revocation) SELECT ${grant}, after_revocation FROM rotated
      RETURNING id)${note}
    SELECT 1 AS is_rotated FROM rotated`;
  return {
    find: database.prepare(
      `SELECT ${familyColumns}, hit_at, hit_removes FROM refresh_families ${hitOn("refresh_families", "true")}
       WHERE id = $1`,
    ),
    rotate: database.prepare(rotate("")),
    rotateAndNote: database.prepare(
      rotate(
        `,\n    noted AS (${noteClients.sql(insertGrants.types.length + 4, "SELECT id FROM inserted")})`,
      ),
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
