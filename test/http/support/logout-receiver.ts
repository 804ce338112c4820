import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request as it arrived at a client's backchannel_logout_uri. */
export interface ReceivedLogout {
  readonly method: string | undefined;
  readonly contentType: string | undefined;
  readonly form: URLSearchParams;
}

/** A client's server that waits for logout tokens on loopback. */
export interface LogoutReceiver extends AsyncDisposable {
  readonly uri: string;
  readonly received: readonly ReceivedLogout[];
  /** Resolves when this many have arrived in all. */
  arrived(count: number): Promise<void>;
}

/** `answer` is called with the number of the request, from 1, and ends the response; without one everything is accepted. */
export async function startLogoutReceiver(
  answer: (response: ServerResponse, count: number) => void = (response) => response.writeHead(200).end(),
): Promise<LogoutReceiver> {
  const received: ReceivedLogout[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const server = createServer(async (message, response) => {
    const form = new URLSearchParams(await text(message));
    received.push({ method: message.method, contentType: message.headers["content-type"], form });
    for (const { count, resolve } of waiting) if (received.length >= count) resolve();
    answer(response, received.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    uri: `http://127.0.0.1:${port}/backchannel`,
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
