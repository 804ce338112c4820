import { createGuardedFetch } from "../adapters/fetch/guarded-fetch.ts";
import { providerBounds } from "../adapters/upstream/party-parts.ts";
import { createUpstreamParty } from "../adapters/upstream/upstream-party.ts";
import type { Administration } from "../administration.ts";
import type { UpstreamParty } from "../flows/upstream/relying-party.ts";
import { type Config, resolveIssuer } from "../ops/config.ts";
import { isLoopback } from "../values/issuer.ts";

/** The relying party, as the service has it, for the commands that check providers. */
export function partyOf({ keyring, clock }: Administration, config: Config): UpstreamParty {
  const mayReachLoopback = isLoopback(resolveIssuer(config, config.port));
  const fetch = createGuardedFetch({ mayReachLoopback, ...providerBounds });
  return createUpstreamParty({ fetch, sealer: keyring, clock, mayReachLoopback });
}
