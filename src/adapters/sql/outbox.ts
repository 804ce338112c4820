import type { Link } from "../../flows/link.ts";
import type { KeptMessage, MailCounts, MailState, Outbox, OutboxMessage } from "../../flows/mail-ports.ts";
import { type MailId, parseAccountId, parseMailId } from "../../values/ids.ts";
import { longestWaits } from "../../values/longest-waits.ts";
import { type Instant, instantOf, plus } from "../../values/time.ts";
import { columnList, insertInto } from "./columns.ts";
import { all, type Engine, type Fact, forget, get, run } from "./fact.ts";
import { type Listing, positionIn, readPage, startByTime } from "./listing.ts";
import { hasPassed } from "./passed.ts";
import { has, integer, parsed, type Row, text } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";

/** The outbox as other facts need it. */
interface StoredOutbox extends Outbox {
  /** `add`, as part of another fact. */
  enqueue(message: OutboxMessage): Fact<void>;
  /** Part of a fact: ends what has expired and removes old rows, up to `rowsMax` of both, and returns how many. */
  removeExpired(now: Instant, rowsMax: number): Fact<number>;
}

/** A row stays this long, so that an operator can see what was sent. */
const keptSeconds = 30 * 86_400;

const columns = [
  "id",
  "recipient",
  "kind",
  "language",
  "subject",
  "sealed_body",
  "account_id",
  "created_at",
  "expires_at",
  "state",
  "tries",
  "next_try_at",
  "last_error",
] as const;

/** Messages to people. A message goes with its account: ON DELETE CASCADE. */
export function outboxOn(
  engine: Engine,
  {
    record,
    addLink,
  }: { readonly record: SideEffectFacts["record"]; readonly addLink: (link: Link) => Fact<void> },
): StoredOutbox {
  const sql = statements(engine);
  const listeners: (() => void)[] = [];

  function* enqueue(message: OutboxMessage): Fact<void> {
    const { accountId, link } = message;
    if (accountId !== undefined && !(yield* get(sql.holdAccount, { accountId }))) return;
    yield* run(sql.add, columnsOfOutboxMessage(message));
    if (link !== undefined) yield* addLink(link);
    // The engine calls this again at the end of the transaction, if that comes later.
    yield* forget(() => {
      for (const listener of listeners) listener();
    });
  }

  return {
    enqueue,
    add: (message) => engine.write("durable", () => enqueue(message)),
    onQueued: (listener) => {
      listeners.push(listener);
    },
    lease: async (now, until, count) => {
      // An empty outbox, which is looked at every few seconds, costs no write.
      if ((await engine.get(sql.due, { now }, () => true)) === undefined) return [];
      return engine.write("relaxed", function* () {
        const rows = yield* all(sql.lease, { now, until, count });
        return rows.map(messageOf);
      });
    },
    settle: async ({ id, tries }, outcome) => {
      if (outcome.kind === "sent") await engine.run("durable", sql.settleSent, { id });
      else {
        const { error, nextTryAt } = outcome;
        const statement = nextTryAt === undefined ? sql.settleDead : sql.settleFailed;
        await engine.run("durable", statement, { id, tries, error, nextTryAt });
      }
    },
    retry: (now, id, sideEffects = {}) =>
      engine.write("durable", function* () {
        const statement = id === undefined ? sql.retryDead : sql.retry;
        const count = yield* run(statement, { now, ...(id !== undefined && { id }) });
        if (count > 0) yield* record(sideEffects);
        return count;
      }),
    bounce: (id, error, sideEffects = {}) =>
      engine.write("durable", function* () {
        if ((yield* run(sql.bounce, { id, error })) === 0) return false;
        yield* record(sideEffects);
        return true;
      }),
    find: (id) => engine.get(sql.find, { id }, messageOf),
    newestOf: (accountId, limit) =>
      engine.all(sql.newestOf, { accountId, limit }, (rows) => rows.map(messageOf)),
    list: ({ limit, search = "", after, state = "" }) => {
      const values = { search, state, ...startByTime(after, { nothing: "", isNewestFirst: true }) };
      const cursor = (row: Row) => positionIn(row, idIn);
      return engine.read(() => readPage(sql.list, { limit }, { values, item: messageOf, cursor }));
    },
    counts: () => engine.all(sql.counts, {}, countsOf),
    *removeExpired(now, rowsMax) {
      const ended = yield* run(sql.end, { now, rowsMax });
      if (ended >= rowsMax) return ended;
      const before = plus(now, -keptSeconds);
      return ended + (yield* run(sql.removeOld, { before, rowsMax: rowsMax - ended }));
    },
  };
}

function statements({ sql, contains, keyLock, skipLocked }: Engine) {
  const found = `FROM outbox WHERE (${contains(["id", "recipient", "kind", "subject", "account_id"], ":search")} OR :search = '') AND (state = :state OR :state = '')`;
  const list: Listing = {
    rows: sql(
      `SELECT ${columnList(columns)}, created_at AS at ${found}
       AND (created_at < :at OR (created_at = :at AND id > :after)) ORDER BY created_at DESC, id LIMIT :limit`,
    ),
    count: sql(`SELECT count(*) AS count ${found}`),
  };
  const isDue = `WHERE state = 'queued' AND ${hasPassed("next_try_at", longestWaits.mail)} AND expires_at > :now`;
  const again = "UPDATE outbox SET state = 'queued', tries = 0, next_try_at = :now";
  return {
    list,
    holdAccount: sql(`SELECT id FROM accounts WHERE id = :accountId${keyLock}`),
    add: sql(insertInto("outbox", columns)),
    due: sql(`SELECT 1 AS due FROM outbox ${isDue} LIMIT 1`),
    lease: sql(
      `UPDATE outbox SET next_try_at = :until, tries = tries + 1 WHERE id IN
         (SELECT id FROM outbox ${isDue}
          ORDER BY next_try_at, id LIMIT :count${skipLocked})
       RETURNING ${columnList(columns)}`,
    ),
    settleSent: sql("UPDATE outbox SET state = 'sent', last_error = NULL, sealed_body = NULL WHERE id = :id"),
    settleDead: sql(
      `UPDATE outbox SET state = 'dead', last_error = :error
       WHERE id = :id AND tries = :tries AND state = 'queued'`,
    ),
    settleFailed: sql(
      `UPDATE outbox SET next_try_at = :nextTryAt, last_error = :error
       WHERE id = :id AND tries = :tries AND state = 'queued'`,
    ),
    retry: sql(
      `${again} WHERE id = :id AND state IN ('queued', 'dead') AND expires_at > :now
       AND sealed_body IS NOT NULL`,
    ),
    retryDead: sql(`${again} WHERE state = 'dead' AND expires_at > :now AND sealed_body IS NOT NULL`),
    bounce: sql(
      "UPDATE outbox SET last_error = :error WHERE id = :id AND state = 'sent' AND last_error IS NULL",
    ),
    find: sql(`SELECT ${columnList(columns)} FROM outbox WHERE id = :id`),
    newestOf: sql(
      `SELECT ${columnList(columns)} FROM outbox WHERE account_id = :accountId
       ORDER BY created_at DESC, id LIMIT :limit`,
    ),
    counts: sql(
      `SELECT state, count(*) AS count, min(created_at) AS oldest, count(last_error) AS failing, max(last_error) AS failure
       FROM outbox GROUP BY state`,
    ),
    end: sql(
      `UPDATE outbox SET sealed_body = NULL,
         last_error = CASE WHEN state = 'queued' AND last_error IS NULL THEN 'expired' ELSE last_error END,
         state = CASE WHEN state = 'queued' THEN 'dead' ELSE state END
       WHERE id IN
         (SELECT id FROM outbox WHERE sealed_body IS NOT NULL AND expires_at <= :now
          ORDER BY expires_at LIMIT :rowsMax${skipLocked})`,
    ),
    removeOld: sql(
      `DELETE FROM outbox WHERE id IN
         (SELECT id FROM outbox WHERE created_at <= :before ORDER BY created_at, id LIMIT :rowsMax${skipLocked})`,
    ),
  };
}

function columnsOfOutboxMessage(message: OutboxMessage) {
  return {
    id: message.id,
    recipient: message.to,
    kind: message.kind,
    language: message.language,
    subject: message.subject,
    sealed_body: message.sealedBody,
    account_id: message.accountId,
    created_at: message.createdAt,
    expires_at: message.expiresAt,
    state: "queued",
    tries: 0,
    next_try_at: message.createdAt,
    last_error: undefined,
  };
}

function messageOf(row: Row): KeptMessage {
  return {
    id: idIn(row),
    to: text(row, "recipient"),
    kind: text(row, "kind"),
    language: text(row, "language"),
    subject: text(row, "subject"),
    ...(has(row, "sealed_body") && { sealedBody: text(row, "sealed_body") }),
    ...(has(row, "account_id") && {
      accountId: parsed("account_id", parseAccountId(text(row, "account_id"))),
    }),
    createdAt: instantOf(integer(row, "created_at")),
    expiresAt: instantOf(integer(row, "expires_at")),
    state: parsed("state", stateOf(text(row, "state"))),
    tries: integer(row, "tries"),
    nextTryAt: instantOf(integer(row, "next_try_at")),
    ...(has(row, "last_error") && { lastError: text(row, "last_error") }),
  };
}

function countsOf(rows: readonly Row[]): MailCounts {
  const of = (state: MailState) => rows.find((row) => text(row, "state") === state);
  const count = (state: MailState) => {
    const row = of(state);
    return row ? integer(row, "count") : 0;
  };
  const queued = of("queued");
  return {
    queued: count("queued"),
    sent: count("sent"),
    dead: count("dead"),
    failing: queued ? integer(queued, "failing") : 0,
    ...(queued && { oldestQueuedAt: instantOf(integer(queued, "oldest")) }),
    ...(queued && has(queued, "failure") && { failure: text(queued, "failure") }),
  };
}

function stateOf(word: string): MailState | undefined {
  return word === "queued" || word === "sent" || word === "dead" ? word : undefined;
}

function idIn(row: Row): MailId {
  return parsed("id", parseMailId(text(row, "id")));
}
