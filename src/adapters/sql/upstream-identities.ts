import type { ClaimedSideEffects } from "../../flows/side-effect-ports.ts";
import type { UpstreamIdentities, UpstreamIdentity } from "../../flows/upstream-ports.ts";
import type { Account } from "../../identity/account.ts";
import type { UpstreamName } from "../../protocol/upstream/upstream.ts";
import { parseAccountId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { instantOf } from "../../values/time.ts";
import { type Engine, type Fact, get, run } from "./fact.ts";
import { has, integer, parsed, type Row, text } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";

/** `Accounts.create`, as part of a fact. */
type CreateAccount = (account: Account) => Fact<Result<void, "name-taken" | "claim-lost">>;

interface Parts {
  readonly createAccount: CreateAccount;
  readonly effects: SideEffectFacts;
}

/** The identities as other facts need them. */
export interface StoredIdentities extends UpstreamIdentities {
  /** `link`, as part of another fact. */
  linkWithin(identity: UpstreamIdentity): Fact<Result<void, "taken" | "unknown" | "claim-lost">>;
}

/** Identities at upstreams. A row goes with its account and with its upstream: ON DELETE CASCADE. */
export function upstreamIdentitiesOn(engine: Engine, { createAccount, effects }: Parts): StoredIdentities {
  const sql = statements(engine);

  function* link(
    identity: UpstreamIdentity,
    sideEffects: ClaimedSideEffects,
  ): Fact<Result<void, "taken" | "unknown" | "claim-lost">> {
    const { upstream, subject, accountId, label, linkedAt, lastUsedAt } = identity;
    if (!(yield* get(sql.holdUpstream, { upstream }))) return refuse("unknown");
    // Links of one account at the same time are made one after the other.
    if (!(yield* get(sql.holdAccount, { accountId }))) return refuse("unknown");
    if (yield* get(sql.isTaken, { upstream, subject, accountId })) return refuse("taken");
    if (!(yield* effects.claim(sideEffects))) return refuse("claim-lost");
    yield* run(sql.link, { upstream, subject, accountId, label, linkedAt, lastUsedAt });
    yield* effects.record(sideEffects);
    return ok(undefined);
  }

  return {
    linkWithin: (identity) => link(identity, {}),
    find: (upstream, subject) => engine.get(sql.find, { upstream, subject }, identityOf),
    list: (accountId) => engine.all(sql.list, { accountId }, (rows) => rows.map(identityOf)),
    count: async (upstream) =>
      (await engine.get(sql.count, { upstream }, (row) => integer(row, "count"))) ?? 0,
    link: (identity, sideEffects = {}) => engine.write("durable", () => link(identity, sideEffects)),
    createAccount: (account, identity, sideEffects = {}) =>
      engine.write<Result<void, "taken" | "unknown" | "name-taken">>("durable", function* () {
        const { upstream, subject } = identity;
        // One at a time, so that nobody else links the subject between this look and the account.
        if (!(yield* get(sql.lockUpstream, { upstream }))) return refuse("unknown");
        if (yield* get(sql.find, { upstream, subject })) return refuse("taken");
        const created = yield* createAccount(account);
        if (!created.ok) return refuse("name-taken");
        // Without claims none can be lost.
        return yield* link(identity, sideEffects) as Fact<Result<void, "taken" | "unknown">>;
      }),
    note: async ({ upstream, subject, label, lastUsedAt }) => {
      await engine.run("relaxed", sql.note, { upstream, subject, label, lastUsedAt });
    },
    unlink: (accountId, upstream, sideEffects = {}) =>
      engine.write<"unlinked" | "last-way" | "none" | "claim-lost">("durable", function* () {
        // What the account can sign in with is looked at and changed by one at a time.
        if (!(yield* get(sql.holdAccount, { accountId }))) return "none";
        if (!(yield* effects.claim(sideEffects))) return "claim-lost";
        if (!(yield* get(sql.findOtherWay, { accountId, upstream }))) return "last-way";
        if ((yield* run(sql.unlink, { accountId, upstream })) !== 1) return "none";
        yield* effects.record(sideEffects);
        return "unlinked";
      }),
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
    lockUpstream: sql(`SELECT name FROM upstreams WHERE name = :upstream${rowLock}`),
    holdAccount: sql(`SELECT id FROM accounts WHERE id = :accountId${rowLock}`),
    link: sql(
      `INSERT INTO upstream_identities (upstream_name, subject, account_id, label, linked_at, last_used_at)
       VALUES (:upstream, :subject, :accountId, :label, :linkedAt, :lastUsedAt)`,
    ),
    isTaken: sql(
      `SELECT 1 AS found FROM upstream_identities
       WHERE upstream_name = :upstream AND (subject = :subject OR account_id = :accountId)`,
    ),
    note: sql(
      `UPDATE upstream_identities SET last_used_at = :lastUsedAt, label = COALESCE(:label, label)
       WHERE upstream_name = :upstream AND subject = :subject AND last_used_at <= :lastUsedAt`,
    ),
    findOtherWay: sql(
      `SELECT 1 AS found FROM accounts WHERE id = :accountId AND (password_hash IS NOT NULL
         OR EXISTS (SELECT 1 FROM passkeys WHERE account_id = :accountId)
         OR ${hasIdentityInUse("AND upstream_name <> :upstream")})`,
    ),
    unlink: sql(
      "DELETE FROM upstream_identities WHERE account_id = :accountId AND upstream_name = :upstream",
    ),
  };
}

/** SQL: the account `:accountId` is linked to somebody at an upstream in use, which the condition narrows. */
export function hasIdentityInUse(condition = ""): string {
  return `EXISTS (SELECT 1 FROM upstream_identities JOIN upstreams ON name = upstream_name
                  WHERE account_id = :accountId AND NOT is_disabled ${condition})`;
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
