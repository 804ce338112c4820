/**
 * Room: bench/peers. Servers of others that do the flow which bench/sections/flow.ts measures, each set up to do the least that its
 * documentation allows, and the stores that they need. Packages are installed in this folder alone, by `npm run bench:peers`. What
 * imports them is plain JavaScript (*.js), for a clean clone has no types to check it against.
 */
import { writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import type { FlowRequests } from "../scripts.ts";

/** The facts for putting load on a peer. */
export interface PeerFlow extends FlowRequests {
  /** Whole values of the `Cookie` header, one for each signed-in user. */
  readonly cookies: readonly string[];
}

/** Where a peer leaves its flow, in the folder that it was given. */
export function flowFile(folder: string): string {
  return join(folder, "flow.json");
}

/** Listens on a free port of the loopback; resolves with the URL. */
export async function listenOnLoopback(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The peer has no port.");
  return `http://127.0.0.1:${address.port}`;
}

/** Says that everybody is signed in and load may come. */
export function announce(url: string, folder: string, flow: PeerFlow): void {
  writeFileSync(flowFile(folder), JSON.stringify(flow));
  process.stdout.write(`${JSON.stringify({ msg: "listening", url })}\n`);
}
