import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A message as it arrived at a webhook. */
export interface ReceivedMessage {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks on loopback. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly ReceivedMessage[];
  /** Resolves when this many have arrived in all. */
  arrived(count: number): Promise<void>;
}

/** `statusOf` is called with the number of the message, from 1, and its body. */
export async function startWebhookReceiver(
  statusOf: (count: number, body: string) => number = () => 204,
): Promise<WebhookReceiver> {
  const received: ReceivedMessage[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const server = createServer(async (message, response) => {
    const body = await text(message);
    received.push({ headers: message.headers, body });
    response.writeHead(statusOf(received.length, body), { location: "/elsewhere" }).end();
    for (const { count, resolve } of waiting) if (received.length >= count) resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/in`,
    received,
    arrived: async (count) => {
      if (received.length >= count) return;
      await new Promise<void>((resolve) => waiting.push({ count, resolve }));
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
