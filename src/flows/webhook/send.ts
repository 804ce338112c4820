import { webhookHeaders } from "../../protocol/webhook/signature.ts";
import { type Instant, wholeSeconds } from "../../values/time.ts";
import type { Sealer } from "../key-ports.ts";
import type { Clock } from "../ports.ts";
import type { Webhook, WebhookSender } from "../webhook-ports.ts";

export interface SendPorts {
  readonly sealer: Pick<Sealer, "open">;
  readonly sender: WebhookSender;
  readonly clock: Clock;
}

/** The outcome of a message. "gone": the receiver wants no more. "stopped": the service is stopping. */
export type Sent =
  | { readonly kind: "delivered" | "gone"; readonly status: number }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly status?: number; readonly error: string };

/** Signs a message with the secrets of a webhook and posts it, once. */
export async function sendMessage(
  { sealer, sender, clock }: SendPorts,
  webhook: Webhook,
  message: { readonly id: string; readonly content: object },
): Promise<Sent> {
  const now = clock.now();
  const secrets = secretsAt(sealer, webhook, now);
  if (secrets.length === 0) return { kind: "failed", error: "its secret cannot be opened" };
  const body = JSON.stringify(message.content);
  const headers = webhookHeaders({ id: message.id, timestamp: wholeSeconds(now), body }, secrets);
  const answer = await sender.post(webhook.url, headers, body);
  if (!answer.ok)
    return answer.reason === "stopped" ? { kind: "stopped" } : { kind: "failed", error: answer.reason };
  const status = answer.value;
  if (status === 410) return { kind: "gone", status };
  if (status < 200 || status > 299) return { kind: "failed", status, error: `HTTP ${status}` };
  return { kind: "delivered", status };
}

function secretsAt(
  sealer: SendPorts["sealer"],
  { sealedSecret, oldSecret }: Webhook,
  now: Instant,
): readonly Uint8Array[] {
  const isOldGood = oldSecret !== undefined && oldSecret.until > now;
  return [sealedSecret, ...(isOldGood ? [oldSecret.sealed] : [])]
    .map((sealed) => sealer.open("webhook", sealed))
    .filter((secret) => secret !== undefined);
}
