import type { LastingAccess, TokenFamilies, TokenFamily } from "../../flows/grant-ports.ts";
import { grantIdOf, parseAccountId, parseClientId, sessionIdOf } from "../../values/ids.ts";
import { refreshIdleSecondsMax } from "../../values/refresh-idle.ts";
import { type Instant, instantOf, plus } from "../../values/time.ts";
import { columnList } from "./columns.ts";
import { type Engine, type Fact, get, run, type Value } from "./fact.ts";
import { detailsOf, detailsText } from "./grant-details.ts";
import { asHit, hitOn, isNotHit, type Revocations } from "./revocations.ts";
import { blob, blobAs, has, integer, parsed, type Row, text, textOfWords, wordsOrNone } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";

/** The columns of a token family, with their types in PostgreSQL. */
export const familyTypes = {
  id: "bytea",
  client_id: "text",
  account_id: "text",
  account_epoch: "integer",
  session_id: "bytea",
  began_session_id: "bytea",
  details: "text",
  authenticated_at: "bigint",
  methods: "text",
  nonce: "text",
  generation: "integer",
  expires_at: "bigint",
  last_used_at: "bigint",
  revoked_at: "bigint",
} as const;

/** The names of the columns. */
export const familyColumns = Object.keys(familyTypes) as readonly (keyof typeof familyTypes)[];

/** The values of the columns for a family. */
export function familyValues(family: TokenFamily): Readonly<Record<keyof typeof familyTypes, Value>> {
  return {
    id: family.id,
    client_id: family.clientId,
    account_id: family.accountId,
    account_epoch: family.accountEpoch,
    session_id: family.sessionId,
    began_session_id: family.beganIn,
    details: detailsText(family),
    authenticated_at: family.authenticatedAt,
    methods: textOfWords(family.methods),
    nonce: family.nonce,
    generation: family.generation,
    expires_at: family.expiresAt,
    last_used_at: family.lastUsedAt,
    revoked_at: family.revokedAt,
  };
}

/** Token families, with their part of expiry. */
export interface StoredTokenFamilies extends TokenFamilies {
  /** Part of a fact: removes up to `rowsMax` expired families and returns how many. */
  removeExpired(now: Instant, rowsMax: number): Fact<number>;
  /**
   * Part of a fact: looks at the next page of the families, from the first one again after the last, and removes up to `rowsMax` of those
   * that work no longer although they have not expired. Returns how many.
   */
  removeDead(now: Instant, rowsMax: number): Fact<number>;
}

/** How many families a sweep looks at for dead ones. */
const pageRows = 2_000;
const beforeAll = new Uint8Array(0);
const afterAll = new Uint8Array(17).fill(0xff);

interface Parts {
  readonly revocations: Revocations;
  readonly record: SideEffectFacts["record"];
  /** A hot path, so each engine has its own fast way. */
  readonly rotate: TokenFamilies["rotate"];
}

/** Families of refresh tokens: one row each, in which only the number of the newest token moves. */
export function tokenFamiliesOn(engine: Engine, { revocations, record, rotate }: Parts): StoredTokenFamilies {
  const { sql, skipLocked } = engine;
  const find = sql(
    `SELECT ${columnList(familyColumns)}, ${hitOn("refresh_families", "TRUE")} AS hit
     FROM refresh_families WHERE id = :id`,
  );
  const lasting = "FROM refresh_families WHERE account_id = :accountId AND session_id IS NULL";
  // The clients are found one after the other along the index, however many families each of them has.
  const listLasting = sql(
    `WITH RECURSIVE found (client_id) AS (
       SELECT min(client_id) ${lasting}
       UNION ALL
       SELECT (SELECT min(client_id) ${lasting} AND refresh_families.client_id > found.client_id)
       FROM found WHERE found.client_id IS NOT NULL)
     SELECT client_id,
       (SELECT max(last_used_at) FROM
         (SELECT last_used_at ${lasting} AND refresh_families.client_id = found.client_id
          ORDER BY id DESC LIMIT 100) AS newest) AS last_used_at,
       (SELECT details ${lasting} AND refresh_families.client_id = found.client_id
          AND revoked_at IS NULL AND expires_at > :now AND last_used_at > :idleSince
          AND account_epoch = (SELECT epoch FROM accounts WHERE id = :accountId)
          AND ${isNotHit("refresh_families", "TRUE")}
        ORDER BY id DESC LIMIT 1) AS details
     FROM found WHERE client_id IS NOT NULL LIMIT 100`,
  );
  const revoke = sql(`UPDATE refresh_families SET revoked_at = :at WHERE ${isLiveFamily}`);
  const removeExpired = sql(
    `DELETE FROM refresh_families WHERE id IN
       (SELECT id FROM refresh_families WHERE expires_at <= :now ORDER BY expires_at LIMIT :rowsMax${skipLocked})`,
  );
  const pageEnd = sql(
    "SELECT id FROM refresh_families WHERE id > :after ORDER BY id LIMIT 1 OFFSET :skipped",
  );
  // A walk along the primary key: an index on what these conditions read would be moved by every refresh and every sign-in. With NOT
  // EXISTS in the place of the last one, PostgreSQL would read every session.
  const removeDead = sql(
    `DELETE FROM refresh_families WHERE id IN
       (SELECT id FROM refresh_families
        WHERE id > :after AND id <= :last AND (revoked_at IS NOT NULL OR last_used_at <= :idleSince
          OR (session_id IS NOT NULL
            AND (SELECT 1 FROM sessions WHERE sessions.id = refresh_families.session_id) IS NULL))
        ORDER BY id LIMIT :rowsMax${skipLocked})`,
  );
  let lookedUpTo: Uint8Array = beforeAll;
  return {
    find: (id) => engine.get(find, { id }, (row) => asHit(familyOf(row), row)),
    rotate,
    listLasting: (accountId, now) => {
      const idleSince = plus(now, -refreshIdleSecondsMax);
      return engine.all(listLasting, { accountId, now, idleSince }, (rows) => rows.map(lastingAccessOf));
    },
    revoke: (id, at, sideEffects = {}) =>
      engine.write("durable", function* () {
        if ((yield* run(revoke, { id, at })) !== 1) return false;
        yield* record(sideEffects);
        return true;
      }),
    revokeAll: revocations.revokeAllOf("refresh_families"),
    removeExpired: (now, rowsMax) => run(removeExpired, { now, rowsMax }),
    *removeDead(now, rowsMax) {
      const after = lookedUpTo;
      const end = yield* get(pageEnd, { after, skipped: pageRows - 1 });
      const last = end === undefined ? afterAll : blob(end, "id");
      const idleSince = plus(now, -refreshIdleSecondsMax);
      const gone = yield* run(removeDead, { after, last, idleSince, rowsMax });
      // A page with more dead families than may go now is looked at again.
      if (gone < rowsMax) lookedUpTo = end === undefined ? beforeAll : last;
      return gone;
    },
  };
}

function lastingAccessOf(row: Row): LastingAccess {
  return {
    clientId: parsed("client_id", parseClientId(text(row, "client_id"))),
    lastUsedAt: instantOf(integer(row, "last_used_at")),
    ...(has(row, "details") && { scope: detailsOf(row).scope }),
  };
}

/** SQL: true for the family `:id` if neither it nor its owner was revoked. */
export const isLiveFamily = `id = :id AND revoked_at IS NULL AND ${isNotHit("refresh_families", "TRUE")}`;

function familyOf(row: Row): TokenFamily {
  return {
    id: blobAs(row, "id", grantIdOf),
    clientId: parsed("client_id", parseClientId(text(row, "client_id"))),
    accountId: parsed("account_id", parseAccountId(text(row, "account_id"))),
    accountEpoch: integer(row, "account_epoch"),
    ...(has(row, "session_id") && { sessionId: blobAs(row, "session_id", sessionIdOf) }),
    ...(has(row, "began_session_id") && { beganIn: blobAs(row, "began_session_id", sessionIdOf) }),
    ...detailsOf(row),
    authenticatedAt: instantOf(integer(row, "authenticated_at")),
    methods: wordsOrNone(row, "methods"),
    ...(has(row, "nonce") && { nonce: text(row, "nonce") }),
    generation: integer(row, "generation"),
    expiresAt: instantOf(integer(row, "expires_at")),
    lastUsedAt: instantOf(integer(row, "last_used_at")),
    ...(has(row, "revoked_at") && { revokedAt: instantOf(integer(row, "revoked_at")) }),
  };
}
