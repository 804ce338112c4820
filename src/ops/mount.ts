import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { drainMilliseconds } from "./shutdown.ts";

/** The way in to a service without a server of its own: the program around it passes requests of its own server on. */
interface Mount {
  readonly handler: RequestListener;
  /** Sets what answers from now on. Until then, and after `close`, every answer is 503. */
  answerWith(listener: RequestListener): void;
  /** Takes no further request, and waits for those under way; after five seconds it cuts them off. */
  close(): Promise<void>;
}

/** Creates the way in. Connections and their time limits belong to the surrounding server. */
export function createMount(): Mount {
  const underWay = new Set<ServerResponse>();
  let answer: RequestListener = unavailable;
  return {
    handler: (message, response) => {
      if (wasRead(message)) return alreadyRead(response);
      // Express and Connect take the path that they mounted something at off `url`.
      if ("originalUrl" in message && typeof message.originalUrl === "string")
        message.url = message.originalUrl;
      underWay.add(response);
      response.once("close", () => underWay.delete(response));
      answer(message, response);
    },
    answerWith: (listener) => {
      answer = listener;
    },
    close: async () => {
      answer = unavailable;
      const ends = [...underWay].map((response) => new Promise((resolve) => response.once("close", resolve)));
      const deadline = setTimeout(() => {
        for (const response of underWay) response.destroy();
      }, drainMilliseconds);
      await Promise.all(ends);
      clearTimeout(deadline);
    },
  };
}

/** True for a request whose body somebody else has taken, so that reading it would wait for ever. */
function wasRead({ headers, readableDidRead }: IncomingMessage): boolean {
  const hasBody = headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
  return hasBody && readableDidRead;
}

function alreadyRead(response: ServerResponse): void {
  answerWithText(
    response,
    500,
    "The body of this request was read before it came to Latchkey. Mount latchkey.handler in front of body parsers, such as express.json().",
  );
}

function unavailable(_message: IncomingMessage, response: ServerResponse): void {
  response.setHeader("retry-after", "2");
  answerWithText(response, 503, "The sign-in service is not running.");
}

function answerWithText(response: ServerResponse, status: number, text: string): void {
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  response.writeHead(status, { ...headers, connection: "close" }).end(`${text}\n`);
}
