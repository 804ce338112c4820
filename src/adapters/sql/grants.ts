import type { Grant, Grants, MachineGrant, PersonGrant, TokenFamilies } from "../../flows/grant-ports.ts";
import { digestOf } from "../../values/digest.ts";
import {
  type AccountId,
  accountIdOf,
  type GrantId,
  grantIdOf,
  parseAccountId,
  parseClientId,
  sessionIdOf,
} from "../../values/ids.ts";
import { instantOf } from "../../values/time.ts";
import { columnList } from "./columns.ts";
import { type Engine, type Fact, run, type Value } from "./fact.ts";
import { grantDetailsOf, grantDetailsText } from "./grant-details.ts";
import { asHit, hitOn, isNotHit, type Revocations } from "./revocations.ts";
import { blobAs, flag, has, integer, parsed, type Row, text } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";

/** Claiming a code and finding a token: hot paths, so each engine has its own fast way. */
export interface GrantPaths extends Pick<Grants, "redeem" | "find">, Pick<TokenFamilies, "rotate"> {
  /** Part of every fact that changes the grant. */
  forget(id: GrantId): Fact<void>;
  /** Part of every revocation. */
  forgetAll(): Fact<void>;
}

/** The columns of a grant, with their types in PostgreSQL. */
export const grantTypes = {
  id: "bytea",
  token_digest: "bytea",
  client_id: "text",
  account_id: "text",
  account_epoch: "integer",
  session_id: "bytea",
  redeemed_at: "bigint",
  token_expires_at: "bigint",
  keep_until: "bigint",
  revoked_at: "bigint",
  details: "text",
  family_id: "bytea",
} as const;

/** The names of the columns. */
export const grantColumns = Object.keys(grantTypes) as readonly (keyof typeof grantTypes)[];

/** Stands in the place of an account if a client asked for itself. A node of 0.1.0 takes it for an account that is signed out. */
const nobody = accountIdOf("0".repeat(20));

/** The values of the columns for a grant. */
export function grantValues(grant: Grant): Readonly<Record<keyof typeof grantTypes, Value>> {
  const { details } = grant;
  const isMachine = grant.accountId === undefined;
  return {
    id: grant.id,
    token_digest: grant.tokenDigest,
    client_id: grant.clientId,
    account_id: isMachine ? nobody : grant.accountId,
    account_epoch: isMachine ? 0 : grant.accountEpoch,
    // No session has the id of a grant.
    session_id: isMachine ? grant.id : grant.sessionId,
    redeemed_at: grant.redeemedAt,
    token_expires_at: grant.tokenExpiresAt,
    keep_until: grant.keepUntil,
    revoked_at: grant.revokedAt,
    details: details && grantDetailsText(details),
    family_id: details?.familyId,
  };
}

interface Parts {
  readonly paths: GrantPaths;
  readonly revocations: Revocations;
  readonly record: SideEffectFacts["record"];
}

/**
 * Redeemed codes and their tokens, in a table with one time-ordered key and nothing else, so that the hot insert appends.
 * Revoking everything of an account or client marks no rows: `Revocations` says which ones are hit.
 */
export function grantsOn(engine: Engine, { paths, revocations, record }: Parts): Grants {
  const revoke = engine.sql(revokeGrant);
  return {
    redeem: (grant, family, note) => paths.redeem(grant, family, note),
    find: (id) => paths.find(id),
    revoke: (id, at, sideEffects = {}) =>
      engine.write("durable", function* () {
        yield* paths.forget(id);
        if ((yield* run(revoke, { id, at })) !== 1) return false;
        yield* record(sideEffects);
        return true;
      }),
    revokeAll: revocations.revokeAllOf("grants"),
  };
}

const isOfFamily = "grants.family_id IS NOT NULL";

/** SQL. Because of `=`, a plan that was made before the id was known touches only the partition of the id (ADR 0017). */
export const revokeGrant = `UPDATE grants SET revoked_at = :at
  WHERE id = :id AND revoked_at IS NULL AND ${isNotHit("grants", isOfFamily)}
    AND (family_id IS NULL OR EXISTS
      (SELECT 1 FROM refresh_families AS family WHERE family.id = family_id AND family.revoked_at IS NULL))`;

/** SQL: the columns of a look-up in `grants`, LEFT JOINed with its family as `family`. */
export const grantStateColumns = `${columnList(grantColumns, { table: "grants", prefix: "" })},
  ${hitOn("grants", isOfFamily)} AS hit, family.id IS NOT NULL AS has_family, family.revoked_at AS family_revoked_at`;

/** Reads the grant that `grantStateColumns` selects, with the revocations of itself, its owners and its family applied. */
export function standingGrantOf(row: Row): Grant | undefined {
  const grant = asHit(grantOf(row), row);
  return grant && has(row, "family_id") ? withFamily(grant, row) : grant;
}

/** A revoked family takes its tokens along. A missing family has expired, or a restored backup lacks it. */
function withFamily(grant: Grant, row: Row): Grant {
  if (grant.revokedAt !== undefined) return grant;
  if (!flag(row, "has_family")) return { ...grant, revokedAt: grant.redeemedAt };
  return has(row, "family_revoked_at")
    ? { ...grant, revokedAt: instantOf(integer(row, "family_revoked_at")) }
    : grant;
}

function grantOf(row: Row): Grant {
  const accountId = parsed("account_id", parseAccountId(text(row, "account_id")));
  return accountId === nobody ? machineGrantOf(row) : personGrantOf(row, accountId);
}

function personGrantOf(row: Row, accountId: AccountId): PersonGrant {
  return {
    id: blobAs(row, "id", grantIdOf),
    tokenDigest: blobAs(row, "token_digest", digestOf),
    clientId: parsed("client_id", parseClientId(text(row, "client_id"))),
    accountId,
    accountEpoch: integer(row, "account_epoch"),
    sessionId: blobAs(row, "session_id", sessionIdOf),
    ...(has(row, "details") && {
      details: {
        ...grantDetailsOf(row),
        ...(has(row, "family_id") && { familyId: blobAs(row, "family_id", grantIdOf) }),
      },
    }),
    redeemedAt: instantOf(integer(row, "redeemed_at")),
    tokenExpiresAt: instantOf(integer(row, "token_expires_at")),
    keepUntil: instantOf(integer(row, "keep_until")),
    ...(has(row, "revoked_at") && { revokedAt: instantOf(integer(row, "revoked_at")) }),
  };
}

function machineGrantOf(row: Row): MachineGrant {
  const { accountId: _, accountEpoch: __, sessionId: ___, ...grant } = personGrantOf(row, nobody);
  return { ...grant, details: grantDetailsOf(row) };
}
