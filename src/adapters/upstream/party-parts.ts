import type { Sealer } from "../../flows/key-ports.ts";
import type { Clock } from "../../flows/ports.ts";
import type { GuardedFetch } from "../fetch/guarded-fetch.ts";

/** What signing in at other providers needs. */
export interface PartyParts {
  /** Every request to a provider goes this way, so that none of them leads into the operator's network. */
  readonly fetch: GuardedFetch;
  /** Opens the client secrets. */
  readonly sealer: Pick<Sealer, "open">;
  readonly clock: Clock;
  /** True in development, where a provider may run on this machine without TLS. */
  readonly mayReachLoopback: boolean;
}
