import type { WebhookStanding } from "../flows/operator/webhook-record.ts";
import type { Undelivered, Webhook } from "../flows/webhook-ports.ts";
import type { Instant } from "../values/time.ts";
import { shortTime } from "../values/words.ts";
import { labelled } from "./layout.ts";

/** The columns of `webhookRow`. */
export const webhookHeadings = ["WEBHOOK ID", "STATE", "BEHIND", "WAITING", "DEAD", "URL"] as const;

/** A webhook in a list. */
export function webhookRow(webhook: Webhook, { behind, waiting, dead }: WebhookStanding): readonly string[] {
  return [webhook.id, stateText(webhook), `${behind}`, `${waiting}`, `${dead}`, webhook.url];
}

/** Everything about a webhook but its secret. */
export function webhookDetails(
  webhook: Webhook,
  { behind, waiting, dead }: WebhookStanding,
): readonly (readonly [label: string, value: string])[] {
  const { lastError, lastErrorAt, lastDeliveryAt, failures, nextTryAt } = webhook;
  return [
    ["Webhook", webhook.id],
    ["URL", webhook.url],
    ...labelled("Acts", webhook.acts.length === 0 ? ["all"] : webhook.acts),
    ["State", stateText(webhook)],
    ["Behind", `${behind}`],
    ["Waiting", `${waiting}`],
    ["Dead letters", `${dead}`],
    ...timed("Last delivery", lastDeliveryAt),
    ...labelled("Last error", lastError === undefined ? [] : [lastError]),
    ...timed("Failed at", lastErrorAt),
    ...timed("Next try", failures === 0 ? undefined : nextTryAt),
    ["Created", shortTime(webhook.createdAt)],
  ];
}

/** The columns of `undeliveredRow`. */
export const undeliveredHeadings = ["ENTRY", "STATE", "FAILED", "NEXT TRY", "ERROR"] as const;

/** An undelivered entry, in a list. */
export function undeliveredRow(entry: Undelivered): readonly string[] {
  const { number, error } = entry;
  if (entry.state === "waiting")
    return [`${number}`, "waits", shortTime(entry.failedAt), shortTime(entry.nextTryAt), error];
  return [`${number}`, "dead", shortTime(entry.at), entry.isDue ? "soon" : "–", error];
}

function timed(label: string, at: Instant | undefined) {
  return labelled(label, at === undefined ? [] : [shortTime(at)]);
}

function stateText({ isDisabled, failures }: Webhook): string {
  if (isDisabled) return "disabled";
  return failures === 0 ? "in use" : `failed ${failures === 1 ? "once" : `${failures} times`}`;
}
