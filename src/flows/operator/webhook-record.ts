import { type Instant, isoTime } from "../../values/time.ts";
import type { AuditTrail } from "../audit-ports.ts";
import type { Backlog, Undelivered, Webhook, Webhooks } from "../webhook-ports.ts";
import type { WebhookTest } from "./webhook.ts";

/** The progress of a webhook. `behind`: how many entries of the trail have not been processed for it. */
export interface DeliveryProgress extends Backlog {
  readonly behind: number;
}

interface ProgressPorts {
  readonly webhooks: Pick<Webhooks, "backlogs">;
  readonly auditTrail: Pick<AuditTrail, "head">;
}

/** Looks up the progress of all webhooks. */
export async function readDeliveryProgress({
  webhooks,
  auditTrail,
}: ProgressPorts): Promise<(webhook: Webhook) => DeliveryProgress> {
  const [backlogs, head] = await Promise.all([webhooks.backlogs(), auditTrail.head()]);
  const last = head?.last ?? 0;
  return ({ id, delivered }) => ({
    ...(backlogs.get(id) ?? { waiting: 0, dead: 0 }),
    behind: Math.max(0, last - delivered),
  });
}

/** A webhook for programs, without its secret. */
export function webhookRecord(webhook: Webhook, progress: DeliveryProgress) {
  const { failures, nextTryAt, lastError, lastErrorAt, lastDeliveryAt } = webhook;
  return {
    ...webhookSettings(webhook),
    delivered: webhook.delivered,
    behind: progress.behind,
    waiting: progress.waiting,
    dead_letters: progress.dead,
    failures,
    next_try_at: failures === 0 ? null : isoTime(nextTryAt),
    last_delivery_at: orNull(lastDeliveryAt),
    last_error: lastError ?? null,
    last_error_at: orNull(lastErrorAt),
  };
}

/** The part of the record that operators change. */
function webhookSettings(webhook: Webhook) {
  const { id, url, acts, isDisabled, oldSecret } = webhook;
  return {
    webhook_id: id,
    url,
    acts,
    disabled: isDisabled,
    old_secret_until: orNull(oldSecret?.until),
    created_at: isoTime(webhook.createdAt),
    updated_at: isoTime(webhook.updatedAt),
  };
}

/** An undelivered entry, for programs. */
export function undeliveredRecord(entry: Undelivered) {
  const { state, number, error } = entry;
  if (state === "dead")
    return {
      number,
      state,
      error,
      failed_at: isoTime(entry.at),
      tries: null,
      next_try_at: null,
      due: entry.isDue,
    };
  const { tries, failedAt, nextTryAt } = entry;
  return {
    number,
    state,
    error,
    failed_at: isoTime(failedAt),
    tries,
    next_try_at: isoTime(nextTryAt),
    due: true,
  };
}

function orNull(at: Instant | undefined): string | null {
  return at === undefined ? null : isoTime(at);
}

/** The receiver's response to a test message, for programs. */
export function webhookTestRecord({ isDelivered, status, error }: WebhookTest) {
  return { delivered: isDelivered, status: status ?? null, error: error ?? null };
}
