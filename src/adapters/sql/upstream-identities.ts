import type { UpstreamIdentities, UpstreamIdentity } from "../../flows/upstream-ports.ts";
import type { UpstreamName } from "../../protocol/upstream/upstream.ts";
import { parseAccountId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { instantOf } from "../../values/time.ts";
import { type Engine, type Fact, get, run } from "./fact.ts";
import { has, integer, parsed, type Row, text } from "./rows.ts";

/** The identities as other facts need them. */
export interface StoredUpstreamIdentities extends UpstreamIdentities {
  /** `link`, as part of another fact. */
  linkWithin(identity: UpstreamIdentity): Fact<Result<void, "taken" | "unknown">>;
}

/** Identities at upstreams. A row goes with its account and with its upstream: ON DELETE CASCADE. */
export function upstreamIdentitiesOn(engine: Engine): StoredUpstreamIdentities {
  const sql = statements(engine);

  function* linkWithin(identity: UpstreamIdentity): Fact<Result<void, "taken" | "unknown">> {
    const { upstream, subject, accountId, label, linkedAt, lastUsedAt } = identity;
    if (!(yield* get(sql.holdUpstream, { upstream }))) return refuse("unknown");
    // Links of one account at the same time are made one after the other.
    if (!(yield* get(sql.holdAccount, { accountId }))) return refuse("unknown");
    const values = { upstream, subject, accountId, label, linkedAt, lastUsedAt };
    return (yield* run(sql.link, values)) === 1 ? ok(undefined) : refuse("taken");
  }

  return {
    linkWithin,
    find: (upstream, subject) => engine.get(sql.find, { upstream, subject }, identityOf),
    list: (accountId) => engine.all(sql.list, { accountId }, (rows) => rows.map(identityOf)),
    count: async (upstream) =>
      (await engine.get(sql.count, { upstream }, (row) => integer(row, "count"))) ?? 0,
    link: (identity) => engine.write("durable", () => linkWithin(identity)),
    note: async ({ upstream, subject, label, lastUsedAt }) => {
      await engine.run("relaxed", sql.note, { upstream, subject, label, lastUsedAt });
    },
    unlink: async (accountId, upstream) =>
      (await engine.run("durable", sql.unlink, { accountId, upstream })) === 1,
  };
}

function statements({ sql, keyLock, rowLock }: Engine) {
  const identities = `SELECT upstream_name, subject, account_id, label, linked_at, last_used_at
    FROM upstream_identities`;
  return {
    find: sql(`${identities} WHERE upstream_name = :upstream AND subject = :subject`),
    list: sql(`${identities} WHERE account_id = :accountId ORDER BY linked_at, upstream_name`),
    count: sql("SELECT count(*) AS count FROM upstream_identities WHERE upstream_name = :upstream"),
    holdUpstream: sql(`SELECT name FROM upstreams WHERE name = :upstream${keyLock}`),
    holdAccount: sql(`SELECT id FROM accounts WHERE id = :accountId${rowLock}`),
    link: sql(
      `INSERT INTO upstream_identities (upstream_name, subject, account_id, label, linked_at, last_used_at)
       VALUES (:upstream, :subject, :accountId, :label, :linkedAt, :lastUsedAt)
       ON CONFLICT DO NOTHING`,
    ),
    note: sql(
      `UPDATE upstream_identities SET last_used_at = :lastUsedAt, label = :label
       WHERE upstream_name = :upstream AND subject = :subject AND last_used_at <= :lastUsedAt`,
    ),
    unlink: sql(
      "DELETE FROM upstream_identities WHERE account_id = :accountId AND upstream_name = :upstream",
    ),
  };
}

function identityOf(row: Row): UpstreamIdentity {
  return {
    upstream: text(row, "upstream_name") as UpstreamName,
    subject: text(row, "subject"),
    accountId: parsed("account_id", parseAccountId(text(row, "account_id"))),
    ...(has(row, "label") && { label: text(row, "label") }),
    linkedAt: instantOf(integer(row, "linked_at")),
    lastUsedAt: instantOf(integer(row, "last_used_at")),
  };
}
