/** The npm package `latchkey` as a library: the whole service inside another program. */
import type { RequestListener } from "node:http";
import type { LibraryCalls, OpenOptions, StartOptions } from "./library/options.ts";
import { start } from "./library/start.ts";

export type {
  ApiOptions,
  ClaimsFunction,
  ClaimsQuestion,
  ClientOptions,
  CreatedClient,
  CreatedConfidentialClient,
  CreatedUser,
  OpenOptions,
  StartOptions,
  UserOptions,
} from "./library/options.ts";

/** A running service. */
export interface Latchkey extends Pick<LibraryCalls, "createClient" | "createUser" | "createApi" | "close"> {
  /** What applications are configured with. */
  readonly issuer: string;
  /** The address that the service listens on, for a proxy in front of it. */
  readonly url: string;
}

/** A service inside the server of the program. */
export interface MountedLatchkey extends Omit<Latchkey, "url"> {
  /**
   * Answers every request that it is given, by the path that the client sent. Its body must be unread. It can be taken out of its object,
   * as in `app.use(latchkey.handler)`.
   */
  readonly handler: RequestListener;
}

/** Starts the service as `latchkey serve` does. Rejects with an error whose message says what to repair. */
export async function startLatchkey(options: StartOptions = {}): Promise<Latchkey> {
  const { issuer, url, calls } = await start({ kind: "service", options });
  const { createClient, createUser, createApi, close } = calls;
  return { issuer, url, createClient, createUser, createApi, close };
}

/**
 * Opens the service without a port: the program's own server passes requests on to `handler`. Rejects with an error whose message says what
 * to repair.
 */
export async function openLatchkey(options: OpenOptions): Promise<MountedLatchkey> {
  const { issuer, handler, calls } = await start({ kind: "mounted", options });
  const { createClient, createUser, createApi, close } = calls;
  return { issuer, handler, createClient, createUser, createApi, close };
}
