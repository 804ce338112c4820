/** The npm package `latchkey` as a library: the whole service inside another program. */
import type { LibraryCalls, StartOptions } from "./library/options.ts";
import { start } from "./library/start.ts";

export type {
  ApiOptions,
  ClientOptions,
  CreatedClient,
  CreatedConfidentialClient,
  CreatedUser,
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

/** Starts the service as `latchkey serve` does. Rejects with an error whose message says what to repair. */
export async function startLatchkey(options: StartOptions = {}): Promise<Latchkey> {
  const { issuer, url, calls } = await start({ kind: "service", options });
  const { createClient, createUser, createApi, close } = calls;
  return { issuer, url, createClient, createUser, createApi, close };
}
