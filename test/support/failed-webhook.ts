import type { Webhook, Webhooks } from "../../src/flows/webhook-ports.ts";
import { type Instant, instantOf, plus } from "../../src/values/time.ts";
import { webhookNamed } from "../storage-contract/webhooks.ts";

/** Adds a webhook at an address, where nobody answers unless another one is named. Its first entry is a dead letter, its second one waits for another try. */
export async function addFailedWebhook(
  webhooks: Webhooks,
  now: Instant,
  url = "http://127.0.0.1:9/in",
): Promise<Webhook> {
  const hook = webhookNamed("hook", { url, acts: ["user-deleted"], createdAt: now });
  await webhooks.create(hook, 9);
  const error = "HTTP 500";
  const progress = {
    delivered: 2,
    failures: 1,
    nextTryAt: now,
    lastError: error,
    lastErrorAt: now,
    lastDeliveryAt: now,
    leaseUntil: instantOf(0),
    deadLetter: { number: 1, error, at: now, isDue: false },
    waits: { number: 2, tries: 1, failedAt: now, nextTryAt: plus(now, 86_400), error },
    deadLettersMax: 9,
  };
  // A running service may have it at the moment, and gives it back.
  while (!(await webhooks.settle({ id: hook.id, leaseUntil: instantOf(0) }, progress)));
  return (await webhooks.find(hook.id)) as Webhook;
}
