import type { UpstreamParty } from "../../flows/upstream/relying-party.ts";
import type { PartyParts } from "./party-parts.ts";

/** Creates the relying party, which loads its library with the first sign-in at a provider. */
export function createUpstreamParty(parts: PartyParts): UpstreamParty {
  let loaded: Promise<UpstreamParty> | undefined;
  const party = (): Promise<UpstreamParty> => {
    loaded ??= import("./openid-party.ts").then(({ createOpenidParty }) => createOpenidParty(parts));
    return loaded;
  };
  return {
    begin: async (upstream, request) => (await party()).begin(upstream, request),
    finish: async (upstream, answer, expected) => (await party()).finish(upstream, answer, expected),
    check: async (upstream) => (await party()).check(upstream),
  };
}
