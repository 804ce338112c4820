import { type ReceivedRequest, type Receiver, startReceiver } from "./receiver.ts";

/** A receiver of webhooks. */
export type WebhookReceiver = Receiver<ReceivedRequest>;

/** `statusOf` is called with the number of the message, from 1, and its body. */
export function startWebhookReceiver(
  statusOf: (count: number, body: string) => number = () => 204,
): Promise<WebhookReceiver> {
  return startReceiver(
    (request) => request,
    (response, count, { body }) => {
      response.writeHead(statusOf(count, body), { location: "/elsewhere" }).end();
    },
  );
}
