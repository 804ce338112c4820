import type { WebhookSender } from "../../flows/webhook-ports.ts";
import { ok, refuse } from "../../values/result.ts";
import { createGuardedFetch, type GuardedFetch, type GuardOptions } from "../fetch/guarded-fetch.ts";

/** Limits of a webhook request: Standard Webhooks asks senders to wait at most 15 to 30 seconds, and responses contain nothing useful. */
const webhookBounds = { requestMilliseconds: 10_000, bodyBytesMax: 16 * 1024 } as const;

/** Sends through the guarded fetch. `close` gives up what is being sent. */
export function openWebhookSender(
  options: Pick<GuardOptions, "mayReachLoopback">,
  wrap: (fetch: GuardedFetch) => GuardedFetch = (fetch) => fetch,
): WebhookSender & { close(): void } {
  const closing = new AbortController();
  const fetch = wrap(createGuardedFetch({ ...options, ...webhookBounds }));
  return {
    post: async (url, headers, body) => {
      const request = { url, method: "POST", body, signal: closing.signal } as const;
      const answer = await fetch({
        ...request,
        headers: { ...headers, "content-type": "application/json", "user-agent": "Latchkey" },
      });
      if (answer.ok) return ok(answer.value.status);
      return refuse(closing.signal.aborted ? "stopped" : answer.reason);
    },
    close: () => closing.abort(),
  };
}
