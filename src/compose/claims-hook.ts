/** The operator's claims hook. Loaded at the first question of a client that is registered for it. */
import { createGuardedFetch, type GuardedFetch } from "../adapters/fetch/guarded-fetch.ts";
import {
  type ClaimsFunction,
  functionHook,
  missingHook,
  openClaimsHook,
  questionBounds,
} from "../adapters/webhook/claims-hook.ts";
import type { ClaimsHook } from "../flows/claims-hook-ports.ts";
import type { Clock, Random } from "../flows/ports.ts";
import type { ClaimsHookProbe } from "../flows/probe-ports.ts";
import type { Config } from "../ops/config.ts";
import { signingSecretOf } from "../ops/settings/moving.ts";
import {
  hookAnswerBytesMax,
  readHookAnswer,
  readReturnedClaims,
  writeHookQuestion,
} from "../protocol/openid/claims-of-hook.ts";

/** What the hook rests on. */
export interface ClaimsHookGiven {
  readonly config: Pick<Config, "claimsHookUrl" | "claimsHookSecret">;
  /** Instead of an address: a function of the program that uses the library. */
  readonly claims: ClaimsFunction | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly probe: ClaimsHookProbe | undefined;
  readonly wrap: ((fetch: GuardedFetch) => GuardedFetch) | undefined;
}

export function openHook({ config, claims, wrap = (fetch) => fetch, ...given }: ClaimsHookGiven): ClaimsHook {
  if (claims !== undefined) return functionHook({ ...given, claims, read: readReturnedClaims });
  const { claimsHookUrl: url, claimsHookSecret } = config;
  const secret = claimsHookSecret && signingSecretOf(claimsHookSecret);
  if (url === undefined || secret === undefined) return missingHook(given);
  // The operator names the address, so it may be one of their own network; and http only one of this machine.
  const guards = { mayReachLoopback: true, mayReachInside: true, bodyBytesMax: hookAnswerBytesMax };
  return openClaimsHook({
    ...given,
    url,
    fetch: wrap(createGuardedFetch({ ...guards, ...questionBounds })),
    write: (question, message) => writeHookQuestion(question, { ...message, secret }),
    read: readHookAnswer,
  });
}
