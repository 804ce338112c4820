import type { DeliveryReport } from "../flows/webhook/deliver.ts";
import type { LeasedWebhook } from "../flows/webhook-ports.ts";
import { type BackgroundJob, repeat } from "./background-jobs.ts";
import { type Log, logFailure } from "./log.ts";

/** What the queue works on. */
interface WebhookQueueSubjects {
  /** Takes a webhook that has something to deliver. */
  readonly lease: () => Promise<LeasedWebhook | undefined>;
  readonly deliver: (webhook: LeasedWebhook) => Promise<DeliveryReport>;
  readonly isReady: () => Promise<boolean>;
  readonly log: Log;
}

const webhooksAtOnce = 4;
const lookMilliseconds = 2_000;

/** Delivers the audit trail to webhooks, a few side by side, so that a slow receiver holds up no other. */
export function startWebhookQueue({ lease, deliver, isReady, log }: WebhookQueueSubjects): BackgroundJob {
  const underWay = new Set<Promise<void>>();
  const begin = (webhook: LeasedWebhook) => {
    const turn = deliver(webhook)
      .then((report) => logDelivery(log, report))
      .catch((error) => logFailure(log, error, "chore-failed"))
      .finally(() => underWay.delete(turn));
    underWay.add(turn);
  };
  const job = repeat(lookMilliseconds, log, async (isStopping) => {
    if (!(await isReady())) return;
    while (!isStopping() && underWay.size < webhooksAtOnce) {
      const webhook = await lease();
      if (webhook === undefined) return;
      begin(webhook);
    }
  });
  return {
    now: job.now,
    stop: async () => {
      await job.stop();
      await Promise.all(underWay);
    },
  };
}

/** Names the webhook by its id, never by its address. */
function logDelivery(log: Log, { webhook, sent, error, outcome }: DeliveryReport): void {
  const fields = { webhookId: webhook.id, sent };
  if (outcome === undefined) log.debug(fields, "webhook-delivered");
  else if (outcome === "waits") log.warn({ ...fields, reason: error }, "webhook-delayed");
  else if (outcome === "dead") log.error({ ...fields, reason: error }, "webhook-given-up");
  else log.error({ ...fields, reason: error }, "webhook-disabled");
}
