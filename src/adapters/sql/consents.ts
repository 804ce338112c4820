import type { Consent, Consents, GivenConsent } from "../../flows/consent-ports.ts";
import type { SideEffects } from "../../flows/side-effect-ports.ts";
import type { Client } from "../../protocol/client/client.ts";
import { type AccountId, type ClientId, parseAccountId, parseClientId } from "../../values/ids.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { type Engine, type Fact, get, run } from "./fact.ts";
import { isNotHit } from "./revocations.ts";
import { has, integer, parsed, type Row, text } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";

type Pair = Readonly<{ accountId: AccountId; clientId: ClientId }>;

interface Parts {
  readonly effects: SideEffectFacts;
  /** See `StoredClients`. */
  readonly clients: {
    keepDescribed(client: Client, clientsMax: number): Fact<"kept" | "full">;
    expireDescribed(id: ClientId, at: Instant): Fact<void>;
  };
  readonly appPasswords: { removeAllOf(of: Pair): Fact<void> };
  /** Revokes the client's tokens for the person. Comes last in a fact, with only `record` after it. */
  readonly revoke: (of: Pair, at: Instant) => Fact<unknown>;
}

/** The consents of people to clients. A consent goes with its account or client: ON DELETE CASCADE. */
export function consentsOn(engine: Engine, { effects, clients, appPasswords, revoke }: Parts): Consents {
  const sql = statements(engine);

  /** The account's lock puts the consents and withdrawals of one person into one order: each sees all earlier ones. */
  function* isWithdrawn(pair: Pair, shownAt: Instant): Fact<boolean> {
    const withdrawal = yield* get(sql.withdrawal, pair);
    return withdrawal !== undefined && integer(withdrawal, "withdrawn_at") > shownAt;
  }

  function* add(
    pair: Pair,
    { scope, grantedAt, forgetsBefore }: GivenConsent,
    sideEffects: SideEffects,
  ): Fact<void> {
    const before = yield* get(sql.find, pair);
    const stays = before && integer(before, "granted_at") >= (forgetsBefore ?? 0);
    const values = new Set([...(stays ? scopeOf(before) : []), ...scope]);
    yield* run(sql.allow, { ...pair, scope: [...values].join(" "), grantedAt });
    yield* effects.record(sideEffects);
  }

  return {
    find: (accountId, clientId) => engine.get(sql.find, { accountId, clientId }, consentOf),
    list: (accountId) => engine.all(sql.list, { accountId }, (rows) => rows.map(consentOf)),
    allow: (consent, shownAt, sideEffects = {}) =>
      engine.write("durable", function* () {
        const pair = pairOf(consent);
        const isHeld = (yield* get(sql.holdAccount, pair)) && (yield* get(sql.holdClient, pair));
        if (yield* isWithdrawn(pair, shownAt)) return false;
        // A consent needs both rows, and one of them was removed a moment ago.
        if (isHeld) yield* add(pair, consent, sideEffects);
        return true;
      }),
    allowDescribed: (client, consent, { shownAt, clientsMax }, sideEffects = {}) =>
      engine.write<"allowed" | "withdrawn" | "full">("durable", function* () {
        const pair = pairOf(consent);
        const isHeld = yield* get(sql.holdAccount, pair);
        if (yield* isWithdrawn(pair, shownAt)) return "withdrawn";
        if (!isHeld) return "allowed";
        if ((yield* clients.keepDescribed(client, clientsMax)) === "full") return "full";
        if (yield* get(sql.holdClient, pair)) yield* add(pair, consent, sideEffects);
        return "allowed";
      }),
    withdraw: (accountId, clientId, at, sideEffects = {}) =>
      engine.write<Awaited<ReturnType<Consents["withdraw"]>>>("durable", function* () {
        const pair = { accountId, clientId };
        yield* get(sql.holdAccount, pair);
        if (!(yield* effects.claim(sideEffects))) return "claim-lost";
        yield* get(sql.holdClient, pair);
        const isForgotten = (yield* run(sql.forget, pair)) > 0;
        // Every revocation costs look-ups time, so repeating this must not leave one behind each time.
        if (!isForgotten && !(yield* get(sql.holdAccess, pair))) return "none";
        yield* run(sql.withdraw, { ...pair, at });
        yield* clients.expireDescribed(clientId, at);
        yield* appPasswords.removeAllOf(pair);
        yield* revoke(pair, at);
        yield* effects.record(sideEffects);
        return "withdrawn";
      }),
  };
}

function pairOf({ accountId, clientId }: Consent): Pair {
  return { accountId, clientId };
}

function statements({ sql, greatest, rowLock, keyLock }: Engine) {
  const ofPair = "WHERE account_id = :accountId AND client_id = :clientId";
  const consents = `SELECT account_id, client_id, scope, granted_at, withdrawn_at
    FROM consents LEFT JOIN withdrawals USING (account_id, client_id)`;
  return {
    find: sql(`${consents} ${ofPair}`),
    list: sql(`${consents} WHERE account_id = :accountId ORDER BY granted_at DESC, client_id`),
    holdAccount: sql(`SELECT id FROM accounts WHERE id = :accountId${rowLock}`),
    holdClient: sql(`SELECT id FROM clients WHERE id = :clientId${keyLock}`),
    allow: sql(
      `INSERT INTO consents (account_id, client_id, scope, granted_at)
       VALUES (:accountId, :clientId, :scope, :grantedAt)
       ON CONFLICT (account_id, client_id) DO UPDATE SET scope = excluded.scope,
         granted_at = ${greatest("consents.granted_at", "excluded.granted_at")}`,
    ),
    withdrawal: sql(`SELECT withdrawn_at FROM withdrawals ${ofPair}`),
    withdraw: sql(
      `INSERT INTO withdrawals (account_id, client_id, withdrawn_at) VALUES (:accountId, :clientId, :at)
       ON CONFLICT (account_id, client_id) DO UPDATE
         SET withdrawn_at = ${greatest("withdrawals.withdrawn_at", "excluded.withdrawn_at")}`,
    ),
    forget: sql(`DELETE FROM consents ${ofPair}`),
    // What a client that needs no consent may have.
    holdAccess: sql(
      `SELECT 1 AS found FROM clients WHERE id = :clientId AND (
         EXISTS (SELECT 1 FROM app_passwords ${ofPair})
         OR EXISTS (SELECT 1 FROM refresh_families ${ofPair} AND session_id IS NULL AND revoked_at IS NULL
           AND ${isNotHit("refresh_families", "TRUE")}))`,
    ),
  };
}

function consentOf(row: Row): Consent {
  return {
    accountId: parsed("account_id", parseAccountId(text(row, "account_id"))),
    clientId: parsed("client_id", parseClientId(text(row, "client_id"))),
    scope: scopeOf(row),
    grantedAt: instantOf(integer(row, "granted_at")),
    ...(has(row, "withdrawn_at") && { withdrawnAt: instantOf(integer(row, "withdrawn_at")) }),
  };
}

function scopeOf(row: Row): readonly string[] {
  return text(row, "scope").split(" ").filter(Boolean);
}
