import type { AnswerOf } from "../operations/operation.ts";
import type { undeliveredSchema, webhookSchema } from "../operations/webhook-schema.ts";
import { type Details, labelled, shortTimeOf } from "./layout.ts";

type Webhook = AnswerOf<typeof webhookSchema>;

/** The columns of `webhookRow`. */
export const webhookHeadings = ["WEBHOOK ID", "STATE", "BEHIND", "WAITING", "DEAD", "URL"] as const;

/** A webhook in a list. */
export function webhookRow(webhook: Webhook): readonly string[] {
  const { webhook_id, behind, waiting, dead_letters, url } = webhook;
  return [webhook_id, stateText(webhook), `${behind}`, `${waiting}`, `${dead_letters}`, url];
}

/** Everything about a webhook but its secret. */
export function webhookDetails(webhook: Webhook): Details {
  const { acts, last_error } = webhook;
  return [
    ["Webhook", webhook.webhook_id],
    ["URL", webhook.url],
    ...labelled("Acts", acts.length === 0 ? ["all"] : acts),
    ["State", stateText(webhook)],
    ["Behind", `${webhook.behind}`],
    ["Waiting", `${webhook.waiting}`],
    ["Dead letters", `${webhook.dead_letters}`],
    ...timed("Last delivery", webhook.last_delivery_at),
    ...labelled("Last error", last_error === null ? [] : [last_error]),
    ...timed("Failed at", webhook.last_error_at),
    ...timed("Next try", webhook.next_try_at),
    ["Created", shortTimeOf(webhook.created_at)],
  ];
}

/** The columns of `undeliveredRow`. */
export const undeliveredHeadings = ["ENTRY", "STATE", "FAILED", "NEXT TRY", "ERROR"] as const;

/** An undelivered entry, in a list. */
export function undeliveredRow(entry: AnswerOf<typeof undeliveredSchema>): readonly string[] {
  const { number, state, failed_at, next_try_at, due, error } = entry;
  const nextTry = next_try_at !== null ? shortTimeOf(next_try_at) : due ? "soon" : "–";
  return [`${number}`, state === "waiting" ? "waits" : state, shortTimeOf(failed_at), nextTry, error];
}

function timed(label: string, at: string | null) {
  return labelled(label, at === null ? [] : [shortTimeOf(at)]);
}

function stateText({ disabled, failures }: Webhook): string {
  if (disabled) return "disabled";
  return failures === 0 ? "in use" : `failed ${failures === 1 ? "once" : `${failures} times`}`;
}
