import { connect } from "node:net";
import { type HttpResponse, readResponse } from "./http-response.ts";

/** Sends one request over a connection of its own. Rejects when the connection ends before the answer is complete. */
export async function oneRequest(url: string, request: string): Promise<HttpResponse> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname === "localhost" ? "127.0.0.1" : hostname, port: Number(port) });
  try {
    socket.write(request);
    let bytes = Buffer.alloc(0);
    for await (const chunk of socket) {
      bytes = Buffer.concat([bytes, chunk as Buffer]);
      const response = readResponse(bytes);
      if (response !== undefined) return response;
    }
    throw new Error(`${url} ended the connection before its answer was complete.`);
  } finally {
    socket.destroy();
  }
}
