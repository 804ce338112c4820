import type { TrustedBrowsers } from "../../flows/factor-ports.ts";
import type { TrustedBrowser } from "../../identity/trusted-browser.ts";
import { parseAccountId, trustedBrowserIdOf } from "../../values/ids.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { columnList, insertInto } from "./columns.ts";
import { type Engine, type Fact, get, run } from "./fact.ts";
import { blobAs, integer, parsed, type Row, text } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";

/** The trusted browsers, with their part of expiry. */
interface StoredTrustedBrowsers extends TrustedBrowsers {
  /** `trust`, as part of a fact. */
  add(browser: TrustedBrowser, max: number): Fact<boolean>;
  /** Part of a fact: removes up to `rowsMax` expired rows and returns how many. */
  removeExpired(now: Instant, rowsMax: number): Fact<number>;
}

/** SQLite knows no OFFSET without a LIMIT. */
const everything = 2_147_483_647;

const columns = ["id", "account_id", "account_epoch", "trusted_at", "expires_at", "user_agent"] as const;

/** The trusted browsers of accounts. They go with their account: ON DELETE CASCADE. */
export function trustedBrowsersOn(engine: Engine, record: SideEffectFacts["record"]): StoredTrustedBrowsers {
  const sql = statements(engine);

  function* add(browser: TrustedBrowser, max: number): Fact<boolean> {
    const { id, accountId } = browser;
    if (!(yield* get(sql.holdAccount, { accountId }))) return false;
    yield* run(sql.removeSurplus, { accountId, kept: max - 1 });
    yield* run(sql.add, {
      id,
      account_id: accountId,
      account_epoch: browser.accountEpoch,
      trusted_at: browser.trustedAt,
      expires_at: browser.expiresAt,
      user_agent: browser.userAgent,
    });
    return true;
  }

  return {
    find: (id) => engine.get(sql.find, { id }, trustedBrowserOf),
    list: (accountId) => engine.all(sql.list, { accountId }, (rows) => rows.map(trustedBrowserOf)),
    trust: (browser, max, sideEffects = {}) =>
      engine.write("durable", function* () {
        if (!(yield* add(browser, max))) return false;
        yield* record(sideEffects);
        return true;
      }),
    revoke: (accountId, id, sideEffects = {}) =>
      engine.write("durable", function* () {
        if ((yield* run(sql.revoke, { accountId, id })) !== 1) return false;
        yield* record(sideEffects);
        return true;
      }),
    add,
    removeExpired: (now, rowsMax) => run(sql.removeExpired, { now, rowsMax }),
  };
}

function statements({ sql, rowLock, skipLocked }: Engine) {
  const selected = `SELECT ${columnList(columns)} FROM trusted_browsers`;
  return {
    find: sql(`${selected} WHERE id = :id`),
    list: sql(`${selected} WHERE account_id = :accountId ORDER BY trusted_at DESC, id`),
    holdAccount: sql(`SELECT id FROM accounts WHERE id = :accountId${rowLock}`),
    add: sql(insertInto("trusted_browsers", columns)),
    removeSurplus: sql(
      `DELETE FROM trusted_browsers WHERE id IN
         (SELECT id FROM trusted_browsers WHERE account_id = :accountId ORDER BY trusted_at DESC, id
          LIMIT ${everything} OFFSET :kept)`,
    ),
    revoke: sql("DELETE FROM trusted_browsers WHERE account_id = :accountId AND id = :id"),
    removeExpired: sql(
      `DELETE FROM trusted_browsers WHERE id IN
         (SELECT id FROM trusted_browsers WHERE expires_at <= :now ORDER BY expires_at
          LIMIT :rowsMax${skipLocked})`,
    ),
  };
}

function trustedBrowserOf(row: Row): TrustedBrowser {
  return {
    id: blobAs(row, "id", trustedBrowserIdOf),
    accountId: parsed("account_id", parseAccountId(text(row, "account_id"))),
    accountEpoch: integer(row, "account_epoch"),
    trustedAt: instantOf(integer(row, "trusted_at")),
    expiresAt: instantOf(integer(row, "expires_at")),
    userAgent: text(row, "user_agent"),
  };
}
