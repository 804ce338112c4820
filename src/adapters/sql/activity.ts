import type { Activity } from "../../flows/activity-ports.ts";
import type { ActivityEntry, StoredActivityEntry } from "../../identity/activity.ts";
import {
  type ActivityId,
  activityIdOf,
  createActivityId,
  parseAccountId,
  parseClientId,
} from "../../values/ids.ts";
import { type Instant, plus } from "../../values/time.ts";
import { columnList, insertInto } from "./columns.ts";
import { type Engine, type Fact, get, run, type Value } from "./fact.ts";
import { readPage } from "./listing.ts";
import { blobAs, flag, has, parsed, type Row, text, words } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";

/** The activity as other facts need it. */
interface StoredActivity extends Activity {
  /** Part of the fact that the entries tell of. Those of an account that is gone are left out. */
  addAll(entries: readonly ActivityEntry[]): Fact<void>;
  /** Part of a fact: removes up to `rowsMax` entries that are too old and returns how many. */
  removeExpired(now: Instant, rowsMax: number): Fact<number>;
}

const columns = [
  "id",
  "account_id",
  "kind",
  "network",
  "user_agent",
  "client_id",
  "methods",
  "is_new_browser",
] as const;

const keptSeconds = 90 * 86_400;
const keptPerAccountMax = 1_000;

/** SQLite knows no OFFSET without a LIMIT. */
const everything = 2_147_483_647;
const noRandomBits = new Uint8Array(10);
/** No id is greater. */
const behind = new Uint8Array(16).fill(0xff);

/** What happened to accounts. The id begins with the time, so it orders the entries. They go with their account: ON DELETE CASCADE. */
export function activityOn(engine: Engine, record: SideEffectFacts["record"]): StoredActivity {
  const sql = statements(engine);

  function* addAll(entries: readonly ActivityEntry[]): Fact<void> {
    for (const entry of entries) {
      const { accountId } = entry;
      if (!(yield* get(sql.holdAccount, { accountId }))) continue;
      yield* run(sql.add, columnsOfActivityEntry(entry));
      yield* run(sql.removeSurplus, { accountId, kept: keptPerAccountMax });
    }
  }

  return {
    add: (entry) => engine.write("durable", () => record({ activity: [entry] })),
    list: (accountId, { limit, after = behind }) =>
      engine.read(() =>
        readPage(sql.listing, { limit }, { values: { accountId, after }, item: entryOf, cursor: idIn }),
      ),
    has: async (accountId, kind) =>
      (await engine.get(sql.newestOfKind, { accountId, kind }, idIn)) !== undefined,
    addAll,
    removeExpired: (now, rowsMax) => {
      const bound = createActivityId(plus(now, -keptSeconds), noRandomBits);
      return run(sql.removeExpired, { bound, rowsMax });
    },
  };
}

function statements({ sql, keyLock, skipLocked }: Engine) {
  const ofAccount = "FROM activity WHERE account_id = :accountId";
  return {
    holdAccount: sql(`SELECT id FROM accounts WHERE id = :accountId${keyLock}`),
    add: sql(insertInto("activity", columns)),
    removeSurplus: sql(
      `DELETE FROM activity WHERE id IN
         (SELECT id ${ofAccount} ORDER BY id DESC LIMIT ${everything} OFFSET :kept)`,
    ),
    listing: {
      rows: sql(`SELECT ${columnList(columns)} ${ofAccount} AND id < :after ORDER BY id DESC LIMIT :limit`),
      count: sql(`SELECT count(*) AS count ${ofAccount}`),
    },
    newestOfKind: sql(`SELECT id ${ofAccount} AND kind = :kind ORDER BY id DESC LIMIT 1`),
    removeExpired: sql(
      `DELETE FROM activity WHERE id IN
         (SELECT id FROM activity WHERE id <= :bound ORDER BY id LIMIT :rowsMax${skipLocked})`,
    ),
  };
}

function columnsOfActivityEntry(entry: ActivityEntry): Readonly<Record<(typeof columns)[number], Value>> {
  return {
    id: entry.id,
    account_id: entry.accountId,
    kind: entry.kind,
    network: entry.network,
    user_agent: entry.userAgent,
    client_id: entry.clientId,
    methods: entry.methods?.join(" ") || undefined,
    is_new_browser: entry.isNewBrowser || undefined,
  };
}

function idIn(row: Row): ActivityId {
  return blobAs(row, "id", activityIdOf);
}

function entryOf(row: Row): StoredActivityEntry {
  return {
    id: idIn(row),
    accountId: parsed("account_id", parseAccountId(text(row, "account_id"))),
    kind: text(row, "kind"),
    ...(has(row, "network") && { network: text(row, "network") }),
    ...(has(row, "user_agent") && { userAgent: text(row, "user_agent") }),
    ...(has(row, "client_id") && {
      clientId: parsed("client_id", parseClientId(text(row, "client_id"))),
    }),
    ...(has(row, "methods") && { methods: words(row, "methods") }),
    ...(has(row, "is_new_browser") && flag(row, "is_new_browser") && { isNewBrowser: true }),
  };
}
