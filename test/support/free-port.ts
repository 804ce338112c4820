import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

/** Systems hand out higher ports, to connections and to servers that name none. */
const [lowest, count] = [20_000, 12_000];

/**
 * A port on which nobody listens, for programs whose port must be known before they start, or that start again on it. Tests of other
 * processes do not get it as long as this process lives.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * count);
    if ((await isReserved(port)) && (await isFree(port))) return port;
  }
}

/** A UDP socket reserves the number: the system gives it to one process alone, and takes it back when that ends. */
async function isReserved(port: number): Promise<boolean> {
  const socket = createSocket("udp4").unref();
  socket.bind({ port, address: "127.0.0.1", exclusive: true });
  try {
    await once(socket, "listening");
    return true;
  } catch {
    socket.close();
    return false;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  try {
    await once(server, "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
