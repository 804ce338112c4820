import type { Grant, Grants, SessionNote, TokenFamily } from "../../flows/ports.ts";
import type { GrantId } from "../../values/ids.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { grantOf } from "../rows/grant.ts";
import { detailsText } from "../rows/grant-details.ts";
import { blob, flag, has, integer } from "../rows/rows.ts";
import { columnarOf } from "./columnar.ts";
import type { Database, Row, Runner } from "./database.ts";
import { insertFamilies } from "./family-rows.ts";
import type { GrantPartitions } from "./grant-partitions.ts";
import { asHit, hitOn, isNotHit, newestRevocation, type Owner, type Revocations } from "./revocations.ts";
import { noteClients } from "./session-clients.ts";

interface Redemption extends SessionNote {
  readonly grant: Grant;
  readonly family?: TokenFamily | undefined;
}

/**
 * Redeemed codes and their tokens, in a table with one time-ordered key and nothing else, so that the hot insert appends to one of
 * its partitions. The redemptions of a turn go out as one statement. Revoking everything of an account or client marks no rows:
 * `Revocations` says which it hit.
 */
export class PostgresGrants implements Grants {
  readonly #database: Database;
  readonly #revocations: Revocations;
  readonly #partitions: GrantPartitions;
  readonly #sql: ReturnType<typeof statements>;
  readonly #redeem: (redemption: Redemption) => Promise<"redeemed" | "already-redeemed">;
  readonly #find: (id: GrantId) => Promise<Grant | undefined>;

  constructor(
    database: Database,
    { revocations, partitions }: { readonly revocations: Revocations; readonly partitions: GrantPartitions },
  ) {
    this.#database = database;
    this.#revocations = revocations;
    this.#partitions = partitions;
    this.#sql = statements(database);
    this.#redeem = database.batch((runner, redemptions) => this.#redeemGroup(runner, redemptions), {
      underWayMax: 2,
      factsMax: 500,
    });
    this.#find = database.batch((runner, ids) => this.#findGroup(runner, ids), {
      underWayMax: 2,
      factsMax: 500,
    });
  }

  redeem(
    grant: Grant,
    family?: TokenFamily,
    note: SessionNote = {},
  ): Promise<"redeemed" | "already-redeemed"> {
    return this.#redeem({ ...note, grant, family });
  }

  find(id: GrantId): Promise<Grant | undefined> {
    return this.#find(id);
  }

  async revoke(id: GrantId, at: Instant): Promise<boolean> {
    return (await this.#database.run(this.#sql.revoke, at, id)) === 1;
  }

  revokeAll(of: Owner, at: Instant): Promise<number> {
    return this.#revocations.revokeAll(of, at, "grants");
  }

  /** The last step of another fact's transaction: from its commit on no grant or family of the account or client is found any more. */
  async removeAllOf(runner: Runner, of: Owner): Promise<void> {
    await this.#revocations.record(runner, of, instantOf(0), "removal");
  }

  /** Of equal ids in one group the first goes to the database; the others came too late in any case. */
  async #redeemGroup(
    runner: Runner,
    redemptions: readonly Redemption[],
  ): Promise<readonly ("redeemed" | "already-redeemed")[]> {
    const firsts = new Map<string, Redemption>();
    for (const redemption of redemptions) {
      const key = redemption.grant.id.toHex();
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
    return redemptions.map(({ grant }) => (won.delete(grant.id.toHex()) ? "redeemed" : "already-redeemed"));
  }

  /** Answers the ids that were not there. */
  async #insert(runner: Runner, redemptions: readonly Redemption[]): Promise<Set<string>> {
    if (redemptions.length === 0) return new Set();
    const grants = columnarOf(redemptions, ({ grant }) => grantColumns(grant));
    const families = redemptions.flatMap(({ family }) => family ?? []);
    const noted = redemptions.flatMap(({ grant: { id: grantId, clientId }, notedIn }) =>
      notedIn === undefined ? [] : { grantId, clientId, notedIn },
    );
    const rows =
      families.length + noted.length === 0
        ? await runner.all(this.#sql.redeem, ...grants)
        : await runner.all(
            this.#sql.redeemWithMore,
            ...grants,
            ...insertFamilies.values(families),
            ...noteClients.values(noted),
          );
    return new Set(rows.map((row) => blob(row, "id").toHex()));
  }

  async #findGroup(runner: Runner, ids: readonly GrantId[]): Promise<readonly (Grant | undefined)[]> {
    const sorted = ids.toSorted(Buffer.compare);
    const rows = await runner.all(this.#sql.find, ids, sorted.at(0), sorted.at(-1));
    const found = new Map(rows.map((row) => [blob(row, "id").toHex(), row]));
    return ids.map((id) => {
      const row = found.get(id.toHex());
      return row && standingGrant(row);
    });
  }
}

/** The columns of a new grant, in the order of `grantColumns`, and their types. */
export const insertGrants = {
  names: `id, token_digest, client_id, account_id, account_epoch, session_id, redeemed_at, token_expires_at, keep_until,
    revoked_at, details, family_id`,
  types: [
    "bytea",
    "bytea",
    "text",
    "text",
    "integer",
    "bytea",
    "bigint",
    "bigint",
    "bigint",
    "bigint",
    "text",
    "bytea",
  ],
} as const;

/** What a grant's row holds, in the order of `insertGrants`. */
export function grantColumns(grant: Grant) {
  const { details } = grant;
  return [
    grant.id,
    grant.tokenDigest,
    grant.clientId,
    grant.accountId,
    grant.accountEpoch,
    grant.sessionId,
    grant.redeemedAt,
    grant.tokenExpiresAt,
    grant.keepUntil,
    grant.revokedAt,
    details ? detailsText(details) : undefined,
    details?.familyId,
  ] as const;
}

/**
 * SQL of the two statements that look grants up. Both touch only partitions of the ids that they ask for, also as plans that were made
 * before the ids were known: `=` of an id prunes, `= ANY` of an array would not (ADR 0017).
 */
export const lookUps = {
  // LIMIT keeps it a look-up by key for each id; its bounds, the first and the last id, keep all other partitions out of the plan.
  find: `SELECT grants.*, hit_at, hit_removes,
      family.id IS NOT NULL AS has_family, family.revoked_at AS family_revoked_at
    FROM unnest($1::bytea[]) AS asked (id)
    CROSS JOIN LATERAL (
      SELECT ${insertGrants.names}, after_revocation FROM grants
      WHERE grants.id = asked.id AND grants.id BETWEEN $2::bytea AND $3::bytea LIMIT 1) AS grants
    LEFT JOIN refresh_families AS family ON family.id = grants.family_id
    ${hitOn("grants", "grants.family_id IS NOT NULL")}`,
  revoke: `UPDATE grants SET revoked_at = $1
    WHERE id = $2 AND revoked_at IS NULL AND ${isNotHit("grants", "grants.family_id IS NOT NULL")}
      AND (family_id IS NULL OR EXISTS
        (SELECT 1 FROM refresh_families AS family WHERE family.id = family_id AND family.revoked_at IS NULL))`,
} as const;

function statements(database: Database) {
  const arrays = insertGrants.types.map((type, index) => `$${index + 1}::${type}[]`).join(", ");
  const redeem = `INSERT INTO grants (${insertGrants.names}, after_revocation)
    SELECT ${insertGrants.names}, ${newestRevocation} FROM unnest(${arrays}) AS asked (${insertGrants.names})
    ON CONFLICT DO NOTHING RETURNING id`;
  return {
    redeem: database.prepare(redeem),
    redeemWithMore: database.prepare(
      `WITH redeemed AS (${redeem}),
         begun AS (${insertFamilies.sql(insertGrants.types.length)} WHERE asked.id IN (SELECT id FROM redeemed)),
         noted AS (${noteClients.sql(insertGrants.types.length + insertFamilies.count, "SELECT id FROM redeemed")})
       SELECT id FROM redeemed`,
    ),
    find: database.prepare(lookUps.find),
    revoke: database.prepare(lookUps.revoke),
  };
}

/** The grant as its own revocation, those of its owners and its family leave it. */
function standingGrant(row: Row): Grant | undefined {
  const grant = asHit(grantOf(row), row);
  return grant && has(row, "family_id") ? withFamily(grant, row) : grant;
}

/** A revoked family takes its tokens along. One that is gone has expired, or a backup was restored that lacks it. */
function withFamily(grant: Grant, row: Row): Grant {
  if (grant.revokedAt !== undefined) return grant;
  if (!flag(row, "has_family")) return { ...grant, revokedAt: grant.redeemedAt };
  return has(row, "family_revoked_at")
    ? { ...grant, revokedAt: instantOf(integer(row, "family_revoked_at")) }
    : grant;
}
