import { longestWaits } from "../../values/longest-waits.ts";
import { columnList, insertInto } from "./columns.ts";
import type { Engine } from "./fact.ts";
import { hasPassed } from "./passed.ts";

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
  "failures",
  "last_error_at",
  "last_delivery_at",
] as const;

/** Marks a change that does not depend on the webhook's version. */
export const unseen = -1;

/** The statements about webhooks and their undelivered entries. */
export function webhookStatements(engine: Engine) {
  const { sql, greatest, skipLocked } = engine;
  const { webhookEntry, webhookLease, webhookReceiver } = longestWaits;
  const isDue = `NOT is_disabled AND ${hasPassed("next_try_at", webhookReceiver)} AND ${hasPassed("lease_until", webhookLease)}
    AND (EXISTS (SELECT 1 FROM webhook_dead_letters WHERE webhook_id = webhooks.id AND is_due)
      OR EXISTS (SELECT 1 FROM webhook_retries WHERE webhook_id = webhooks.id
        AND ${hasPassed("webhook_retries.next_try_at", webhookEntry)})
      OR (delivered < (SELECT last FROM audit_head)
        AND (SELECT count(*) FROM webhook_retries WHERE webhook_id = webhooks.id) < :room))`;
  const changedAt = `updated_at = ${greatest(":at", "updated_at + 1")}`;
  const asSeen = `id = :id AND (updated_at = :seen OR :seen = ${unseen})`;
  const progress = `delivered = :delivered, tries = 0, failures = :failures, next_try_at = :nextTryAt,
    last_error = :lastError, last_error_at = :lastErrorAt, last_delivery_at = :lastDeliveryAt,
    lease_until = :leaseUntil`;
  return {
    count: sql("SELECT count(*) AS count FROM webhooks"),
    end: sql("SELECT last FROM audit_head"),
    create: sql(insertInto("webhooks", columns)),
    counts: sql(
      `SELECT count(*) FILTER (WHERE NOT is_disabled AND failures = 0) AS working,
         count(*) FILTER (WHERE NOT is_disabled AND failures > 0) AS failing,
         count(*) FILTER (WHERE is_disabled) AS disabled,
         (SELECT count(*) FROM webhook_dead_letters) AS dead,
         (SELECT count(*) FROM webhook_retries JOIN webhooks ON id = webhook_id WHERE NOT is_disabled)
           + CAST(coalesce(sum(CASE WHEN is_disabled OR delivered > last THEN 0 ELSE last - delivered END), 0) AS bigint) AS waiting
       FROM webhooks CROSS JOIN (SELECT coalesce(max(last), 0) AS last FROM audit_head) AS head`,
    ),
    find: sql(`SELECT ${columnList(columns)} FROM webhooks WHERE id = :id`),
    list: sql(`SELECT ${columnList(columns)} FROM webhooks ORDER BY created_at, id`),
    disable: sql(`UPDATE webhooks SET is_disabled = true, ${changedAt} WHERE ${asSeen}`),
    enable: sql(
      `UPDATE webhooks SET is_disabled = false, tries = 0, next_try_at = :at, ${changedAt} WHERE ${asSeen}`,
    ),
    rotate: sql(
      `UPDATE webhooks SET old_sealed_secret = sealed_secret, old_secret_until = :oldUntil, sealed_secret = :sealed,
         ${changedAt} WHERE ${asSeen}`,
    ),
    remove: sql(`DELETE FROM webhooks WHERE ${asSeen}`),
    retry: sql(`UPDATE webhooks SET tries = 0, next_try_at = :at, ${changedAt} WHERE id = :id`),
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
    ...undeliveredStatements(engine),
  };
}

function undeliveredStatements({ sql }: Engine) {
  const deadLetters = "SELECT number, error, at, is_due FROM webhook_dead_letters WHERE webhook_id = :id";
  const waiting =
    "SELECT number, tries, failed_at, next_try_at, error FROM webhook_retries WHERE webhook_id = :id";
  const ofEither = (of: string) => `(SELECT count(*) FROM ${of} WHERE webhook_id = webhooks.id)`;
  return {
    backlogs: sql(
      `SELECT id, waiting, dead FROM (SELECT id, ${ofEither("webhook_retries")} AS waiting,
         ${ofEither("webhook_dead_letters")} AS dead FROM webhooks) AS counted WHERE waiting + dead > 0`,
    ),
    undelivered: {
      rows: sql(
        `SELECT * FROM (SELECT number, error, at, is_due, 0 AS tries, NULL AS next_try_at
           FROM webhook_dead_letters WHERE webhook_id = :id
           UNION ALL SELECT number, error, failed_at, false, tries, next_try_at
           FROM webhook_retries WHERE webhook_id = :id) AS undelivered
         WHERE number > :after ORDER BY number LIMIT :limit`,
      ),
      count: sql(
        `SELECT (SELECT count(*) FROM webhook_dead_letters WHERE webhook_id = :id)
           + (SELECT count(*) FROM webhook_retries WHERE webhook_id = :id) AS count`,
      ),
    },
    waiting: sql(`${waiting} ORDER BY number`),
    wake: sql("UPDATE webhook_retries SET next_try_at = :at WHERE webhook_id = :id"),
    wakeOne: sql("UPDATE webhook_retries SET next_try_at = :at WHERE webhook_id = :id AND number = :number"),
    putWaiting: sql(
      `INSERT INTO webhook_retries (webhook_id, number, tries, failed_at, next_try_at, error)
       VALUES (:id, :number, :tries, :failedAt, :nextTryAt, :error)
       ON CONFLICT (webhook_id, number) DO UPDATE
       SET tries = excluded.tries, next_try_at = excluded.next_try_at, error = excluded.error`,
    ),
    removeWaiting: sql("DELETE FROM webhook_retries WHERE webhook_id = :id AND number = :number"),
    retryDeadLetters: sql("UPDATE webhook_dead_letters SET is_due = true WHERE webhook_id = :id"),
    retryDeadLetter: sql(
      "UPDATE webhook_dead_letters SET is_due = true WHERE webhook_id = :id AND number = :number",
    ),
    dueDeadLetters: sql(`${deadLetters} AND is_due ORDER BY number LIMIT :limit`),
    putDeadLetter: sql(
      `INSERT INTO webhook_dead_letters (webhook_id, number, error, at, is_due)
       VALUES (:id, :number, :error, :at, :isDue)
       ON CONFLICT (webhook_id, number) DO UPDATE
       SET error = excluded.error, at = excluded.at, is_due = excluded.is_due`,
    ),
    dropDeadLetters: sql(
      `DELETE FROM webhook_dead_letters WHERE webhook_id = :id AND number <=
         (SELECT number FROM webhook_dead_letters WHERE webhook_id = :id
          ORDER BY number DESC LIMIT 1 OFFSET :kept)`,
    ),
    removeDeadLetter: sql("DELETE FROM webhook_dead_letters WHERE webhook_id = :id AND number = :number"),
  };
}
