import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A question as it arrived. */
export interface Asked {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The operator's own code, behind a real HTTP server. */
export interface ClaimsReceiver extends AsyncDisposable {
  readonly url: string;
  readonly asked: Asked[];
  /** What it does from now on. */
  answer: (response: ServerResponse, asked: Asked) => void;
}

/** Answers these claims. */
export function claims(given: unknown): ClaimsReceiver["answer"] {
  return (response) => response.end(JSON.stringify({ claims: given }));
}

/** Starts it on this machine. */
export async function startClaimsReceiver(): Promise<ClaimsReceiver> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const one = { headers: request.headers, body: await text(request) };
    asked.push(one);
    receiver.answer(response, one);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const receiver: ClaimsReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/claims`,
    asked,
    answer: claims({}),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}
