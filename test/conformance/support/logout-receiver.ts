import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** A request that came to a client's back-channel logout URI. */
export interface LogoutCall {
  readonly method: string;
  readonly contentType: string;
  readonly body: URLSearchParams;
}

/** A client's server on loopback that takes logout tokens. */
export interface LogoutReceiver extends AsyncDisposable {
  readonly uri: string;
  /** In the order of arrival. */
  readonly calls: LogoutCall[];
}

export async function startLogoutReceiver(): Promise<LogoutReceiver> {
  const calls: LogoutCall[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = new URLSearchParams(await text(request));
    calls.push({ method: request.method ?? "", contentType: request.headers["content-type"] ?? "", body });
    response.writeHead(200, { "cache-control": "no-store" }).end();
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The receiver listens on no port.");
  return {
    uri: `http://127.0.0.1:${address.port}/backchannel_logout`,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
