import { once } from "node:events";
import { createServer, type ListenOptions } from "node:net";
import type { Issuer } from "../values/issuer.ts";
import type { Log } from "./log.ts";

/** The address and the base URL that a service logs once it answers. */
export interface Listening {
  readonly url: string;
  readonly issuer: Issuer;
}

/**
 * The line that scripts wait for: `{"msg":"listening","url":…}`, the first one at level info. `url` is the address to
 * connect to, `issuer` the base URL that people and clients use.
 */
export function logListening(log: Log, { url, issuer }: Listening): void {
  log.info({ url, issuer }, "listening");
  log.flush();
}

/** Listens for a moment and returns the port; 0 takes a free one. Rejects with the system's error if that is impossible. */
export async function tryListening(options: ListenOptions): Promise<number> {
  const server = createServer().listen(options);
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("A TCP server listens on no port.");
  return address.port;
}
