import type { IncomingMessage, ServerResponse } from "node:http";

const bodyBytesMax = 16_384;

/** The header of answers that hold secrets, for `writeHead`. */
export const noStore: readonly string[] = ["Cache-Control", "no-store"];

/** Hands over a whole form as text, or refuses one that is too large. */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  use: (body: string) => void,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= bodyBytesMax) chunks.push(chunk);
  });
  request.on("end", () => {
    const [first] = chunks;
    if (bytes > bodyBytesMax) refuse(response, 413, "too large");
    else use((chunks.length === 1 && first ? first : Buffer.concat(chunks)).toString("latin1"));
  });
}

/** Answers in plain text; the message must be ASCII. */
export function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, ["Content-Type", "text/plain", "Content-Length", String(message.length)]);
  response.end(message);
}
