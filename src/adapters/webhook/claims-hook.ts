import type { ClaimsHook, ClaimsHookFailure } from "../../flows/claims-hook-ports.ts";
import type { Clock, Random } from "../../flows/ports.ts";
import type { ClaimsHookProbe } from "../../flows/probe-ports.ts";
import type { ClaimsQuestion } from "../../protocol/openid/claims-of-hook.ts";
import { toBase64Url } from "../../values/base64url.ts";
import type { JsonObject } from "../../values/json-object.ts";
import { type Result, refuse } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import type { GuardedAnswer, GuardedFetch } from "../fetch/guarded-fetch.ts";

/** A person waits for the answer, so it has to be quick. A question beyond the bound of this process fails at once. */
export const questionBounds = { requestMilliseconds: 500, concurrencyMax: 32 } as const;
const toldAgainMilliseconds = 60_000;

type Answer = Result<JsonObject, Omit<ClaimsHookFailure, "isTold">>;

/** A function of the program that uses the library, instead of an address. The signal is aborted when nobody waits for it any more. */
export type ClaimsFunction = (question: ClaimsQuestion, signal: AbortSignal) => unknown;

interface HookOptions {
  readonly clock: Clock;
  readonly probe: ClaimsHookProbe | undefined;
}

/** The hook at the address that the operator named. The fetch has the bounds. */
export function openClaimsHook(
  options: HookOptions & {
    readonly url: string;
    readonly fetch: GuardedFetch;
    readonly random: Random;
    /** Writes and signs a question. */
    readonly write: (
      question: ClaimsQuestion,
      message: { readonly id: string; readonly at: Instant },
    ) => { readonly headers: Readonly<Record<string, string>>; readonly body: string };
    readonly read: (answer: GuardedAnswer) => Answer;
  },
): ClaimsHook {
  const { url, fetch, clock, random, write, read } = options;
  return hookOf(options, async (question) => {
    const id = `claims_${toBase64Url(random.bytes(16))}`;
    const { headers: signed, body } = write(question, { id, at: clock.now() });
    const headers = { ...signed, "content-type": "application/json", "user-agent": "Latchkey" };
    const answer = await fetch({ url, method: "POST", headers, body });
    return answer.ok ? read(answer.value) : refuse({ reason: answer.reason });
  });
}

/** The hook that is a function, within the same bounds. */
export function functionHook(
  options: HookOptions & { readonly claims: ClaimsFunction; readonly read: (returned: unknown) => Answer },
): ClaimsHook {
  const { claims, read } = options;
  let running = 0;
  return hookOf(options, async (question) => {
    if (running >= questionBounds.concurrencyMax) return refuse({ reason: "too-many-requests" });
    running += 1;
    const ending = new AbortController();
    const late = Promise.withResolvers<Answer>();
    const timer = setTimeout(
      late.resolve,
      questionBounds.requestMilliseconds,
      refuse({ reason: "timed-out" }),
    );
    try {
      return await Promise.race([Promise.resolve(claims(question, ending.signal)).then(read), late.promise]);
    } finally {
      clearTimeout(timer);
      ending.abort();
      running -= 1;
    }
  });
}

/** Stands for the hook in an installation without one and always fails: a client that is registered for it must not silently get less. */
export function missingHook(options: HookOptions): ClaimsHook {
  return hookOf(options, async () => refuse({ reason: "not-configured" }));
}

/** Measures each question, and says once a minute of each reason that it is to be told. */
function hookOf(
  { clock, probe }: HookOptions,
  ask: (question: ClaimsQuestion) => Promise<Answer>,
): ClaimsHook {
  const toldAt = new Map<string, Instant>();
  const isTold = (reason: string) => {
    const now = clock.now();
    const before = toldAt.get(reason);
    // A clock that was set back must not keep it silent for as long.
    if (before !== undefined && before <= now && now - before < toldAgainMilliseconds) return false;
    toldAt.set(reason, now);
    return true;
  };
  return {
    ask: async (question) => {
      const beganAt = performance.now();
      const answer = await ask(question).catch((): Answer => refuse({ reason: "threw" }));
      probe?.asked(answer.ok ? "ok" : answer.reason.reason, performance.now() - beganAt);
      return answer.ok ? answer : refuse({ ...answer.reason, isTold: isTold(answer.reason.reason) });
    },
  };
}
