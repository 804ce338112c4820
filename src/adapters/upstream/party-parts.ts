import type { Sealer } from "../../flows/key-ports.ts";
import type { Clock } from "../../flows/ports.ts";
import type { GuardedFetch, GuardOptions } from "../fetch/guarded-fetch.ts";

/**
 * A key set may be larger than what clients publish. Requests to a provider that hangs leave places to those of the others; one host may
 * have all providers of an installation, which are asked at once.
 */
export const providerBounds = {
  bodyBytesMax: 256 * 1024,
  concurrencyMax: 60,
  hostConcurrencyMax: 20,
} as const satisfies Partial<GuardOptions>;

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
