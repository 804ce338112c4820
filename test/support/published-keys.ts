import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { PublicJwk } from "../../src/protocol/jwk.ts";

/** A client's own web server on loopback, which publishes its public keys. */
export interface KeyPublisher extends AsyncDisposable {
  /** What it publishes at `uri`; a test may replace them. */
  keys: readonly PublicJwk[];
  readonly uri: string;
  /** Paths that were asked for, in order. */
  readonly asked: readonly string[];
}

/** Starts it. `answers` are other paths, and what they answer. */
export async function startKeyPublisher(
  answers: Readonly<Record<string, (response: ServerResponse) => void>> = {},
): Promise<KeyPublisher> {
  const asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    asked.push(url);
    const answer = answers[url];
    if (answer !== undefined) answer(response);
    else if (url !== "/keys") response.writeHead(404).end();
    else
      response
        .writeHead(200, { "content-type": "application/jwk-set+json" })
        .end(JSON.stringify({ keys: publisher.keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const publisher: KeyPublisher = {
    keys: [],
    uri: `http://127.0.0.1:${port}/keys`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return publisher;
}
