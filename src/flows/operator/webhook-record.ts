import { isoTime } from "../../values/time.ts";
import type { DeadLetter, Webhook } from "../webhook-ports.ts";

/** A webhook for programs, without its secret. `behind`: how many entries of the trail it has not seen yet. */
export function webhookRecord(webhook: Webhook, lastNumber: number) {
  const { id, url, acts, isDisabled, delivered, tries, nextTryAt, lastError, oldSecret } = webhook;
  return {
    webhook_id: id,
    url,
    acts,
    disabled: isDisabled,
    delivered,
    behind: Math.max(0, lastNumber - delivered),
    tries,
    next_try_at: tries === 0 ? null : isoTime(nextTryAt),
    last_error: lastError ?? null,
    old_secret_until: oldSecret === undefined ? null : isoTime(oldSecret.until),
    created_at: isoTime(webhook.createdAt),
    updated_at: isoTime(webhook.updatedAt),
  };
}

/** A dead letter for programs. */
export function deadLetterRecord({ number, error, at, isDue }: DeadLetter) {
  return { number, error, at: isoTime(at), due: isDue };
}
