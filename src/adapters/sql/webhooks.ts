import type { DeadLetter, LeasedWebhook, Webhook, Webhooks } from "../../flows/webhook-ports.ts";
import { parseWebhookId, type WebhookId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { instantOf } from "../../values/time.ts";
import type { StoredAlongside } from "./alongside.ts";
import { columnList, insertInto } from "./columns.ts";
import { type Engine, type Fact, get, lock, run, type Statement, type Values } from "./fact.ts";
import { jsonStrings } from "./json.ts";
import { flag, has, integer, parsed, type Row, text } from "./rows.ts";

const columns = [
  "id",
  "url",
  "sealed_secret",
  "old_sealed_secret",
  "old_secret_until",
  "acts",
  "is_disabled",
  "delivered",
  "next_try_at",
  "tries",
  "last_error",
  "lease_until",
  "created_at",
  "updated_at",
] as const;

/** Webhooks. Their dead letters go with their rows: ON DELETE CASCADE. */
export function webhooksOn(engine: Engine, record: StoredAlongside["record"]): Webhooks {
  const sql = statements(engine);
  type Besides = Parameters<typeof record>[0];

  const changeOne = (statement: Statement, values: Values, besides: Besides) =>
    engine.write("durable", function* () {
      if ((yield* run(statement, values)) !== 1) return false;
      yield* record(besides);
      return true;
    });

  function* keepLetter(id: WebhookId, letter: DeadLetter, kept: number): Fact<void> {
    const { number, error, at, isDue } = letter;
    yield* run(sql.putLetter, { id, number, error, at, isDue });
    yield* run(sql.dropLetters, { id, kept });
  }

  return {
    create: (webhook, max, besides = {}) =>
      engine.write<Result<void, "too-many">>("durable", function* () {
        yield* lock("webhooks");
        if (integer(parsed("count", yield* get(sql.count)), "count") >= max) return refuse("too-many");
        const head = yield* get(sql.end);
        yield* run(sql.create, {
          id: webhook.id,
          url: webhook.url,
          sealed_secret: webhook.sealedSecret,
          old_sealed_secret: undefined,
          old_secret_until: undefined,
          acts: JSON.stringify(webhook.acts),
          is_disabled: false,
          delivered: head ? integer(head, "last") : 0,
          next_try_at: webhook.createdAt,
          tries: 0,
          last_error: undefined,
          lease_until: 0,
          created_at: webhook.createdAt,
          updated_at: webhook.createdAt,
        });
        yield* record(besides);
        return ok(undefined);
      }),
    find: (id) => engine.get(sql.find, { id }, webhookOf),
    list: () => engine.all(sql.list, {}, (rows) => rows.map(webhookOf)),
    setDisabled: (id, isDisabled, at, besides = {}) =>
      changeOne(isDisabled ? sql.disable : sql.enable, { id, at }, besides),
    rotateSecret: (id, { sealed, oldUntil, at }, besides = {}) =>
      changeOne(sql.rotate, { id, sealed, oldUntil, at }, besides),
    remove: (id, besides = {}) => changeOne(sql.remove, { id }, besides),
    retry: (id, at, besides = {}) =>
      engine.write("durable", function* () {
        if ((yield* run(sql.retry, { id, at })) !== 1) return false;
        yield* run(sql.retryLetters, { id });
        yield* record(besides);
        return true;
      }),
    counts: async () => {
      const found = await engine.get(sql.counts, {}, (row) => ({
        working: integer(row, "working"),
        failing: integer(row, "failing"),
        disabled: integer(row, "disabled"),
        waiting: integer(row, "waiting"),
        dead: integer(row, "dead"),
      }));
      return parsed("counts", found);
    },
    letters: (id, limit) => engine.all(sql.letters, { id, limit }, (rows) => rows.map(letterOf)),
    dueLetters: (id, limit) => engine.all(sql.dueLetters, { id, limit }, (rows) => rows.map(letterOf)),
    lease: async (now, until) => {
      // Asked every few seconds; where nothing is due it costs no write.
      if ((await engine.get(sql.due, { now }, () => true)) === undefined) return undefined;
      return engine.write<LeasedWebhook | undefined>("relaxed", function* () {
        const row = yield* get(sql.lease, { now, until });
        return row && { ...webhookOf(row), leaseUntil: until };
      });
    },
    settle: ({ id, leaseUntil: held }, to, besides = {}) =>
      engine.write("durable", function* () {
        const { delivered, tries, nextTryAt, lastError, leaseUntil, letter, removesLetter } = to;
        const statement = to.isDisabled ? sql.settleDisabled : sql.settle;
        const values = { id, held, delivered, tries, nextTryAt, lastError, leaseUntil };
        const row = yield* get(statement, values);
        if (row === undefined) return false;
        if (letter !== undefined) yield* keepLetter(id, letter, to.lettersMax);
        if (removesLetter !== undefined) yield* run(sql.removeLetter, { id, number: removesLetter });
        yield* record(besides);
        return !flag(row, "is_disabled");
      }),
  };
}

function statements({ sql, greatest, skipLocked }: Engine) {
  const isDue = `NOT is_disabled AND next_try_at <= :now AND lease_until <= :now
    AND (delivered < (SELECT last FROM audit_head)
      OR EXISTS (SELECT 1 FROM webhook_dead_letters WHERE webhook_id = webhooks.id AND is_due))`;
  const changedAt = `updated_at = ${greatest(":at", "updated_at + 1")}`;
  const progress = `delivered = :delivered, tries = :tries, next_try_at = :nextTryAt, last_error = :lastError,
    lease_until = :leaseUntil`;
  const letters = "SELECT number, error, at, is_due FROM webhook_dead_letters WHERE webhook_id = :id";
  return {
    count: sql("SELECT count(*) AS count FROM webhooks"),
    end: sql("SELECT last FROM audit_head"),
    create: sql(insertInto("webhooks", columns)),
    counts: sql(
      `SELECT count(*) FILTER (WHERE NOT is_disabled AND tries = 0) AS working,
         count(*) FILTER (WHERE NOT is_disabled AND tries > 0) AS failing,
         count(*) FILTER (WHERE is_disabled) AS disabled,
         (SELECT count(*) FROM webhook_dead_letters) AS dead,
         CAST(coalesce(sum(CASE WHEN is_disabled OR delivered > last THEN 0 ELSE last - delivered END), 0) AS bigint) AS waiting
       FROM webhooks CROSS JOIN (SELECT coalesce(max(last), 0) AS last FROM audit_head) AS head`,
    ),
    find: sql(`SELECT ${columnList(columns)} FROM webhooks WHERE id = :id`),
    list: sql(`SELECT ${columnList(columns)} FROM webhooks ORDER BY created_at, id`),
    disable: sql(`UPDATE webhooks SET is_disabled = true, ${changedAt} WHERE id = :id`),
    enable: sql(
      `UPDATE webhooks SET is_disabled = false, tries = 0, next_try_at = :at, ${changedAt} WHERE id = :id`,
    ),
    rotate: sql(
      `UPDATE webhooks SET old_sealed_secret = sealed_secret, old_secret_until = :oldUntil, sealed_secret = :sealed,
         ${changedAt} WHERE id = :id`,
    ),
    remove: sql("DELETE FROM webhooks WHERE id = :id"),
    retry: sql(`UPDATE webhooks SET tries = 0, next_try_at = :at, ${changedAt} WHERE id = :id`),
    retryLetters: sql("UPDATE webhook_dead_letters SET is_due = true WHERE webhook_id = :id"),
    letters: sql(`${letters} ORDER BY number LIMIT :limit`),
    dueLetters: sql(`${letters} AND is_due ORDER BY number LIMIT :limit`),
    due: sql(`SELECT 1 AS due FROM webhooks WHERE ${isDue} LIMIT 1`),
    lease: sql(
      `UPDATE webhooks SET lease_until = :until WHERE id =
         (SELECT id FROM webhooks WHERE ${isDue} ORDER BY lease_until, id LIMIT 1${skipLocked})
       RETURNING ${columnList(columns)}`,
    ),
    settle: sql(
      `UPDATE webhooks SET ${progress} WHERE id = :id AND lease_until = :held RETURNING is_disabled`,
    ),
    settleDisabled: sql(
      `UPDATE webhooks SET ${progress}, is_disabled = true WHERE id = :id AND lease_until = :held
       RETURNING is_disabled`,
    ),
    putLetter: sql(
      `INSERT INTO webhook_dead_letters (webhook_id, number, error, at, is_due)
       VALUES (:id, :number, :error, :at, :isDue)
       ON CONFLICT (webhook_id, number) DO UPDATE
       SET error = excluded.error, at = excluded.at, is_due = excluded.is_due`,
    ),
    dropLetters: sql(
      `DELETE FROM webhook_dead_letters WHERE webhook_id = :id AND number <=
         (SELECT number FROM webhook_dead_letters WHERE webhook_id = :id
          ORDER BY number DESC LIMIT 1 OFFSET :kept)`,
    ),
    removeLetter: sql("DELETE FROM webhook_dead_letters WHERE webhook_id = :id AND number = :number"),
  };
}

function webhookOf(row: Row): Webhook {
  return {
    id: parsed("id", parseWebhookId(text(row, "id"))),
    url: text(row, "url"),
    sealedSecret: text(row, "sealed_secret"),
    ...(has(row, "old_sealed_secret") && {
      oldSecret: {
        sealed: text(row, "old_sealed_secret"),
        until: instantOf(integer(row, "old_secret_until")),
      },
    }),
    acts: jsonStrings(row, "acts"),
    isDisabled: flag(row, "is_disabled"),
    delivered: integer(row, "delivered"),
    tries: integer(row, "tries"),
    nextTryAt: instantOf(integer(row, "next_try_at")),
    ...(has(row, "last_error") && { lastError: text(row, "last_error") }),
    createdAt: instantOf(integer(row, "created_at")),
    updatedAt: instantOf(integer(row, "updated_at")),
  };
}

function letterOf(row: Row): DeadLetter {
  return {
    number: integer(row, "number"),
    error: text(row, "error"),
    at: instantOf(integer(row, "at")),
    isDue: flag(row, "is_due"),
  };
}
