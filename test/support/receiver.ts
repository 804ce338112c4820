import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Somebody else's server on loopback, which keeps what it is sent. */
export interface Receiver<Received> extends AsyncDisposable {
  readonly url: string;
  /** In the order of arrival. */
  readonly received: readonly Received[];
  /** Resolves when this many have arrived in all. */
  arrived(count: number): Promise<void>;
}

/** `keep` says what is kept of a request; `answer` gets the number of the request, from 1, and ends the response. */
export async function startReceiver<Received>(
  keep: (request: ReceivedRequest) => Received,
  answer: (response: ServerResponse, count: number, received: Received) => void,
): Promise<Receiver<Received>> {
  const received: Received[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const server = createServer(async (message, response) => {
    const { method, headers } = message;
    const kept = keep({ method, headers, body: await text(message) });
    received.push(kept);
    for (const { count, resolve } of waiting) if (received.length >= count) resolve();
    answer(response, received.length, kept);
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
