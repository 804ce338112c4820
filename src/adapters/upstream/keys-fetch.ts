import { type Instant, plus } from "../../values/time.ts";
import type { GuardedFetch } from "../fetch/guarded-fetch.ts";
import type { PartyParts } from "./party-parts.ts";

/** How long the keys that a provider answered count as its newest. */
const newestSeconds = 10;

/**
 * The guarded fetch, which asks for a provider's keys at most once in ten seconds: each token with an unknown key makes the library look
 * for new ones. A failed answer is not kept.
 */
export function keysFetch({ fetch, clock }: PartyParts, keysAddress: string | undefined): GuardedFetch {
  const address = URL.parse(keysAddress ?? "")?.href;
  let last: { readonly at: Instant; readonly answer: ReturnType<GuardedFetch> } | undefined;
  return async (request) => {
    if (request.url !== address) return fetch(request);
    const now = clock.now();
    const isNewest = last !== undefined && last.at <= now && now < plus(last.at, newestSeconds);
    const asked = isNewest && last !== undefined ? last : { at: now, answer: fetch(request) };
    last = asked;
    const answer = await asked.answer;
    if (last === asked && !(answer.ok && answer.value.status === 200)) last = undefined;
    return answer;
  };
}
