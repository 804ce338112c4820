import type { UpstreamParty } from "../../flows/upstream/relying-party.ts";
import type { PartyParts } from "./party-parts.ts";

/** Creates the relying party, which loads its library with the first sign-in at a provider. */
export function createUpstreamParty(
  parts: PartyParts,
  load: () => Promise<typeof import("./openid-party.ts")> = () => import("./openid-party.ts"),
): UpstreamParty {
  let loaded: Promise<UpstreamParty> | undefined;
  const party = (): Promise<UpstreamParty> => {
    loaded ??= load().then(
      ({ createOpenidParty }) => createOpenidParty(parts),
      (error) => {
        // The next sign-in reads it again: a process that ran out of file descriptors has some again a moment later.
        loaded = undefined;
        throw error;
      },
    );
    return loaded;
  };
  return {
    begin: async (upstream, request) => (await party()).begin(upstream, request),
    finish: async (upstream, answer, expected) => (await party()).finish(upstream, answer, expected),
    check: async (upstream) => (await party()).check(upstream),
  };
}
