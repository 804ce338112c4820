import { availableParallelism } from "node:os";
import type { Passwords } from "../../flows/account-ports.ts";
import type { Clock } from "../../flows/ports.ts";
import type { HashProbe } from "../../flows/probe-ports.ts";
import type { NormalizedPassword, PasswordHash } from "../../identity/password.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Caller, createFairQueue } from "./fair-queue.ts";
import { HashThreads } from "./hash-threads.ts";
import { type Argon2Settings, isOutdated, readParameters, unmatchableHash } from "./phc.ts";

/** The smallest memory that OWASP recommends for Argon2id, with its two passes: about 9 ms of one core. */
export const defaultSettings: Argon2Settings = { memoryKib: 19456, passes: 2, lanes: 1 };

/**
 * Creates the hashing: `concurrency` hashes run at once (by default one for each core), and `queueMax` more wait.
 * Each runs in a thread of its own; `close` ends these.
 */
export function createPasswords(
  options: {
    readonly concurrency?: number;
    readonly queueMax?: number;
    readonly settings?: Argon2Settings;
    readonly probe?: HashProbe | undefined;
  } = {},
): Passwords & { close(): Promise<void> } {
  const { concurrency = availableParallelism(), queueMax = 64, settings = defaultSettings } = options;
  const queue = createFairQueue({ concurrency, queueMax, probe: options.probe });
  const threads = new HashThreads();
  const unmatchable = unmatchableHash(settings);

  async function verify(
    password: NormalizedPassword,
    stored: PasswordHash | undefined,
    { like, network, device: known }: Parameters<Passwords["verify"]>[2],
  ): ReturnType<Passwords["verify"]> {
    const caller = { network, known };
    const compared = stored ?? like ?? unmatchable;
    const parameters = readParameters(compared);
    const compare = () => threads.verify(compared, password);
    const outcome =
      parameters === undefined
        ? await verifyForeign(password, compared, caller)
        : await queue.run(caller, compare);
    if (!outcome.ok) return outcome;
    const matches = outcome.value && stored !== undefined;
    const needsRehash = matches && (parameters === undefined || isOutdated(parameters, settings));
    return ok({ matches, needsRehash });
  }

  /**
   * A hash that an import brought is never what new ones are, so it is renewed as soon as it matches. One that is compared faster than
   * new ones takes as long as these.
   */
  async function verifyForeign(
    password: NormalizedPassword,
    stored: PasswordHash,
    caller: Caller,
  ): Promise<Result<boolean, "busy" | "unacceptable-hash">> {
    const { readStored, verifyForeignHash } = await import("./foreign.ts");
    const read = readStored(stored);
    if (read === undefined) return refuse("unacceptable-hash");
    if (read.parts.scheme === "wrapped") return queue.run(caller, () => verifyForeignHash(password, read));
    return queue.run(caller, async () => {
      const both = [verifyForeignHash(password, read), threads.verify(unmatchable, password)] as const;
      const [matches] = await Promise.all(both);
      return matches;
    });
  }

  async function computeHash(text: string): Promise<PasswordHash> {
    return (await threads.hash(text, settings)) as PasswordHash;
  }

  return {
    hash: (password) => queue.run({ network: "ourselves" }, () => computeHash(password)),
    wrap: ({ recipe, digest }) =>
      queue.run({ network: "ourselves" }, async () => {
        const { spellWrapped } = await import("./foreign.ts");
        return spellWrapped(recipe, await computeHash(digest));
      }),
    verify,
    close: () => threads.close(),
  };
}

/** The speed at which this machine checks passwords when it does nothing else. */
export interface HashRate {
  /** The number of hashes that run at once. */
  readonly concurrency: number;
  /** The time that one of them takes meanwhile. */
  readonly millisecondsEach: number;
  readonly perSecond: number;
}

/** Checks any password as sign-ins do, as many at once as the service does, for about a second. */
export async function measureHashRate(
  clock: Clock,
  password: NormalizedPassword,
  options: { readonly concurrency?: number; readonly settings?: Argon2Settings } = {},
): Promise<HashRate> {
  const { concurrency = availableParallelism(), settings = defaultSettings } = options;
  const passwords = createPasswords({ concurrency, settings });
  const millisecondsMin = 1000;
  // This bound ends the loop under a clock that stands still; no machine reaches it in a second.
  const roundsMax = 10_000;
  const startedAt = clock.now();
  let rounds = 0;
  let elapsed = 0;
  while (rounds < roundsMax && elapsed < millisecondsMin) {
    await Promise.all(
      Array.from({ length: concurrency }, () =>
        passwords.verify(password, undefined, { network: "ourselves" }),
      ),
    );
    rounds += 1;
    elapsed = Math.max(clock.now() - startedAt, 1);
  }
  await passwords.close();
  return {
    concurrency,
    millisecondsEach: elapsed / rounds,
    perSecond: (rounds * concurrency * 1000) / elapsed,
  };
}
